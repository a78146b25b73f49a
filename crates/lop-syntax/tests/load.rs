//! Grammars that a user brings.
//!
//! Loading heeds the environment, so each load is a process of its own: this test, started again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lop_syntax::{load, parse};

/// Words in brackets, and lines that begin with a mark, which only the scanner knows.
const GRAMMAR: &str = r#"{
  "name": "marked",
  "rules": {
    "file": {"type": "REPEAT", "content": {"type": "CHOICE", "members": [
      {"type": "SYMBOL", "name": "word"}, {"type": "SYMBOL", "name": "mark"}, {"type": "SYMBOL", "name": "list"}]}},
    "list": {"type": "SEQ", "members": [
      {"type": "STRING", "value": "["},
      {"type": "REPEAT", "content": {"type": "SYMBOL", "name": "word"}},
      {"type": "STRING", "value": "]"}]},
    "word": {"type": "PATTERN", "value": "[a-z]+"}
  },
  "extras": [{"type": "PATTERN", "value": "\\s"}],
  "conflicts": [], "precedences": [], "externals": [{"type": "SYMBOL", "name": "mark"}], "inline": [], "supertypes": []
}"#;

/// A mark is a run of exclamation marks.
const SCANNER: &str = r#"
#include "tree_sitter/parser.h"
#include "mark.h"
void *tree_sitter_marked_external_scanner_create(void) { return 0; }
void tree_sitter_marked_external_scanner_destroy(void *payload) {}
unsigned tree_sitter_marked_external_scanner_serialize(void *payload, char *buffer) { return 0; }
void tree_sitter_marked_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {}
bool tree_sitter_marked_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  while (lexer->lookahead == ' ' || lexer->lookahead == '\n') lexer->advance(lexer, true);
  if (lexer->lookahead != MARK) return false;
  while (lexer->lookahead == MARK) lexer->advance(lexer, false);
  lexer->result_symbol = 0;
  return true;
}
"#;

const SOURCE: &str = "a !! [b c]\n";
const TOKENS: &str = "a|!!|[|b|c|]";

/// What the process that loads is told, and where it says what it has read.
const GRAMMAR_VARIABLE: &str = "LOP_TEST_GRAMMAR";
const INPUT_VARIABLE: &str = "LOP_TEST_INPUT";

/// Started by the other tests; alone, it has nothing to do.
#[test]
fn loads_what_it_is_told() {
    let Some(input) = std::env::var_os(INPUT_VARIABLE) else {
        return;
    };
    let input = Path::new(&input);
    let syntax = match std::env::var_os(GRAMMAR_VARIABLE) {
        Some(grammar) => load::brought(Path::new(&grammar)).map(|brought| {
            brought.remember_for(input);
            brought.syntax
        }),
        None => match load::known(input, b"") {
            Some(syntax) => syntax,
            None => return println!("\n<no grammar>"),
        },
    };
    match syntax {
        Err(error) => println!("\n<{error}>"),
        Ok(syntax) => {
            let tree = parse(SOURCE.as_bytes(), &syntax);
            let pieces: Vec<_> = tree.pieces().map(String::from_utf8_lossy).collect();
            let lists = if syntax.grammar().is_some() { "" } else { "?" };
            println!(
                "\n<{}{lists}{}>",
                pieces.join("|"),
                if tree.is_broken() { " broken" } else { "" }
            );
        }
    }
}

/// A user with a home, a working directory and a temporary directory of their own.
struct User {
    folder: tempfile::TempDir,
    has_home: bool,
}

impl User {
    fn new() -> Self {
        let user = User {
            folder: tempfile::tempdir().expect("a folder"),
            has_home: true,
        };
        for folder in ["home", "work", "tmp"] {
            fs::create_dir(user.at(folder)).expect("a writable folder");
        }
        user
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a folder around it")).expect("a writable folder");
        fs::write(path, text).expect("a writable folder");
    }

    /// A grammar with a scanner, laid out as tree-sitter does.
    fn write_grammar(&self, folder: &str) {
        self.write(&format!("{folder}/src/grammar.json"), GRAMMAR);
        self.write(&format!("{folder}/src/parser.c"), &generated());
        self.write(&format!("{folder}/src/scanner.c"), SCANNER);
        self.write(&format!("{folder}/src/mark.h"), "#define MARK '!'\n");
    }

