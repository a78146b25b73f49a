//! Evaluates expressions of CUE, as far as all that they need is known.
//!
//! **Idea.** As in CUE's own evaluator, a value is a vertex of a graph that has to agree with all that is written about it:
//! its conjuncts. A reference adds the conjuncts of what it refers to, so that the names in a definition refer to the
//! struct that it is unified with. Defaults are chosen last, and options that are errors are not chosen.
//!
//! **What has no value.** Whatever this evaluator does not know: calls of other functions, `try`, whether a definition
//! allows a field. A value that such a thing has to agree with is the value nevertheless, because otherwise it is an error,
//! but a comparison with `_|_` has no answer then.
//!
//! **Cost.** A vertex is worked out once. Steps, depth, and the length of texts and lists are limited.

mod builtin;
mod call;
mod clauses;
mod constraint;
mod disjunction;
mod expression;
mod gather;
mod graph;
mod in_place;
mod reference;
mod settle;

use std::cell::RefCell;

pub(super) use self::constraint::is_type;
use self::graph::{Conjunct, Form, Frame, Frames, Holds, Id, State, Vertex};
use super::super::View;
use super::super::node::Node;
use super::scope::{Package, Place};
use super::syntax::is_operation;
use super::value::Value;

/// Why there is no value.
#[derive(Clone, Copy, PartialEq)]
enum Lack {
    /// It is an error.
    Bottom,
    /// It is not known.
    Unknown,
}

/// What one iteration of a loop gives to its variables.
pub(super) struct Item {
    /// A name or an index.
    pub key: Value,
    /// The value as it is written.
    pub text: String,
    /// Whether operators around it could take it apart.
    pub is_operation: bool,
    vertex: Id,
}

/// Evaluates expressions.
pub(super) struct Evaluator<'a> {
    /// What names refer to.
    pub package: Package<'a>,
    vertices: RefCell<Vec<Vertex<'a>>>,
    root: Id,
    /// What the variables of a loop stand for, while one of its iterations is written out.
    iteration: Option<(Node<'a>, Holds)>,
}

