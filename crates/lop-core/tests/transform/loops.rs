//! The loop of seru.

use lop_core::testing::Simulated;
use lop_core::tree::{self, Options};
use lop_core::{Event, Inline, Limits, Observer, Search, Stop, cache, transform};
use lop_syntax::Program;

use super::tree as read;

/// The sizes of all programs that observers were told of.
#[derive(Default)]
struct Sizes(Vec<(usize, usize)>);

impl Observer for Sizes {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        if let Event::Improved { best, .. } = event {
            self.0.push((best.token_count(), best.text().len()));
        }
        Ok(())
    }
}

fn options(names: &[&str]) -> Options {
    let transforms = names
        .iter()
        .map(|name| transform::named(name).expect("a transformation"));
    Options {
        transforms: transforms.collect(),
        ..tree::named("seru").expect("it is in the table").options()
    }
}

fn reduce(source: &str, property: &dyn Fn(&[u8]) -> bool, options: Options, slots: usize) -> (String, usize) {
    let program = Program::new(read("cue", source));
    let mut executor = Simulated::new(&property, slots).with_latency(7, 5);
    let mut sizes = Sizes::default();
    let mut search = Search::new(
        program,
        &mut executor,
        (cache::named("delta").expect("a cache").make)(),
        Limits::default(),
    );
    search.observe_with(&mut sizes);
    let entry = tree::named("seru").expect("it is in the table");
    (entry.make)(options).reduce(&mut search).expect("no limit");
    let text = String::from_utf8(search.best().text().to_vec()).expect("text stays text");
    let asked = search.counts().asked;
    drop(search);
    assert!(sizes.0.is_sorted_by(|one, next| one > next), "{:?}", sizes.0);
    (text, asked)
}

fn contains(text: &[u8], wanted: &str) -> bool {
    String::from_utf8_lossy(text).contains(wanted)
}

/// Whether `bar` is three: what a test of the example in the book of seru asks.
fn bar_is_three(text: &[u8]) -> bool {
    contains(text, "bar: 3") || contains(text, "bar: foo") && contains(text, "foo: 3")
}

#[test]
fn a_growing_step_opens_the_way_for_the_syntactic_reducer() {
    let source = "foo: 3\nbar: foo\nbaz: 4\n";
    let all = options(&["cue-constant"]);
    assert_eq!(reduce(source, &bar_is_three, all, 1).0.trim(), "bar: 3");
    let none = options(&[]);
    assert_eq!(reduce(source, &bar_is_three, none, 1).0.trim(), "foo: 3\nbar: foo");
}

#[test]
fn what_does_not_pay_is_dropped_as_a_whole() {
    // The long value may stand in the name's place, but then nothing else may go.
    let source = "foo: [1, 2, 3, 4]\nbar: foo\n";
    let property = |text: &[u8]| {
        let is_there = contains(text, "bar: foo") || contains(text, "bar: [1, 2, 3, 4]");
        is_there && contains(text, "foo: [1, 2, 3, 4]")
    };
    let (text, _) = reduce(source, &property, options(&["cue-constant"]), 1);
    assert_eq!(text.trim(), "foo: [1, 2, 3, 4]\nbar: foo");
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let source = "foo: {a: 2, b: 0}\nbar: {\n  for k, v in foo {\n    \"\\(k)\": 10 / v\n  }\n}\nbaz: {{x: [1, 2]}}\n";
    // Figure 4.4 of bointner2025: a division by zero, written out or in a loop over something that holds a zero.
    let property = |text: &[u8]| {
        let is_loop = contains(text, "for k, v in foo") && contains(text, "10 / v");
        contains(text, "10 / 0") || is_loop && contains(text, "foo: {") && contains(text, "b: 0")
    };
    let names: Vec<&str> = transform::all().map(|transform| transform.name).collect();
    let alone = reduce(source, &property, options(&names), 1);
    assert_eq!(alone.0.split_whitespace().collect::<String>(), "10/0");
    for slots in [2, 3, 8] {
        assert_eq!(reduce(source, &property, options(&names), slots), alone);
    }
}

#[test]
fn endless_growth_ends() {
    // Every name leads to the other, and everything is interesting that has both.
    let source = "a: {x: b}\nb: {y: a}\n";
    let property = |text: &[u8]| contains(text, "a: ") && contains(text, "b: ");
    let (text, _) = reduce(source, &property, options(&["cue-constant"]), 1);
    assert!(property(text.as_bytes()), "{text}");
}

#[test]
fn a_partner_is_any_other_reducer() {
    for entry in tree::REDUCERS.iter().filter(|entry| entry.name != "seru") {
        let options = Options {
            syntactic: entry,
            ..options(&["cue-constant"])
        };
        let program = Program::new(read("cue", "foo: 3\nbar: foo\nbaz: 4\n"));
        let mut executor = Inline::new(&bar_is_three);
        let mut search = Search::new(
            program,
            &mut executor,
            (cache::named("sha").expect("a cache").make)(),
            Limits::default(),
        );
        let seru = tree::named("seru").expect("it is in the table");
        (seru.make)(options).reduce(&mut search).expect("no limit");
        assert!(bar_is_three(search.best().text()), "{}", entry.name);
    }
}
