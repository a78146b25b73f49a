//! Models: types, features, and files that may be broken in any way.

use lop_core::model::{
    Among, Chance, FeatureSet, Features, Forest, Model, ModelError, Node, RuleType, Time, Types, Uses, Vocabulary,
    file, input_of, live_nodes,
};
use lop_syntax::{NodeId, Program, edit};

use crate::common::program;

/// The node whose text this is, the topmost.
fn node(program: &Program, text: &str) -> NodeId {
    let tree = program.tree();
    let mut nodes = tree.nodes();
    nodes
        .find(|node| tree.text(*node) == text.as_bytes())
        .expect("a node with this text")
}

/// A model with a type that was seen and one that was not, and a forest.
fn small_model() -> Model {
    let mut model = Model::empty("c");
    model.vocabulary = Vocabulary::new(["declaration", "if_statement"]);
    let seen = Chance {
        samples: 40,
        constant: 0.25,
        intercept: 2.0,
        slope: -4.0,
    };
    model.chances = vec![seen, Chance::default()];
    // Two trees: declarations at most half way can go, and what has an if statement below it.
    let is_declaration = input_of(Among::Own, RuleType(0)).expect("few types");
    let has_if = input_of(Among::Children, RuleType(1)).expect("few types");
    let test = |input, at_most, otherwise| Node::Test {
        input,
        at_most,
        otherwise,
    };
    model.forests[FeatureSet::All.index()] = Forest {
        nodes: vec![
            test(is_declaration, 0.5, 2),
            Node::Leaf(0.0),
            test(1, 0.75, 4),
            Node::Leaf(1.0),
            Node::Leaf(0.2),
            test(has_if, 0.5, 7),
            Node::Leaf(0.0),
            Node::Leaf(1.0),
        ],
        roots: vec![0, 5],
    };
    model.provenance = "made by hand".to_owned();
    model
}

#[test]
fn what_is_written_is_read() {
    let model = small_model();
    assert_eq!(file::read(&file::write(&model), Some("c")), Ok(model));
    let empty = Model::empty("json");
    assert_eq!(file::read(&file::write(&empty), None), Ok(empty));
}

#[test]
fn every_truncation_and_every_flipped_bit_is_an_error() {
    let whole = file::write(&small_model());
    for length in 0..whole.len() {
        assert!(file::read(&whole[..length], None).is_err(), "{length} bytes");
    }
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut broken = whole.clone();
            broken[at] ^= 1 << bit;
            assert!(file::read(&broken, None).is_err(), "bit {bit} of byte {at}");
        }
    }
    let longer: Vec<u8> = whole.iter().copied().chain([0]).collect();
    assert!(matches!(file::read(&longer, None), Err(ModelError::Length { .. })));
}

#[test]
fn an_error_says_what_is_wrong() {
    let whole = file::write(&small_model());
    let tell = |bytes: &[u8], language| file::read(bytes, language).expect_err("an error").to_string();
    assert_eq!(tell(b"int main() {}", None), "it is no model of lop");
    let mut newer = whole.clone();
    newer[4] = 9;
    assert_eq!(
        tell(&newer, None),
        "it has version 9 of the format, and this lop reads version 2"
    );
    let mut broken = whole.clone();
    *broken.last_mut().expect("bytes") ^= 1;
    assert_eq!(tell(&broken, None), "its checksum is wrong");
    assert_eq!(tell(&whole, Some("go")), "it is for \"c\" and not for \"go\"");
}

#[test]
fn chances_follow_the_regression_or_stay() {
    let model = small_model();
    let known = RuleType(0);
    // 1 / (1 + e^-(2 - 4 * 0.5)) = 1 / 2.
    assert!((model.chance(known, 0.5, Time::Varying) - 0.5).abs() < 1e-9);
    // 1 / (1 + e^2) = 0.1192.
    assert!((model.chance(known, 1.0, Time::Varying) - 0.1192).abs() < 1e-4);
    assert!((model.chance(known, 1.0, Time::Constant) - 0.25).abs() < 1e-9);
    // Of a type that was never seen, the mean of all.
    assert!((model.chance(RuleType(1), 1.0, Time::Varying) - 0.25).abs() < 1e-9);
    assert!((model.chance(RuleType(99), 1.0, Time::Varying) - 0.25).abs() < 1e-9);
}

