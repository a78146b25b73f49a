//! Reductions with tests that give wrong verdicts, simulated by the hundred.

#[path = "support/simulated.rs"]
mod simulated;

use std::cell::Cell;
use std::sync::Arc;

use lop_core::{Executor, Stop, Verdict};
use lop_exec::{Flakiness, Flaky, History, Settled, Tally};

use crate::simulated::{Simulated, judge, try_to_judge};

/// Numbers that look random, and are the same each time (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The result of a reduction.
struct Reduced {
    text: Vec<u8>,
    executed: usize,
}

/// Removes one byte after the other as long as the rest is interesting, as a search does.
fn reduce(input: &[u8], seed: u64, policy: Flakiness, rate: impl Fn(&[u8]) -> f64) -> Reduced {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let executed = Cell::new(0);
    let test = |text: &[u8]| {
        executed.set(executed.get() + 1);
        let is_hit = random.next() < rate(text);
        if is_hit {
            Verdict::Interesting
        } else {
            Verdict::Uninteresting
        }
    };
    let input: Arc<[u8]> = input.into();
    let mut flaky = Flaky::new(Simulated::new(2, test), policy, input.clone());
    let mut history = History::new(input);
    loop {
        match search(&mut flaky, &mut history) {
            Ok(()) | Err(Stop::Contradiction) => {}
            Err(stop) => panic!("{stop}"),
        }
        if matches!(flaky.settle(&mut history).unwrap(), Settled::Done(_)) {
            return Reduced {
                text: history.last().to_vec(),
                executed: executed.get(),
            };
        }
    }
}

fn search(flaky: &mut impl Executor, history: &mut History) -> Result<(), Stop> {
    let mut best = history.last().to_vec();
    loop {
        let before = best.len();
        let mut at = 0;
        while at < best.len() {
            let mut candidate = best.clone();
            candidate.remove(at);
            if try_to_judge(flaky, &candidate)? == Verdict::Interesting {
                best = candidate;
                history.push(best.clone().into());
            } else {
                at += 1;
            }
        }
        if best.len() == before {
            return Ok(());
        }
    }
}

fn count(text: &[u8], letter: u8) -> usize {
    text.iter().filter(|byte| **byte == letter).count()
}

/// `x` has to stay, all else can go without a loss.
fn steady(text: &[u8]) -> f64 {
    if count(text, b'x') == 3 { 0.7 } else { 0.0 }
}

/// Each `s` that goes takes some of the rate with it.
fn decaying(text: &[u8]) -> f64 {
    steady(text) * 0.98_f64.powi(30 - count(text, b's') as i32)
}

/// The first `h` that goes takes half of the rate with it, and so does the next.
fn halving(text: &[u8]) -> f64 {
    steady(text) * 0.5_f64.powi(4 - count(text, b'h') as i32)
}

fn input(letter: u8, times: usize) -> Vec<u8> {
    let mut input = b"..x........x....x.........".to_vec();
    for time in 0..times {
        input.insert((time * 7) % input.len(), letter);
    }
    input
}

/// In how many of a hundred reductions the result has a rate of 0.6 or more, and how many runs each took.
fn good_results(input: &[u8], rate: impl Fn(&[u8]) -> f64 + Copy) -> (usize, usize, usize) {
    let results: Vec<Reduced> = (1..=100)
        .map(|seed| reduce(input, seed, Flakiness::Auto, rate))
        .collect();
    let good = results.iter().filter(|reduced| rate(&reduced.text) >= 0.6).count();
    let size = results.iter().map(|reduced| reduced.text.len()).sum::<usize>() / results.len();
    let runs = results.iter().map(|reduced| reduced.executed).sum::<usize>() / results.len();
    println!("{good} of 100 are good, {size} bytes after {runs} runs on average");
    (good, size, runs)
}

#[test]
fn a_steady_test_is_asked_hardly_more_than_once() {
    let reduced = reduce(&input(b's', 30), 1, Flakiness::Auto, |text| {
        if count(text, b'x') == 3 { 1.0 } else { 0.0 }
    });
    assert_eq!(reduced.text, b"xxx");
    let plain = reduce(&input(b's', 30), 1, Flakiness::Off, |text| {
        if count(text, b'x') == 3 { 1.0 } else { 0.0 }
    });
    assert!(
        reduced.executed <= plain.executed + 20,
        "{} and {}",
        reduced.executed,
        plain.executed
    );
}

/// A program that shows the bug by luck becomes the best, and nothing that is made of it shows it.
#[test]
fn a_hit_by_luck_is_found_out_when_nothing_follows() {
    let mut looks = 0;
    let test = |text: &[u8]| {
        looks += usize::from(text == b"lucky");
        match text {
            b"input" | b"first" | b"second" => Verdict::Interesting,
            b"lucky" if looks == 1 => Verdict::Interesting,
            _ => Verdict::Uninteresting,
        }
    };
    let mut flaky = Flaky::new(Simulated::new(1, test), Flakiness::Auto, b"input"[..].into());
    // The first and the second hit are run twice, the third is not.
    for text in [&b"first"[..], b"second", b"lucky"] {
        assert_eq!(judge(&mut flaky, text), Verdict::Interesting);
    }
    for miss in 1..32 {
        assert_eq!(judge(&mut flaky, &[miss]), Verdict::Uninteresting);
    }
    assert_eq!(try_to_judge(&mut flaky, b"32nd"), Err(Stop::Contradiction));
    // The history is cut back to the newest program that stands, and few runs show that the input is reliable.
    let texts = [&b"first"[..], b"second", b"lucky"];
    let mut history = History::new(b"input"[..].into());
    texts.iter().for_each(|text| history.push((*text).into()));
    assert_eq!(flaky.settle(&mut history), Ok(Settled::Again));
    assert_eq!(**history.last(), *b"second");
    assert_eq!(flaky.anchor(), Some(Tally { hits: 120, misses: 0 }));
}

#[test]
fn results_of_a_test_that_reproduces_at_70_percent_are_small_and_good() {
    let (good, size, _) = good_results(&input(b's', 30), steady);
    assert!(good >= 95 && size <= 4);
}

#[test]
fn an_input_that_was_lucky_is_looked_at_again() {
    let input = input(b's', 30);
    let small = (1..=20).filter(|seed| {
        // The input hits more often than any program made of it, in the runs that the check makes.
        let looks = Cell::new(0);
        let reduced = reduce(&input, *seed, Flakiness::Auto, |text| {
            looks.set(looks.get() + usize::from(text == input));
            if text == input && looks.get() <= 400 {
                0.77
            } else {
                steady(text)
            }
        });
        reduced.text.len() <= 6
    });
    assert!(small.count() >= 19);
}

#[test]
fn results_are_good_when_the_rate_decays_slowly() {
    assert!(good_results(&input(b's', 30), decaying).0 >= 95);
}

#[test]
fn results_are_good_when_the_rate_falls_suddenly() {
    let (good, size, _) = good_results(&input(b'h', 4), halving);
    assert!(good >= 95 && size <= 9);
}

#[test]
fn without_care_results_are_bad() {
    let bad = (1..=100).map(|seed| reduce(&input(b's', 30), seed, Flakiness::Off, decaying));
    assert!(bad.filter(|reduced| decaying(&reduced.text) < 0.6).count() > 50);
}

#[test]
fn asking_so_many_times_takes_the_first_hit() {
    let reduced = reduce(&input(b's', 30), 5, Flakiness::Times(12), steady);
    assert_eq!(reduced.text, b"xxx");
    assert_eq!("12".parse(), Ok(Flakiness::Times(12)));
    assert!("never".parse::<Flakiness>().is_err());
}