impl<'a> Evaluator<'a> {
    /// For what a transformation sees.
    pub(super) fn of(view: &View<'a>) -> Self {
        let package = Package::of(view);
        let root = 0;
        let scope = |file: &Node<'a>| {
            let scope = Place::of(*file);
            Conjunct::Written(scope, Frame::inside(&None, scope, Holds::Fields(root)))
        };
        let vertex = Vertex::new(package.files().iter().map(scope).collect());
        Evaluator {
            package,
            vertices: RefCell::new(vec![vertex]),
            root,
            iteration: None,
        }
    }

    /// The value of an expression in its place.
    pub(super) fn value(&self, node: Node<'a>) -> Option<Value> {
        self.package.begin();
        let frames = self.frames(node, 0);
        self.evaluate(node, &frames, 0).ok()
    }

    /// What a loop runs through, if all of it is known.
    pub(super) fn items(&self, source: Node<'a>) -> Option<Vec<Item>> {
        self.package.begin();
        let frames = self.frames(source, 0);
        let vertex = self.written(Place::of(source), &frames);
        let items = self.members(vertex, 0).ok()?.into_iter();
        items.map(|(key, vertex)| self.item(key, vertex)).collect()
    }

    fn item(&self, key: Value, vertex: Id) -> Option<Item> {
        self.package.begin();
        let value = self.concrete(vertex, 0).ok();
        let places = self.places(vertex, 0);
        let (text, is_operation) = match (&places[..], &value) {
            ([place], _) => (place.text(), is_operation(place.node)),
            (_, Some(value)) => (value.text(), false),
            ([], None) => return None,
            (several, None) => {
                let texts: Vec<String> = several.iter().map(|place| place.text()).collect();
                (texts.join(" & "), true)
            }
        };
        Some(Item {
            key,
            text,
            is_operation,
            vertex,
        })
    }

    /// Gives the variables of a clause the values of an iteration, until the next call.
    pub(super) fn iterate(&mut self, iteration: Option<(Node<'a>, &Item)>) {
        self.iteration = iteration.map(|(clause, item)| {
            let key = self.make(vec![Conjunct::Known(item.key.clone())]);
            (
                clause,
                Holds::Variables {
                    key,
                    value: item.vertex,
                },
            )
        });
    }

    fn make(&self, conjuncts: Vec<Conjunct<'a>>) -> Id {
        let mut vertices = self.vertices.borrow_mut();
        vertices.push(Vertex::new(conjuncts));
        vertices.len() - 1
    }

    /// A vertex for an expression.
    fn written(&self, place: Place<'a>, frames: &Frames<'a>) -> Id {
        self.make(vec![Conjunct::Written(place, frames.clone())])
    }

    fn conjuncts(&self, id: Id) -> Vec<Conjunct<'a>> {
        self.vertices.borrow()[id].conjuncts.clone()
    }

    fn form(&self, id: Id) -> Form {
        self.vertices.borrow()[id].form.clone()
    }

    /// The fields that others can see.
    fn regular(&self, id: Id) -> Vec<(String, Id)> {
        let vertices = self.vertices.borrow();
        let fields = vertices[id].fields.iter();
        fields
            .filter(|(name, _)| !reference::is_hidden(name))
            .cloned()
            .collect()
    }

    /// The field of a name, made if there is none yet.
    fn field(&self, id: Id, name: &str) -> Id {
        let known = self.known_field(id, name);
        known.unwrap_or_else(|| {
            let field = self.make(Vec::new());
            let mut vertices = self.vertices.borrow_mut();
            vertices[id].fields.push((name.to_owned(), field));
            field
        })
    }

    fn known_field(&self, id: Id, name: &str) -> Option<Id> {
        let vertices = self.vertices.borrow();
        let mut fields = vertices[id].fields.iter();
        fields.find(|(known, _)| known == name).map(|(_, field)| *field)
    }

    /// Says one thing more about a vertex. If it is worked out already, that begins anew.
    fn add(&self, id: Id, conjunct: Conjunct<'a>) {
        let vertex = &mut self.vertices.borrow_mut()[id];
        vertex.conjuncts.push(conjunct);
        if vertex.state == State::Done {
            vertex.state = State::New;
        }
    }

    /// The value of an expression.
    fn evaluate(&self, node: Node<'a>, frames: &Frames<'a>, depth: usize) -> Result<Value, Lack> {
        self.concrete(self.written(Place::of(node), frames), depth)
    }

    /// The value of a vertex, with all that is inside it.
    fn concrete(&self, id: Id, depth: usize) -> Result<Value, Lack> {
        let depth = self.package.step(depth).ok_or(Lack::Unknown)?;
        self.expand(id, depth);
        match self.form(id) {
            Form::Bottom => Err(Lack::Bottom),
            Form::Unknown | Form::Incomplete => Err(Lack::Unknown),
            Form::Scalar(value) => Ok(value),
            Form::List(items) => {
                let items = items.into_iter().map(|item| self.concrete(item, depth));
                items.collect::<Result<_, _>>().map(Value::List)
            }
            Form::Struct if self.vertices.borrow()[id].may_have_more => Err(Lack::Unknown),
            Form::Struct => {
                let fields = self.regular(id).into_iter();
                let known = fields.map(|(name, field)| Ok((name, self.concrete(field, depth)?)));
                known.collect::<Result<_, _>>().map(Value::Struct)
            }
        }
    }

    /// Names or indices, and values, of a struct or a list.
    fn members(&self, id: Id, depth: usize) -> Result<Vec<(Value, Id)>, Lack> {
        self.expand(id, depth);
        match self.form(id) {
            Form::List(items) => Ok((0..).map(Value::integer).zip(items).collect()),
            Form::Struct if !self.vertices.borrow()[id].may_have_more => {
                let fields = self.regular(id).into_iter();
                Ok(fields.map(|(name, field)| (Value::Text(name), field)).collect())
            }
            Form::Bottom | Form::Scalar(_) => Err(Lack::Bottom),
            _ => Err(Lack::Unknown),
        }
    }

    /// Whether a value, or something inside it, is an error, as far as that is known.
    fn fails(&self, id: Id, depth: usize) -> bool {
        let Some(depth) = self.package.step(depth) else {
            return false;
        };
        self.expand(id, depth);
        match self.form(id) {
            Form::Bottom => true,
            Form::List(items) => items.into_iter().any(|item| self.fails(item, depth)),
            Form::Struct => {
                let fields = self.vertices.borrow()[id].fields.clone();
                fields.into_iter().any(|(_, field)| self.fails(field, depth))
            }
            Form::Unknown | Form::Incomplete | Form::Scalar(_) => false,
        }
    }

    /// The expressions that a vertex has to agree with, with the vertices that it is the same as followed.
    fn places(&self, id: Id, depth: usize) -> Vec<Place<'a>> {
        let Some(depth) = self.package.step(depth) else {
            return Vec::new();
        };
        let mut places = Vec::new();
        for conjunct in self.conjuncts(id) {
            match conjunct {
                Conjunct::Written(place, _) => places.push(place),
                Conjunct::Same(other) => places.extend(self.places(other, depth)),
                Conjunct::Known(_) | Conjunct::Unknown | Conjunct::Bottom => {}
            }
        }
        places
    }
}
