//! The messages between `lop` and its runners.
//!
//! Both ends are the same program, so a message is a few integers at fixed places and there are no versions.
//! Candidates do not pass through the socket: they are put into the runner's directory, which keeps every
//! message small enough for the socket's buffer, so neither end ever waits for the other to read.

use std::io::{self, Read, Write};
use std::time::Duration;

/// At most this much of a run's output is kept: its end. Not measured.
pub(crate) const OUTPUT_BYTES: usize = 64 * 1024;

/// An order to a runner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Run the test on the candidate that lies in the directory named after the run.
    Run {
        run: u64,
        time_out: Duration,
        keeps_output: bool,
    },
    /// End this run, if it is still going.
    Cancel { run: u64 },
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It took longer than allowed.
    TimedOut {
        /// Whether it had a processor for most of that time, and so would have taken too long alone as well.
        was_busy: bool,
    },
    /// It started more processes than allowed.
    TooManyProcesses,
    /// It was killed on a remote worker, which may have been out of memory.
    Killed,
    /// The query was cancelled.
    Cancelled,
    /// The test could not be started; the number is the system's.
    NotStarted(i32),
    /// The candidate could not be put in place; the number is the system's.
    NoScratch(i32),
}

/// A runner's answer; the output of the run follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub run: u64,
    pub outcome: Outcome,
    pub took: Duration,
    pub output: Vec<u8>,
}

/// The length of an order, and of an answer without its output.
const ORDER_BYTES: usize = 18;
const ANSWER_BYTES: usize = 25;

impl Order {
    pub(crate) fn write(self, to: &mut impl Write) -> io::Result<()> {
        let (kind, run, time_out, keeps_output) = match self {
            Order::Run {
                run,
                time_out,
                keeps_output,
            } => (0, run, micros(time_out), keeps_output),
            Order::Cancel { run } => (1, run, 0, false),
        };
        let mut frame = [0; ORDER_BYTES];
        frame[0] = kind;
        frame[1..9].copy_from_slice(&run.to_le_bytes());
        frame[9..17].copy_from_slice(&time_out.to_le_bytes());
        frame[17] = u8::from(keeps_output);
        to.write_all(&frame)
    }

    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut frame = [0; ORDER_BYTES];
        from.read_exact(&mut frame)?;
        let run = u64_at(&frame, 1);
        Ok(match frame[0] {
            0 => Order::Run {
                run,
                time_out: Duration::from_micros(u64_at(&frame, 9)),
                keeps_output: frame[17] != 0,
            },
            _ => Order::Cancel { run },
        })
    }
}

impl Answer {
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let (kind, value) = match self.outcome {
            Outcome::Code(code) => (0, code),
            Outcome::Signal(signal) => (1, signal),
            Outcome::TimedOut { was_busy } => (2, i32::from(was_busy)),
            Outcome::TooManyProcesses => (3, 0),
            Outcome::Cancelled => (4, 0),
            Outcome::NotStarted(errno) => (5, errno),
            Outcome::NoScratch(errno) => (6, errno),
            Outcome::Killed => (7, 0),
        };
        assert!(self.output.len() <= OUTPUT_BYTES, "an answer fits the socket");
        let mut frame = Vec::with_capacity(ANSWER_BYTES + self.output.len());
        frame.push(kind);
        frame.extend(self.run.to_le_bytes());
        frame.extend(value.to_le_bytes());
        frame.extend(micros(self.took).to_le_bytes());
        frame.extend((self.output.len() as u32).to_le_bytes());
        frame.extend(&self.output);
        to.write_all(&frame)
    }

    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut frame = [0; ANSWER_BYTES];
        from.read_exact(&mut frame)?;
        let value = u32_at(&frame, 9).cast_signed();
        let outcome = match frame[0] {
            0 => Outcome::Code(value),
            1 => Outcome::Signal(value),
            2 => Outcome::TimedOut { was_busy: value != 0 },
            3 => Outcome::TooManyProcesses,
            4 => Outcome::Cancelled,
            5 => Outcome::NotStarted(value),
            7 => Outcome::Killed,
            _ => Outcome::NoScratch(value),
        };
        let length = u32_at(&frame, 21) as usize;
        if length > OUTPUT_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut output = vec![0; length];
        from.read_exact(&mut output)?;
        Ok(Answer {
            run: u64_at(&frame, 1),
            outcome,
            took: Duration::from_micros(u64_at(&frame, 13)),
            output,
        })
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

fn u64_at(frame: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(frame[at..at + 8].try_into().expect("eight bytes"))
}

fn u32_at(frame: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(frame[at..at + 4].try_into().expect("four bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_announces_gigabytes_is_refused() {
        let mut frame = [0; ANSWER_BYTES];
        frame[21..].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = Answer::read(&mut frame.as_slice()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn orders_and_answers_arrive_as_they_were_sent() {
        let orders = [
            Order::Run {
                run: 7,
                time_out: Duration::from_millis(1500),
                keeps_output: true,
            },
            Order::Cancel { run: u64::MAX },
        ];
        for order in orders {
            let mut sent = Vec::new();
            order.write(&mut sent).unwrap();
            assert_eq!(Order::read(&mut sent.as_slice()).unwrap(), order);
        }
        for outcome in [
            Outcome::Code(-1),
            Outcome::Signal(9),
            Outcome::TimedOut { was_busy: true },
            Outcome::NoScratch(28),
        ] {
            let answer = Answer {
                run: 3,
                outcome,
                took: Duration::from_micros(12),
                output: b"text".to_vec(),
            };
            let mut sent = Vec::new();
            answer.write(&mut sent).unwrap();
            assert_eq!(Answer::read(&mut sent.as_slice()).unwrap(), answer);
        }
    }
}
