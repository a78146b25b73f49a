//! What a name in CUE refers to: by lexical scope, innermost first, and across the files of a package.

use std::cell::Cell;

use super::super::View;
use super::super::node::{Node, text_at};
use super::index::{Index, Scoped};
use super::literal::Literal;
use super::syntax::{declarations, elements, label_alias, label_name, labels, operands, postfix_label, value};

/// How deep references and operators are followed. Not measured.
pub(super) const MOST_DEPTH: usize = 48;
/// How many steps the work on one expression may take. Not measured.
const MOST_STEPS: usize = 5_000;
/// How many steps the work on a program may take, over all of its expressions. A step took 80 microseconds on a busy machine
/// in a development build: this is seconds for programs made to take long.
const MOST_STEPS_IN_ALL: usize = 100_000;

/// Where an expression is written.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Place<'a> {
    /// An expression; or a field with several labels, of which some are passed.
    pub node: Node<'a>,
    /// How many labels are passed.
    labels: usize,
}

/// What a name refers to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Meaning<'a> {
    /// Something with this value; there may be several, which CUE unifies.
    Value(Place<'a>),
    /// What a `for` clause runs through: its first variable of two, or the last one.
    Variable {
        /// The clause.
        clause: Node<'a>,
        /// Whether it stands for names or indices rather than values.
        is_key: bool,
    },
    /// The name of a field that a pattern matches, or that an alias behind the label stands for.
    Label(Node<'a>),
    /// An import.
    Import(Node<'a>),
}

impl<'a> Place<'a> {
    /// An expression.
    pub(super) fn of(node: Node<'a>) -> Self {
        Place { node, labels: 0 }
    }

    /// The scope between some labels of a field and the rest of it.
    pub(super) fn within(field: Node<'a>, passed: usize) -> Self {
        Place {
            node: field,
            labels: passed,
        }
    }

    /// What follows some labels of a field.
    pub(super) fn after(field: Node<'a>, passed: usize) -> Option<Self> {
        if passed < labels(field).len() {
            return Some(Place::within(field, passed));
        }
        value(field).map(unaliased).map(Place::of)
    }

    /// How many labels of a field are passed.
    pub(super) fn passed(self) -> usize {
        self.labels
    }

    /// Whether it is not an expression of its own but what follows some labels of a field.
    pub(super) fn is_nested(self) -> bool {
        self.labels > 0
    }

    /// The fields that follow, without braces around them.
    pub(super) fn nested_text(self) -> &'a str {
        let start = labels(self.node).get(self.labels).map(|label| label.span().start);
        let end = value(self.node).map(|value| value.span().end);
        match (start, end) {
            (Some(start), Some(end)) => text_at(self.node.tree, start..end),
            _ => "",
        }
    }

    /// The expression.
    pub(super) fn text(self) -> String {
        if self.is_nested() {
            format!("{{{}}}", self.nested_text())
        } else {
            self.node.text().to_owned()
        }
    }
}

/// The expression behind an alias: `X={a: 1}`.
pub(super) fn unaliased(node: Node<'_>) -> Node<'_> {
    if node.is("alias") {
        node.parts().pop().unwrap_or(node)
    } else {
        node
    }
}

/// The files of a package, and how much work may still be done on them.
pub(super) struct Package<'a> {
    files: Vec<Node<'a>>,
    steps: Cell<usize>,
    steps_in_all: Cell<usize>,
    index: Index<'a>,
}

impl<'a> Package<'a> {
    /// The package of a file: all files but those that say they belong to another one.
    pub(super) fn of(view: &View<'a>) -> Self {
        let own = Node::root(view.tree);
        let name = package_name(own);
        let beside = view.beside.iter().map(|tree| Node::root(tree));
        let beside = beside.filter(|file| match (name, package_name(*file)) {
            (Some(own), Some(other)) => own == other,
            _ => true,
        });
        Package {
            files: std::iter::once(own).chain(beside).collect(),
            steps: Cell::new(0),
            steps_in_all: Cell::new(MOST_STEPS_IN_ALL),
            index: Index::default(),
        }
    }

    /// The files.
    pub(super) fn files(&self) -> &[Node<'a>] {
        &self.files
    }

    /// Gives the work on the next expression all its steps.
    pub(super) fn begin(&self) {
        self.steps.set(MOST_STEPS);
    }

    /// Takes a step, if there is one left at this depth.
    pub(super) fn step(&self, depth: usize) -> Option<usize> {
        for steps in [&self.steps, &self.steps_in_all] {
            steps.set(steps.get().checked_sub(1)?);
        }
        (depth < MOST_DEPTH).then_some(depth + 1)
    }

    /// What a name that is used somewhere refers to, from the innermost scope that has it.
    pub(super) fn meanings(&self, user: Node<'a>) -> Vec<Meaning<'a>> {
        self.scope_of(user).map(|(_, meanings)| meanings).unwrap_or_default()
    }

    /// The innermost scope that has a name, and what the name refers to there.
    pub(super) fn scope_of(&self, user: Node<'a>) -> Scoped<'a> {
        self.index.scoped(user, || self.find_scope(user))
    }

    fn find_scope(&self, user: Node<'a>) -> Scoped<'a> {
        let name = user.text();
        let mut below = user;
        for above in user.above() {
            let found = match above.name() {
                "source_file" | "struct" => self.in_scope(above, name),
                "field" => in_labels(above, name),
                "comprehension" => in_clauses(above, name, below),
                "alias" if above.parts().first().is_some_and(|alias| alias.text() == name) => {
                    vec![Meaning::Value(Place::of(unaliased(above)))]
                }
                _ => Vec::new(),
            };
            if !found.is_empty() {
                return Some((above, found));
            }
            below = above;
        }
        None
    }

    /// The label that gives a name to a field of a scope: its own name, or an alias.
    pub(super) fn label_of(&self, scope: Node<'a>, name: &str) -> Option<Node<'a>> {
        let mut declared = self.declared(scope, name).into_iter();
        let field = declared.find(|declaration| declaration.is("field"))?;
        labels(field).first().copied()
    }

    /// The declarations that give a name in a scope. Files see the fields of each other.
    pub(super) fn declared(&self, scope: Node<'a>, name: &str) -> Vec<Node<'a>> {
        let mut found = self.index.declared(scope, name);
        if scope.is("source_file") {
            for other in self.files.iter().filter(|other| **other != scope) {
                let others = self.index.declared(*other, name).into_iter();
                found.extend(others.filter(|declaration| declaration.is("field")));
            }
        }
        found
    }

    fn in_scope(&self, scope: Node<'a>, name: &str) -> Vec<Meaning<'a>> {
        let mut found: Vec<Meaning<'a>> = self.declared(scope, name).into_iter().filter_map(given).collect();
        if found.is_empty() && scope.is("source_file") {
            let imports = imports(scope).into_iter();
            let named = imports.filter(|import| import_name(*import).as_deref() == Some(name));
            found.extend(named.map(Meaning::Import));
        }
        found
    }

    /// The places where the value of an expression is written, with references and selectors followed.
    pub(super) fn locate(&self, place: Place<'a>, depth: usize) -> Vec<Place<'a>> {
        let Some(depth) = self.step(depth) else {
            return Vec::new();
        };
        let Place { node, .. } = place;
        let from = |node: Node<'a>| self.locate(Place::of(node), depth);
        let parts = node.parts();
        match (node.name(), &parts[..]) {
            ("identifier", _) => {
                let values = self.meanings(node).into_iter().filter_map(|meaning| match meaning {
                    Meaning::Value(place) => Some(place),
                    _ => None,
                });
                let apart = values.filter(|value| !node.is_inside(value.node));
                apart.flat_map(|value| self.locate(value, depth)).collect()
            }
            ("parenthesized_expression", [_, inner, _]) => from(*inner),
            ("alias", [.., inner]) => from(*inner),
            ("selector_expression", [base, .., name]) => {
                let name = name.text().trim_matches('"');
                let bases = from(*base).into_iter();
                bases
                    .flat_map(|base| self.select(base, name, depth))
                    .flat_map(|found| self.locate(found, depth))
                    .collect()
            }
            ("index_expression", [base, _, index, ..]) => {
                let at: Option<usize> = index.text().parse().ok();
                let lists = from(*base).into_iter().filter(|base| base.node.is("list"));
                lists
                    .filter_map(|list| elements(list.node).get(at?).copied())
                    .filter(|element| !["comprehension", "list_ellipsis"].contains(&element.name()))
                    .flat_map(from)
                    .collect()
            }
            _ => vec![place],
        }
    }

    /// The fields of one name in what an expression stands for, as far as they are written out.
    pub(super) fn select(&self, place: Place<'a>, name: &str, depth: usize) -> Vec<Place<'a>> {
        let all = self.members(place, depth);
        let found = all.into_iter().filter(|(label, _)| {
            let own = label_name(*label);
            own.is_some_and(|(own, _)| own == name)
        });
        found.map(|(_, place)| place).collect()
    }

    /// The labels and values that are written out in what an expression stands for.
    fn members(&self, place: Place<'a>, depth: usize) -> Vec<(Node<'a>, Place<'a>)> {
        let Some(depth) = self.step(depth) else {
            return Vec::new();
        };
        let member = |field: Node<'a>, passed: usize| {
            let label = labels(field).get(passed).copied()?;
            Some((label, Place::after(field, passed + 1)?))
        };
        if place.is_nested() {
            return member(place.node, place.labels).into_iter().collect();
        }
        match place.node.name() {
            "struct" => {
                let mut members = Vec::new();
                for declaration in declarations(place.node) {
                    match declaration.name() {
                        "field" => members.extend(member(declaration, 0)),
                        "let_clause" | "attribute" | "struct_ellipsis" | "comprehension" => {}
                        _ => members.extend(self.members(Place::of(declaration), depth)),
                    }
                }
                members
            }
            "binary_expression" => {
                let terms = operands(place.node, "&");
                let terms = if terms.len() > 1 { terms } else { Vec::new() };
                let of = |term: Node<'a>| self.members(Place::of(term), depth);
                terms.into_iter().flat_map(of).collect()
            }
            _ => {
                let located = self.locate(place, depth).into_iter();
                let others = located.filter(|other| *other != place);
                others.flat_map(|other| self.members(other, depth)).collect()
            }
        }
    }
}

fn package_name(file: Node<'_>) -> Option<&str> {
    Some(file.part("package_clause")?.parts().pop()?.text())
}

/// What a file imports.
pub(super) fn imports(file: Node<'_>) -> Vec<Node<'_>> {
    let declared = file.parts().into_iter().filter(|part| part.is("import_declaration"));
    declared
        .flat_map(Node::below)
        .filter(|node| node.is("import_spec"))
        .collect()
}

/// The path of an import.
pub(super) fn import_path(import: Node<'_>) -> Option<String> {
    String::from_utf8(Literal::content(import.part("import_path")?)?).ok()
}

/// The name that an import is used by: one before the path, one behind a colon, or the end of the path without its
/// version.
fn import_name(import: Node<'_>) -> Option<String> {
    if let Some(name) = import.part("identifier") {
        return Some(name.text().to_owned());
    }
    let path = import_path(import)?;
    let end = path.rsplit(['/', ':']).next()?;
    let (name, _) = end.split_once('@').unwrap_or((end, ""));
    Some(name.to_owned())
}

/// The value that a declaration gives to its name.
fn given(declaration: Node<'_>) -> Option<Meaning<'_>> {
    let place = match declaration.name() {
        "field" => Place::after(declaration, 1)?,
        _ => Place::of(declaration.parts().pop()?),
    };
    Some(Meaning::Value(place))
}

/// Names that a field's labels introduce for what follows them.
fn in_labels<'a>(field: Node<'a>, name: &str) -> Vec<Meaning<'a>> {
    let mut found = Vec::new();
    for (at, label) in labels(field).into_iter().enumerate() {
        let is_own = at > 0 && label_name(label).is_some_and(|(own, is_plain)| is_plain && own == name);
        if is_own || label_alias(label) == Some(name) {
            found.extend(Place::after(field, at + 1).map(Meaning::Value));
        }
        let pattern = label.part("pattern_label").and_then(|pattern| pattern.part("alias"));
        let alias = pattern.and_then(|alias| alias.parts().first().copied());
        if alias.is_some_and(|alias| alias.text() == name) || postfix_label(label) == Some(name) {
            found.push(Meaning::Label(label));
        }
    }
    found
}

fn in_clauses<'a>(comprehension: Node<'a>, name: &str, below: Node<'a>) -> Vec<Meaning<'a>> {
    let clauses = comprehension.parts().into_iter().take_while(|clause| *clause != below);
    let mut found = None;
    for clause in clauses {
        let parts = clause.parts();
        match (clause.name(), &parts[..]) {
            ("let_clause" | "try_clause", [_, own, _, value]) if own.text() == name => {
                found = Some(Meaning::Value(Place::of(*value)));
            }
            ("for_clause", [_, key, value, _, _]) if [key, value].iter().any(|it| it.text() == name) => {
                let is_key = value.text() != name;
                found = Some(Meaning::Variable { clause, is_key });
            }
            ("for_clause", [_, value, _, _]) if value.text() == name => {
                found = Some(Meaning::Variable { clause, is_key: false });
            }
            _ => {}
        }
    }
    found.into_iter().collect()
}
