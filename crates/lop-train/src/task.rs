//! One task: everything goes but a token, as long as the program is valid.
//!
//! **Loop.** Pardis, one node at a time and without replacements, to a fixpoint. Every query becomes a
//! sample: the features of the node, and the verdict. Queries that the cache answers are skipped.
//!
//! **Reference.** gharachorlu2023 §5.1.1, gharachorlu2023batched §3.1.

use lop_core::cache::QueryCache;
use lop_core::model::{Features, Types, Uses, Vocabulary, live_nodes};
use lop_core::{Query, Steps, cache, tree};
use lop_syntax::{Change, Edit, NodeId, Program};

use crate::data::{Sample, progress};

/// The samples of a task.
#[derive(Debug)]
pub struct TaskSamples {
    /// The types of the samples' features.
    pub types: Vocabulary,
    /// In the order of the queries.
    pub samples: Vec<Sample>,
}

/// Reduces a program while `is_valid` accepts it and it still has the token `kept`. An error of `is_valid` ends it.
pub fn run<E>(
    program: Program,
    kept: NodeId,
    mut is_valid: impl FnMut(&[u8]) -> Result<bool, E>,
) -> Result<TaskSamples, E> {
    let mut vocabulary = Vocabulary::default();
    let mut task = TaskState::new(program, kept, &mut vocabulary);
    loop {
        let tokens = task.program.token_count();
        let mut steps = tree::pardis_walk(&task.program);
        while let Some(edit) = steps.next(&task.program) {
            let is_interesting = task.attempt(&edit, &mut is_valid)?;
            steps.answer(is_interesting, &task.program);
        }
        if task.program.token_count() == tokens {
            let samples = task.samples;
            return Ok(TaskSamples {
                types: vocabulary,
                samples,
            });
        }
    }
}

struct TaskState {
    program: Program,
    kept: NodeId,
    types: Types,
    uses: Uses,
    known: Box<dyn QueryCache>,
    nodes: u32,
    nodes_at_first: u32,
    samples: Vec<Sample>,
}

impl TaskState {
    fn new(program: Program, kept: NodeId, vocabulary: &mut Vocabulary) -> Self {
        let mut known = (cache::named(cache::DEFAULT).expect("the default is in the table").make)();
        known.improved(&program);
        let nodes = live_nodes(&program) as u32;
        TaskState {
            kept,
            types: Types::of(program.tree(), vocabulary),
            uses: Uses::of(&program),
            known,
            nodes,
            nodes_at_first: nodes,
            samples: Vec::new(),
            program,
        }
    }

    /// Runs the query, adds its samples, and makes the edit if it is interesting.
    fn attempt<E>(&mut self, edit: &Edit, is_valid: &mut impl FnMut(&[u8]) -> Result<bool, E>) -> Result<bool, E> {
        let Ok(candidate) = self.program.propose(edit) else {
            return Ok(false);
        };
        let query = Query::new(&self.program, &candidate);
        if self.known.contains(&query) {
            return Ok(false);
        }
        let holds_token = candidate.removes(&self.program, self.kept);
        let is_interesting = !holds_token && is_valid(query.text())?;
        for change in &edit.changes {
            self.samples.push(Sample {
                holds_token,
                is_interesting,
                ..self.sample(change)
            });
        }
        if is_interesting {
            self.program.accept(&candidate);
            self.known.improved(&self.program);
            self.nodes = live_nodes(&self.program) as u32;
        } else {
            self.known.insert(&query);
        }
        Ok(is_interesting)
    }

    /// A sample of a change, without its verdict.
    fn sample(&self, change: &Change) -> Sample {
        let progress = progress(self.nodes, self.nodes_at_first);
        Sample {
            features: Features::of(&self.program, change.subject(), &self.types, &self.uses, progress),
            nodes: self.nodes,
            nodes_at_first: self.nodes_at_first,
            holds_token: false,
            is_interesting: false,
        }
    }
}
