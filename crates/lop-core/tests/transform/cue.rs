//! The fourteen heuristics for CUE on the figures of bointner2025.

use super::{check, check_nothing, proposed, words};

fn cue(heuristic: &str, before: &str, after: &str) {
    check(heuristic, "cue", before, after);
}

#[test]
fn figure_4_3_constants_are_propagated_step_by_step() {
    let steps = [
        "foo: 3\nbar: foo\nx: {\n  y: bar\n}\nz: x\n",
        "foo: 3\nbar: 3\nx: {\n  y: bar\n}\nz: x\n",
        "foo: 3\nbar: 3\nx: {\n  y: 3\n}\nz: x\n",
        "foo: 3\nbar: 3\nx: {\n  y: 3\n}\nz: {\n y: 3\n }\n",
    ];
    for pair in steps.windows(2) {
        cue("cue-constant", pair[0], pair[1]);
    }
    check_nothing("cue-constant", "cue", steps[3]);
}

#[test]
fn constants_come_from_the_innermost_scope() {
    cue("cue-constant", "a: 1\nb: {a: 2, c: a}\n", "a: 1\nb: {a: 2, c: 2}\n");
    let outer = proposed("cue-constant", "cue", "a: 1\nb: {a: 2, c: a}\n", &[]);
    assert!(!outer.contains(&words("cue", "a: 1\nb: {a: 2, c: 1}")));
    cue("cue-constant", "a: b: {b: 3, c: b}\n", "a: b: {b: 3, c: 3}\n");
    cue(
        "cue-constant",
        "a: b: c: d: 3\ne: a.b\n",
        "a: b: c: d: 3\ne: {c: d: 3}\n",
    );
    cue("cue-constant", "a: {b: [1, 2]}\ne: a.b[1]\n", "a: {b: [1, 2]}\ne: 2\n");
    // What an operator would take apart gets brackets.
    cue("cue-constant", "a: 1 + 2\nb: a * 2\n", "a: 1 + 2\nb: (1 + 2) * 2\n");
    // All uses at once are a candidate too.
    cue("cue-constant", "a: 1\nb: a\nc: a\n", "a: 1\nb: 1\nc: 1\n");
    // Operations on what is known are worked out.
    cue("cue-constant", "a: len([1, 2]) * 3 - 10\n", "a: -4\n");
    // A field that refers to itself stays.
    check_nothing("cue-constant", "cue", "a: {b: a}\n");
    // Loops and patterns give names that have no value here.
    check_nothing("cue-constant", "cue", "[N=string]: {name: N}\n");
}

#[test]
fn figure_4_4_loops_are_unrolled() {
    cue(
        "cue-loop",
        "foo: {\n  a: 2\n  b: 0\n}\nbar: {\n  for k, v in foo {\n    \"\\(k)\": 10 / v\n  }\n}\n",
        "foo: {\n  a: 2\n  b: 0\n}\nbar: {\n  a: 10 / 2\n  b: 10 / 0\n}\n",
    );
}

#[test]
fn loops_are_unrolled_as_far_as_they_are_known() {
    let source = "x: [1, 2]\ny: [for i in x {i * 2}]\n";
    cue("cue-loop", source, "x: [1, 2]\ny: [1 * 2, 2 * 2]\n");
    cue("cue-loop", source, "x: [1, 2]\ny: [2 * 2]\n");
    cue(
        "cue-loop",
        "for i, n in [\"a b\", \"c\"] {(n): i}\n",
        "\"a b\": 0\nc: 1\n",
    );
    cue(
        "cue-loop",
        "for i in [1, 2] if i > 1 {a: i}\n",
        "if 1 > 1 {a: 1}\nif 2 > 1 {a: 2}\n",
    );
    cue(
        "cue-loop",
        "for i in [0, 1]\nlet j = i * 2 {\"i_\\(i)\": j}\n",
        "{let j = 0 * 2\ni_0: j}\n{let j = 1 * 2\ni_1: j}\n",
    );
    check_nothing("cue-loop", "cue", "a: {b: _}\nfor x in a.c {y: x}\n");
    check_nothing("cue-loop", "cue", "a: [...int]\nfor x in a {y: x}\n");
}

