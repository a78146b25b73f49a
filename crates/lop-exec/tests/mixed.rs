//! Local runners and remote workers: who runs which query, and that the verdicts are the same.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use lop_core::{Executor, Stop, Ticket, Verdict};
use lop_exec::remote::{Inquiry, News, Order, Remote, Reporter};
use lop_exec::testing::Bench;
use lop_exec::{Error, Mixed, Outcome, Run};

/// Texts with a 1 are interesting, here and remotely.
const HAS_ONE: &str = "grep -q 1 input.txt";
const MINUTE: Duration = Duration::from_secs(60);
const MOMENT: Duration = Duration::from_millis(10);

/// A remote executor that behaves as the test says.
struct Elsewhere {
    reporter: Reporter,
    /// Queries without a verdict, and what became of the others.
    open: Vec<Inquiry>,
    asked: Vec<u64>,
    cancelled: Vec<u64>,
    habit: Habit,
}

/// How a query is answered.
#[derive(Clone, Copy)]
enum Habit {
    /// Not yet.
    Wait,
    /// With a run that took so long, and came back after so much more.
    Answer {
        took: Duration,
        adds: Duration,
    },
    /// From the cache.
    Remember,
    /// With another outcome.
    End(Outcome),
    /// Correctly, but that every seventh text is interesting.
    Lie,
    /// It is lost, or every other time that it is sent.
    Lose {
        is_final: bool,
    },
    LoseSome,
}

impl Elsewhere {
    fn take(&mut self, order: Order) {
        let inquiry = match order {
            Order::Ask(inquiry) => inquiry,
            Order::Cancel(ticket) => {
                self.open.retain(|inquiry| inquiry.ticket != ticket);
                return self.cancelled.push(ticket.0);
            }
        };
        self.asked.push(inquiry.ticket.0);
        match self.habit {
            Habit::Wait => self.open.push(inquiry),
            Habit::Answer { took, adds } => self.answer(&inquiry, verdict(&inquiry.text), took, Some(adds)),
            Habit::Remember => self.answer(&inquiry, verdict(&inquiry.text), MINUTE, None),
            Habit::End(outcome) => self.answer(&inquiry, outcome, MINUTE, Some(MOMENT)),
            Habit::Lie => {
                let is_lie = self.asked.len().is_multiple_of(7);
                let outcome = if is_lie {
                    Outcome::Code(0)
                } else {
                    verdict(&inquiry.text)
                };
                self.answer(&inquiry, outcome, MINUTE, Some(MOMENT));
            }
            Habit::LoseSome if self.times_asked(inquiry.ticket).is_multiple_of(2) => {
                self.answer(&inquiry, verdict(&inquiry.text), MINUTE, Some(MOMENT));
            }
            Habit::Lose { is_final: true } => self.lose(&inquiry, true),
            Habit::Lose { is_final: false } | Habit::LoseSome => self.lose(&inquiry, false),
        }
    }

    fn times_asked(&self, ticket: Ticket) -> usize {
        self.asked.iter().filter(|asked| **asked == ticket.0).count()
    }

    fn answer(&self, inquiry: &Inquiry, outcome: Outcome, took: Duration, adds: Option<Duration>) {
        self.reporter.report(News::Answered {
            ticket: inquiry.ticket,
            run: Run {
                outcome,
                took,
                output: Vec::new(),
            },
            is_cached: adds.is_none(),
            round_trip: adds.map_or(MOMENT, |adds| took + adds),
            server: "grpc://farm".into(),
        });
    }

    fn lose(&self, inquiry: &Inquiry, is_final: bool) {
        self.reporter.report(News::Lost {
            ticket: inquiry.ticket,
            is_final,
            reason: "the line went dead".to_owned(),
        });
    }

    /// Answers the open queries, the last one first.
    fn answer_open(&mut self) {
        for inquiry in std::mem::take(&mut self.open).into_iter().rev() {
            self.answer(&inquiry, verdict(&inquiry.text), MINUTE, Some(MOMENT));
        }
    }

    fn set_slots(&self, slots: usize, notice: &str) {
        let notice = Some(notice.to_owned());
        self.reporter.report(News::Slots { slots, notice });
    }
}

fn verdict(text: &[u8]) -> Outcome {
    Outcome::Code(i32::from(!text.contains(&b'1')))
}

