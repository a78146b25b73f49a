//! Programs: blocks that say `tree REDUCER PROPERTY`, `types JOINT PROPERTY`, `merge PROPERTY` or
//! `replace PROPERTY NODE…`.

use std::rc::Rc;
use std::sync::Arc;

use lop_core::tree::{Joint, Learning, Options, Schedule};
use lop_core::{Event, Inline, Limits, Observer, Search, Stop, Verdict, cache, list, tree};
use lop_syntax::edit::{Change, remove_all, replace};
use lop_syntax::{NodeId, Program, Tree, lang, parse};

use super::{Golden, lists};
use crate::common::{self, Property, words};

/// A query about a program.
pub(super) struct Row {
    /// The paper's numbers of what goes, if all of it has one.
    pub numbers: Option<Vec<usize>>,
    pub goes: String,
    pub tokens: usize,
    pub is_yes: bool,
}

/// Queries, successes, tokens that went.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Sum {
    pub queries: usize,
    pub yes: usize,
    pub tokens: usize,
}

impl Sum {
    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Sum {
        rows.fold(Sum::default(), |sum, row| Sum {
            queries: sum.queries + 1,
            yes: sum.yes + usize::from(row.is_yes),
            tokens: sum.tokens + if row.is_yes { row.tokens } else { 0 },
        })
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sum { queries, yes, tokens } = self;
        write!(f, "{queries} queries, {yes} yes, {tokens} tokens gone")
    }
}

/// The queries about nodes that the paper gives numbers.
pub(super) fn numbered(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.numbers.is_some())
}

/// The table of a block.
pub(super) fn show(rows: &[Row]) -> String {
    let mut text = "  #       tokens  goes\n".to_owned();
    for (row, number) in rows.iter().zip(1..) {
        let answer = super::answer(row.is_yes);
        text += &format!("{number:3}  {answer:3}  {:6}  {}\n", row.tokens, row.goes);
    }
    text
}

/// Below the table: what came of it.
pub(super) fn show_sum(rows: &[Row]) -> String {
    let mut text = format!("{}\n", Sum::of(rows.iter()));
    if (1..rows.len()).contains(&numbered(rows).count()) {
        text += &format!("{}: nodes with numbers\n", Sum::of(numbered(rows)));
    }
    text
}

/// Reduces the program for one round; `with replacements` or `without pruning` if the block says so.
pub(super) fn reduce(golden: &Golden, info: &str) -> Vec<Row> {
    let words: Vec<&str> = info.split(' ').collect();
    let (name, list) = words[1].split_once('+').unwrap_or((words[1], "opdd"));
    let entry = tree::named(name).expect("a tree reducer");
    let reducer = (entry.make)(Options {
        list: (list::named(list).expect("a list reducer").make)().into(),
        replacements: info.ends_with("with replacements"),
        pruning: !info.ends_with("without pruning"),
        ..entry.options()
    });
    let program = common::program(golden.program("c").as_bytes());
    let numbers = numbers(golden, program.tree());
    let number = |node| numbers.iter().find(|known| known.0 == node).map(|known| known.1);
    let property = property(words[2], &program);
    watch(program, &property, &number, |search| {
        reducer.reduce(search).expect("no limit");
    })
}

/// The order of types that both papers give, in lop's words: expression statement, selection statement, declaration,
/// compound statement, function definition, external declaration, translation unit.
const TYPES: [&[&str]; 7] = [
    &["expression_statement"],
    &["if_statement"],
    &["declaration"],
    &["compound_statement*"],
    &["translation_unit/function_definition"],
    &["translation_unit/(struct_specifier)", "translation_unit/declaration"],
    &["translation_unit*"],
];