#[test]
fn figure_4_5_imports_go_with_what_uses_them() {
    let source = "import (\n  \"strings\"\n  \"encoding/json\"\n)\nfoo: {\n  a: strings.Repeat(\"a1\", 5)\n  a: int\n}\nbar: json.Marshal(foo)\n";
    cue(
        "cue-import",
        source,
        "import (\n  \"encoding/json\"\n)\nfoo: {\n  a: \"\"\n  a: int\n}\nbar: json.Marshal(foo)\n",
    );
    cue(
        "cue-import",
        "import \"encoding/json\"\nfoo: 1\nbar: json.Marshal(foo)\n",
        "foo: 1\nbar: \"\"\n",
    );
    cue("cue-import", "import \"strings\"\nfoo: 1\n", "foo: 1\n");
}

#[test]
fn figure_4_6_conditions_become_literals() {
    let source = "foo: 1\nif foo < 2 {\n  a: 2\n}\n";
    cue("cue-if-trivial", source, "foo: 1\nif true {\n  a: 2\n}\n");
    cue("cue-if-trivial", source, "foo: 1\nif false {\n  a: 2\n}\n");
    check_nothing("cue-if-trivial", "cue", "if true {a: 2}\n");
}

#[test]
fn section_4_3_1_known_conditions_are_settled() {
    cue("cue-if", "if true {\n  a: 2\n}\n", "a: 2\n");
    cue("cue-if", "if false {\n  a: 2\n}\nb: 1\n", "b: 1\n");
    cue("cue-if", "foo: 1\nif foo < 2 {\n  a: 2\n}\n", "foo: 1\na: 2\n");
    cue(
        "cue-if",
        "foo: *1 | int\nif foo == 1 && !false {a: 2}\n",
        "foo: *1 | int\na: 2\n",
    );
    cue("cue-if", "x: [1, if \"a\" + \"b\" == \"ab\" {3}]\n", "x: [1, 3]\n");
    cue("cue-if", "for x in y if true {a: x}\n", "for x in y {a: x}\n");
    check_nothing("cue-if", "cue", "foo: int\nif foo < 2 {a: 2}\n");
}

#[test]
fn figure_4_7_types_are_reduced() {
    let source = "import \"strings\"\n#foo: \"stage\" | \"prod\"\n#bar: string & strings.MinRunes(4) & strings.MaxRunes(8)\nenv: \"stage\" & #foo\napp: \"proxy\" & #bar\n";
    let steps = [
        source.to_owned(),
        source.replace("\"stage\" | \"prod\"", "\"stage\""),
        source
            .replace("\"stage\" | \"prod\"", "\"stage\"")
            .replace("string & strings.MinRunes(4) & strings.MaxRunes(8)", "string"),
        "import \"strings\"\n#foo: \"stage\"\n#bar: string\nenv: \"stage\"\napp: \"proxy\" & #bar\n".to_owned(),
        "import \"strings\"\n#foo: \"stage\"\n#bar: string\nenv: \"stage\"\napp: \"proxy\"\n".to_owned(),
    ];
    for pair in steps.windows(2) {
        cue("cue-union", &pair[0], &pair[1]);
    }
    // Of three options those in use stay.
    cue("cue-union", "a: 1 | 2 | 3\nb: 1\nc: 3\n", "a: 1 | 3\nb: 1\nc: 3\n");
    cue("cue-union", "a: *1 | int\n", "a: 1\n");
}

#[test]
fn figure_4_8_interpolations_are_worked_out() {
    cue(
        "cue-interpolation",
        "name: \"john\"\nfullname: \"\\(name) doe\"\n",
        "name: \"john\"\nfullname: \"john doe\"\n",
    );
    cue("cue-interpolation", "a: \"\\(1 + 2)\\(b)\"\n", "a: \"3\\(b)\"\n");
    check_nothing("cue-interpolation", "cue", "name: string\nb: \"\\(name)\"\n");
}

#[test]
fn figure_4_9_intersections_are_moved_inside() {
    cue(
        "cue-intersection",
        "import \"strings\"\n#env: {\n  name: \"stage\" | \"prod\"\n  secret: string & strings.MinRunes(8)\n}\nstage: #env & {\n  name: \"stage\"\n  secret: \"superdifficult\"\n}\n",
        "import \"strings\"\n#env: {\n  name: \"stage\" | \"prod\"\n  secret: string & strings.MinRunes(8)\n}\nstage: {\n  name: \"stage\" | \"prod\"\n  secret: string & strings.MinRunes(8)\n  name: \"stage\"\n  secret: \"superdifficult\"\n}\n",
    );
    cue(
        "cue-intersection",
        "a: b: c: 1\nd: {e: 2} & a & f\n",
        "a: b: c: 1\nd: f & {\ne: 2\nb: c: 1\n}\n",
    );
    check_nothing("cue-intersection", "cue", "a: int & 3\nb: c & {d: 1}\n");
}