#[test]
fn types_are_rules_and_lists_are_called_after_what_is_around_them() {
    let program = program(b"int g; struct S { int f; }; void f() { int a; if (a) { g = a; } else { } }");
    let mut vocabulary = Vocabulary::default();
    let types = Types::of(program.tree(), &mut vocabulary);
    let type_of = |text| vocabulary.name(types.get(node(&program, text)));
    assert_eq!(type_of("int g;"), "translation_unit/declaration");
    assert_eq!(type_of("struct S { int f; };"), "translation_unit/(struct_specifier)");
    assert_eq!(type_of("int a;"), "declaration");
    assert_eq!(type_of("if (a) { g = a; } else { }"), "if_statement");
    assert_eq!(type_of("int a; if (a) { g = a; } else { }"), "compound_statement*");
    assert_eq!(type_of("else { }"), "if_statement.alternative?");
    let root = program.tree().root();
    assert_eq!(vocabulary.name(types.get(root)), "translation_unit");
}

#[test]
fn features_say_what_is_around_and_below_a_node() {
    let mut program = program(b"int g; void f() { int a; if (a) { g = a; } }");
    let mut vocabulary = Vocabulary::default();
    let types = Types::of(program.tree(), &mut vocabulary);
    let uses = Uses::of(&program);
    let all = live_nodes(&program);
    let declaration = node(&program, "int a;");
    let features = Features::of(&program, declaration, &types, &uses, 1.0);
    let names = |set: &[RuleType]| {
        let mut names: Vec<&str> = set.iter().map(|rule_type| vocabulary.name(*rule_type)).collect();
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(vocabulary.name(features.rule_type), "declaration");
    assert_eq!(names(&features.children), "; declaration.declarator+ primitive_type");
    let path = "compound_statement compound_statement* declaration translation_unit translation_unit* \
                translation_unit/function_definition";
    assert_eq!(names(&features.path), path);
    assert_eq!((features.weight, features.depth, features.sibling), (3, 5, 0));
    assert!(features.is_used_outside, "the if statement uses a");

    let branch = node(&program, "if (a) { g = a; }");
    let features = Features::of(&program, branch, &types, &uses, 1.0);
    assert_eq!(features.sibling, 1);
    assert!(!features.is_used_outside, "it declares nothing");
    let candidate = program.propose(&edit::remove(branch)).expect("it can go");
    program.accept(&candidate);
    assert!(live_nodes(&program) < all);
    let features = Features::of(&program, declaration, &types, &uses, 0.5);
    assert!(!features.is_used_outside, "no use of a is left");
}

#[test]
fn a_forest_is_the_mean_of_its_trees() {
    let model = small_model();
    let features = |rule_type, progress, children| Features {
        rule_type: RuleType(rule_type),
        children,
        path: Vec::new(),
        progress,
        weight: 1,
        depth: 1,
        sibling: 0,
        is_used_outside: false,
    };
    let chance = |features: &Features| {
        let forest = &model.forests[FeatureSet::All.index()];
        forest.chance(features).expect("a forest")
    };
    assert!((chance(&features(0, 0.5, vec![])) - 0.5).abs() < 1e-6);
    assert!((chance(&features(0, 1.0, vec![])) - 0.1).abs() < 1e-6);
    assert!((chance(&features(1, 1.0, vec![])) - 0.0).abs() < 1e-6);
    assert!((chance(&features(0, 0.5, vec![RuleType(1)])) - 1.0).abs() < 1e-6);
    let yes = features(0, 0.5, vec![]);
    assert_eq!(model.says_valid(FeatureSet::All, &yes), Some(true));
    assert_eq!(
        model.says_valid(FeatureSet::Node, &yes),
        None,
        "there is no such forest"
    );
}
