//! Grammars that a user brings: `--grammar`.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use assert_cmd::Command;

/// Lists of words in brackets, with commas between them.
const GRAMMAR_JS: &str = r"
export default grammar({
  name: 'words',
  rules: {
    file: $ => repeat($._entry),
    _entry: $ => choice($.word, $.list),
    list: $ => seq('[', optional(seq($._entry, repeat(seq(',', $._entry)))), ']'),
    word: $ => /[a-z]+/,
  },
});
";

const GRAMMAR_JSON: &str = r#"{
  "name": "words",
  "rules": {
    "file": {"type": "REPEAT", "content": {"type": "SYMBOL", "name": "_entry"}},
    "_entry": {"type": "CHOICE", "members": [{"type": "SYMBOL", "name": "word"}, {"type": "SYMBOL", "name": "list"}]},
    "list": {"type": "SEQ", "members": [
      {"type": "STRING", "value": "["},
      {"type": "CHOICE", "members": [
        {"type": "SEQ", "members": [
          {"type": "SYMBOL", "name": "_entry"},
          {"type": "REPEAT", "content": {"type": "SEQ", "members": [
            {"type": "STRING", "value": ","}, {"type": "SYMBOL", "name": "_entry"}]}}]},
        {"type": "BLANK"}]},
      {"type": "STRING", "value": "]"}]},
    "word": {"type": "PATTERN", "value": "[a-z]+"}
  },
  "extras": [{"type": "PATTERN", "value": "\\s"}],
  "conflicts": [], "precedences": [], "externals": [], "inline": [], "supertypes": []
}"#;

const TREE: &str = "  file 7
-   list* 7
-     word 1 a
-     list 6
        [ 1
-       list* 4
-         word 1 b
          separator 1
            , 1
-         list 2
            [ 1
            ] 1
        ] 1
";

/// Runs `lop tree` on a small file with a grammar, with a cache folder of its own.
fn tree(grammar: &Path, cache: &Path) -> Command {
    let mut command = Command::cargo_bin("lop").expect("the binary is built");
    command
        .arg("tree")
        .arg("--grammar")
        .arg(grammar)
        .arg("-")
        .write_stdin("a [b, []]\n")
        .env("XDG_CACHE_HOME", cache);
    command
}

fn has(program: &str) -> bool {
    Process::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

#[test]
fn a_folder_with_a_grammar_is_compiled_once_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let (grammar, cache) = (folder.path().join("words"), folder.path().join("cache"));
    fs::create_dir_all(grammar.join("src")).expect("a writable folder");
    fs::write(grammar.join("src/grammar.json"), GRAMMAR_JSON).expect("a writable folder");
    tree(&grammar, &cache).assert().success().stdout(TREE);

    // What was compiled is found again: no compiler is needed any more.
    tree(&grammar, &cache)
        .env("PATH", "")
        .env_remove("CC")
        .assert()
        .success()
        .stdout(TREE);

    // Where there is none and one is needed, lop says so.
    let output = tree(&grammar, &folder.path().join("empty"))
        .env("PATH", "")
        .env_remove("CC")
        .assert()
        .code(4);
    let message = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(message.contains("no C compiler found"), "{message}");
    assert!(message.contains("hint: install gcc or clang"), "{message}");
}

#[test]
fn parsers_and_libraries_are_taken_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let (grammar, cache) = (folder.path().join("words"), folder.path().join("cache"));
    fs::create_dir_all(&grammar).expect("a writable folder");
    fs::write(grammar.join("grammar.json"), GRAMMAR_JSON).expect("a writable folder");
    tree(&grammar.join("grammar.json"), &cache)
        .assert()
        .success()
        .stdout(TREE);
    let made = fs::read_dir(cache.join("lop/grammars"))
        .expect("the cache")
        .next()
        .expect("an entry")
        .expect("readable");

    // The parser's C text, with the headers it includes.
    let parser = folder.path().join("parser");
    fs::create_dir_all(&parser).expect("a writable folder");
    fs::copy(made.path().join("parser.c"), parser.join("parser.c")).expect("the parser's text");
    fs::write(parser.join("grammar.json"), GRAMMAR_JSON).expect("a writable folder");
    tree(&parser, &cache).assert().success().stdout(TREE);

    // A shared library with the grammar beside it.
    let library = folder.path().join("library");
    fs::create_dir_all(&library).expect("a writable folder");
    let file = library.join(format!("words.{}", std::env::consts::DLL_EXTENSION));
    fs::copy(
        made.path().join(format!("parser.{}", std::env::consts::DLL_EXTENSION)),
        &file,
    )
    .expect("the library");
    fs::write(library.join("grammar.json"), GRAMMAR_JSON).expect("a writable folder");
    tree(&file, &cache).assert().success().stdout(TREE);

    // A shared library alone: everything may go, and the test decides.
    fs::remove_file(library.join("grammar.json")).expect("it was there");
    let output = tree(&library, &cache).assert().success();
    let shown = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(shown.contains("-     list 6\n"), "{shown}");
    assert!(
        shown.contains("-           , 1\n") || shown.contains("-         , 1\n"),
        "{shown}"
    );
}

#[test]
fn a_grammar_in_javascript_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("grammar.js"), GRAMMAR_JS).expect("a writable folder");
    let cache = folder.path().join("cache");
    if has("node") {
        tree(folder.path(), &cache).assert().success().stdout(TREE);
    }
    let output = tree(folder.path(), &cache).env("PATH", "").assert().code(4);
    let message = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(message.contains("hint: grammar.js needs node"), "{message}");
}

#[test]
fn a_grammar_that_is_none_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let check = |json: &str, expected: &str| {
        fs::write(folder.path().join("grammar.json"), json).expect("a writable folder");
        let output = tree(folder.path(), &cache).assert().code(4);
        let message = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(message.contains(expected), "{message}");
    };
    let endless = r#"{"name": "x", "inline": ["a"], "rules": {"a": {"type": "ALIAS", "named": true, "value": "b",
        "content": {"type": "SYMBOL", "name": "a"}}}}"#;
    check(endless, "cannot generate a parser");
    check("{", "cannot read grammar.json: EOF while parsing");
    check(r#"{"name": "a", "rules": {}}"#, "grammar.json has no rules");
    check(
        r#"{"name": "a", "rules": {"b": {"type": "JUMP"}}}"#,
        "cannot read rule \"b\" of grammar.json",
    );
    check(
        &GRAMMAR_JSON.replace("\"name\": \"_entry\"", "\"name\": \"_entity\""),
        "cannot generate a parser",
    );
}
