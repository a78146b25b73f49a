//! How much sooner more jobs are done, on an oracle that sleeps 20 ms before each answer.
//!
//! Real threads and real time in the first table; virtual time, where nothing but the oracle takes any, in the
//! second, which is about the size of waves. The bytes are the same for every number of jobs.

#[path = "../../../xtask/src/generate.rs"]
mod generate;
#[path = "../../lop-bench/src/property.rs"]
mod property;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use lop_core::testing::Simulated;
use lop_core::tree::{Options, ReducerEntry};
use lop_core::{Counts, Executor, Limits, Search, Stop, Ticket, Verdict, cache, tree};
use lop_syntax::{Program, lang, parse};
use property::Property;

const LATENCY: Duration = Duration::from_millis(20);
const BYTES: usize = 60_000;
const WANTED: usize = 24;
const WAVES: [usize; 5] = [16, 32, 64, 128, 256];

fn main() {
    let source = generate::c(BYTES).into_bytes();
    let language = lang::named("c").expect("the language is built in");
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let program = Program::new(Arc::new(parse(source.clone(), &syntax)));
    let property = Arc::new(Property::of(&source, WANTED));
    println!("{} tokens, 20 ms an answer\n", program.token_count());
    in_real_time(&program, &property);
    in_virtual_time(&program, &property);
}

fn in_real_time(program: &Program, property: &Arc<Property>) {
    println!("| reducer | jobs | asked | executed | seconds | faster | tokens left |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for name in ["waves", "pardis", "pardis-hybrid", "perses"] {
        let mut alone: Option<(f64, Vec<u8>)> = None;
        for jobs in [1, 2, 16, 64] {
            let start = Instant::now();
            let entry = tree::named(name).expect("a reducer");
            let (counts, best) = reduce(program, entry, entry.options(), &mut Sleepers::new(jobs, property));
            let seconds = start.elapsed().as_secs_f64();
            let (first, bytes) = alone.get_or_insert_with(|| (seconds, best.text().to_vec()));
            assert!(bytes == best.text(), "{name}: other bytes with {jobs} jobs");
            println!(
                "| {name} | {jobs} | {} | {} | {seconds:.1} | {:.1} | {} |",
                counts.asked,
                counts.executed,
                *first / seconds,
                best.token_count(),
            );
        }
    }
}

fn in_virtual_time(program: &Program, property: &Arc<Property>) {
    println!("\n| reducer | wave | asked | time of 1 job | of 16 | of 64 | of 256 | tokens left |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    let oracle = |text: &[u8]| property.holds(text);
    for (name, wave) in [("pardis-hybrid", 1), ("pardis", 1)]
        .into_iter()
        .chain(WAVES.map(|wave| ("waves", wave)))
    {
        let entry = tree::named(name).expect("a reducer");
        let options = || Options {
            wave,
            ..entry.options()
        };
        let run = |jobs| {
            let mut executor = Simulated::new(&oracle, jobs);
            let (counts, best) = reduce(program, entry, options(), &mut executor);
            (executor.now(), counts.asked, best.token_count())
        };
        let (alone, asked, tokens) = run(1);
        let times = [16, 64, 256].map(|jobs| run(jobs).0);
        let wave = if name == "waves" {
            wave.to_string()
        } else {
            String::new()
        };
        let [on_16, on_64, on_256] = times;
        println!("| {name} | {wave} | {asked} | {alone} | {on_16} | {on_64} | {on_256} | {tokens} |");
    }
}

fn reduce(program: &Program, entry: &ReducerEntry, options: Options, executor: &mut dyn Executor) -> (Counts, Program) {
    let cache = (cache::named("delta").expect("a cache").make)();
    let mut search = Search::new(program.clone(), executor, cache, Limits::default());
    (entry.make)(options).reduce(&mut search).expect("nothing stops it");
    (*search.counts(), search.best().clone())
}

enum Order {
    Ask(Ticket, Arc<[u8]>),
    Cancel,
}

/// Threads that sleep before they answer.
struct Sleepers {
    orders: Vec<Sender<Order>>,
    /// What each thread is busy with.
    asked: Vec<Option<Ticket>>,
    answers: Receiver<(Ticket, bool)>,
}

impl Sleepers {
    fn new(jobs: usize, property: &Arc<Property>) -> Self {
        let (answer, answers) = channel();
        let mut orders = Vec::new();
        for _ in 0..jobs {
            let (sender, receiver) = channel();
            let (answer, property) = (answer.clone(), property.clone());
            std::thread::spawn(move || sleep_and_answer(&receiver, &answer, &property));
            orders.push(sender);
        }
        Sleepers {
            orders,
            asked: vec![None; jobs],
            answers,
        }
    }
}

fn sleep_and_answer(orders: &Receiver<Order>, answers: &Sender<(Ticket, bool)>, property: &Property) {
    while let Ok(order) = orders.recv() {
        let Order::Ask(ticket, text) = order else { continue };
        let is_interesting = property.holds(&text);
        match orders.recv_timeout(LATENCY) {
            Err(RecvTimeoutError::Timeout) => {
                let _ = answers.send((ticket, is_interesting));
            }
            // Only what is being answered is ever cancelled.
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

impl Executor for Sleepers {
    fn slots(&self) -> usize {
        self.orders.len()
    }

    fn submit(&mut self, ticket: Ticket, text: Arc<[u8]>) {
        let free = self.asked.iter().position(Option::is_none).expect("a slot is free");
        self.asked[free] = Some(ticket);
        self.orders[free]
            .send(Order::Ask(ticket, text))
            .expect("threads live on");
    }

    fn wait(&mut self) -> Result<(Ticket, Verdict), Stop> {
        loop {
            let (ticket, is_interesting) = self.answers.recv().expect("threads live on");
            let Some(slot) = self.asked.iter().position(|asked| *asked == Some(ticket)) else {
                continue;
            };
            self.asked[slot] = None;
            let verdict = if is_interesting {
                Verdict::Interesting
            } else {
                Verdict::Uninteresting
            };
            return Ok((ticket, verdict));
        }
    }

    fn cancel(&mut self, ticket: Ticket) {
        if let Some(slot) = self.asked.iter().position(|asked| *asked == Some(ticket)) {
            self.asked[slot] = None;
            self.orders[slot].send(Order::Cancel).expect("threads live on");
        }
    }
}
