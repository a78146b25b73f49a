//! The search itself: limits, stops, detours, other readings.

use std::cell::RefCell;
use std::sync::Arc;

use crate::common::{FAMILIES, program, random_source, reducer};
use lop_core::testing::Simulated;
use lop_core::{Event, Executor, Inline, Limits, Observer, Search, Stop, Verdict, cache};
use lop_syntax::Random;
use lop_syntax::edit::{remove, rewrite};
use lop_syntax::{NodeId, Program, Tree, is_valid, lang, parse, text};

fn search<'a>(start: &Program, executor: &'a mut dyn Executor, queries: Option<usize>) -> Search<'a> {
    let cache = (cache::named("sha").expect("a cache").make)();
    Search::new(start.clone(), executor, cache, Limits { queries, rounds: None })
}

/// The tree of a text in a language of this build.
fn parse_as(language: &str, source: &str) -> Arc<Tree> {
    let syntax = lang::named(language).expect("a language of this build").syntax();
    Arc::new(parse(source.as_bytes(), &syntax.expect("a shipped grammar")))
}

/// The leaf with a text.
fn leaf(program: &Program, wanted: &str) -> NodeId {
    let tree = program.tree();
    let mut leaves = tree.leaves();
    leaves
        .find(|leaf| tree.text(*leaf) == wanted.as_bytes())
        .expect("it is there")
}

#[test]
fn a_search_can_be_left_after_any_query_with_the_same_best_for_any_number_of_jobs() {
    let source = random_source(2);
    let start = program(source.as_bytes());
    let property = (FAMILIES[1].of)(&source, &mut Random(2));
    for name in ["perses", "pardis-hybrid", "waves"] {
        for queries in 0..60 {
            let best = |jobs: usize| {
                let mut executor = Simulated::new(&property, jobs).with_latency(queries as u64, 3);
                let mut search = search(&start, &mut executor, Some(queries));
                let result = reducer(name, true).reduce(&mut search);
                assert!(search.counts().asked <= queries);
                assert!(result == Ok(()) || result == Err(Stop::QueryLimit), "{result:?}");
                search.best().text().to_vec()
            };
            let alone = best(1);
            assert!(property(&alone), "{name} after {queries}");
            assert_eq!(alone, best(5), "{name} after {queries}");
        }
    }
}

/// Says stop at the first improvement.
struct Impatient;

impl Observer for Impatient {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::Improved { .. } => Err(Stop::Interrupted),
            _ => Ok(()),
        }
    }
}

#[test]
fn an_observer_can_end_a_search_and_nothing_stays_in_flight() {
    let source = random_source(4);
    let start = program(source.as_bytes());
    let property = (FAMILIES[0].of)(&source, &mut Random(4));
    for name in ["perses", "waves"] {
        let mut executor = Simulated::new(&property, 8);
        let mut impatient = Impatient;
        let mut search = search(&start, &mut executor, None);
        search.observe_with(&mut impatient);
        assert_eq!(
            reducer(name, true).reduce(&mut search),
            Err(Stop::Interrupted),
            "{name}"
        );
        assert!(search.best().token_count() < start.token_count(), "{name}");
        assert!(property(search.best().text()));
        drop(search);
        assert!(executor.is_idle(), "{name}");
    }
}

/// Skips the first stage at its third query, and remembers what it was told of stages.
#[derive(Default)]
struct Skipper {
    queries: usize,
    stages: Vec<(String, Option<Stop>)>,
}

impl Observer for Skipper {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::Judged { .. } => {
                self.queries += 1;
                if self.queries == 3 {
                    return Err(Stop::Skipped);
                }
            }
            Event::StageEnded { name, stop, .. } => self.stages.push(((*name).to_owned(), *stop)),
            _ => {}
        }
        Ok(())
    }
}

#[test]
fn a_stage_that_is_skipped_is_over_and_the_next_one_works() {
    let source = random_source(4);
    let start = program(source.as_bytes());
    let property = (FAMILIES[0].of)(&source, &mut Random(4));
    for jobs in [1, 8] {
        let mut executor = Simulated::new(&property, jobs);
        let mut skipper = Skipper::default();
        let mut search = search(&start, &mut executor, None);
        search.observe_with(&mut skipper);
        for stage in ["waves", "perses"] {
            let result = search.stage(stage, |search| reducer(stage, true).reduce(search));
            assert!(result.is_ok(), "{stage}");
        }
        assert!(property(search.best().text()));
        assert!(search.best().token_count() < start.token_count());
        drop(search);
        assert!(executor.is_idle());
        let stages = [("waves".to_owned(), Some(Stop::Skipped)), ("perses".to_owned(), None)];
        assert_eq!(skipper.stages, stages);
    }
}

