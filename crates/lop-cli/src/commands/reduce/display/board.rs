//! The data of a display: written by the search, read by the thread that draws.

use std::sync::Arc;
use std::time::Instant;

use lop_core::{Counts, Event};
use lop_exec::bundle;
use lop_syntax::Program;

use super::super::course::TokenCourse;
use super::super::files::{Input, Size};

/// The title of a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Title {
    pub input: String,
    pub output: String,
}

/// The elements of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// The tokens of a file.
    Tokens,
    /// Whole files.
    Files,
}

/// All data of a display.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// The size of the input.
    pub first: Size,
    /// How many tokens there were, by time.
    pub course: TokenCourse,
    /// How many bytes there are now.
    pub bytes: usize,
    /// Queries of all searches.
    pub counts: Counts,
    pub stage: String,
    pub round: usize,
    /// The file that is being reduced, where there are several.
    pub file: String,
    pub view: View,
    /// How many elements are left, and how many there were.
    pub left: (usize, usize),
    /// The program, or the list of all files.
    pub text: Arc<[u8]>,
    /// What each runner does.
    pub busy: Vec<bool>,
    pub pace: Pace,
    pub is_paused: bool,
    /// The last message for the user, and when it came.
    pub notice: Option<(Instant, String)>,
    /// Counts of searches that ended, and bytes outside the current search.
    counts_before: Counts,
    bytes_elsewhere: usize,
}

/// The number of queries in a round.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pace {
    round_begun_at: usize,
    improved_at: usize,
    per_token: Option<f64>,
}

impl Pace {
    /// How many queries remain if none of them is interesting: as many for each token as in the round before this one,
    /// or one if there was none.
    pub(super) fn queries_left(&self, tokens: usize, asked: usize) -> usize {
        let round = (tokens as f64 * self.per_token.unwrap_or(1.0)).ceil() as usize;
        round.saturating_sub(asked.saturating_sub(self.improved_at.max(self.round_begun_at)))
    }
}

impl Board {
    /// The board before the first query.
    pub(super) fn new(first: Size, text: Arc<[u8]>, slots: usize) -> Self {
        Board {
            first,
            course: TokenCourse::new(first.tokens),
            bytes: first.bytes,
            counts: Counts::default(),
            stage: String::new(),
            round: 0,
            file: String::new(),
            view: View::Tokens,
            left: (first.tokens, first.tokens),
            text,
            busy: vec![false; slots],
            pace: Pace::default(),
            is_paused: false,
            notice: None,
            counts_before: Counts::default(),
            bytes_elsewhere: 0,
        }
    }

    fn begin_search(&mut self, file: Option<&str>, best: &Program) {
        let (tokens, bytes) = (best.token_count(), best.text().len());
        // The only file is named in the title.
        self.file = file.filter(|_| self.first.files > 1).unwrap_or_default().to_owned();
        self.view = match file {
            Some(_) => View::Tokens,
            None => View::Files,
        };
        self.left = (tokens, tokens);
        self.counts_before = self.counts;
        self.pace = Pace {
            round_begun_at: self.counts.asked,
            ..Pace::default()
        };
        self.bytes_elsewhere = self.bytes.saturating_sub(bytes);
    }

    /// Notes an event of the search. Queries that were asked and those that were cached are counted apart.
    pub(super) fn note(&mut self, event: &Event<'_>, input: &Input) {
        self.course.note(event, input);
        match event {
            Event::Judged { was_cached: true, .. } => self.counts.cached += 1,
            Event::Judged { verdict, .. } => {
                self.counts.asked += 1;
                self.counts.interesting += usize::from(*verdict == lop_core::Verdict::Interesting);
            }
            Event::Improved { best, .. } => {
                self.pace.improved_at = self.counts.asked;
                self.left.0 = self.left.0.min(best.token_count());
                match self.view {
                    View::Tokens => {
                        self.text = best.shared_text().clone();
                        self.bytes = self.bytes_elsewhere + best.text().len();
                    }
                    View::Files => self.text = list_of_files(best.text()),
                }
            }
            Event::Round { round } => {
                self.counts.rounds += 1;
                if *round > 1 {
                    let asked = self.counts.asked - self.pace.round_begun_at;
                    self.pace.per_token = Some(asked as f64 / self.left.0.max(1) as f64);
                }
                self.round = *round;
                self.pace.round_begun_at = self.counts.asked;
            }
            Event::StageBegun { name, best, .. } => {
                (*name).clone_into(&mut self.stage);
                self.round = 0;
                self.text = match self.view {
                    View::Tokens => best.shared_text().clone(),
                    View::Files => list_of_files(best.text()),
                };
            }
            Event::SearchBegun { file, best } => self.begin_search(*file, best),
            // Dropped files take their bytes along.
            Event::SearchEnded { best, .. } if self.view == View::Files => self.bytes = input.size(best.text()).bytes,
            Event::BestReplaced { text, .. } => self.bytes = input.size(text).bytes,
            Event::SearchEnded { .. } | Event::StageEnded { .. } => {}
        }
    }

    /// How many runners are busy.
    pub(super) fn busy_count(&self) -> usize {
        self.busy.iter().filter(|is_busy| **is_busy).count()
    }
}

/// The files of an archive, a line each.
fn list_of_files(archive: &[u8]) -> Arc<[u8]> {
    let records = bundle::records(archive).unwrap_or_default();
    let lines: String = records
        .iter()
        .map(|record| format!("{}\n", record.path.display()))
        .collect();
    lines.into_bytes().into()
}
