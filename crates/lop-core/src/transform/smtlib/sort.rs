//! The sorts of terms, as far as they can be told: from declarations, from literals, and from what operators return.

use std::collections::BTreeMap;

use lop_syntax::Tree;

use super::super::node::Node;

/// How deep terms are looked into. Not measured.
const MOST_DEPTH: usize = 64;

/// The sorts of all names in a script. A name that is declared twice has the sort of the last declaration.
pub(super) struct Sorts<'a> {
    names: BTreeMap<&'a str, String>,
}

/// Whether a node is a term of more than one token, rather than a sort or a command.
pub(super) fn is_term(node: Node<'_>) -> bool {
    [
        "application",
        "let_term",
        "quantified_term",
        "annotated_term",
        "match_term",
    ]
    .contains(&node.name())
}

impl<'a> Sorts<'a> {
    /// Those that a script declares.
    pub(super) fn of(tree: &'a Tree) -> Self {
        let mut names = BTreeMap::new();
        let introduces = [
            "declare_const_command",
            "declare_fun_command",
            "define_const_command",
            "define_fun_command",
            "define_fun_rec_command",
            "sorted_variable",
        ];
        for node in Node::all(tree).filter(|node| introduces.contains(&node.name())) {
            if let (Some(name), Some(sort)) = (node.field("name"), node.field("sort")) {
                names.insert(name.text(), spaced(sort.text()));
            }
        }
        let mut sorts = Sorts { names };
        for binding in Node::named(tree, "binding") {
            let sort = binding.field("value").and_then(|value| sorts.of_term(value, 0));
            if let (Some(name), Some(sort)) = (binding.field("name"), sort) {
                sorts.names.insert(name.text(), sort);
            }
        }
        sorts
    }

    /// The sort of a term.
    pub(super) fn of_term(&self, term: Node<'a>, depth: usize) -> Option<String> {
        if depth > MOST_DEPTH {
            return None;
        }
        let parts = term.parts();
        match term.name() {
            "numeral" => Some("Int".to_owned()),
            "decimal" => Some("Real".to_owned()),
            "string" => Some("String".to_owned()),
            "hexadecimal" => Some(bit_vector(4 * (term.text().len() - 2))),
            "binary" => Some(bit_vector(term.text().len() - 2)),
            "symbol" | "quoted_symbol" if ["true", "false"].contains(&term.text()) => Some("Bool".to_owned()),
            "symbol" | "quoted_symbol" => self.names.get(term.text()).cloned(),
            "indexed_identifier" => literal_width(&parts).map(bit_vector),
            "quantified_term" => Some("Bool".to_owned()),
            "let_term" | "annotated_term" => self.of_term(term.field("body")?, depth + 1),
            "application" => {
                let (function, arguments) = (parts.get(1)?, parts.get(2..parts.len().checked_sub(1)?)?);
                self.of_application(*function, arguments, depth + 1)
            }
            _ => None,
        }
    }

    fn of_application(&self, function: Node<'a>, arguments: &[Node<'a>], depth: usize) -> Option<String> {
        let sort = |at: usize| self.of_term(*arguments.get(at)?, depth);
        let width_of = |at: usize| width(&sort(at)?);
        if function.is("indexed_identifier") {
            let parts = function.parts();
            let number = |at: usize| parts.get(at)?.text().parse::<usize>().ok();
            return match parts.get(2)?.text() {
                "extract" => Some(bit_vector((number(3)? + 1).checked_sub(number(4)?)?)),
                "zero_extend" | "sign_extend" => Some(bit_vector(width_of(0)? + number(3)?)),
                "repeat" => Some(bit_vector(width_of(0)? * number(3)?)),
                "rotate_left" | "rotate_right" => sort(0),
                _ => None,
            };
        }
        let name = function.text();
        if let Some(sort) = self.names.get(name) {
            return Some(sort.clone());
        }
        let is_test = name.starts_with("bvu") && name.len() == 5 && name != "bvurem"
            || name.starts_with("bvs") && ["lt", "le", "gt", "ge"].contains(&name.get(3..).unwrap_or_default());
        match name {
            "and" | "or" | "not" | "=>" | "xor" | "=" | "distinct" | "<" | "<=" | ">" | ">=" => Some("Bool".to_owned()),
            _ if is_test => Some("Bool".to_owned()),
            "concat" => {
                let widths: Option<Vec<usize>> = (0..arguments.len()).map(width_of).collect();
                Some(bit_vector(widths?.iter().sum()))
            }
            "ite" => sort(1),
            "bvcomp" => Some(bit_vector(1)),
            "+" | "-" | "*" | "div" | "mod" | "abs" | "store" => sort(0),
            "/" | "to_real" => Some("Real".to_owned()),
            "to_int" => Some("Int".to_owned()),
            "select" => element(&sort(0)?),
            _ if name.starts_with("bv") => sort(0),
            _ => None,
        }
    }

    /// Plain terms of a sort: constants, and one declared name.
    pub(super) fn plain(&self, sort: &str) -> Vec<String> {
        let mut plain: Vec<String> = match sort {
            "Bool" => vec!["true".to_owned(), "false".to_owned()],
            "Int" => vec!["0".to_owned(), "1".to_owned()],
            "Real" => vec!["0.0".to_owned()],
            "String" => vec!["\"\"".to_owned()],
            _ => width(sort).map(zeros).into_iter().collect(),
        };
        let name = self.names.iter().find(|(_, own)| *own == sort);
        plain.extend(name.map(|(name, _)| (*name).to_owned()));
        plain
    }
}

/// A text with single blanks, so that sorts can be compared.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The width in `(_ bv5 8)`.
fn literal_width(parts: &[Node<'_>]) -> Option<usize> {
    let digits = parts.get(2)?.text().strip_prefix("bv")?;
    let is_literal = digits.bytes().all(|byte| byte.is_ascii_digit());
    parts.get(3)?.text().parse().ok().filter(|_| is_literal)
}

fn bit_vector(width: usize) -> String {
    format!("(_ BitVec {width})")
}

/// The width of a sort of bit vectors.
pub(super) fn width(sort: &str) -> Option<usize> {
    sort.strip_prefix("(_ BitVec ")?.strip_suffix(')')?.parse().ok()
}

/// The bit vector of zeros as one token.
fn zeros(width: usize) -> String {
    match width % 4 {
        0 => format!("#x{}", "0".repeat(width / 4)),
        _ => format!("#b{}", "0".repeat(width)),
    }
}

/// The sort of an array's elements: `(Array Int Bool)` holds `Bool`.
fn element(sort: &str) -> Option<String> {
    let inner = sort.strip_prefix("(Array ")?.strip_suffix(')')?;
    let mut depth = 0_usize;
    for (at, char) in inner.char_indices() {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ' ' if depth == 0 => return Some(inner[at + 1..].to_owned()),
            _ => {}
        }
    }
    None
}