/// So many slots here and there.
fn mixed(body: &str, here: usize, there: usize) -> (Bench, Mixed, Rc<RefCell<Elsewhere>>) {
    let mut bench = Bench::new(body, env!("CARGO_BIN_EXE_lop-exec-runner"));
    bench.setup.slots = here;
    let mut mixed = Mixed::new(bench.start());
    let (reporter, news, bell) = Remote::line().unwrap();
    let elsewhere = Rc::new(RefCell::new(Elsewhere {
        reporter,
        open: Vec::new(),
        asked: Vec::new(),
        cancelled: Vec::new(),
        habit: Habit::Wait,
    }));
    let taker = elsewhere.clone();
    mixed.add_remote(
        Remote::new(move |order| taker.borrow_mut().take(order), news, bell),
        there,
    );
    (bench, mixed, elsewhere)
}

/// Has a remote run measured, as the check of the input does; queries are counted from then on.
fn measure(mixed: &mut Mixed, elsewhere: &Rc<RefCell<Elsewhere>>, habit: Habit) {
    elsewhere.borrow_mut().habit = habit;
    mixed.run_elsewhere(b"the input, 1", false).unwrap();
    let mut elsewhere = elsewhere.borrow_mut();
    elsewhere.asked.clear();
    elsewhere.habit = Habit::Wait;
}

const SLOW: Habit = Habit::Answer {
    took: MINUTE,
    adds: MOMENT,
};

fn submit(mixed: &mut Mixed, numbers: impl IntoIterator<Item = u64>) {
    for number in numbers {
        mixed.submit(Ticket(number), number.to_string().into_bytes().into());
    }
}

/// The next verdicts, by ticket, all of them right.
fn answers(mixed: &mut Mixed, count: usize) -> Vec<u64> {
    let mut numbers: Vec<u64> = (0..count)
        .map(|_| {
            let (Ticket(number), verdict) = mixed.wait().unwrap();
            let is_interesting = number.to_string().contains('1');
            assert_eq!(verdict == Verdict::Interesting, is_interesting, "{number}");
            number
        })
        .collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn slow_tests_fill_runners_first_and_then_slots_elsewhere() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 2, 3);
    measure(&mut mixed, &elsewhere, SLOW);
    assert_eq!(mixed.slots(), 5);
    submit(&mut mixed, 0..5);
    assert_eq!(elsewhere.borrow().asked, [2, 3, 4]);
    elsewhere.borrow_mut().answer_open();
    assert_eq!(answers(&mut mixed, 5), [0, 1, 2, 3, 4]);
    let counts = mixed.remote_counts().unwrap();
    assert_eq!((counts.asked, counts.answered, counts.lost), (4, 4, 0));
    assert_eq!(counts.overhead, MOMENT);
}

#[test]
fn quick_tests_run_locally_though_a_server_is_free() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 3);
    // Four times what a remote query adds is not enough.
    let took = MINUTE;
    let adds = took / 4;
    measure(&mut mixed, &elsewhere, Habit::Answer { took, adds });
    assert_eq!(mixed.slots(), 1);
    for number in 0..4 {
        submit(&mut mixed, [number]);
        assert_eq!(answers(&mut mixed, 1), [number]);
    }
    assert_eq!(elsewhere.borrow().asked, [0_u64; 0]);
}

#[test]
fn tests_that_become_quick_come_home() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 1);
    let adds = MINUTE / 6;
    measure(&mut mixed, &elsewhere, Habit::Answer { took: MINUTE, adds });
    assert_eq!(mixed.slots(), 2);
    // Local runs take a moment; a few of them suffice to know.
    for number in 0..20 {
        submit(&mut mixed, [number]);
        answers(&mut mixed, 1);
    }
    assert_eq!(mixed.slots(), 1);
}

#[test]
fn who_knows_most_answers_is_asked_before_runners() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 1);
    measure(&mut mixed, &elsewhere, Habit::Remember);
    submit(&mut mixed, [0, 1]);
    assert_eq!(elsewhere.borrow().asked, [0]);
    elsewhere.borrow_mut().answer_open();
    assert_eq!(answers(&mut mixed, 2), [0, 1]);
    assert_eq!(mixed.remote_counts().unwrap().cached, 1);
}