#[test]
fn a_detour_that_ends_smaller_is_kept_and_another_is_forgotten() {
    let start = program(b"int a = 1; int b = 22222;");
    let all = |_: &[u8]| true;
    let mut executor = Inline::new(&all);
    let mut search = search(&start, &mut executor, None);
    let number = leaf(search.best(), "1");
    let grown = search.detour(|search| search.attempt(&rewrite(number, *b"( 1 + 1 )")).map(drop));
    assert_eq!(grown, Ok(false));
    assert_eq!(search.best().text(), start.text());
    let paid = search.detour(|search| {
        search.attempt(&rewrite(number, *b"( 1 + 1 )"))?;
        let second = search
            .best()
            .children(search.best().tree().root())
            .next()
            .expect("a list");
        let second = search.best().children(second).nth(1).expect("two declarations");
        search.attempt(&remove(second)).map(drop)
    });
    assert_eq!(paid, Ok(true));
    assert_eq!(search.best().text(), b"int a = ( 1 + 1 );");
}

/// Counts how often a new best is told.
#[derive(Default)]
struct Improvements(Vec<Vec<u8>>);

impl Observer for Improvements {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        if let Event::Improved { best, .. } = event {
            self.0.push(best.text().to_vec());
        }
        Ok(())
    }
}

#[test]
fn observers_are_told_of_nothing_larger_than_before_a_detour() {
    let start = program(b"int a = 1; int b = 22222;");
    let all = |_: &[u8]| true;
    let mut executor = Inline::new(&all);
    let mut improvements = Improvements::default();
    let mut search = search(&start, &mut executor, None);
    search.observe_with(&mut improvements);
    let number = leaf(search.best(), "1");
    search
        .detour(|search| search.attempt(&rewrite(number, *b"( 1 + 1 )")).map(drop))
        .expect("no limit");
    drop(search);
    assert_eq!(improvements.0, Vec::<Vec<u8>>::new());
}

#[test]
fn another_reading_is_left_with_what_it_found() {
    let start = program(b"int a;\nint b;\nint c;\n");
    let has_b = |text: &[u8]| text.windows(5).any(|words| words == b"int b");
    let mut executor = Inline::new(&has_b);
    let mut search = search(&start, &mut executor, None);
    let result = search.read_as(text::lines, |search| {
        let list = search
            .best()
            .children(search.best().tree().root())
            .next()
            .expect("a list");
        let lines: Vec<NodeId> = search.best().children(list).collect();
        assert_eq!(lines.len(), 3);
        for line in lines {
            search.attempt(&remove(line))?;
        }
        Ok(())
    });
    assert_eq!(result, Ok(()));
    assert_eq!(search.best().text(), b"int b;\n");
    assert_eq!(search.best().token_count(), 3, "it is C again");
}

/// A reading with errors is not taken for the program's own, so what was put in is a piece to all but whitespace.
#[test]
fn white_space_of_what_was_put_in_goes_in_a_text_with_errors_too() {
    let start = program(b"struct { int d; } e; int f ( ) { g ( ) ; }");
    let mut executor = Inline::new(&|_: &[u8]| true);
    let mut search = search(&start, &mut executor, None);
    assert_eq!(search.attempt(&remove(leaf(&start, ";"))), Ok(true));
    search.parse_anew();
    let call = leaf(search.best(), "g");
    assert_eq!(search.attempt(&rewrite(call, *b"h\n    (\n    ), g")), Ok(true));
    search.parse_anew();
    assert!(!search.best().tree().is_broken());
    assert_eq!(reducer("spaces", false).reduce(&mut search), Ok(()));
    assert_eq!(search.best().text(), b"struct{int d}e;int f(){h(),g();}");
}

#[test]
fn the_smallest_candidate_is_tried_first_and_nothing_after_an_interesting_one() {
    let start = program(b"int a = 1111; int b = 222;");
    let edits = ["a", "1111", "b", "222"].map(|text| rewrite(leaf(&start, text), *b"0"));
    for jobs in [1, 3] {
        let has_b = |text: &[u8]| text.contains(&b'b');
        let mut executor = Simulated::new(&has_b, jobs);
        let mut search = search(&start, &mut executor, None);
        // Texts with a number for a name do not parse, and `1111` is the longest of the others.
        assert_eq!(search.attempt_smallest(edits.to_vec(), |_| true), Ok(true));
        assert_eq!(search.best().text(), b"int a = 0; int b = 222;");
        assert_eq!(search.counts().asked, 1, "{jobs} jobs");
    }
}