    /// Loads a grammar, or the known one for the input, in the working directory; what it says.
    fn loads(&self, grammar: Option<&str>, input: &str) -> String {
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        command.args(["--exact", "loads_what_it_is_told", "--nocapture"]);
        for variable in [
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "CARGO_HOME",
            "HOME",
            "USERPROFILE",
            GRAMMAR_VARIABLE,
        ] {
            command.env_remove(variable);
        }
        if self.has_home {
            command.env("HOME", self.at("home"));
        }
        command.env("TMPDIR", self.at("tmp")).current_dir(self.at("work"));
        command.envs(grammar.map(|grammar| (GRAMMAR_VARIABLE, grammar)));
        let output = command.env(INPUT_VARIABLE, input).output().expect("this test runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = said.lines().find_map(|line| line.strip_prefix('<')?.strip_suffix('>'));
        line.unwrap_or_else(|| panic!("{said}{}", String::from_utf8_lossy(&output.stderr)))
            .to_owned()
    }
}

/// The parser of the grammar.
fn generated() -> String {
    let level = tree_sitter_generate::OptLevel::default();
    let generated = tree_sitter_generate::generate_parser_for_grammar(GRAMMAR, None, level, &mut Vec::new());
    generated.expect("the grammar is right").1
}

/// The parser as a tree-sitter before 0.25 wrote it: a field and a type had other names, and the last fields were not
/// there.
fn generated_before() -> String {
    let code = generated();
    let (start, rest) = code.split_once("    .name = ").expect("the language's name");
    let (_, end) = rest.split_once("\n  };\n").expect("the language's end");
    let start: Vec<&str> = start
        .lines()
        .filter(|line| !line.contains(".supertype_count"))
        .collect();
    format!("{}\n  }};\n{end}", start.join("\n"))
        .replace(".abi_version", ".version")
        .replace("TSLexerMode", "TSLexMode")
        .replace("#define LANGUAGE_VERSION 15", "#define LANGUAGE_VERSION 14")
}

/// The header that came with it.
fn header_before() -> String {
    tree_sitter_generate::PARSER_HEADER
        .replace("abi_version", "version")
        .replace("const TSLexerMode *", "const TSLexMode *")
}

#[test]
fn a_grammar_with_a_scanner_is_loaded() {
    let user = User::new();
    user.write_grammar("work/marked");
    assert_eq!(user.loads(Some("marked"), "in"), TOKENS);
    assert_eq!(user.loads(Some("marked/src/parser.c"), "in"), TOKENS);
}

#[test]
fn a_scanner_in_cpp_is_compiled_as_such() {
    if Command::new("c++").arg("--version").output().is_err() {
        return;
    }
    let user = User::new();
    user.write_grammar("work/marked");
    fs::remove_file(user.at("work/marked/src/scanner.c")).expect("it was there");
    let scanner = format!("extern \"C\" {{{SCANNER}}}\ntemplate <typename T> struct only_cpp {{}};\n");
    user.write("work/marked/src/scanner.cc", &scanner);
    assert_eq!(user.loads(Some("marked"), "in"), TOKENS);
}

#[test]
fn a_parser_of_a_tree_sitter_before_0_25_is_loaded_with_its_own_header_or_without_one() {
    let user = User::new();
    user.write_grammar("work/marked");
    user.write("work/marked/src/parser.c", &generated_before());
    assert_eq!(user.loads(Some("marked"), "in"), TOKENS);
    user.write(
        "work/marked/src/tree_sitter/parser.h",
        &format!("{}\n#define OWN\n", header_before()),
    );
    let scanner = format!("{SCANNER}\n#ifndef OWN\n#error another header\n#endif\n");
    user.write("work/marked/src/scanner.c", &scanner);
    assert_eq!(user.loads(Some("marked"), "in"), TOKENS);
}

#[test]
fn a_change_of_an_included_file_is_noticed() {
    let user = User::new();
    user.write_grammar("work/marked");
    assert_eq!(user.loads(Some("marked"), "in"), TOKENS);
    user.write("work/marked/src/mark.h", "#define MARK '?'\n");
    assert_ne!(user.loads(Some("marked"), "in"), TOKENS);
}

#[test]
fn a_library_in_the_current_directory_needs_no_slash() {
    let user = User::new();
    user.write_grammar("work/marked");
    assert_eq!(user.loads(Some("marked"), "in"), TOKENS);
    let cache = user.at("home/.cache/lop/grammars");
    let entries = fs::read_dir(cache).expect("the cache").flatten();
    let kept = entries
        .map(|entry| entry.path())
        .find(|path| path.is_dir())
        .expect("an entry");
    let name = format!("parser.{}", std::env::consts::DLL_EXTENSION);
    let own = format!("marked.{}", std::env::consts::DLL_EXTENSION);
    fs::copy(kept.join(name), user.at("work").join(&own)).expect("the library");
    // Without a grammar beside it, nothing is known of lists.
    assert_eq!(user.loads(Some(&own), "in"), format!("{TOKENS}?"));
}

#[test]
fn a_grammar_is_found_by_the_name_of_its_package() {
    let user = User::new();
    let missing = "no package \"tree-sitter-marked\" on this machine";
    assert_eq!(user.loads(Some("tree-sitter-marked"), "in"), missing);
    assert_eq!(user.loads(Some("marked"), "in"), missing);
    for place in [
        "node_modules/tree-sitter-marked",
        "home/parsers/tree-sitter-marked",
        "home/.cargo/registry/src/index/tree-sitter-marked-1.2.3",
    ] {
        user.write_grammar(place);
        let config = format!(
            "{{\"parser-directories\": [\"{}\"]}}",
            user.at("home/parsers").display()
        );
        user.write("home/.config/tree-sitter/config.json", &config);
        assert_eq!(user.loads(Some("tree-sitter-marked"), "in"), TOKENS, "{place}");
        assert_eq!(user.loads(Some("marked"), "in"), TOKENS, "{place}");
        fs::remove_dir_all(user.at(place)).expect("it was there");
    }
}

#[test]
fn one_of_several_grammars_of_a_package_is_told_by_its_folder() {
    let user = User::new();
    let package = "node_modules/tree-sitter-several";
    user.write_grammar(&format!("{package}/marked"));
    assert_eq!(user.loads(Some("tree-sitter-several"), "in"), TOKENS);
    user.write_grammar(&format!("{package}/other"));
    let said = user.loads(Some("tree-sitter-several"), "in");
    assert!(
        said.starts_with("several grammars in ") && said.ends_with(": marked, other"),
        "{said}"
    );
    assert_eq!(user.loads(Some("tree-sitter-several/other"), "in"), TOKENS);
    user.write_grammar(&format!("{package}/several"));
    assert_eq!(
        user.loads(Some("tree-sitter-several"), "in"),
        TOKENS,
        "it has the package's name"
    );
}

#[test]
fn a_grammar_is_remembered_for_its_extensions() {
    let user = User::new();
    user.write_grammar("work/marked");
    let told = r#"{"grammars": [{"name": "marked", "path": ".", "file-types": ["mrk", ".MKD", "c"]}]}"#;
    user.write("work/marked/tree-sitter.json", told);
    assert_eq!(user.loads(None, "in.mrk"), "no grammar");
    assert_eq!(user.loads(Some("marked"), "in.x"), TOKENS);
    assert_eq!(user.loads(None, "in.mrk"), TOKENS);
    assert_eq!(user.loads(None, "IN.MKD"), TOKENS);
    assert_eq!(
        user.loads(None, "in.x"),
        "no grammar",
        "the package tells its extensions"
    );
    assert_eq!(user.loads(None, "in.c"), "no grammar", "lop knows C of itself");

    // It is what it was then, whatever stands in the folder now.
    user.write("work/marked/src/scanner.c", "#error changed\n");
    assert_eq!(user.loads(None, "in.mrk"), TOKENS);
}

#[test]
fn a_grammar_that_tells_no_extensions_is_remembered_for_that_of_the_input() {
    let user = User::new();
    user.write_grammar("work/marked");
    assert_eq!(user.loads(Some("marked"), "in.txt"), TOKENS);
    assert_eq!(user.loads(None, "in.txt"), "no grammar", "texts are of any language");
    assert_eq!(user.loads(Some("marked"), "in.x"), TOKENS);
    assert_eq!(user.loads(None, "other.x"), TOKENS);
}

#[test]
fn without_a_home_nothing_is_remembered_and_nothing_left() {
    let user = User {
        has_home: false,
        ..User::new()
    };
    user.write_grammar("work/marked");
    assert_eq!(user.loads(Some("marked"), "in.x"), TOKENS);
    assert_eq!(user.loads(None, "in.x"), "no grammar");
    for folder in ["tmp", "home"] {
        let entries = fs::read_dir(user.at(folder)).expect("the folder");
        assert_eq!(entries.count(), 0, "{folder}");
    }
}