/// Reduces the program type by type, without a clean-up; what the block names at its end is believed to stay.
pub(super) fn reduce_by_types(golden: &Golden, info: &str) -> Vec<Row> {
    let words: Vec<&str> = info.split(' ').collect();
    let program = common::program(golden.program("c").as_bytes());
    let numbers = numbers(golden, program.tree());
    let find = |numbers: &[(NodeId, usize)], node| numbers.iter().find(|known| known.0 == node).map(|known| known.1);
    let stay = info.split_once("doubting ").map_or("", |(_, numbers)| numbers);
    let stay: Vec<usize> = stay.split(',').filter_map(|number| number.parse().ok()).collect();
    let known = numbers.clone();
    let belief = move |_: &Program, node| match find(&known, node) {
        Some(number) if stay.contains(&number) => 0.5,
        _ => 0.99,
    };
    let listed = TYPES
        .iter()
        .map(|batch| batch.iter().map(|name| (*name).to_owned()).collect());
    let joint = Joint::ALL.iter().find(|(name, _)| *name == words[1]);
    let entry = tree::named("type-batched").expect("a tree reducer");
    let reducer = (entry.make)(Options {
        pruning: false,
        learning: Learning {
            is_online: false,
            schedule: Schedule::Listed(listed.collect()),
            joint: joint.expect("a way to make chunks").1,
            beliefs: Some(Rc::new(belief)),
            clean_up: None,
            ..Learning::default()
        },
        ..entry.options()
    });
    let property = property(words[2], &program);
    watch(program, &property, &|node| find(&numbers, node), |search| {
        reducer.reduce(search).expect("no limit");
    })
}

/// Puts the nodes of these names in place of one another, each in place of the one before it.
pub(super) fn replace_by_names(golden: &Golden, info: &str) -> Vec<Row> {
    let words: Vec<&str> = info.split(' ').collect();
    let program = common::program(golden.program("c").as_bytes());
    let tree = program.tree().clone();
    let mut nodes = tree.nodes();
    // Parents come before their children.
    let nodes: Vec<NodeId> = words[2..]
        .iter()
        .map(|name| nodes.find(|node| tree.name(*node) == *name).expect("a node"))
        .collect();
    let property = property(words[1], &program);
    watch(program, &property, &|_| None, |search| {
        for pair in nodes.windows(2) {
            search.attempt(&replace(pair[0], pair[1])).expect("no limit");
        }
    })
}

/// Asks about a list without 5 and 6 and about it without 7 and 8, and merges what is interesting. What became of
/// the two cuts is told, too.
pub(super) fn merge(golden: &Golden, info: &str) -> (Vec<Row>, String) {
    let property = lists::property(info.split(' ').nth(1).expect("a property"));
    let number_in = |text: &[u8]| std::str::from_utf8(text).ok()?.parse::<usize>().ok();
    let property = |text: &[u8]| property(&words(text).into_iter().filter_map(number_in).collect::<Vec<_>>());
    let language = lang::named("json").expect("a language of this build");
    let syntax = language.syntax().expect("a shipped grammar");
    let tree = Arc::new(parse(golden.program("json").as_bytes(), &syntax));
    let number = |node| number_in(tree.text(node)).filter(|_| tree.is_removable(node));
    let item = |wanted| {
        tree.nodes()
            .find(|node| number(*node) == Some(wanted))
            .expect("an item")
    };
    let cuts = [[5, 6], [7, 8]].map(|cut| remove_all(cut.map(item)));
    let mut outcomes = String::new();
    let rows = watch(Program::new(tree.clone()), &property, &number, |search| {
        outcomes = format!("{:?}", search.attempt_all(&cuts, |_| Vec::new()).expect("no limit"));
    });
    (rows, outcomes)
}

/// The nodes that the table of the file gives numbers: those that can go, begin so and hold so many tokens.
fn numbers(golden: &Golden, tree: &Tree) -> Vec<(NodeId, usize)> {
    let source = std::str::from_utf8(tree.source()).expect("text");
    let rows = golden
        .text
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'));
    let numbered = rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let start = source.find(cells[1].trim_matches('`')).expect("the node's text");
        let [number, tokens] = [cells[0], cells[2]].map(|cell| cell.parse::<usize>().expect("a number"));
        let fits = |node: &NodeId| tree.span(*node).start == start && tree.weight(*node) == tokens;
        let nodes = tree.nodes().filter(|node| tree.is_removable(*node) && fits(node));
        let nodes: Vec<(NodeId, usize)> = nodes.map(|node| (node, number)).collect();
        assert!(!nodes.is_empty(), "there is no node like this: {row}");
        nodes
    });
    numbered.flatten().collect()
}

