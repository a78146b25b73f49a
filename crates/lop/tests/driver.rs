//! The driver that the library and the command have in common.

use std::sync::Arc;

use lop::{Driver, Error, Strategy, Subject};
use lop_core::{Event, Inline, Limits, Observer, Stop};
use lop_syntax::{Tree, parse};

fn lines(text: &str) -> Arc<Tree> {
    Arc::new(parse(
        text.as_bytes(),
        &lop::syntax_named("text").expect("it is always there"),
    ))
}

fn subject<'a>(file: &'a str, text: &str) -> Subject<'a> {
    Subject {
        file,
        tree: lines(text),
        beside: Vec::new(),
    }
}

fn has_target(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).contains("target")
}

/// Writes down where searches begin and end.
#[derive(Default)]
struct Notes(Vec<String>);

impl Observer for Notes {
    fn observe(&mut self, event: &Event<'_>) -> Result<(), Stop> {
        match event {
            Event::SearchBegun { file, best } => self.0.push(format!("{file:?} of {} bytes", best.text().len())),
            Event::SearchEnded { best, counts, .. } => {
                let text = String::from_utf8_lossy(best.text()).into_owned();
                self.0.push(format!("{text:?} after {} queries", counts.asked));
            }
            _ => {}
        }
        Ok(())
    }
}

#[test]
fn observers_are_told_of_each_search_by_events() {
    let mut driver = Driver::new(&Strategy::default()).expect("the defaults are known");
    let mut notes = Notes::default();
    let test = has_target;
    for (file, text) in [("a", "one\ntarget\n"), ("b", "target")] {
        let searched = driver.reduce(subject(file, text), &mut Inline::new(&test), &mut [&mut notes]);
        assert_eq!((&*searched.text, searched.stopped), (&b"target"[..], None));
    }
    let [begun, ended, again, _] = &notes.0[..] else {
        panic!("two searches have a beginning and an end: {:?}", notes.0)
    };
    assert_eq!(begun, "Some(\"a\") of 11 bytes");
    assert!(ended.starts_with("\"target\" after "), "{ended}");
    assert_eq!(again, "Some(\"b\") of 6 bytes");
}

#[test]
fn a_limit_of_queries_is_for_all_searches_together() {
    let limits = Limits {
        queries: Some(10),
        rounds: None,
    };
    let strategy = Strategy {
        limits,
        ..Strategy::default()
    };
    let mut driver = Driver::new(&strategy).expect("the defaults are known");
    let text: String = (0..50).map(|number| format!("word{number} target{number}\n")).collect();
    let test = has_target;
    let mut stops = Vec::new();
    for file in ["a", "b"] {
        let searched = driver.reduce(subject(file, &text), &mut Inline::new(&test), &mut []);
        stops.push(searched.stopped);
    }
    assert_eq!(driver.counts().asked, 10);
    assert_eq!(stops.last(), Some(&Some(Stop::QueryLimit)));
}

#[test]
fn what_a_strategy_names_has_to_exist_and_to_fit() {
    let error = |strategy: Strategy| Driver::new(&strategy).err().map(|error| error.to_string());
    let strategy = Strategy::default;
    let joint = "all".to_owned();
    assert_eq!(
        error(Strategy { joint, ..strategy() }).as_deref(),
        Some("joint cannot be \"all\"")
    );
    let (algorithm, syntactic) = ("seru".to_owned(), "seru".to_owned());
    let own_partner = Strategy {
        algorithm,
        syntactic,
        ..strategy()
    };
    assert!(matches!(
        Driver::new(&own_partner),
        Err(Error::OwnPartner {
            setting: "syntactic",
            ..
        })
    ));
    let clean_up = Some("type-batched".to_owned());
    assert!(matches!(
        Driver::new(&Strategy { clean_up, ..strategy() }),
        Err(Error::OwnPartner {
            setting: "clean_up",
            ..
        })
    ));
    let transforms = vec!["-nothing".to_owned()];
    assert_eq!(
        error(Strategy {
            transforms,
            ..strategy()
        })
        .as_deref(),
        Some("no transformation is called \"nothing\"")
    );
}
