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
fn rewrite_rules_are_in_the_language_of_the_grammar() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a writable folder");
    write("grammar.json", GRAMMAR_JSON);
    write("in.words", "a [b, [c, target]]\n");
    let reduce = |rule: &str| {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        command
            .current_dir(folder.path())
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .args([
                "--no-config",
                "--fresh",
                "--grammar",
                "grammar.json",
                "-a",
                "coupled",
                "--transforms",
                "array",
            ])
            .args(["--rewrite", rule, "--command", "grep -q target {}", "in.words"]);
        command
    };
    reduce("[$A, $B] => $B").assert().success();
    let reduced = fs::read_to_string(folder.path().join("in.reduced.words")).expect("a result");
    assert_eq!(reduced, "a target\n");
    let output = reduce("[$A, => $A").assert().code(2);
    let message = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(
        message.contains("cannot use a rewrite rule for words: the pattern does not parse"),
        "{message}"
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

/// Functions of one expression, and statements that print. No field tells what a function or a call is.
const CALC: &str = r#"{
  "name": "calc",
  "rules": {
    "file": {"type": "REPEAT", "content": {"type": "CHOICE", "members": [
      {"type": "SYMBOL", "name": "function"}, {"type": "SYMBOL", "name": "print"}]}},
    "function": {"type": "SEQ", "members": [
      {"type": "STRING", "value": "def"}, {"type": "SYMBOL", "name": "name"}, {"type": "SYMBOL", "name": "inputs"},
      {"type": "STRING", "value": "="}, {"type": "SYMBOL", "name": "body"}, {"type": "STRING", "value": ";"}]},
    "inputs": {"type": "SEQ", "members": [
      {"type": "STRING", "value": "("},
      {"type": "CHOICE", "members": [
        {"type": "SEQ", "members": [
          {"type": "SYMBOL", "name": "input"},
          {"type": "REPEAT", "content": {"type": "SEQ", "members": [
            {"type": "STRING", "value": ","}, {"type": "SYMBOL", "name": "input"}]}}]},
        {"type": "BLANK"}]},
      {"type": "STRING", "value": ")"}]},
    "input": {"type": "SYMBOL", "name": "name"},
    "body": {"type": "SYMBOL", "name": "_value"},
    "print": {"type": "SEQ", "members": [
      {"type": "STRING", "value": "print"}, {"type": "SYMBOL", "name": "_value"}, {"type": "STRING", "value": ";"}]},
    "_value": {"type": "CHOICE", "members": [
      {"type": "SYMBOL", "name": "call"}, {"type": "SYMBOL", "name": "name"}, {"type": "SYMBOL", "name": "number"}]},
    "call": {"type": "SEQ", "members": [{"type": "SYMBOL", "name": "name"}, {"type": "SYMBOL", "name": "passed"}]},
    "passed": {"type": "SEQ", "members": [
      {"type": "STRING", "value": "("},
      {"type": "CHOICE", "members": [
        {"type": "SEQ", "members": [
          {"type": "SYMBOL", "name": "_value"},
          {"type": "REPEAT", "content": {"type": "SEQ", "members": [
            {"type": "STRING", "value": ","}, {"type": "SYMBOL", "name": "_value"}]}}]},
        {"type": "BLANK"}]},
      {"type": "STRING", "value": ")"}]},
    "name": {"type": "PATTERN", "value": "[a-z]+"},
    "number": {"type": "PATTERN", "value": "[0-9]+"}
  },
  "extras": [{"type": "PATTERN", "value": "\\s"}],
  "conflicts": [], "precedences": [], "externals": [], "inline": [], "supertypes": []
}"#;

/// The description of that language in the book, where it is the example.
fn calc_language() -> String {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src/own-grammar.md");
    let page = fs::read_to_string(book).expect("the book");
    let example = page.split("```toml\n").nth(1).expect("an example");
    example.split("```").next().expect("its end").to_owned()
}

/// A folder with the grammar, an input, and a test that finds the input interesting, and one other program: both without
/// white space.
struct Calc {
    folder: tempfile::TempDir,
}

impl Calc {
    fn new(input: &str, other: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let test = format!(
            "#!/bin/sh\ntext=$(tr -d ' \\n' < in.calc)\n[ \"$text\" = '{}' ] || [ \"$text\" = '{}' ]\n",
            input.replace(' ', ""),
            other.replace(' ', "")
        );
        let calc = Calc { folder };
        calc.write("grammar/grammar.json", CALC);
        calc.write("in.calc", input);
        calc.write("test.sh", &test);
        let made = Process::new("chmod").arg("+x").arg(calc.path("test.sh")).status();
        assert!(made.is_ok_and(|status| status.success()));
        calc
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        fs::write(path, text).expect("a writable folder");
    }

