//! Chances during a run: the model as the prior, updated with the verdicts of the run.
//!
//! The chance of a type is a Beta distribution. Its prior weighs as much as a few verdicts, however many the model was
//! trained on; every verdict of this run counts for one. So a language without a model learns as it goes, and a wrong model
//! is forgotten. Old verdicts count less: programs change.
//!
//! Nodes that declare a name used outside of them are a type of their own here: in the data that models are made of, the
//! odds that such a node goes are 20 times lower in Rust than those of others of its type, and lower still in other
//! languages.
//!
//! ```text
//! prior(t)  = the model's word, or without a model (all interesting + 1) / (all answered + 2)
//!             its odds divided by U where a name declared in it is used outside of it
//! chance(t) = (W · prior(t) + interesting(t)) / (W + answered(t))
//! after an answer about t: interesting(t) += 1 if it was; answered(t) += 1; both shrink where answered(t) > M
//! ```
//!
//! With a model, answers about one type say nothing of others. The model is wrong about some types and right about
//! others; correcting all its odds together doubled the number of queries (641 instead of 325, docs/book/src/learning.md).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Model, RuleType, Time, UNKNOWN_CHANCE};

/// Weight of the model's prior, in verdicts: W. With 8 instead of 4 there were between 13 fewer queries (of 351) and 7 more
/// (of 116) on nine cases.
const WEIGHT_OF_MODEL: f64 = 4.0;
/// W without a model. Not measured.
const WEIGHT_OF_NOTHING: f64 = 2.0;
/// The odds of a node that declares a name used outside of it are this many times lower: U. Measured in the Rust training
/// data; without it `online` asked 1,276 queries instead of 151 on pcc-ice-20080424.
const PRICE_OF_USE: f64 = 20.0;
/// Verdicts that count at most, of a type and of all: M. Not measured.
const MEMORY: f64 = 48.0;

/// The chances of all types during a run.
#[derive(Debug, Clone)]
pub struct Chances {
    model: Option<Rc<Model>>,
    time: Time,
    is_online: bool,
    /// By type: of nodes that declare no name used outside of them, and of those that do.
    answers: Rc<Vec<[Verdicts; 2]>>,
    all: Verdicts,
    /// By the types of two nodes, of which the second was put in the place of the first.
    replacements: Rc<FxHashMap<(RuleType, RuleType), Verdicts>>,
    all_replacements: Verdicts,
}

/// The verdicts of this run, on a type or on all.
#[derive(Debug, Clone, Copy, Default)]
struct Verdicts {
    interesting: f64,
    answered: f64,
}

impl Verdicts {
    fn note(&mut self, is_interesting: bool) {
        self.interesting += f64::from(u8::from(is_interesting));
        self.answered += 1.0;
        let share = (MEMORY / self.answered).min(1.0);
        self.interesting *= share;
        self.answered *= share;
    }
}

impl Chances {
    /// Those of a model, if there is one, which answers may change.
    pub fn new(model: Option<Rc<Model>>, time: Time, is_online: bool) -> Self {
        Chances {
            model,
            time,
            is_online,
            answers: Rc::default(),
            all: Verdicts::default(),
            replacements: Rc::default(),
            all_replacements: Verdicts::default(),
        }
    }

    /// The chance that removing a node of a type is interesting, by whether a name declared in it is used outside of it.
    pub fn of(&self, rule_type: RuleType, is_used: bool, progress: f64) -> f64 {
        let answers = self.answers.get(rule_type.index()).copied().unwrap_or_default();
        let Verdicts { interesting, answered } = answers[usize::from(is_used)];
        let weight = match self.model {
            Some(_) => WEIGHT_OF_MODEL,
            None => WEIGHT_OF_NOTHING,
        };
        let prior = self.prior(rule_type, progress);
        let price = if is_used { PRICE_OF_USE } else { 1.0 };
        let prior = prior / (prior + (1.0 - prior) * price);
        (weight * prior + interesting) / (weight + answered)
    }

    /// The prior of a type.
    fn prior(&self, rule_type: RuleType, progress: f64) -> f64 {
        match &self.model {
            Some(model) => model.chance(rule_type, progress, self.time),
            None => (self.all.interesting + 2.0 * UNKNOWN_CHANCE) / (self.all.answered + 2.0),
        }
    }