#[test]
fn an_edit_that_was_rejected_is_rejected_again_while_nothing_near_it_changes() {
    let far = "x".repeat(200);
    let start = program(format!("int a; int b; int {far}; int c;").as_bytes());
    let keeps_a = |text: &[u8]| text.windows(5).any(|part| part == b"int a");
    for jobs in [1, 3] {
        let mut executor = Simulated::new(&keeps_a, jobs);
        let mut search = search(&start, &mut executor, None);
        let without = |name: &str| rewrite(leaf(&start, name), *b"d");
        let attempt = |search: &mut Search<'_>, name: &str| {
            let before = search.counts().asked;
            search
                .remembering(|search| search.attempt(&without(name)).map(drop))
                .expect("no limit");
            search.counts().asked - before
        };
        assert_eq!(attempt(&mut search, "a"), 1);
        // `c` is far away from `a`, and `b` is near.
        assert_eq!(attempt(&mut search, "c"), 1);
        assert_eq!(attempt(&mut search, "a"), 0);
        assert_eq!(attempt(&mut search, "b"), 1);
        assert_eq!(attempt(&mut search, "a"), 1);
        assert_eq!(
            search.best().text(),
            format!("int a; int d; int {far}; int d;").as_bytes()
        );
    }
}

/// Removes the node of a Go program with this text and asks with edits completed; the text that is left.
fn completed(source: &str, without: &str) -> String {
    completed_in("go", source, without)
}

/// The same in any language.
fn completed_in(language: &str, source: &str, without: &str) -> String {
    let start = Program::new(parse_as(language, source));
    let tree = start.tree();
    let is_wanted = |node: &NodeId| tree.text(*node) == without.as_bytes() && start.is_removable(*node);
    let node = tree.nodes().find(is_wanted).expect("it is there, and can go");
    let all = |_: &[u8]| true;
    let mut executor = Simulated::new(&all, 1);
    let mut search = search(&start, &mut executor, None);
    search
        .completing(|search| search.attempt(&remove(node)).map(drop))
        .expect("no limit");
    assert_eq!(search.counts().asked, 1);
    let left = String::from_utf8(search.best().text().to_vec()).expect("text stays text");
    left.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_import_goes_with_its_last_use() {
    let source = "package p\nimport (\n\"a\"\n\"x/b\"\n)\nfunc f() { a.A()\nb.B() }\nfunc g() { b.C() }\n";
    let left = "package p import ( \"x/b\" ) func f() { b.B() } func g() { b.C() }";
    assert_eq!(completed(source, "a.A()"), left);
    let left = "package p import ( \"a\" \"x/b\" ) func f() { a.A() b.B() }";
    assert_eq!(completed(source, "func g() { b.C() }"), left, "another use is left");
}

#[test]
fn the_lines_of_a_here_document_go_with_its_mark() {
    let source = "f\n<<~A\n  text\nA\ng\n<<~B\n  more\nB\n";
    assert_eq!(completed_in("ruby", source, "<<~A"), "f g <<~B more B");
    assert_eq!(completed_in("ruby", source, "<<~B"), "f <<~A text A g");
}

#[test]
fn an_unused_variable_shows_that_the_test_does_not_mind() {
    let source = "package p\nfunc f() {\na := 1\nb := 2\nh(b)\n}\n";
    assert_eq!(completed(source, "h(b)"), "package p func f() { a := 1 b := 2 }");
}

#[test]
fn a_variable_becomes_blank_with_its_last_use() {
    for (source, without, left) in [
        ("a := g()\nh(a)", "h(a)", "_ = g()"),
        ("a, b := g()\nh(a)\nk(b)", "h(a)", "_, b := g() k(b)"),
        ("var a int\na = 1\nh(a)", "h(a)", "var _ int _ = 1"),
        ("for a := range b { h(a) }", "h(a)", "for _ = range b { }"),
        (
            "a := 1\nh(func() int { return a })\nk(a)",
            "k(a)",
            "a := 1 h(func() int { return a })",
        ),
    ] {
        let around = |body: &str| format!("package p func f() {{ {body} }}");
        let source = format!("package p\nfunc f() {{\n{source}\n}}\n");
        assert_eq!(completed(&source, without), around(left), "{source}");
    }
    let parameter = "package p\nfunc f(a int) {\nh(a)\n}\n";
    assert_eq!(
        completed(parameter, "h(a)"),
        "package p func f(a int) { }",
        "parameters need no use"
    );
}

/// What was told of each query: the verdict, and whether the cache had it.
#[derive(Default)]
struct Verdicts(Vec<(Verdict, bool)>);

impl Observer for Verdicts {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        if let Event::Judged {
            verdict, was_cached, ..
        } = event
        {
            self.0.push((*verdict, *was_cached));
        }
        Ok(())
    }
}

