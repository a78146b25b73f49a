//! What names, selectors and indices refer to.

use super::super::super::node::Node;
use super::super::literal::Literal;
use super::super::scope::{Meaning, Place};
use super::super::syntax::{label_alias, labels};
use super::super::value::Value;
use super::constraint::{Constraint, predeclared};
use super::graph::{Conjunct, Form, Frame, Frames, Holds, Id};
use super::{Evaluator, Lack};

/// What a reference leads to.
pub(super) enum Reference<'a> {
    /// A value.
    Vertex(Id),
    /// A type of the language.
    Predeclared(Vec<Constraint>),
    /// An imported package.
    Import(Node<'a>),
    /// A field that is not there.
    Missing,
    /// Something that is not known.
    Unknown,
}

/// A name that only others of the package can see is marked, lest it be taken for a string.
const HIDDEN: char = '\0';

/// A plain name as the graph has it.
pub(super) fn hidden(name: &str) -> String {
    if name.starts_with(['#', '_']) {
        format!("{HIDDEN}{name}")
    } else {
        name.to_owned()
    }
}

/// Whether a name of the graph is a definition's or a hidden field's.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with(HIDDEN)
}

impl<'a> Evaluator<'a> {
    /// What a name, a selector or an index refers to.
    pub(super) fn refer(&self, node: Node<'a>, frames: &Frames<'a>, depth: usize) -> Reference<'a> {
        let Some(depth) = self.package.step(depth) else {
            return Reference::Unknown;
        };
        let parts = node.parts();
        match (node.name(), &parts[..]) {
            ("identifier", _) => self.resolve(node, frames, depth),
            ("selector_expression", [base, .., name]) => {
                let name = match name.name() {
                    "string_selector" => {
                        let content = Literal::content(*name).and_then(|content| String::from_utf8(content).ok());
                        content.unwrap_or_default()
                    }
                    _ => hidden(name.text()),
                };
                match self.base(*base, frames, depth) {
                    Ok(base) => self.look_up(base, &name, depth),
                    Err(Lack::Bottom) => Reference::Missing,
                    Err(Lack::Unknown) => Reference::Unknown,
                }
            }
            ("index_expression", [base, _, index, ..]) => {
                let base = self.base(*base, frames, depth);
                let index = self.evaluate(*index, frames, depth);
                match (base, index) {
                    (Ok(base), Ok(Value::Text(name))) => self.look_up(base, &name, depth),
                    (Ok(base), Ok(Value::Number(at))) => match at.whole() {
                        Some(at) => self.element(base, at, depth),
                        None => Reference::Missing,
                    },
                    (Err(Lack::Bottom), _) | (_, Err(Lack::Bottom)) => Reference::Missing,
                    _ => Reference::Unknown,
                }
            }
            _ => Reference::Vertex(self.written(Place::of(node), frames)),
        }
    }

    /// The vertex that something is selected from.
    fn base(&self, node: Node<'a>, frames: &Frames<'a>, depth: usize) -> Result<Id, Lack> {
        match self.refer(node, frames, depth) {
            Reference::Vertex(id) => Ok(id),
            Reference::Missing | Reference::Predeclared(_) => Err(Lack::Bottom),
            Reference::Unknown | Reference::Import(_) => Err(Lack::Unknown),
        }
    }

    fn look_up(&self, base: Id, name: &str, depth: usize) -> Reference<'a> {
        self.expand(base, depth);
        if let Some(field) = self.known_field(base, name) {
            return Reference::Vertex(field);
        }
        match self.form(base) {
            Form::Struct if !self.vertices.borrow()[base].may_have_more => Reference::Missing,
            Form::Bottom | Form::Scalar(_) | Form::List(_) => Reference::Missing,
            _ => Reference::Unknown,
        }
    }

    fn element(&self, base: Id, at: i128, depth: usize) -> Reference<'a> {
        self.expand(base, depth);
        match self.form(base) {
            Form::List(items) => {
                let item = usize::try_from(at).ok().and_then(|at| items.get(at).copied());
                item.map_or(Reference::Missing, Reference::Vertex)
            }
            Form::Bottom | Form::Scalar(_) | Form::Struct => Reference::Missing,
            Form::Unknown | Form::Incomplete => Reference::Unknown,
        }
    }

    /// What a name refers to.
    fn resolve(&self, user: Node<'a>, frames: &Frames<'a>, depth: usize) -> Reference<'a> {
        let Some((scope, meanings)) = self.package.scope_of(user) else {
            let constraints = predeclared(user.text());
            return constraints.map_or(Reference::Unknown, Reference::Predeclared);
        };
        match meanings.first() {
            Some(Meaning::Import(import)) => Reference::Import(*import),
            Some(Meaning::Variable { clause, is_key }) => match Frame::find(frames, Place::of(*clause)) {
                Some(Holds::Variables { key, value }) => Reference::Vertex(if *is_key { key } else { value }),
                _ => Reference::Unknown,
            },
            Some(Meaning::Label(label)) => match Frame::find(frames, Place::of(*label)) {
                Some(Holds::Label(name)) => Reference::Vertex(self.make(vec![Conjunct::Known(Value::Text(name))])),
                _ => Reference::Unknown,
            },
            Some(Meaning::Value(place)) => {
                let declared = self.declared(scope, user.text(), frames, depth);
                declared.unwrap_or_else(|| Reference::Vertex(self.written(*place, frames)))
            }
            None => Reference::Unknown,
        }
    }

    /// The field that a scope declares under a name, or under an alias.
    fn declared(&self, scope: Node<'a>, name: &str, frames: &Frames<'a>, depth: usize) -> Option<Reference<'a>> {
        let field = match scope.name() {
            "field" => {
                let at = labels(scope).iter().position(|label| is_called(*label, name))?;
                // The first label belongs to the scope around the field.
                let around = Place::within(scope, at);
                (labels(scope)[at], around)
            }
            "struct" | "source_file" => (self.package.label_of(scope, name)?, Place::of(scope)),
            _ => return None,
        };
        let (label, scope) = field;
        let Some(Holds::Fields(vertex)) = Frame::find(frames, scope) else {
            return None;
        };
        let own = self.label_name(label, frames, depth)?;
        Some(self.look_up(vertex, &own, depth))
    }
}

/// Whether a label gives a name to what follows it: its own, or an alias.
fn is_called(label: Node<'_>, name: &str) -> bool {
    let own = super::super::syntax::label_name(label);
    own.is_some_and(|(own, is_plain)| is_plain && own == name) || label_alias(label) == Some(name)
}