#[test]
fn what_is_lost_elsewhere_is_asked_here() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 2);
    measure(&mut mixed, &elsewhere, SLOW);
    elsewhere.borrow_mut().habit = Habit::Lose { is_final: true };
    submit(&mut mixed, 0..3);
    assert_eq!(answers(&mut mixed, 3), [0, 1, 2]);
    assert_eq!(elsewhere.borrow().asked, [1, 2]);
    assert_eq!(mixed.remote_counts().unwrap().lost, 2);
}

#[test]
fn where_nothing_is_run_here_what_is_lost_is_asked_again_and_then_the_search_ends() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 0, 2);
    elsewhere.borrow_mut().habit = Habit::LoseSome;
    submit(&mut mixed, [1, 2]);
    assert_eq!(answers(&mut mixed, 2), [1, 2]);
    elsewhere.borrow_mut().habit = Habit::Lose { is_final: true };
    submit(&mut mixed, [3]);
    assert_eq!(mixed.wait(), Err(Stop::Executor));
    let error = mixed.runners().take_error().unwrap();
    assert!(matches!(error, Error::Elsewhere(reason) if reason == "the line went dead"));
}

#[test]
fn a_server_that_goes_is_done_without_until_it_is_back() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 2);
    let told = Rc::new(RefCell::new(Vec::new()));
    let notices = told.clone();
    mixed.notify_with(move |notice| notices.borrow_mut().push(notice.to_owned()));
    measure(&mut mixed, &elsewhere, SLOW);
    submit(&mut mixed, 0..3);
    {
        let mut elsewhere = elsewhere.borrow_mut();
        elsewhere.set_slots(0, "the farm is gone");
        let open = std::mem::take(&mut elsewhere.open);
        open.iter().for_each(|inquiry| elsewhere.lose(inquiry, false));
    }
    assert_eq!(answers(&mut mixed, 3), [0, 1, 2]);
    assert_eq!(mixed.slots(), 1);
    elsewhere.borrow().set_slots(1, "the farm is back");
    submit(&mut mixed, [3]);
    assert_eq!(answers(&mut mixed, 1), [3]);
    assert_eq!(mixed.slots(), 2);
    submit(&mut mixed, [4, 5]);
    assert_eq!(elsewhere.borrow().asked, [1, 2, 5]);
    elsewhere.borrow_mut().answer_open();
    assert_eq!(answers(&mut mixed, 2), [4, 5]);
    assert_eq!(
        *told.borrow(),
        [
            "the farm is gone; going on here until a server is back",
            "the farm is back"
        ]
    );
}

#[test]
fn a_cancelled_query_ends_where_it_runs() {
    let (bench, mut mixed, elsewhere) = mixed("grep -q quick input.txt || sleep 60", 1, 1);
    measure(&mut mixed, &elsewhere, SLOW);
    submit(&mut mixed, 0..3);
    assert_eq!(elsewhere.borrow().asked, [1]);
    // The last of them waits for either.
    mixed.cancel(Ticket(2));
    mixed.cancel(Ticket(0));
    assert_eq!(elsewhere.borrow().cancelled, [0_u64; 0]);
    assert_eq!(mixed.runners().counts().cancelled, 1);
    let late = elsewhere.borrow().open[0].clone();
    mixed.cancel(Ticket(1));
    assert_eq!(elsewhere.borrow().cancelled, [1]);
    // A verdict that was already on its way is dropped.
    elsewhere.borrow().answer(&late, Outcome::Code(0), MINUTE, Some(MOMENT));
    mixed.submit(Ticket(3), b"quick"[..].into());
    assert_eq!(mixed.wait(), Ok((Ticket(3), Verdict::Interesting)));
    bench.assert_tidy();
}

#[test]
fn a_command_that_was_not_found_elsewhere_is_looked_for_here() {
    for code in [126, 127] {
        let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 1);
        measure(&mut mixed, &elsewhere, SLOW);
        elsewhere.borrow_mut().habit = Habit::End(Outcome::Code(code));
        submit(&mut mixed, [2, 1]);
        assert_eq!(answers(&mut mixed, 2), [1, 2]);
        assert_eq!(elsewhere.borrow().asked, [1]);
    }
}