/// Every query of a search, for one round and without a cache.
fn watch(
    program: Program,
    property: &dyn Fn(&[u8]) -> bool,
    number: &dyn Fn(NodeId) -> Option<usize>,
    work: impl FnOnce(&mut Search<'_>),
) -> Vec<Row> {
    assert!(property(program.text()), "the program has the property");
    let mut watch = Watch {
        tree: program.tree().clone(),
        number,
        rows: Vec::new(),
    };
    let mut executor = Inline::new(&property);
    let limits = Limits {
        rounds: Some(1),
        ..Limits::default()
    };
    let cache = (cache::named("none").expect("a cache").make)();
    let mut search = Search::new(program, &mut executor, cache, limits);
    search.observe_with(&mut watch);
    work(&mut search);
    watch.rows
}

struct Watch<'a> {
    tree: Arc<Tree>,
    number: &'a dyn Fn(NodeId) -> Option<usize>,
    rows: Vec<Row>,
}

impl Observer for Watch<'_> {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        let Event::Judged {
            edit,
            removed_tokens,
            verdict,
            ..
        } = event
        else {
            return Ok(());
        };
        let numbers = edit.changes.iter().map(|change| match change {
            Change::Remove(node) => (self.number)(*node),
            _ => None,
        });
        let goes: Vec<String> = edit.changes.iter().map(|change| self.describe(change)).collect();
        self.rows.push(Row {
            numbers: numbers.collect(),
            goes: goes.join(", "),
            tokens: *removed_tokens,
            is_yes: *verdict == Verdict::Interesting,
        });
        Ok(())
    }
}

impl Watch<'_> {
    fn describe(&self, change: &Change) -> String {
        match change {
            Change::Replace(node, by) => format!("{} by {}", self.name(*node), self.name(*by)),
            change => self.name(change.subject()),
        }
    }

    /// The node's number, or its name and first words.
    fn name(&self, node: NodeId) -> String {
        if let Some(number) = (self.number)(node) {
            return number.to_string();
        }
        let text = String::from_utf8_lossy(self.tree.text(node));
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        format!("{} `{}`", self.tree.name(node), words.join(" "))
    }
}

fn property(name: &str, program: &Program) -> Property {
    let source = program.text().to_vec();
    match name {
        "hello" => Box::new(says_hello),
        "calls" => Box::new(|text| {
            let text = String::from_utf8_lossy(text);
            ["first()", "second()", "third()"]
                .iter()
                .all(|call| text.contains(call))
        }),
        "nothing-goes" => Box::new(move |text| text == source),
        _ => panic!("there is no property {name}"),
    }
}

/// Before a name that is used for the first time, its declaration has this word.
const DECLARATIONS: &[(&str, &str)] = &[
    ("d", "int"),
    ("S", "struct"),
    ("f1", "int"),
    ("foo", "void"),
    ("s1", "S"),
    ("i", "int"),
    ("increment", "bool"),
];

/// Whether a variant of the papers' program compiles, runs to its end, and prints its line.
fn says_hello(text: &[u8]) -> bool {
    let words = words(text);
    let code = String::from_utf8_lossy(&words.concat()).into_owned();
    let functions = code
        .split_once("voidfoo(){")
        .and_then(|(_, rest)| rest.split_once("intmain(){"));
    let is_printed = functions
        .is_some_and(|(before, main)| before.contains(r#"printf("HelloWorld!\n");"#) && main.contains("foo();"));
    let is_declared = DECLARATIONS.iter().all(|(name, word)| {
        let first = words.windows(2).find(|pair| pair[1] == name.as_bytes());
        first.is_none_or(|pair| pair[0] == word.as_bytes())
    });
    let is_complete = code.contains("structS{") || !code.contains("structSs1");
    let divides_by_zero = code.contains("/i;") && !code.contains("if(increment){i+=2*i+i+1;}");
    is_printed && is_declared && is_complete && !divides_by_zero
}
