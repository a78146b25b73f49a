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
    cue("cue-constant", "l: [1, 2, 3]\nb: l[1:]\n", "l: [1, 2, 3]\nb: [2, 3]\n");
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
    cue("cue-union", "p: uint8 & >3\n", "p: uint8\n");
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
    // Fields that several terms have are what constrains; the definition goes if nothing else needs it.
    cue(
        "cue-intersection",
        "#e: {n: \"s\" | \"p\", k: string}\nx: #e & {n: \"s\"}\n",
        "x: {\nn: \"s\" | \"p\"\nn: \"s\"\n}\n",
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
    // Two declarations of a field are one of both values.
    cue("cue-declaration", "a: {k: 1, k: 2}\n", "a: {k: 1 & 2}\n");
    cue("cue-declaration", "k: 1 | 2\nk: int\n", "k: (1 | 2) & int\n");
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

/// Asserts what an expression comes to after some declarations.
fn evaluates(declarations: &str, expression: &str, value: &str) {
    // A condition asks for the value, so that a wrong one shows.
    let source = |body: &str| format!("{declarations}\n{body}\n");
    let condition = format!("if ({expression}) == {value} {{zz: 1}}");
    cue("cue-if", &source(&condition), &source("zz: 1"));
}

/// Asserts that an expression has no value after some declarations.
fn has_no_value(declarations: &str, expression: &str) {
    check_nothing(
        "cue-if",
        "cue",
        &format!("{declarations}\nif ({expression}) == 0 {{zz: 1}}\n"),
    );
}

#[test]
fn literals_have_values_in_all_their_forms() {
    evaluates("", "1e3 + 2Ki + 0x10", "3064");
    evaluates("", r##"#"a\n"# + "\u0062""##, r#""a\\nb""#);
    evaluates("s: \"\"\"\n\tone\n\t\ttwo\n\t\"\"\"", "s", r#""one\n\ttwo""#);
    evaluates("", r"'\x61b'", "'ab'");
    evaluates("n: 2", r#""\(n)/\(n + 1)""#, r#""2/3""#);
}

#[test]
fn operators_have_values() {
    evaluates("", "[1, 2] + [3]", "[1, 2, 3]");
    evaluates("l: [1, 2, 3]", "l[1:]", "[2, 3]");
    evaluates("l: [1, 2, 3]", "l[:2]", "[1, 2]");
    evaluates("n: \"web-1\"", "n =~ \"^web\"", "true");
    evaluates("n: \"web-1\"", "n !~ \"^web\"", "false");
    evaluates("", "{a: 1, b: 2} == {b: 2, a: 1}", "true");
    // One side may decide.
    evaluates("f: false", "f && zz.q", "false");
    evaluates("f: true", "zz.q || f", "true");
    has_no_value("", "1 / 0");
    has_no_value("", "1 == \"1\"");
}

#[test]
fn errors_are_recognized_where_they_are_certain() {
    evaluates("n: k: 1", "n.k != _|_", "true");
    evaluates("n: k: 1", "n.q != _|_", "false");
    evaluates("n: k: 1 & 2", "n.k == _|_", "true");
    evaluates("n: k: >3 & 2", "n.k == _|_", "true");
    has_no_value("import \"tool/exec\"\nn: exec.Run & {a: 1}", "n.q != _|_");
}

#[test]
fn what_is_unified_has_the_value_that_all_agree_with() {
    evaluates("a: {p: int}\na: {p: 1}", "a.p", "1");
    evaluates("#b: {x: 1}\na: {#b, y: 2}", "a.x + a.y", "3");
    evaluates(
        "#S: {port: int | *80, host: string}\ns: #S & {host: \"h\"}",
        "s.port",
        "80",
    );
    evaluates("#S: {port: int | *80}\ns: #S & {port: 81}", "s.port", "81");
    // A name in a definition refers to what the definition is unified with.
    evaluates("#S: {a: *1 | int, b: a + 1}\ns: #S & {a: 4}", "s.b", "5");
    evaluates("#S: {n: string, u: \"<\\(n)>\"}\ns: #S & {n: \"x\"}", "s.u", "\"<x>\"");
    evaluates("m: {[string]: int} & {p: 1}", "m", "{p: 1}");
    evaluates("m: {[N=string]: {name: N}}\nm: a: {}", "m.a.name", "\"a\"");
    evaluates("a: {b?: *2 | int}\na: b: int", "a.b", "2");
    evaluates("a: [...int] & [1, 2]", "a[1]", "2");
    evaluates("a: {k: \"x\", v: 1} | {k: \"y\", v: 2}\na: k: \"y\"", "a.v", "2");
    evaluates("X=a: 3\nlet y = X + 1", "y", "4");
    evaluates("a~(K, X): 3\nb: X", "b", "3");
    evaluates("a: b: {c: b2}\nb2: 3", "a.b.c", "3");
    has_no_value("a: int", "a");
    has_no_value("a: 1 | 2", "a");
    has_no_value("a: 1\na: 2", "a");
    has_no_value("a: b\nb: a", "a");
    has_no_value("a: {b: a}", "a.b.b");
}

#[test]
fn comprehensions_yield_values() {
    evaluates("", "[for x in [1, 2, 3] if x > 1 {x * 2}]", "[4, 6]");
    evaluates("m: {a: 1, b: 2}", "{for k, v in m {\"\\(k)2\": v}}", "{a2: 1, b2: 2}");
    evaluates("x: {on: true, if on {a: 1}}", "x.a", "1");
    evaluates("", "[for x in [1, 2] let y = x * x if y > 1 {y}]", "[4]");
    evaluates("", "{if false {a: 1} else {a: 2}}", "{a: 2}");
    evaluates("", "[for x in [] {x} fallback {7}]", "[7]");
    has_no_value("y: bool", "[for x in [1] if y {x}]");
}

#[test]
fn builtins_have_values() {
    let import = "import (\n\"strings\"\n\"list\"\n\"math\"\n\"path\"\n\"regexp\"\n\"encoding/json\"\n)";
    for (call, value) in [
        ("strings.ToUpper(\"q\") + strings.Repeat(\"ab\", 2)", "\"Qabab\""),
        ("strings.Join(strings.Split(\"a,b\", \",\"), \"-\")", "\"a-b\""),
        ("strings.Replace(\"aaa\", \"a\", \"b\", 2)", "\"bba\""),
        ("strings.HasPrefix(\"web\", \"w\")", "true"),
        ("strings.Index(\"abc\", \"x\")", "-1"),
        ("strings.SliceRunes(\"grün\", 1, 3)", "\"rü\""),
        ("list.Range(0, 3, 1)", "[0, 1, 2]"),
        ("list.Range(5, 0, -2)", "[5, 3, 1]"),
        ("list.Sum([1, 2]) + list.Max([4, 9]) + list.Min([4, 9])", "16"),
        ("list.Concat([[1], [2]])", "[1, 2]"),
        ("list.FlattenN([1, [2, [3]]], 1)", "[1, 2, [3]]"),
        ("list.Contains([1, \"a\"], \"a\")", "true"),
        ("list.Sort([3, 1, 2], list.Ascending)", "[1, 2, 3]"),
        ("math.Floor(2.5) + math.Ceil(2.5) + math.Pow(2, 3)", "13"),
        ("path.Join([\"a\", \"../b\", \"c.txt\"])", "\"b/c.txt\""),
        (
            "path.Base(\"/x/y.z\") + path.Ext(\"y.z\") + path.Dir(\"/x/y\")",
            "\"y.z.z/x\"",
        ),
        ("regexp.Match(\"^a\", \"abc\")", "true"),
        ("regexp.FindAll(\"[a-z]\", \"a1b\", -1)", "[\"a\", \"b\"]"),
        (
            "json.Marshal({a: [1, \"x\"], b: null})",
            "#\"{\"a\":[1,\"x\"],\"b\":null}\"#",
        ),
        ("len(\"abc\") + div(7, 2)", "6"),
        ("strings.MinRunes(2) & \"abc\"", "\"abc\""),
        ("or([1, 2]) & 2", "2"),
        ("and([int, 3])", "3"),
    ] {
        evaluates(import, call, value);
    }
    for call in [
        "strings.Repeat(\"a\", 1000000)",
        "strings.Repeat(\"a\", -1)",
        "list.Range(0, 1000000000, 1)",
        "list.Range(0, 1, 0)",
        "regexp.Match(\"(\", \"abc\")",
        "strings.MinRunes(5) & \"abc\"",
        "strings.NoSuchFunction(1)",
    ] {
        has_no_value(import, call);
    }
}

#[test]
fn loops_run_through_all_that_is_known() {
    cue(
        "cue-loop",
        "import \"list\"\no: {for i in list.Range(0, 2, 1) {\"k\\(i)\": i}}\n",
        "import \"list\"\no: {k1: 1}\n",
    );
    // Where a type is declared beside the value, the value is meant.
    cue(
        "cue-loop",
        "m: {p: int}\nm: {p: 1}\no: {for k, v in m {(k): v}}\n",
        "m: {p: int}\nm: {p: 1}\no: {p: 1}\n",
    );
    let unified = "m: {[string]: int} & {p: 1}\n";
    cue(
        "cue-loop",
        &format!("{unified}o: {{for k, v in m {{(k): v}}}}\n"),
        &format!("{unified}o: {{p: 1}}\n"),
    );
    let embedded = "#m: {p: 1}\nm: {#m, q: 2}\n";
    cue(
        "cue-loop",
        &format!("{embedded}o: {{for k, v in m {{(k): v}}}}\n"),
        &format!("{embedded}o: {{p: 1}}\n"),
    );
    // A name that is bound between two clauses becomes its value.
    cue(
        "cue-loop",
        "o: [for x in [1, 2] let y = x + 1 if y > 2 {y}]\n",
        "o: [if (2 + 1) > 2 {2 + 1}]\n",
    );
}

#[test]
fn an_iteration_of_a_long_loop_is_a_candidate() {
    let items: Vec<String> = (0..100).map(|item| item.to_string()).collect();
    let source = |body: &str| format!("x: [{}]\ny: [{body}]\n", items.join(", "));
    cue("cue-loop", &source("for i in x {10 / i}"), &source("10 / 77"));
}

#[test]
fn names_go_together_with_their_uses() {
    // CUE rejects a let clause or an alias that nothing refers to.
    cue("cue-constant", "a: {let y = 7\nb: y\nc: y}\n", "a: {b: 7\nc: 7}\n");
    cue("cue-constant", "X=a: 7\nb: X\n", "a: 7\nb: 7\n");
    cue("cue-constant", "a~X: 7\nb: X\n", "a: 7\nb: 7\n");
    cue("cue-constant", "a: 5\nb: a\n", "b: 5\n");
    // So does what only an evaluated expression needs.
    cue("cue-constant", "l: [1, 2, 3]\nb: l[1:]\n", "b: [2, 3]\n");
    cue("cue-constant", "l: [1, 2]\nb: l[1]\nc: l\n", "l: [1, 2]\nb: 2\nc: l\n");
    let kept = proposed("cue-constant", "cue", "l: [1, 2]\nb: l[1]\nc: l\n", &[]);
    assert!(!kept.contains(&words("cue", "b: 2\nc: l\n")));
}

#[test]
fn imports_are_known_by_their_names_without_versions() {
    for import in [
        "import \"example.com/foo@v0\"",
        "import \"example.com/bar@v0:foo\"",
        "import \"example.com/bar:foo\"",
        "import foo \"example.com/bar@v1\"",
        "import 'foo'",
    ] {
        cue("cue-import", &format!("{import}\na: foo.Bar\n"), "a: \"\"\n");
    }
}

#[test]
fn interpolations_are_settled_in_every_kind_of_literal() {
    let check = |before: &str, after: &str| {
        let source = |body: &str| format!("n: \"x\"\ns: {body}\n");
        cue("cue-interpolation", &source(before), &source(after));
    };
    check(r"'a\(n)b'", "'axb'");
    check(r##"#"a\#(n)"b"#"##, r##"#"ax"b"#"##);
    check("\"\"\"\n\ta\\(n)b\n\t\"\"\"", "\"\"\"\n\taxb\n\t\"\"\"");
    check(r#""\("<\(n)>")""#, r#""<x>""#);
    // CUE writes the exponent, and puts something else for bytes that are no text.
    check_nothing("cue-interpolation", "cue", "s: \"\\(1e2)\"\n");
    check_nothing("cue-interpolation", "cue", "s: \"\\('\\xff')\"\n");
}

#[test]
fn conditions_with_an_alternative_leave_it() {
    cue("cue-if", "if false {a: 1} else {b: 2}\n", "b: 2\n");
    cue("cue-if", "if true {a: 1} else {b: 2}\n", "a: 1\n");
}

#[test]
fn hostile_programs_take_bounded_work() {
    // Each of these would take more than exponential time, or memory without end.
    let doubled: String = (0..40).map(|at| format!("t{at}: t{0} + t{0}\n", at + 1)).collect();
    has_no_value(&format!("{doubled}t40: \"0123456789\""), "t0");
    let options: String = (0..20)
        .map(|at| format!("a: {{x{at}: 1 | 2}} | {{y{at}: 1 | 2}}\n"))
        .collect();
    has_no_value(&options, "a.z");
    let nested: String = (0..30).map(|at| format!("for i{at} in l ")).collect();
    has_no_value("l: [1, 2, 3, 4, 5, 6, 7, 8]", &format!("[{nested}{{1}}][0]"));
    has_no_value("#T: {l: #T, r: #T}\nt: #T", "t.l.r.l");
}

#[test]
fn what_is_nested_too_deep_is_left_alone() {
    let deep = format!("a: {}1{}\nif a == 1 {{b: a}}\n", "-(".repeat(5000), ")".repeat(5000));
    check_nothing("cue-if", "cue", &deep);
    // Each name doubles the work, and there is a limit to it.
    let names: String = (0..60).map(|at| format!("a{at}: a{0} + a{0}\n", at + 1)).collect();
    check_nothing("cue-if", "cue", &format!("{names}a60: 1\nif a0 == 1 {{b: 1}}\n"));
}