#[test]
fn what_took_too_long_elsewhere_is_asked_here_the_second_time() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 1);
    measure(&mut mixed, &elsewhere, Habit::Remember);
    elsewhere.borrow_mut().habit = Habit::End(Outcome::TimedOut { was_busy: false });
    submit(&mut mixed, [1]);
    assert_eq!(mixed.wait(), Ok((Ticket(1), Verdict::Unresolved)));
    mixed.submit(Ticket(2), b"1"[..].into());
    assert_eq!(mixed.wait(), Ok((Ticket(2), Verdict::Interesting)));
    assert_eq!(elsewhere.borrow().asked, [1]);
}

#[test]
fn answers_are_the_same_for_any_mixture() {
    for (here, there) in [(0, 1), (0, 4), (1, 1), (1, 5), (3, 2), (2, 0)] {
        for habit in [SLOW, Habit::Remember, Habit::LoseSome] {
            let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, here, there);
            if there > 0 {
                measure(&mut mixed, &elsewhere, SLOW);
            }
            elsewhere.borrow_mut().habit = habit;
            let mut answered = Vec::new();
            let mut next = 0;
            while answered.len() < 24 {
                let free = mixed.slots().saturating_sub(next - answered.len());
                let first = next;
                next = (next + free).min(24);
                submit(&mut mixed, first as u64..next as u64);
                answered.extend(answers(&mut mixed, 1));
            }
            answered.sort_unstable();
            assert_eq!(answered, (0..24).collect::<Vec<u64>>(), "{here} here, {there} there");
        }
    }
}

#[test]
fn what_is_interesting_elsewhere_counts_only_where_a_runner_agrees() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 2);
    let told = Rc::new(RefCell::new(Vec::new()));
    let notices = told.clone();
    mixed.notify_with(move |notice| notices.borrow_mut().push(notice.to_owned()));
    measure(&mut mixed, &elsewhere, SLOW);
    elsewhere.borrow_mut().habit = Habit::Lie;
    let mut next = 0;
    for _ in 0..40 {
        submit(&mut mixed, next..next + 3);
        answers(&mut mixed, 3);
        next += 3;
    }
    let counts = mixed.remote_counts().unwrap();
    assert!(counts.contradicted > 0, "{counts:?}");
    let told = told.borrow();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("grpc://farm found a candidate interesting that is not interesting on another machine")
    );
}

#[test]
fn where_nothing_is_run_here_what_is_interesting_is_asked_once_more() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 0, 1);
    elsewhere.borrow_mut().habit = Habit::Wait;
    mixed.submit(Ticket(1), b"1"[..].into());
    elsewhere.borrow_mut().answer_open();
    elsewhere.borrow_mut().habit = Habit::End(Outcome::Code(1));
    assert_eq!(mixed.wait(), Ok((Ticket(1), Verdict::Uninteresting)));
    assert_eq!(elsewhere.borrow().asked, [1, 1]);
    assert_eq!(mixed.remote_counts().unwrap().contradicted, 1);
    elsewhere.borrow_mut().habit = SLOW;
    mixed.submit(Ticket(2), b"11"[..].into());
    assert_eq!(mixed.wait(), Ok((Ticket(2), Verdict::Interesting)));
    assert_eq!(elsewhere.borrow().asked, [1, 1, 2, 2]);
}

#[test]
fn a_run_that_was_killed_elsewhere_is_no_answer() {
    for here in [0, 1] {
        let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, here, 1);
        measure(&mut mixed, &elsewhere, Habit::Remember);
        elsewhere.borrow_mut().habit = Habit::End(Outcome::Killed);
        mixed.submit(Ticket(1), b"1"[..].into());
        let expected = if here == 0 {
            Verdict::Unresolved
        } else {
            Verdict::Interesting
        };
        assert_eq!(mixed.wait(), Ok((Ticket(1), expected)));
    }
}

#[test]
fn servers_that_answer_nothing_are_reported_within_ten_queries() {
    let (_bench, mut mixed, elsewhere) = mixed(HAS_ONE, 1, 2);
    let told = Rc::new(RefCell::new(Vec::new()));
    let notices = told.clone();
    mixed.notify_with(move |notice| notices.borrow_mut().push(notice.to_owned()));
    measure(&mut mixed, &elsewhere, SLOW);
    elsewhere.borrow_mut().habit = Habit::Lose { is_final: true };
    for number in (0..10).step_by(2) {
        submit(&mut mixed, [number, number + 1]);
        answers(&mut mixed, 2);
    }
    assert_eq!(
        *told.borrow(),
        ["no server has answered any of the last 5 queries: the line went dead"]
    );
}
