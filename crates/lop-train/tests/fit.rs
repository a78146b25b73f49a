//! Models from data that are made up, so that what is right is known.

use lop_core::model::{FeatureSet, Features, Model, RuleType, Time, Vocabulary, file};
use lop_train::data::{Data, Sample, Settings, Task};
use lop_train::{Error, HoldBack, Options, evaluate, fit, judged};

const LIKELY: RuleType = RuleType(0);
const UNLIKELY: RuleType = RuleType(1);
const BRANCH: RuleType = RuleType(2);

fn sample(rule_type: RuleType, children: &[RuleType], nodes: u32, is_interesting: bool) -> Sample {
    Sample {
        features: Features {
            rule_type,
            children: children.to_vec(),
            path: vec![rule_type],
            progress: nodes as f32 / 100.0,
            weight: 3,
            depth: 1,
            sibling: 0,
            is_used_outside: false,
        },
        nodes,
        nodes_at_first: 100,
        holds_token: false,
        is_interesting,
    }
}

/// Twenty files: the likely type goes in nine cases of ten, the unlikely in one, and a branch exactly when it has a
/// likely child.
fn data() -> Data {
    let mut tasks = Vec::new();
    for file in 0..20 {
        let mut samples = Vec::new();
        for at in 0..100 {
            let is_tenth = at % 10 == file % 10;
            samples.push(sample(LIKELY, &[], 100 - at, !is_tenth));
            samples.push(sample(UNLIKELY, &[], 100 - at, is_tenth));
            samples.push(sample(BRANCH, &[LIKELY], 100 - at, true));
            samples.push(sample(BRANCH, &[UNLIKELY], 100 - at, false));
        }
        tasks.push(Task {
            file: format!("{file}.c"),
            samples,
        });
    }
    Data {
        settings: Settings {
            language: "c".to_owned(),
            checker: "true {}".to_owned(),
            corpus: "made up".to_owned(),
            seed: 1,
            most_tokens: 100,
        },
        types: Vocabulary::new(["likely", "unlikely", "branch"]),
        tasks,
        torn_bytes: 0,
    }
}

fn fitted() -> lop_train::Fitted {
    fit(&[data()], &Options::default()).expect("there is enough to learn from")
}

#[test]
fn the_same_data_make_the_same_bytes() {
    let one = fitted();
    assert_eq!(one.file, fitted().file);
    assert_eq!(file::read(&one.file, Some("c")).expect("a model"), one.model);
    let other = Options {
        seed: 2,
        ..Options::default()
    };
    assert_ne!(one.file, fit(&[data()], &other).expect("it works").file);
}

#[test]
fn a_single_file_can_be_divided_by_samples_only() {
    let mut data = data();
    data.tasks.truncate(1);
    let samples = data.tasks[0].samples.len();
    let by_files = Options::default();
    assert!(matches!(fit(&[data.clone()], &by_files), Err(Error::TooFew { .. })));
    let by_samples = Options {
        hold_back: HoldBack::Samples,
        ..by_files
    };
    let held_back = fit(&[data], &by_samples).expect("it works").held_back;
    assert_eq!(held_back.len(), samples / 4);
}

#[test]
fn data_in_two_files_are_one() {
    let (mut first, mut second) = (data(), data());
    first.tasks.truncate(9);
    second.tasks.drain(..9);
    // The other file met the types in another order.
    second.types = Vocabulary::new(["branch", "likely", "unlikely"]);
    let swapped = |rule_type: RuleType| RuleType((rule_type.0 + 1) % 3);
    for sample in second.tasks.iter_mut().flat_map(|task| &mut task.samples) {
        let features = &mut sample.features;
        features.rule_type = swapped(features.rule_type);
        for types in [&mut features.children, &mut features.path] {
            types.iter_mut().for_each(|rule_type| *rule_type = swapped(*rule_type));
        }
    }
    let parts = fit(&[first, second], &Options::default()).expect("it works").model;
    let whole = fitted().model;
    assert_eq!((parts.chances, parts.forests), (whole.chances, whole.forests));
}

#[test]
fn chances_are_those_of_the_data() {
    let model = fitted().model;
    let chance = |name: &str, time| {
        let rule_type = model.vocabulary.find(name).expect("it was met");
        model.chance(rule_type, 0.5, time)
    };
    for time in [Time::Constant, Time::Varying] {
        assert!((chance("likely", time) - 0.9).abs() < 0.02);
        assert!((chance("unlikely", time) - 0.1).abs() < 0.02);
        assert!((chance("branch", time) - 0.5).abs() < 0.02);
    }
}

#[test]
fn children_tell_what_the_type_does_not() {
    let evaluation = fitted().evaluation;
    // Five of the twenty files are held back.
    assert_eq!(evaluation.samples, 5 * 400);
    let row = |set: FeatureSet| evaluation.rows[set.index()];
    // Of 200 samples in a file, 90 + 10 are answered yes by chance and 100 by their children.
    let both = row(FeatureSet::NodeChildren).as_asked;
    assert_eq!((both.true_yes, both.false_yes), (5 * 190, 5 * 10));
    assert_eq!((both.true_no, both.false_no), (5 * 190, 5 * 10));
    let node = row(FeatureSet::Node).as_asked;
    assert!(node.precision() < both.precision() && node.recall() <= both.recall());
}

#[test]
fn a_model_is_judged_as_by_hand() {
    let model = fitted().model;
    let made_up = |samples| Data {
        tasks: vec![Task {
            file: "judge.c".to_owned(),
            samples,
        }],
        ..data()
    };
    let held = Sample {
        holds_token: true,
        ..sample(LIKELY, &[], 50, false)
    };
    let samples = judged(
        &[made_up(vec![
            sample(LIKELY, &[], 50, true),
            sample(LIKELY, &[], 50, true),
            sample(LIKELY, &[], 50, false),
            sample(UNLIKELY, &[], 50, true),
            sample(UNLIKELY, &[], 50, false),
            // The checker was not run on this one.
            held,
        ])],
        &model,
    );
    let row = evaluate(&model, &samples).rows[FeatureSet::Node.index()];
    let counts = row.as_asked;
    assert_eq!((counts.true_yes, counts.false_yes), (2, 1));
    assert_eq!((counts.true_no, counts.false_no), (1, 1));
    // Two of three that it said yes to, and two of three that were valid.
    assert!((counts.precision() - 2.0 / 3.0).abs() < 1e-9);
    assert!((counts.recall() - 2.0 / 3.0).abs() < 1e-9);
    let balanced = row.balanced;
    assert_eq!(balanced.true_yes + balanced.false_no, 2);
    assert_eq!(balanced.true_no + balanced.false_yes, 2);
}

#[test]
fn one_answer_makes_chances_and_no_forest() {
    let mut data = data();
    for sample in data.tasks.iter_mut().flat_map(|task| &mut task.samples) {
        sample.is_interesting = true;
    }
    let model: Model = fit(&[data], &Options::default()).expect("it works").model;
    assert!(model.forests.iter().all(|forest| forest.roots.is_empty()));
    assert!(model.mean() > 0.99);
}

#[test]
fn one_file_is_too_few() {
    let mut data = data();
    data.tasks.truncate(1);
    match fit(&[data], &Options::default()) {
        Err(error @ Error::TooFew { .. }) => assert_eq!(
            error.to_string(),
            "400 samples of 1 tasks are too few to fit a model and hold some back"
        ),
        other => panic!("nothing can be held back: {other:?}"),
    }
}
