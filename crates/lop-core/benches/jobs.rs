//! How much sooner more jobs are done, on an oracle that sleeps 20 ms before each answer.
//!
//! Real threads and real time, unlike the simulations in the tests. The bytes are the same for every number of
//! jobs. Made by `cargo bench -p lop-core --bench jobs`.

#[path = "../../../xtask/src/generate.rs"]
mod generate;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use lop_core::tree::{self, Options};
use lop_core::{Counts, Executor, Limits, Search, Stop, Ticket, Verdict, cache, list};
use lop_syntax::testing::Random;
use lop_syntax::{Program, lang, parse};

const LATENCY: Duration = Duration::from_millis(20);
const BYTES: usize = 60_000;
const WANTED: usize = 24;

fn main() {
    let source = generate::c(BYTES).into_bytes();
    let language = lang::named("c").expect("the language is built in");
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let program = Program::new(Arc::new(parse(source.clone(), &syntax)));
    let property = Arc::new(Property::of(&source));
    println!("{} tokens, 20 ms an answer\n", program.token_count());
    println!("| reducer | jobs | asked | executed | seconds | faster | tokens left |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for name in ["waves", "pardis", "pardis-hybrid", "perses"] {
        let mut alone: Option<(f64, Vec<u8>)> = None;
        for jobs in [1, 2, 16, 64] {
            let start = Instant::now();
            let (counts, best) = reduce(&program, name, jobs, &property);
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

fn reduce(program: &Program, name: &str, jobs: usize, property: &Arc<Property>) -> (Counts, Program) {
    let mut executor = Sleepers::new(jobs, property);
    let cache = (cache::named("sha").expect("a cache").make)();
    let mut search = Search::new(program.clone(), &mut executor, cache, Limits::default());
    let entry = tree::named(name).expect("a reducer");
    let options = Options {
        list: (list::named(entry.list).expect("a list reducer").make)().into(),
        replacements: true,
        pruning: true,
    };
    (entry.make)(options).reduce(&mut search).expect("nothing stops it");
    (*search.counts(), search.best().clone())
}

/// A few names have to stay, and names that are declared before use have to be so.
struct Property {
    wanted: Vec<Vec<u8>>,
    declared: BTreeSet<Vec<u8>>,
}

impl Property {
    fn of(source: &[u8]) -> Self {
        let declared: BTreeSet<Vec<u8>> = first_uses(source)
            .into_iter()
            .filter(|(_, is_declared)| *is_declared)
            .map(|(name, _)| name.to_vec())
            .collect();
        let names: Vec<&Vec<u8>> = declared.iter().collect();
        let mut random = Random(1);
        let wanted = (0..WANTED).map(|_| names[random.below(names.len())].clone()).collect();
        Property { wanted, declared }
    }

    fn holds(&self, text: &[u8]) -> bool {
        let uses = first_uses(text);
        let is_fine = |(name, is_declared): (&&[u8], &bool)| *is_declared || !self.declared.contains(*name);
        self.wanted.iter().all(|name| uses.contains_key(&name[..])) && uses.iter().all(is_fine)
    }
}

/// Every name, and whether it stands after a type or a star where it is first met.
fn first_uses(text: &[u8]) -> BTreeMap<&[u8], bool> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_name = |word: &[u8]| word[0].is_ascii_alphabetic() || word[0] == b'_';
    let words = text
        .chunk_by(|one, other| is_word(one) && is_word(other))
        .filter(|word| !word[0].is_ascii_whitespace());
    let mut uses = BTreeMap::new();
    let mut before: &[u8] = b";";
    for word in words {
        if is_name(word) {
            uses.entry(word).or_insert(is_name(before) || before == b"*");
        }
        before = word;
    }
    uses
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
