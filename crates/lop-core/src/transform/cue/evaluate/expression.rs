//! Literals and operators.

use super::super::super::node::Node;
use super::super::literal::{self, Literal, Part};
use super::super::number::Number;
use super::super::scope::Place;
use super::super::value::{MOST_LENGTH, Value};
use super::graph::{Conjunct, Form, Frames};
use super::{Evaluator, Lack, builtin};

impl<'a> Evaluator<'a> {
    /// What a literal or an operation comes to.
    pub(super) fn operation(&self, node: Node<'a>, frames: &Frames<'a>, depth: usize) -> Conjunct<'a> {
        match self.operate(node, frames, depth) {
            Ok(value) => Conjunct::Known(value),
            Err(Lack::Bottom) => Conjunct::Bottom,
            Err(Lack::Unknown) => Conjunct::Unknown,
        }
    }

    fn operate(&self, node: Node<'a>, frames: &Frames<'a>, depth: usize) -> Result<Value, Lack> {
        let known = |value: Option<Value>| value.ok_or(Lack::Unknown);
        let of = |node: Node<'a>| self.evaluate(node, frames, depth);
        let parts = node.parts();
        match (node.name(), &parts[..]) {
            ("bottom", _) => Err(Lack::Bottom),
            ("null", _) => Ok(Value::Null),
            ("boolean", _) => Ok(Value::Boolean(node.text() == "true")),
            ("integer" | "float", _) => known(Number::parse(node.text()).map(Value::Number)),
            (name, _) if literal::RULES.contains(&name) => self.literal(node, frames, depth),
            ("unary_expression", [operator, operand]) => known(of(*operand)?.negate(operator.text())),
            ("binary_expression", [left, operator, right]) => match operator.text() {
                "&&" => self.connected(*left, *right, false, frames, depth),
                "||" => self.connected(*left, *right, true, frames, depth),
                "==" | "!=" if left.is("bottom") || right.is("bottom") => {
                    let other = if left.is("bottom") { *right } else { *left };
                    let is_error = self.is_error(other, frames, depth).ok_or(Lack::Unknown)?;
                    Ok(Value::Boolean(is_error == operator.is("==")))
                }
                "=~" => {
                    let (text, pattern) = (of(*left)?, of(*right)?);
                    known(builtin::matches(&pattern, &text).map(Value::Boolean))
                }
                "!~" => {
                    let (text, pattern) = (of(*left)?, of(*right)?);
                    known(builtin::matches(&pattern, &text).map(|matches| Value::Boolean(!matches)))
                }
                operator => known(of(*left)?.operate(operator, &of(*right)?)),
            },
            ("slice_expression", [base, _, bounds @ .., _]) => {
                let Value::List(items) = of(*base)? else {
                    return Err(Lack::Unknown);
                };
                let colon = bounds.iter().position(|part| part.is(":")).ok_or(Lack::Unknown)?;
                let bound = |node: Option<&Node<'a>>, otherwise: usize| match node {
                    Some(node) => of(*node)?.index().ok_or(Lack::Bottom),
                    None => Ok(otherwise),
                };
                let low = bound(bounds[..colon].first(), 0)?;
                let high = bound(bounds[colon + 1..].first(), items.len())?;
                let slice = items.get(low..high).ok_or(Lack::Bottom)?;
                Ok(Value::List(slice.to_vec()))
            }
            _ => Err(Lack::Unknown),
        }
    }

    /// `&&` and `||`: one side may decide, whatever the other one is.
    fn connected(
        &self,
        left: Node<'a>,
        right: Node<'a>,
        decisive: bool,
        frames: &Frames<'a>,
        depth: usize,
    ) -> Result<Value, Lack> {
        let left = self.evaluate(left, frames, depth);
        let decided = Ok(Value::Boolean(decisive));
        if left == decided {
            return left;
        }
        let right = self.evaluate(right, frames, depth);
        match (left, right) {
            (_, right) if right == decided => right,
            (Ok(Value::Boolean(_)), Ok(Value::Boolean(right))) => Ok(Value::Boolean(right)),
            _ => Err(Lack::Unknown),
        }
    }

    /// Whether an expression is an error.
    fn is_error(&self, node: Node<'a>, frames: &Frames<'a>, depth: usize) -> Option<bool> {
        let id = self.written(Place::of(node), frames);
        self.expand(id, depth);
        match self.form(id) {
            Form::Bottom => Some(true),
            Form::Unknown => None,
            _ if !self.vertices.borrow()[id].is_certain => None,
            // Whether an error inside makes the whole an error depends on the version of CUE.
            _ => (!self.fails(id, depth)).then_some(false),
        }
    }

    fn literal(&self, node: Node<'a>, frames: &Frames<'a>, depth: usize) -> Result<Value, Lack> {
        let mut content = Vec::new();
        for part in Literal::parts(node).ok_or(Lack::Unknown)? {
            match part {
                Part::Content(part) => content.extend(part),
                Part::Interpolation(expression) => {
                    let value = self.evaluate(expression, frames, depth)?;
                    content.extend(value.interpolated().ok_or(Lack::Bottom)?);
                }
            }
            if content.len() > MOST_LENGTH {
                return Err(Lack::Unknown);
            }
        }
        Value::of_literal(Literal::of(node), content).ok_or(Lack::Unknown)
    }
}
