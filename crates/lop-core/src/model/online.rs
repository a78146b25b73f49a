//! Chances during a run: what a model said before, and what this program's own answers say.
//!
//! The chance of a type is a Beta distribution. The model's chance is its mean at first and weighs as much as a few
//! answers, however many it was trained on; every answer in this run counts for one. So a language without a model
//! learns as it goes, and a wrong model is forgotten. What was asked long ago counts less: programs change.
//!
//! ```text
//! chance(t) = (W · prior(t) + interesting(t)) / (W + answered(t))
//! after an answer about t: interesting(t) += 1 if it was; answered(t) += 1; both shrink where answered(t) > M
//! ```

use std::rc::Rc;

use super::{Model, RuleType, Time, UNKNOWN_CHANCE};

/// A model's word on a type weighs as much as this many answers: W.
const WEIGHT_OF_MODEL: f64 = 8.0;
/// And without a model.
const WEIGHT_OF_NOTHING: f64 = 2.0;
/// No more answers than this are remembered of a type: M.
const MEMORY: f64 = 32.0;

/// The chances of all types during a run.
#[derive(Debug, Clone)]
pub struct Chances {
    model: Option<Rc<Model>>,
    time: Time,
    is_online: bool,
    answers: Rc<Vec<Answers>>,
}

/// What was answered about a type in this run.
#[derive(Debug, Clone, Copy, Default)]
struct Answers {
    interesting: f64,
    answered: f64,
}

impl Chances {
    /// Those of a model, if there is one, which answers may change.
    pub fn new(model: Option<Rc<Model>>, time: Time, is_online: bool) -> Self {
        Chances {
            model,
            time,
            is_online,
            answers: Rc::default(),
        }
    }

    /// The chance that removing a node of a type is interesting.
    pub fn of(&self, rule_type: RuleType, progress: f64) -> f64 {
        let (prior, weight) = match &self.model {
            Some(model) => (model.chance(rule_type, progress, self.time), WEIGHT_OF_MODEL),
            None => (UNKNOWN_CHANCE, WEIGHT_OF_NOTHING),
        };
        let answers = self.answers.get(rule_type.index()).copied().unwrap_or_default();
        (weight * prior + answers.interesting) / (weight + answers.answered)
    }

    /// Takes notice of an answer about a node of a type.
    pub fn note(&mut self, rule_type: RuleType, is_interesting: bool) {
        if !self.is_online {
            return;
        }
        let all = Rc::make_mut(&mut self.answers);
        if all.len() <= rule_type.index() {
            all.resize(rule_type.index() + 1, Answers::default());
        }
        let answers = &mut all[rule_type.index()];
        answers.interesting += f64::from(u8::from(is_interesting));
        answers.answered += 1.0;
        let share = (MEMORY / answers.answered).min(1.0);
        answers.interesting *= share;
        answers.answered *= share;
    }
}
