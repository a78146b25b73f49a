//! lop as a library.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use lop::{Error, ModelSource, Reduction, Step};

/// Words of which a few matter.
fn words() -> String {
    (0..300).map(|number| format!("word{number} ")).collect()
}

fn is_interesting(candidate: &[u8]) -> bool {
    let text = String::from_utf8_lossy(candidate);
    ["word17 ", "word150 ", "word151 "]
        .iter()
        .all(|word| text.contains(word))
}

#[test]
fn every_number_of_jobs_gives_the_same_queries_and_the_same_result() {
    let reduce = |jobs| {
        let mut steps = Vec::new();
        let reduced = Reduction::new(words())
            .jobs(jobs)
            .observe(|step| {
                steps.push(format!("{step:?}"));
                ControlFlow::Continue(())
            })
            .run(is_interesting)
            .expect("it is interesting");
        (reduced.text, reduced.counts.asked, steps)
    };
    let one = reduce(1);
    assert_eq!(String::from_utf8_lossy(&one.0), "word17 word150 word151 ");
    assert_eq!(reduce(2), one);
    assert_eq!(reduce(7), one);
}

#[test]
fn an_observer_can_end_it_and_keep_the_best() {
    let reduced = Reduction::new(words())
        .observe(|step| match step {
            Step::Best { tokens, .. } if *tokens < 200 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
        .run(is_interesting)
        .expect("it is interesting");
    assert!(!reduced.is_complete() && reduced.tokens < 200 && is_interesting(&reduced.text));
}

#[test]
fn limits_are_kept() {
    let asked = AtomicUsize::new(0);
    let reduced = Reduction::new(words())
        .max_queries(5)
        .run(|candidate| {
            asked.fetch_add(1, Ordering::Relaxed);
            is_interesting(candidate)
        })
        .expect("it is interesting");
    assert_eq!((reduced.counts.asked, reduced.is_complete()), (5, false));
    // The program itself is looked at before the first query.
    assert_eq!(asked.into_inner(), 6);
}

#[test]
fn what_cannot_be_is_an_error() {
    let run = |reduction: Reduction<'_>| reduction.run(|candidate| !candidate.is_empty()).expect_err("an error");
    assert!(matches!(run(Reduction::new("")), Error::NotInteresting));
    let messages = [
        run(Reduction::new("a").language("klingon")).to_string(),
        run(Reduction::new("a").algorithm("magic")).to_string(),
        run(Reduction::new("a").list("magic")).to_string(),
        run(Reduction::new("a").cache("magic")).to_string(),
    ];
    assert!(
        messages.iter().all(|message| message.starts_with("no ")),
        "{messages:?}"
    );
}

#[test]
#[should_panic(expected = "the oracle itself")]
fn a_panic_of_the_function_reaches_the_caller() {
    let calls = AtomicUsize::new(0);
    let _ = Reduction::new(words()).jobs(3).run(|_| {
        let is_first = calls.fetch_add(1, Ordering::Relaxed) == 0;
        assert!(is_first, "the oracle itself");
        true
    });
}

#[test]
fn the_function_is_not_called_without_what_is_protected() {
    let reduced = Reduction::new("one /* KEEP two END */ three target four\n")
        .language("text")
        .protect("KEEP..END".parse().expect("two texts"))
        .run(|candidate| {
            let text = String::from_utf8_lossy(candidate);
            assert!(text.contains("KEEP two END"), "{text}");
            text.contains("target")
        })
        .expect("it is interesting");
    assert_eq!(String::from_utf8_lossy(&reduced.text), "KEEP two END target");
}

#[test]
fn nodes_are_replaced_by_descendants_unless_that_is_switched_off() {
    let reduce = |replacements| {
        let reduction = Reduction::new("{\"a\": [1, 2]}").language("json").algorithm("perses");
        let reduced = reduction
            .replacements(replacements)
            .run(|candidate| candidate.contains(&b'2'))
            .expect("it is interesting");
        String::from_utf8_lossy(&reduced.text).into_owned()
    };
    assert_eq!(reduce(true).trim(), "2");
    assert_eq!(reduce(false).trim(), "{\"a\": [2]}");
}

#[test]
fn a_model_can_be_left_out_and_transformations_chosen() {
    let asked = |transformations: &[&str]| {
        let reduced = Reduction::new("int f(int x) { if (x) { one(); target(); } return 2; }\n")
            .language("c")
            .algorithm("seru")
            .model(ModelSource::None)
            .transforms(transformations.iter().copied())
            .run(|candidate| String::from_utf8_lossy(candidate).contains("target"))
            .expect("it is interesting");
        assert!(reduced.is_complete() && reduced.tokens < reduced.tokens_before);
        reduced.counts.asked
    };
    // There is no array, so that one transformation has nothing to propose, and all of them have a condition.
    assert!(asked(&["array"]) < asked(&[]));
}
