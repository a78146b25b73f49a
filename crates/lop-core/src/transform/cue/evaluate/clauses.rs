//! What comprehensions yield.

use super::super::super::node::Node;
use super::super::scope::Place;
use super::super::value::{MOST_LENGTH, Value};
use super::graph::{Conjunct, Frame, Frames, Holds};
use super::{Evaluator, Lack};

impl<'a> Evaluator<'a> {
    /// The structs that a comprehension yields, if all of them are known.
    pub(super) fn yields(
        &self,
        comprehension: Node<'a>,
        frames: &Frames<'a>,
        depth: usize,
    ) -> Result<Vec<Conjunct<'a>>, Lack> {
        let parts = comprehension.parts();
        let body = parts.iter().position(|part| part.is("struct")).ok_or(Lack::Unknown)?;
        let mut ways = vec![frames.clone()];
        for clause in &parts[..body] {
            let mut next = Vec::new();
            for frames in ways {
                next.extend(self.passes(*clause, frames, depth)?);
                if next.len() > MOST_LENGTH {
                    return Err(Lack::Unknown);
                }
            }
            ways = next;
        }
        let written = |node: Node<'a>, frames: Frames<'a>| Conjunct::Written(Place::of(node), frames);
        let otherwise = parts.get(body + 1).and_then(|clause| clause.part("struct"));
        Ok(match otherwise {
            Some(otherwise) if ways.is_empty() => vec![written(otherwise, frames.clone())],
            _ => ways.into_iter().map(|frames| written(parts[body], frames)).collect(),
        })
    }

    /// The scopes behind a clause: one for each iteration, or none where a condition does not hold.
    fn passes(&self, clause: Node<'a>, frames: Frames<'a>, depth: usize) -> Result<Vec<Frames<'a>>, Lack> {
        let expression = *clause.parts().last().ok_or(Lack::Unknown)?;
        match clause.name() {
            "for_clause" => {
                let source = self.written(Place::of(expression), &frames);
                let mut iterations = Vec::new();
                for (key, value) in self.members(source, depth)? {
                    self.package.step(depth).ok_or(Lack::Unknown)?;
                    let key = self.make(vec![Conjunct::Known(key)]);
                    let variables = Holds::Variables { key, value };
                    iterations.push(Frame::inside(&frames, Place::of(clause), variables));
                }
                Ok(iterations)
            }
            "if_clause" => match self.evaluate(expression, &frames, depth)? {
                Value::Boolean(true) => Ok(vec![frames]),
                Value::Boolean(false) => Ok(Vec::new()),
                _ => Err(Lack::Bottom),
            },
            // Its value is evaluated where the name is used.
            "let_clause" => Ok(vec![frames]),
            _ => Err(Lack::Unknown),
        }
    }
}
