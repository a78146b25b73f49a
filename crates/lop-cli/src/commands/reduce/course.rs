//! The course of a reduction: how many tokens were left, by time.
//!
//! Most runs spend most of their time on the last few tokens. So the course says when most of them were gone.

use std::time::{Duration, Instant};

use lop_core::Event;

use super::files::Input;

/// More points than this are thinned out: no terminal is wider. Not measured.
const POINTS: usize = 2048;
/// Most of the removed tokens: so many of a hundred. Not measured: the last tokens take longest.
pub(super) const MOST: usize = 97;

/// The number of tokens over time.
#[derive(Debug, Clone)]
pub(super) struct TokenCourse {
    begun: Instant,
    points: Vec<(Duration, usize)>,
    /// Tokens of files outside the current search; `None` while whole files are dropped.
    elsewhere: Option<usize>,
}

impl TokenCourse {
    /// Of an input with so many tokens.
    pub(super) fn new(tokens: usize) -> Self {
        TokenCourse {
            begun: Instant::now(),
            points: vec![(Duration::ZERO, tokens)],
            elsewhere: None,
        }
    }

    /// How long ago it began.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Tokens at the beginning.
    pub(super) fn first(&self) -> usize {
        self.points[0].1
    }

    /// Tokens that are left.
    pub(super) fn tokens(&self) -> usize {
        self.points.last().map_or(0, |(_, tokens)| *tokens)
    }

    /// Every change, with its time.
    pub(super) fn points(&self) -> &[(Duration, usize)] {
        &self.points
    }

    /// Notes an event. The number of tokens never grows, although new text may turn out to be several tokens when it
    /// is parsed again, unless the best program was taken back.
    pub(super) fn note(&mut self, event: &Event<'_>, input: &Input) {
        match event {
            Event::SearchBegun { file: Some(_), best } => {
                self.elsewhere = Some(self.tokens().saturating_sub(best.token_count()));
            }
            Event::SearchBegun { file: None, .. } => self.elsewhere = None,
            Event::Improved { best, .. } => {
                if let Some(elsewhere) = self.elsewhere {
                    self.add(self.tokens().min(elsewhere + best.token_count()));
                }
            }
            // Dropped files take their tokens along.
            Event::SearchEnded { best, .. } if self.elsewhere.is_none() => {
                self.add(self.tokens().min(input.size(best.text()).tokens));
            }
            Event::BestReplaced { text, .. } => self.add(input.size(text).tokens),
            _ => {}
        }
    }

    fn add(&mut self, tokens: usize) {
        if tokens == self.tokens() {
            return;
        }
        self.points.push((self.begun.elapsed(), tokens));
        if self.points.len() > POINTS {
            let mut index = 0..;
            self.points
                .retain(|_| index.next().is_some_and(|index| index % 2 == 0 || index >= POINTS));
        }
    }

    /// When [`MOST`] of the tokens were gone that are gone by now; nothing as long as none are.
    pub(super) fn mostly_gone_after(&self) -> Option<Duration> {
        let (first, last) = (self.first(), self.tokens());
        let most = (first.checked_sub(last).filter(|gone| *gone > 0)? * MOST).div_ceil(100);
        let mut points = self.points.iter();
        points
            .find(|(_, tokens)| first.saturating_sub(*tokens) >= most)
            .map(|(at, _)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_when_most_tokens_were_gone() {
        let course = |points: &[(u64, usize)]| TokenCourse {
            points: points
                .iter()
                .map(|(at, tokens)| (Duration::from_secs(*at), *tokens))
                .collect(),
            ..TokenCourse::new(0)
        };
        let gone = |points| course(points).mostly_gone_after().map(|at| at.as_secs());
        assert_eq!(
            gone(&[(0, 1000), (2, 500), (3, 125), (4, 120), (60, 101), (90, 100)]),
            Some(3)
        );
        assert_eq!(gone(&[(0, 1000), (2, 500)]), Some(2));
        assert_eq!(gone(&[(0, 1000)]), None);
    }
}