    fn lop(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("lop").expect("the binary is built");
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.path("cache"));
        command
    }

    /// The result of a transformation, without white space.
    fn reduced(&self, transform: &str, grammar: &[&str]) -> String {
        // A result of an earlier run would stay if it is smaller.
        let _ = fs::remove_file(self.path("out.calc"));
        let arguments = ["-q", "-a", "coupled", "--transforms", transform, "-o", "out.calc"];
        let arguments = [&arguments[..], grammar, &["./test.sh", "in.calc"]].concat();
        self.lop(&arguments).assert().success();
        let result = fs::read_to_string(self.path("out.calc")).expect("a result");
        result.split_whitespace().collect()
    }

    fn message(&self) -> String {
        let output = self.lop(&["tree", "--grammar", "grammar", "in.calc"]).assert().code(4);
        String::from_utf8_lossy(&output.get_output().stderr).into_owned()
    }
}

#[test]
fn a_described_language_has_transformations_that_its_grammar_alone_has_not() {
    let cases = [
        ("inline-call", "def f(a) = g(a); print h(f(2));", "print h(g(2));"),
        (
            "parameter",
            "def f(a, b) = g(b); print f(1, 2);",
            "def f(b) = g(b); print f(2);",
        ),
    ];
    for (transform, before, after) in cases {
        let calc = Calc::new(before, after);
        let [before, after] = [before, after].map(|text| text.replace(' ', ""));
        assert_eq!(
            calc.reduced(transform, &["--grammar", "grammar"]),
            before,
            "{transform}"
        );
        calc.write("grammar/language.toml", &calc_language());
        assert_eq!(calc.reduced(transform, &["--grammar", "grammar"]), after, "{transform}");
        // The description is remembered with the grammar.
        assert_eq!(calc.reduced(transform, &[]), after, "{transform}");
        fs::remove_file(calc.path("grammar/language.toml")).expect("it was there");
        assert_eq!(
            calc.reduced(transform, &["--grammar", "grammar"]),
            before,
            "{transform}"
        );
        assert_eq!(calc.reduced(transform, &[]), before, "{transform}");
    }
}

#[test]
fn a_description_tells_which_files_are_of_the_language() {
    let calc = Calc::new("print a;", "print a;");
    let described = calc_language().replace(
        "extensions = [\"calc\"]",
        "names = [\"Sums\"]\ninterpreters = [\"calc\"]",
    );
    calc.write("grammar/language.toml", &described);
    calc.lop(&["tree", "--grammar", "grammar", "in.calc"])
        .assert()
        .success();
    let is_read_as_calc = |name: &str, text: &str| {
        calc.write(name, text);
        let output = calc.lop(&["tree", name]).assert().success();
        String::from_utf8_lossy(&output.get_output().stdout).contains("print 3")
    };
    assert!(is_read_as_calc("Sums", "print a;"));
    assert!(!is_read_as_calc("in.calc", "print a;"));
    assert!(!is_read_as_calc("script", "print a;"));
}

#[test]
fn a_description_that_does_not_fit_is_explained() {
    let calc = Calc::new("print a;", "print a;");
    let check = |text: &str, reason: &str, hint: &str| {
        calc.write("grammar/language.toml", text);
        let message = calc.message();
        assert!(message.contains("language.toml"), "{message}");
        assert!(message.contains(reason), "{message}");
        assert!(message.contains(hint), "{message}");
    };
    check("layout =\n", "line 1: ", "");
    check(
        "[shape]\ncals = []\n",
        "line 2: \"cals\" is no fact of a language",
        "did you mean \"calls\"?",
    );
    check(
        "[names]\nscopes = [\n  \"file\",\n  \"fucntion\",\n]\n",
        "line 4: the grammar has no rule \"fucntion\"",
        "did you mean \"function\"?",
    );
    // The name of a rule where a field is meant: the second of two strings that are alike.
    check(
        "[names]\nscopes = [\"body\"]\ndefinitions = [[\"function\", \"body\"]]\n",
        "line 3: the grammar has no field \"body\"",
        "",
    );
    check(
        "[validity]\nopaque = [\"call\", \"strings\"]\n",
        "line 2: the grammar has no rule \"strings\"",
        "",
    );
    check(
        "layout = \"newlines\"\n",
        "line 1: \"newlines\" is not a layout",
        "did you mean \"newline\"?",
    );
    check("[[shape.functions]]\nrule = \"function\"\n", "\"body\" is missing", "");
    check(
        "[shape]\ncalls = [[\"call\", \"<name>\"]]\n",
        "line 2: a list of three is expected here",
        "",
    );
}