#[test]
fn figure_4_10_extra_nesting_goes() {
    cue("cue-nesting", "foo: {\n  {\n    a: 5\n  }\n}\n", "foo: {\n  a: 5\n}\n");
    cue("cue-nesting", "foo: {a: 5}\n", "foo: a: 5\n");
    cue("cue-nesting", "foo: {b, {a: 5, c: 6}}\n", "foo: {b, a: 5, c: 6}\n");
    cue("cue-nesting", "foo: {5}\n", "foo: 5\n");
    // These need their braces.
    check_nothing("cue-nesting", "cue", "if a {b: 1}\nc: [{d: 1}]\ne: f & {g: 1}\n");
}

#[test]
fn figure_4_11_declarations_that_are_there_twice_go() {
    cue("cue-declaration", "a: {\n  null\n  null\n}\n", "a: {\n  null\n}\n");
    cue("cue-declaration", "b: {\n  a\n  a\n}\n", "b: {\n  a\n}\n");
    cue("cue-declaration", "c: {\n  _\n  _\n}\n", "c: {\n  _\n}\n");
    cue("cue-declaration", "a: 1\nb: 2\na: 1\n", "a: 1\nb: 2\n");
}

#[test]
fn section_4_4_3_packages_and_ellipses_go() {
    cue("cue-package", "package main\na: 1\n", "a: 1\n");
    cue("cue-ellipsis", "a: {b: 1, ...}\nc: [...int]\n", "a: {b: 1}\nc: []\n");
    cue("cue-ellipsis", "c: [...int]\n", "c: [...]\n");
}

#[test]
fn section_4_2_4_lists_are_emptied() {
    cue("cue-list", "a: [1, [2, 3]]\n", "a: []\n");
    cue("cue-list", "a: [1, [2, 3]]\n", "a: [1, []]\n");
    check_nothing("cue-list", "cue", "a: []\n");
}

#[test]
fn figure_4_12_let_clauses_become_fields() {
    let source = "foo: {\n  let x = 42\n  y: x * 2\n}\nfor i in [0, 1]\nlet j = i * 2 {\n  \"i_\\(i)\": j\n}\n";
    assert_eq!(
        proposed("cue-let", "cue", source, &[]),
        [words("cue", &source.replace("let x = 42", "x: 42"))]
    );
}

#[test]
fn files_of_a_package_know_each_other() {
    let beside = ["package p\nlimit: 3\nbase: {x: 1}\n"];
    let check = |heuristic, before, after| {
        let proposed = proposed(heuristic, "cue", before, &beside);
        assert!(proposed.contains(&words("cue", after)), "{heuristic}: {proposed:#?}");
    };
    check("cue-constant", "package p\na: limit\n", "package p\na: 3\n");
    check("cue-if", "package p\nif limit > 2 {a: 1}\n", "package p\na: 1\n");
    check(
        "cue-interpolation",
        "package p\na: \"<\\(limit)>\"\n",
        "package p\na: \"<3>\"\n",
    );
    check(
        "cue-intersection",
        "package p\na: base & {y: 2}\n",
        "package p\na: {\nx: 1\ny: 2\n}\n",
    );
    check(
        "cue-loop",
        "package p\nfor k, v in base {(k): v}\n",
        "package p\nx: 1\n",
    );
    // A package clause may be gone already.
    check("cue-if", "if limit > 2 {a: 1}\n", "a: 1\n");
    // A file of another package does not.
    let beside = ["package q\nlimit: 4\n"];
    let proposed = proposed("cue-constant", "cue", "package p\na: limit\n", &beside);
    assert_eq!(proposed, Vec::<String>::new());
}

#[test]
fn what_is_nested_too_deep_is_left_alone() {
    let deep = format!("a: {}1{}\nif a == 1 {{b: a}}\n", "(".repeat(5000), ")".repeat(5000));
    check_nothing("cue-if", "cue", &deep);
    // Each name doubles the work, and there is a limit to it.
    let names: String = (0..60).map(|at| format!("a{at}: a{0} + a{0}\n", at + 1)).collect();
    check_nothing("cue-if", "cue", &format!("{names}a60: 1\nif a0 == 1 {{b: 1}}\n"));
}
