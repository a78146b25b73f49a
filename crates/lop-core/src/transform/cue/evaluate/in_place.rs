//! The scopes around an expression where it is written, rather than where a reference takes it.

use super::super::super::node::Node;
use super::super::scope::Place;
use super::super::syntax::{is_optional, labels};
use super::Evaluator;
use super::graph::{Frame, Frames, Holds, Id};

impl<'a> Evaluator<'a> {
    /// The scopes around a node.
    pub(super) fn frames(&self, node: Node<'a>, depth: usize) -> Frames<'a> {
        let mut around: Vec<Node<'a>> = node.above().collect();
        around.reverse();
        around.push(node);
        let mut frames: Frames<'a> = None;
        // The vertex that what is written here is a conjunct of.
        let mut vertex: Option<Id> = None;
        for pair in around.windows(2) {
            let [outer, inner] = pair else { continue };
            match outer.name() {
                "source_file" => {
                    vertex = Some(self.root);
                    frames = Frame::inside(&frames, Place::of(*outer), Holds::Fields(self.root));
                }
                "struct" => {
                    let id = vertex.unwrap_or_else(|| self.written(Place::of(*outer), &frames));
                    vertex = Some(id);
                    frames = Frame::inside(&frames, Place::of(*outer), Holds::Fields(id));
                }
                "field" => (vertex, frames) = self.behind_labels(*outer, *inner, vertex, frames, depth),
                "comprehension" => {
                    vertex = None;
                    frames = self.behind_clauses(*outer, *inner, frames);
                }
                "parenthesized_expression" | "alias" => {}
                "binary_expression" if outer.parts().get(1).is_some_and(|sign| sign.is("&")) => {}
                _ => vertex = None,
            }
        }
        frames
    }

    /// What a field's value is a conjunct of, and its scopes.
    fn behind_labels(
        &self,
        field: Node<'a>,
        inner: Node<'a>,
        mut vertex: Option<Id>,
        mut frames: Frames<'a>,
        depth: usize,
    ) -> (Option<Id>, Frames<'a>) {
        for (at, label) in labels(field).into_iter().enumerate() {
            if at > 0 {
                let id = vertex.or_else(|| Some(self.written(Place::after(field, at)?, &frames)));
                let holds = id.map(Holds::Fields);
                frames = match holds {
                    Some(holds) => Frame::inside(&frames, Place::within(field, at), holds),
                    None => frames,
                };
                vertex = id;
            }
            if label == inner {
                return (None, frames);
            }
            let name = Some(label).filter(|label| !is_optional(*label));
            let name = name.and_then(|label| self.label_name(label, &frames, depth));
            vertex = vertex.zip(name).and_then(|(id, name)| {
                self.expand(id, depth);
                self.known_field(id, &name)
            });
        }
        (vertex, frames)
    }

    /// The scopes of a comprehension's clauses, as far as their variables have values.
    fn behind_clauses(&self, comprehension: Node<'a>, inner: Node<'a>, frames: Frames<'a>) -> Frames<'a> {
        let mut clauses = comprehension.parts().into_iter().take_while(|part| *part != inner);
        match &self.iteration {
            Some((clause, holds)) if clauses.any(|other| other == *clause) => {
                Frame::inside(&frames, Place::of(*clause), holds.clone())
            }
            _ => frames,
        }
    }
}
