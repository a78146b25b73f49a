//! Works out expressions of CUE, as far as all that they need is known. What is not known has no value, and whoever
//! asked leaves things as they are.

use super::super::View;
use super::super::node::Node;
use super::scope::{Meaning, Package, Place};
use super::syntax::{decoded, elements, unquoted};
use super::value::{Number, Value};

/// What a variable of a loop stands for.
pub struct Binding<'a> {
    /// The clause.
    pub clause: Node<'a>,
    /// Whether it is the variable for names or indices.
    pub is_key: bool,
    /// Its value, if known.
    pub value: Option<Value>,
    /// It as it is written.
    pub text: String,
    /// Whether operators around it could take it apart.
    pub is_operation: bool,
}

/// Works out expressions.
pub struct Evaluator<'a> {
    /// What names refer to.
    pub package: Package<'a>,
    /// What is known of the variables of loops.
    pub bindings: Vec<Binding<'a>>,
}

impl<'a> Evaluator<'a> {
    /// For what a heuristic sees.
    pub fn of(view: &View<'a>) -> Self {
        Evaluator {
            package: Package::of(view),
            bindings: Vec::new(),
        }
    }

    /// The value of an expression.
    pub fn value(&self, node: Node<'a>) -> Option<Value> {
        self.package.begin();
        self.at(Place::of(node), 0)
    }

    /// The value of what is written in a place.
    pub fn value_at(&self, place: Place<'a>) -> Option<Value> {
        self.package.begin();
        self.at(place, 0)
    }

    /// What is bound to a use of a loop's variable.
    pub fn binding(&self, user: Node<'a>) -> Option<&Binding<'a>> {
        match self.package.meanings(user).first()? {
            Meaning::Variable { clause, is_key } => {
                let mut bindings = self.bindings.iter();
                bindings.find(|binding| binding.clause == *clause && binding.is_key == *is_key)
            }
            _ => None,
        }
    }

    fn at(&self, place: Place<'a>, depth: usize) -> Option<Value> {
        let depth = self.package.step(depth)?;
        if place.is_nested() {
            return self.structure(place, depth);
        }
        let node = place.node;
        let of = |node: Node<'a>| self.at(Place::of(node), depth);
        let parts = node.parts();
        match (node.name(), &parts[..]) {
            ("null", _) => Some(Value::Null),
            ("boolean", _) => Some(Value::Boolean(node.text() == "true")),
            ("integer" | "float", _) => Number::parse(node.text()).map(Value::Number),
            ("string", _) => self.string(node, depth),
            ("parenthesized_expression", [_, inner, _]) => of(*inner),
            ("unary_expression", [operator, operand]) => of(*operand)?.negate(operator.text()),
            ("binary_expression", [left, operator, right]) => match operator.text() {
                "|" => self.default(*left, *right, depth),
                "&" => agreed([of(*left), of(*right)]),
                operator => of(*left)?.operate(operator, &of(*right)?),
            },
            ("list", _) => elements(node)
                .into_iter()
                .map(of)
                .collect::<Option<_>>()
                .map(Value::List),
            ("struct", _) => self.structure(place, depth),
            ("call_expression", [function, arguments]) => self.call(function.text(), *arguments, depth),
            ("identifier", _) if self.binding(node).is_some() => self.binding(node)?.value.clone(),
            ("identifier" | "selector_expression" | "index_expression", _) => {
                let places = self.package.locate(place, depth);
                let others = places.into_iter().filter(|other| *other != place);
                agreed(others.map(|other| self.at(other, depth)))
            }
            _ => None,
        }
    }

    /// The option that is marked as the default.
    fn default(&self, left: Node<'a>, right: Node<'a>, depth: usize) -> Option<Value> {
        let marked = |node: Node<'a>| match &node.parts()[..] {
            [star, value] if node.is("unary_expression") && star.is("*") => Some(*value),
            _ => None,
        };
        let value = marked(right).or_else(|| marked(left));
        match value {
            Some(value) => self.at(Place::of(value), depth),
            // Of more than two options the first ones stand together on the left.
            None if left.is("binary_expression") => self.at(Place::of(left), depth),
            None => None,
        }
    }

    fn string(&self, node: Node<'a>, depth: usize) -> Option<Value> {
        let parts = node.parts();
        if !parts.iter().any(|part| part.is("interpolation")) {
            return unquoted(node).map(Value::Text);
        }
        let (quote, content) = (parts.first()?, parts.get(1..parts.len() - 1)?);
        if quote.text() != "\"" {
            return None;
        }
        let mut text = String::new();
        for part in content {
            text += &match &part.parts()[..] {
                [_, expression, _] if part.is("interpolation") => {
                    self.at(Place::of(*expression), depth)?.interpolated()?
                }
                _ => decoded(part.text())?,
            };
        }
        Some(Value::Text(text))
    }

    fn structure(&self, place: Place<'a>, depth: usize) -> Option<Value> {
        let fields = self.package.fields(place, depth)?;
        let known = |(name, place): (String, Place<'a>)| Some((name, self.at(place, depth)?));
        fields.into_iter().map(known).collect::<Option<_>>().map(Value::Struct)
    }

    fn call(&self, function: &str, arguments: Node<'a>, depth: usize) -> Option<Value> {
        let arguments = arguments.parts();
        let ("len", [_, argument, _]) = (function, &arguments[..]) else {
            return None;
        };
        let length = match self.at(Place::of(*argument), depth)? {
            Value::Text(text) => text.len(),
            Value::List(items) => items.len(),
            Value::Struct(fields) => fields.len(),
            _ => return None,
        };
        i128::try_from(length).ok().map(Number::integer).map(Value::Number)
    }
}

/// What several declarations of the same thing say: those that are known say the same.
fn agreed(values: impl IntoIterator<Item = Option<Value>>) -> Option<Value> {
    let mut known = values.into_iter().flatten();
    let first = known.next()?;
    known.all(|other| other == first).then_some(first)
}