    /// Takes the verdict on the removal of such a node.
    pub fn note(&mut self, rule_type: RuleType, is_used: bool, is_interesting: bool) {
        if !self.is_online {
            return;
        }
        self.all.note(is_interesting);
        let types = Rc::make_mut(&mut self.answers);
        if types.len() <= rule_type.index() {
            types.resize(rule_type.index() + 1, <[Verdicts; 2]>::default());
        }
        types[rule_type.index()][usize::from(is_used)].note(is_interesting);
    }

    /// The chance that hoisting a node of one type into the place of another is interesting. Models do not cover it; the
    /// verdicts of this run do.
    pub fn of_replacement(&self, from: RuleType, to: RuleType) -> f64 {
        let all = &self.all_replacements;
        let prior = (all.interesting + UNKNOWN_CHANCE) / (all.answered + 1.0);
        let Verdicts { interesting, answered } = self.replacements.get(&(from, to)).copied().unwrap_or_default();
        (WEIGHT_OF_NOTHING * prior + interesting) / (WEIGHT_OF_NOTHING + answered)
    }

    /// Takes the verdict on such a replacement.
    pub fn note_replacement(&mut self, from: RuleType, to: RuleType, is_interesting: bool) {
        self.all_replacements.note(is_interesting);
        let types = Rc::make_mut(&mut self.replacements);
        types.entry((from, to)).or_default().note(is_interesting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Chance, Vocabulary};

    /// A model of two types, of which one goes often and one seldom.
    fn model() -> Rc<Model> {
        let mut model = Model::empty("c");
        model.vocabulary = Vocabulary::new(["often", "seldom"]);
        let of = |constant| Chance {
            samples: 1_000,
            constant,
            ..Chance::default()
        };
        model.chances = vec![of(0.8), of(0.2)];
        Rc::new(model)
    }

    const OFTEN: RuleType = RuleType(0);
    const SELDOM: RuleType = RuleType(1);

    #[test]
    fn without_a_model_answers_decide() {
        let mut chances = Chances::new(None, Time::Varying, true);
        assert!((chances.of(OFTEN, false, 1.0) - 0.5).abs() < 1e-9);
        chances.note(OFTEN, false, true);
        // One of one, and one each assumed: the prior is 2/3. (2 · 2/3 + 1) / 3 = 7/9.
        assert!((chances.of(OFTEN, false, 1.0) - 7.0 / 9.0).abs() < 1e-9);
        // Another type has heard of it.
        assert!((chances.of(SELDOM, false, 1.0) - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_wrong_model_is_forgotten() {
        let mut chances = Chances::new(Some(model()), Time::Constant, true);
        assert!((chances.of(OFTEN, false, 1.0) - 0.8).abs() < 1e-6);
        for _ in 0..40 {
            chances.note(OFTEN, false, false);
            chances.note(SELDOM, false, true);
        }
        assert!(chances.of(OFTEN, false, 1.0) < 0.2 && chances.of(SELDOM, false, 1.0) > 0.8);
    }

    /// Odds of 4 to 1 become 4 to 20, and answers about what is used change nothing else.
    #[test]
    fn what_is_used_elsewhere_is_another_thing() {
        let mut chances = Chances::new(Some(model()), Time::Constant, true);
        assert!((chances.of(OFTEN, true, 1.0) - 4.0 / 24.0).abs() < 1e-6);
        for _ in 0..40 {
            chances.note(OFTEN, true, true);
        }
        assert!(chances.of(OFTEN, true, 1.0) > 0.8);
        assert!((chances.of(OFTEN, false, 1.0) - 0.8).abs() < 1e-6);
    }

    #[test]
    fn replacements_are_known_by_both_types() {
        let mut chances = Chances::new(None, Time::Varying, true);
        assert!((chances.of_replacement(OFTEN, SELDOM) - 0.5).abs() < 1e-9);
        chances.note_replacement(OFTEN, SELDOM, false);
        // None of one, and half of one assumed: the prior is 1/4. (2 · 1/4 + 0) / 3 = 1/6.
        assert!((chances.of_replacement(OFTEN, SELDOM) - 1.0 / 6.0).abs() < 1e-9);
        assert!((chances.of_replacement(SELDOM, OFTEN) - 1.0 / 4.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_online_stays() {
        let mut chances = Chances::new(Some(model()), Time::Constant, false);
        for _ in 0..40 {
            chances.note(OFTEN, false, false);
        }
        assert!((chances.of(OFTEN, false, 1.0) - 0.8).abs() < 1e-6);
    }
}
