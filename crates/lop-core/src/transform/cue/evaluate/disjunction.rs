//! Which option of a disjunction is the value: the only one that is no error, or the default.

use super::super::super::node::Node;
use super::super::scope::Place;
use super::super::syntax::operands;
use super::Evaluator;
use super::graph::{Conjunct, Form, Frames, Id};

/// The most ways to choose from all disjunctions of a value. Not measured: a bound for programs that multiply them.
const MOST_WAYS: usize = 64;

/// An option, and whether it is a default.
type Choice<'a> = (Conjunct<'a>, bool);

/// The options of a disjunction that is written.
pub(super) fn options<'a>(node: Node<'a>, frames: &Frames<'a>) -> Vec<Choice<'a>> {
    let option = |node: Node<'a>| {
        let (value, is_default) = match &node.parts()[..] {
            [star, value] if node.is("unary_expression") && star.is("*") => (*value, true),
            _ => (node, false),
        };
        (Conjunct::Written(Place::of(value), frames.clone()), is_default)
    };
    operands(node, "|").into_iter().map(option).collect()
}

impl<'a> Evaluator<'a> {
    /// A vertex that agrees with an option of each disjunction, if there is only one to choose.
    pub(super) fn choose(
        &self,
        plain: &[Conjunct<'a>],
        disjunctions: Vec<Vec<Choice<'a>>>,
        depth: usize,
    ) -> Option<Id> {
        let mut ways: Vec<(Vec<Conjunct<'a>>, bool)> = vec![(plain.to_vec(), true)];
        for options in disjunctions {
            // Without a mark all options are as good as defaults.
            let has_default = options.iter().any(|(_, is_default)| *is_default);
            let mut more = Vec::new();
            for (conjuncts, is_chosen) in &ways {
                for (option, is_default) in &options {
                    let conjuncts = conjuncts.iter().cloned().chain([option.clone()]);
                    more.push((conjuncts.collect(), *is_chosen && (*is_default || !has_default)));
                }
            }
            if more.len() > MOST_WAYS {
                return None;
            }
            ways = more;
        }
        let mut possible: Vec<(Id, bool)> = Vec::new();
        for (conjuncts, is_default) in ways {
            self.package.step(depth)?;
            let id = self.make(conjuncts);
            if !self.fails(id, depth) {
                possible.push((id, is_default));
            }
        }
        if possible.is_empty() {
            let bottom = self.make(vec![Conjunct::Bottom]);
            self.expand(bottom, depth);
            return Some(bottom);
        }
        let defaults: Vec<Id> = possible
            .iter()
            .filter(|(_, is_default)| *is_default)
            .map(|(id, _)| *id)
            .collect();
        let all: Vec<Id> = possible.iter().map(|(id, _)| *id).collect();
        self.only(if defaults.is_empty() { &all } else { &defaults })
    }

    /// The vertex that all of some are equal to.
    fn only(&self, ids: &[Id]) -> Option<Id> {
        let first = *ids.first()?;
        let scalar = |id: Id| match self.form(id) {
            Form::Scalar(value) => Some(value),
            _ => None,
        };
        let is_same = |id: &Id| *id == first || scalar(first).is_some_and(|value| Some(value) == scalar(*id));
        ids.iter().all(is_same).then_some(first)
    }
}
