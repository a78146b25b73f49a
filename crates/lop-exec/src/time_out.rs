//! The time limit of test runs.
//!
//! A limit that is too short rejects interesting programs; one that is too long waits hours for programs that never
//! end, which reduction makes plenty of. The user's own input is the measure for both.

use std::time::Duration;

use lop_core::Verdict;

use crate::protocol::Outcome;
use crate::setup::Run;

/// Limit as a multiple of the slowest interesting run. Not measured.
const FACTOR: u32 = 10;
/// Least limit, so that a busy machine does not change verdicts. Not measured.
const LEAST: Duration = Duration::from_secs(5);
/// Least limit after many time-outs: a run that was kept waiting is repeated. Not measured.
const LEAST_AFTER_MANY: Duration = Duration::from_millis(500);
/// So many time-outs halve the limit. Not measured.
const MANY: usize = 4;
/// Factor by which the slowest run decays with each faster one. Not measured.
const MEMORY: f64 = 0.9;
/// Limit before the first measurement. Not measured.
const UNMEASURED: Duration = Duration::from_secs(300);

/// The time limit of test runs.
///
/// Unless the user fixed it, the limit is ten times the slowest interesting run so far, which at first is the slowest
/// of the runs on the input, and five seconds at least. It grows when a slower interesting run is met. After four
/// time-outs, programs that do not end have become common, and the limit is halved, down to ten times what interesting
/// runs take by now or half a second, whichever is longer; the next four halve it again. Smaller programs are faster,
/// so with every interesting run a tenth of what earlier ones took is forgotten. A time-out is unresolved unless the
/// run had a processor for most of the time: the search repeats it before it counts.
#[derive(Debug, Clone)]
pub struct TimeOut {
    limit: Duration,
    slowest: Duration,
    timed_out: usize,
    is_fixed: bool,
    changes: Vec<Duration>,
}

impl Default for TimeOut {
    fn default() -> Self {
        TimeOut {
            limit: UNMEASURED,
            slowest: Duration::ZERO,
            timed_out: 0,
            is_fixed: false,
            changes: Vec::new(),
        }
    }
}

impl TimeOut {
    /// A fixed limit.
    pub fn fixed(limit: Duration) -> Self {
        TimeOut {
            limit,
            is_fixed: true,
            ..TimeOut::default()
        }
    }

    /// The current limit.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// The limits that time-outs led to, in order.
    pub fn changes(&self) -> &[Duration] {
        &self.changes
    }

    /// Sets the limit from the interesting runs so far.
    pub(crate) fn measured(&mut self) {
        if !self.is_fixed {
            self.limit = self.enough(LEAST);
        }
    }

    /// Learns from a run.
    pub(crate) fn note(&mut self, run: &Run) {
        if run.verdict() == Verdict::Interesting {
            self.slowest = self.slowest.mul_f64(MEMORY).max(run.took);
        }
        if !matches!(run.outcome, Outcome::TimedOut { .. }) {
            if !self.is_fixed {
                self.limit = self.limit.max(self.enough(Duration::ZERO));
            }
            return;
        }
        self.timed_out += 1;
        if self.is_fixed || !self.timed_out.is_multiple_of(MANY) {
            return;
        }
        let shorter = (self.limit / 2).max(self.enough(LEAST_AFTER_MANY));
        if shorter < self.limit {
            self.limit = shorter;
            self.changes.push(shorter);
        }
    }

    fn enough(&self, least: Duration) -> Duration {
        self.slowest.saturating_mul(FACTOR).max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATE: Outcome = Outcome::TimedOut { was_busy: false };

    fn run(outcome: Outcome, took_ms: u64) -> Run {
        Run {
            outcome,
            took: Duration::from_millis(took_ms),
            output: Vec::new(),
        }
    }

    fn limit_after(runs: &[Run]) -> Duration {
        let mut time_out = TimeOut::default();
        time_out.note(&run(Outcome::Code(0), 900));
        time_out.measured();
        runs.iter().for_each(|run| time_out.note(run));
        time_out.limit()
    }

    #[test]
    fn the_limit_is_ten_times_the_input_and_five_seconds_at_least() {
        assert_eq!(limit_after(&[]), Duration::from_secs(9));
        let mut quick = TimeOut::default();
        quick.note(&run(Outcome::Code(0), 3));
        quick.measured();
        assert_eq!(quick.limit(), Duration::from_secs(5));
    }

    #[test]
    fn a_slower_interesting_run_makes_it_longer() {
        assert_eq!(limit_after(&[run(Outcome::Code(0), 2000)]), Duration::from_secs(20));
        assert_eq!(limit_after(&[run(Outcome::Code(1), 2000)]), Duration::from_secs(9));
    }

    #[test]
    fn many_time_outs_halve_it_down_to_what_the_input_needs() {
        let mut time_out = TimeOut::default();
        time_out.note(&run(Outcome::Code(0), 100));
        time_out.measured();
        for _ in 0..100 {
            time_out.note(&run(LATE, 5000));
            time_out.note(&run(Outcome::Code(1), 20));
        }
        assert_eq!(time_out.limit(), Duration::from_secs(1));
        assert_eq!(time_out.changes().len(), 3);
    }

    #[test]
    fn what_the_input_needed_is_forgotten_when_there_are_many_time_outs() {
        let fast = vec![run(Outcome::Code(0), 200); 30];
        assert_eq!(limit_after(&fast), Duration::from_secs(9));
        let late = vec![run(LATE, 9000); 40];
        assert_eq!(limit_after(&[fast, late].concat()), Duration::from_secs(2));
    }

    #[test]
    fn a_fixed_limit_stays() {
        let mut time_out = TimeOut::fixed(Duration::from_secs(2));
        for _ in 0..100 {
            time_out.note(&run(LATE, 2000));
        }
        time_out.measured();
        assert_eq!(time_out.limit(), Duration::from_secs(2));
    }
}