#[test]
fn with_syntax_kept_the_test_never_sees_a_small_candidate_with_errors() {
    let start = program(b"struct a { int x; }; int b() { return 1; }");
    let seen = RefCell::new(Vec::new());
    let test = |text: &[u8]| {
        seen.borrow_mut().push(text.to_vec());
        text.windows(6).any(|words| words == b"struct")
    };
    let mut executor = Inline::new(&test);
    let mut search = search(&start, &mut executor, None);
    search.keep_syntax();
    assert_eq!(reducer("auto", true).reduce(&mut search), Ok(()));
    let (best, syntax) = (search.best().text().to_vec(), start.tree().syntax().clone());
    drop(search);
    assert!(is_valid(&best, &syntax), "{}", String::from_utf8_lossy(&best));
    for text in seen.borrow().iter() {
        assert!(is_valid(text, &syntax), "{}", String::from_utf8_lossy(text));
    }
}

/// A program that is too large to be parsed before each test run.
fn large() -> Program {
    let functions: String = (0..9)
        .map(|index| format!("int f{index}(int a) {{ return a + {index}; }}\n"))
        .collect();
    let padding = "x".repeat(1 << 15);
    program(format!("struct a {{ int x; }} b; char *s = \"{padding}\"; {functions}").as_bytes())
}

#[test]
fn a_large_candidate_that_is_interesting_but_has_errors_is_uninteresting_everywhere() {
    let start = large();
    let told = |jobs: usize| {
        let mut verdicts = Verdicts::default();
        let test = |_: &[u8]| true;
        let mut executor = Simulated::new(&test, jobs);
        let mut search = search(&start, &mut executor, None);
        search.keep_syntax();
        search.observe_with(&mut verdicts);
        let bracket = remove(leaf(&start, "}"));
        assert_eq!(search.attempt(&bracket), Ok(false));
        assert_eq!(search.attempt(&bracket), Ok(false), "the cache has it");
        assert_eq!(search.attempt(&rewrite(leaf(&start, "b"), *b"c")), Ok(true));
        let counts = *search.counts();
        drop(search);
        assert_eq!((counts.asked, counts.cached, counts.interesting), (2, 1, 1));
        verdicts.0
    };
    let expected = [
        (Verdict::Uninteresting, false),
        (Verdict::Uninteresting, true),
        (Verdict::Interesting, false),
    ];
    assert_eq!(told(1), expected);
    assert_eq!(told(8), expected);
}

#[test]
fn a_large_program_keeps_its_syntax_in_the_same_way_for_any_number_of_jobs() {
    let start = large();
    let has_b = |text: &[u8]| text.windows(3).any(|words| words == b"} b" || words == b"f7(");
    for name in ["tokens", "waves"] {
        let best = |jobs: usize| {
            let mut verdicts = Verdicts::default();
            let mut executor = Simulated::new(&has_b, jobs).with_latency(3, 7);
            let mut search = search(&start, &mut executor, Some(120));
            search.keep_syntax();
            search.observe_with(&mut verdicts);
            let _ = reducer(name, true).reduce(&mut search);
            let best = search.best().text().to_vec();
            drop(search);
            assert!(is_valid(&best, start.tree().syntax()), "{name}");
            (best, verdicts.0)
        };
        assert!(best(1) == best(6), "{name}");
    }
}

#[test]
fn errors_of_the_input_may_go_and_none_are_added() {
    let start = program(b"int a = ; int b; int f() { return 1; }");
    let all = |_: &[u8]| true;
    let mut executor = Inline::new(&all);
    let mut search = search(&start, &mut executor, None);
    search.keep_syntax();
    assert_eq!(search.attempt(&remove(leaf(&start, "}"))), Ok(false), "an error more");
    assert_eq!(search.attempt(&rewrite(leaf(&start, "b"), *b"c")), Ok(true));
    assert_eq!(search.attempt(&remove(leaf(&start, "="))), Ok(true));
    assert!(is_valid(search.best().text(), start.tree().syntax()));
}
