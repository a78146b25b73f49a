//! The commands as a person uses them.

use std::fs;

use assert_cmd::Command;
use expect_test::expect;
use serde_json::Value;

fn lop(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("lop").expect("the binary is built");
    command.args(arguments);
    command
}

fn stdout(command: &mut Command) -> String {
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("lop prints text")
}

#[test]
fn a_tree_shows_what_can_go() {
    let mut command = lop(&["tree", "--language", "json", "-"]);
    expect![[r#"
          document 7
        -   list* 7
        -     array 7
                [ 1
        -       list* 5
        -         number 1 1
                  separator 1
                    , 1
        -         string 1 \"two\"
                  separator 1
                    , 1
        -         null 1
                ] 1
    "#]]
    .assert_eq(&stdout(command.write_stdin("[1, \"two\", null]")));
}

#[test]
fn tokens_are_counted_without_comments_and_white_space() {
    let folder = tempfile::tempdir().expect("a folder");
    let (c, text) = (folder.path().join("a.c"), folder.path().join("notes"));
    fs::write(&c, "/* one */ int a; // two\nchar *s = \"three words here\";\n").expect("a writable folder");
    fs::write(&text, "three plain words\n").expect("a writable folder");
    let (c, text) = (c.display().to_string(), text.display().to_string());
    assert_eq!(
        stdout(&mut lop(&["tokens", &c, &text])),
        format!("9\t54\t{c}\n3\t18\t{text}\n")
    );
    let json: Value = serde_json::from_str(&stdout(&mut lop(&["tokens", "--json", &c, &text]))).expect("JSON");
    assert_eq!((&json[0]["language"], &json[0]["tokens"]), (&"c".into(), &9.into()));
    assert_eq!((&json[1]["language"], &json[1]["tokens"]), (&"text".into(), &3.into()));
}

#[test]
fn first_lines_tell_the_language() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("script");
    fs::write(&script, "#!/usr/bin/env python3\nprint(1)\n").expect("a writable folder");
    let json: Value =
        serde_json::from_str(&stdout(&mut lop(&["tokens", "--json", &script.display().to_string()]))).expect("JSON");
    assert_eq!(json[0]["language"], "python");
}

#[test]
fn languages_are_listed() {
    let json: Value = serde_json::from_str(&stdout(&mut lop(&["languages", "--json"]))).expect("JSON");
    let names: Vec<&str> = json
        .as_array()
        .expect("an array")
        .iter()
        .filter_map(|row| row["name"].as_str())
        .collect();
    assert_eq!(names.len(), lop_syntax::lang::LANGUAGES.len());
    let listed = stdout(&mut lop(&["languages"]));
    for name in names {
        assert!(
            listed.lines().any(|line| line.split_whitespace().next() == Some(name)),
            "{name}"
        );
    }
}

#[test]
fn heuristics_are_listed_with_their_languages() {
    let text = stdout(&mut lop(&["algorithms", "--heuristics"]));
    assert!(text.contains("cue-constant"), "{text}");
    let json: Value = serde_json::from_str(&stdout(&mut lop(&["algorithms", "--heuristics", "--json"]))).expect("JSON");
    let cue = json
        .as_array()
        .expect("an array")
        .iter()
        .filter(|row| row["languages"][0] == "cue");
    assert_eq!(cue.count(), 14);
}

#[test]
fn printing_changes_white_space_only() {
    let source = "int main( void )\n{\n\n    return  1 ; }\n";
    let print = |format: &str, input: &str| {
        stdout(lop(&["print", "--language=c", "--format", format, "-"]).write_stdin(input.to_owned()))
    };
    assert_eq!(print("as-is", source), source);
    assert_eq!(print("compact", source), "int main(void){return 1;}\n");
    assert_eq!(
        print("pretty", &print("compact", source)),
        "int main(void) {\n    return 1;\n}\n"
    );
    // Without its line a directive would swallow what follows.
    assert_eq!(print("compact", "#define A 1\nint a;\n"), "#define A 1\nint a;\n");
}

#[test]
fn names_are_told_apart_by_scope() {
    let mut command = lop(&["tree", "--names", "--language", "c", "-"]);
    expect![[r#"
        a, defined 1:5
        f, defined 2:5
        a, defined 2:11, used 2:23
    "#]]
    .assert_eq(&stdout(command.write_stdin("int a;\nint f(int a) { return a; }\n")));
    let mut command = lop(&["tree", "--names", "--json", "--language", "lua", "-"]);
    let names: Value = serde_json::from_str(&stdout(command.write_stdin("a = b + a\n"))).expect("JSON");
    assert_eq!(names[0]["used"], serde_json::json!(["1:1", "1:9"]));
}
