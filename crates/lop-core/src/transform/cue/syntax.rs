//! What the parts of CUE's rules are.

use super::super::node::{Node, text_at};
use super::literal::{self, Literal};

/// What stands between the braces of a struct, or in a file.
pub(super) fn declarations(scope: Node<'_>) -> Vec<Node<'_>> {
    let mut parts = scope.parts();
    parts.retain(|part| !["{", "}", "package_clause", "import_declaration"].contains(&part.name()));
    parts
}

/// What stands between the braces of a struct, as text.
pub(super) fn inner(scope: Node<'_>) -> &str {
    // A part that is a syntax error comes last, wherever it is.
    let spans = declarations(scope).into_iter().map(Node::span);
    let around = spans.reduce(|one, other| one.start.min(other.start)..one.end.max(other.end));
    around.map_or("", |span| text_at(scope.tree, span))
}

/// The elements of a list.
pub(super) fn elements(list: Node<'_>) -> Vec<Node<'_>> {
    let mut parts = list.parts();
    parts.retain(|part| !["[", "]"].contains(&part.name()));
    parts
}

/// The labels of a field: `a: b: 3` has two.
pub(super) fn labels(field: Node<'_>) -> Vec<Node<'_>> {
    let mut parts = field.parts();
    parts.retain(|part| part.is("label"));
    parts
}

/// What a field is given.
pub(super) fn value(field: Node<'_>) -> Option<Node<'_>> {
    let mut parts = field.parts().into_iter();
    parts.find(|part| !["label", ":", "attribute"].contains(&part.name()))
}

/// The name that a label gives, where it does not have to be worked out, and whether others can refer to it.
pub(super) fn label_name(label: Node<'_>) -> Option<(String, bool)> {
    let parts = label.parts();
    let after_alias = parts.iter().position(|part| part.is("=")).map_or(0, |at| at + 1);
    let name = parts.get(after_alias)?;
    match name.name() {
        "pattern_label" | "dynamic_label" => None,
        "string" => Some((String::from_utf8(Literal::content(*name)?).ok()?, false)),
        _ => Some((name.text().to_owned(), true)),
    }
}

/// The name that an alias gives to the value of a field: `X=a: 3`, `a~X: 3`, `a~(K, X): 3`.
pub(super) fn label_alias(label: Node<'_>) -> Option<&str> {
    let parts = label.parts();
    match parts.get(1) {
        Some(part) if part.is("=") => Some(parts[0].text()),
        _ => postfix_names(label).last().map(|name| name.text()),
    }
}

/// The name that an alias gives to the name of a field: `a~(K, X): 3`.
pub(super) fn postfix_label(label: Node<'_>) -> Option<&str> {
    match &postfix_names(label)[..] {
        [name, _] => Some(name.text()),
        _ => None,
    }
}

fn postfix_names(label: Node<'_>) -> Vec<Node<'_>> {
    let mut parts = label.part("postfix_alias").map(Node::parts).unwrap_or_default();
    parts.retain(|part| ["identifier", "blank_identifier"].contains(&part.name()));
    parts
}

/// A label without its alias.
pub(super) fn without_alias(label: Node<'_>) -> String {
    let parts = label.parts();
    let after_alias = parts.iter().position(|part| part.is("=")).map_or(0, |at| at + 1);
    let kept = parts[after_alias..].iter().filter(|part| !part.is("postfix_alias"));
    kept.map(|part| part.text()).collect()
}

/// Whether a label makes no field but says what one is if it is there: `a?`, `a!`.
pub(super) fn is_optional(label: Node<'_>) -> bool {
    label.parts().iter().any(|part| ["?", "!"].contains(&part.name()))
}

/// Words that are no plain names everywhere.
const KEYWORDS: [&str; 13] = [
    "for",
    "if",
    "let",
    "in",
    "try",
    "else",
    "otherwise",
    "fallback",
    "true",
    "false",
    "null",
    "package",
    "import",
];

/// A name as a label: without quotes where it can do without.
pub(super) fn as_label(name: &str) -> String {
    let starts_well = name.starts_with(|char: char| char.is_ascii_alphabetic());
    let is_plain = starts_well && name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
    let is_keyword = KEYWORDS.contains(&name);
    if is_plain && !is_keyword {
        name.to_owned()
    } else {
        format!("\"{}\"", literal::TEXT.encoded(name.as_bytes()))
    }
}

/// The operands of a chain of one operator: of `a & b & c` three. The topmost node of the chain is given.
pub(super) fn operands<'a>(chain: Node<'a>, operator: &str) -> Vec<Node<'a>> {
    let mut operands = Vec::new();
    let mut todo = vec![chain];
    while let Some(node) = todo.pop() {
        match &node.parts()[..] {
            [left, sign, right] if node.is("binary_expression") && sign.is(operator) => todo.extend([*right, *left]),
            _ => operands.push(node),
        }
    }
    operands
}

/// The topmost nodes of all chains of an operator.
pub(super) fn chains<'a>(tree: &'a lop_syntax::Tree, operator: &str) -> Vec<Node<'a>> {
    let is_link = |node: Node<'a>| {
        let parts = node.parts();
        node.is("binary_expression") && parts.get(1).is_some_and(|sign| sign.is(operator))
    };
    let tops = Node::named(tree, "binary_expression").filter(|node| is_link(*node));
    tops.filter(|node| !node.parent().is_some_and(is_link)).collect()
}

/// A text in an expression's place: in brackets if operators around it could take it apart.
pub(super) fn fitted(place: Node<'_>, text: &str, is_operation: bool) -> String {
    let around = [
        "binary_expression",
        "unary_expression",
        "selector_expression",
        "index_expression",
        "slice_expression",
        "call_expression",
        "optional_expression",
        "open_expression",
    ];
    let is_operand = place.parent().is_some_and(|parent| around.contains(&parent.name()));
    if is_operation && is_operand {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// Whether an expression may be taken apart by operators around it.
pub(super) fn is_operation(node: Node<'_>) -> bool {
    ["binary_expression", "unary_expression"].contains(&node.name())
}

/// Whether an identifier is used here, rather than introduced or selected.
pub(super) fn is_use(node: Node<'_>) -> bool {
    if !node.is("identifier") {
        return false;
    }
    let Some(parent) = node.parent() else { return false };
    let parts = parent.parts();
    let at = parts.iter().position(|part| *part == node).unwrap_or(0);
    match parent.name() {
        "label" | "package_clause" | "import_spec" | "postfix_alias" => false,
        "alias" => at > 0,
        "let_clause" | "try_clause" => at > 1,
        "selector_expression" => at == 0,
        "for_clause" => parts[..at].iter().any(|part| part.is("in")),
        _ => true,
    }
}
