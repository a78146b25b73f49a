//! One task: everything goes but a token, as long as the program is valid.
//!
//! **Loop.** Pardis, one node at a time and without replacements, to a fix-point. Every question is written down with
//! what was known of the node, and with its answer. What is known from before is not asked again.
//!
//! **Reference.** gharachorlu2023 §5.1.1, gharachorlu2023batched §3.1.

use lop_core::cache::QueryCache;
use lop_core::model::{Features, Types, Uses, Vocabulary, live_nodes};
use lop_core::{Question as Asked, Steps, cache, tree};
use lop_syntax::{Change, Edit, NodeId, Program};

use crate::data::{Question, progress};

/// What came of a task.
#[derive(Debug)]
pub struct Answers {
    /// The types that questions speak of.
    pub types: Vocabulary,
    /// In the order in which they were asked.
    pub questions: Vec<Question>,
}

/// Reduces a program to what is valid and still has a token. An error of whoever decides ends it.
pub fn run<E>(
    program: Program,
    kept: NodeId,
    mut is_valid: impl FnMut(&[u8]) -> Result<bool, E>,
) -> Result<Answers, E> {
    let mut vocabulary = Vocabulary::default();
    let mut task = Task::new(program, kept, &mut vocabulary);
    loop {
        let tokens = task.program.token_count();
        let mut steps = tree::pardis_walk(&task.program);
        while let Some(edit) = steps.next(&task.program) {
            let is_interesting = task.ask(&edit, &mut is_valid)?;
            steps.answer(is_interesting, &task.program);
        }
        if task.program.token_count() == tokens {
            let questions = task.questions;
            return Ok(Answers {
                types: vocabulary,
                questions,
            });
        }
    }
}

struct Task {
    program: Program,
    kept: NodeId,
    types: Types,
    uses: Uses,
    known: Box<dyn QueryCache>,
    nodes: u32,
    nodes_at_first: u32,
    questions: Vec<Question>,
}

impl Task {
    fn new(program: Program, kept: NodeId, vocabulary: &mut Vocabulary) -> Self {
        let mut known = (cache::named(cache::DEFAULT).expect("the default is in the table").make)();
        known.improved(&program);
        let nodes = live_nodes(&program) as u32;
        Task {
            kept,
            types: Types::of(program.tree(), vocabulary),
            uses: Uses::of(&program),
            known,
            nodes,
            nodes_at_first: nodes,
            questions: Vec::new(),
            program,
        }
    }

    /// Asks, writes it down, and makes the edit if it is interesting.
    fn ask<E>(&mut self, edit: &Edit, is_valid: &mut impl FnMut(&[u8]) -> Result<bool, E>) -> Result<bool, E> {
        let Ok(candidate) = self.program.propose(edit) else {
            return Ok(false);
        };
        let asked = Asked::new(&self.program, &candidate);
        if self.known.contains(&asked) {
            return Ok(false);
        }
        let holds_token = candidate.removes(&self.program, self.kept);
        let is_interesting = !holds_token && is_valid(asked.text())?;
        for change in &edit.changes {
            self.questions.push(Question {
                holds_token,
                is_interesting,
                ..self.question(change)
            });
        }
        if is_interesting {
            self.program.accept(&candidate);
            self.known.improved(&self.program);
            self.nodes = live_nodes(&self.program) as u32;
        } else {
            self.known.insert(&asked);
        }
        Ok(is_interesting)
    }

    /// A question about a node, without its answer.
    fn question(&self, change: &Change) -> Question {
        let progress = progress(self.nodes, self.nodes_at_first);
        Question {
            features: Features::of(&self.program, change.subject(), &self.types, &self.uses, progress),
            nodes: self.nodes,
            nodes_at_first: self.nodes_at_first,
            holds_token: false,
            is_interesting: false,
        }
    }
}
