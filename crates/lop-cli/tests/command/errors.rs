//! Every error names the thing, the reason and the next step. Their words are kept here, so that a change shows.

use std::fs;

use expect_test::expect;

use crate::case::{Case, FINDS_TARGET};

/// The head of the book's page of options.
const OPTIONS: &str = "\
# Options

This page is what `lop --help`, `lop init --help` and `lop --help-research` print; `lop -h` is a screen of it. A test compares them, and
`UPDATE_EXPECT=1 cargo test -p lop-cli --test command` makes the page again.
";

#[test]
fn every_language_is_in_the_book() {
    let page = include_str!("../../../../docs/book/src/languages.md");
    for language in lop_syntax::lang::LANGUAGES {
        let row = format!("| `{}` | {}", language.name, language.title);
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn help_fits_a_screen_and_the_manual_does_not_change_unseen() {
    let case = Case::new("");
    let output = |arguments: &[&str]| {
        let output = case.lop(arguments).assert().success().get_output().clone();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let short = output(&["-h"]);
    assert!(short.lines().count() <= 48, "{}", short.lines().count());
    assert!(short.lines().all(|line| line.len() <= 80));
    expect_test::expect_file!["help.txt"].assert_eq(&short);
    for needed in ["--match-stderr", "--timeout", "--format", "--language"] {
        assert!(short.contains(needed), "{needed}");
    }
    for research in ["--schedule", "--joint", "--features", "--wave"] {
        assert!(!output(&["--help"]).contains(research), "{research}");
        assert!(output(&["--help-research"]).contains(research), "{research}");
    }
    let page = format!(
        "{OPTIONS}\n## Reducing: `lop --help`\n\n```text\n{}```\n\n## Writing a test: `lop init --help`\n\n```text\n{}```\n\n## Experiments: `lop --help-research`\n\n```text\n{}```\n",
        output(&["--help"]),
        output(&["init", "--help"]),
        output(&["--help-research"])
    );
    expect_test::expect_file!["../../../../docs/book/src/options.md"].assert_eq(&page);
}

#[test]
fn a_command_line_that_makes_no_sense() {
    let case = Case::new(FINDS_TARGET);
    case.check(
        &["./test.sh"],
        2,
        &expect![[r#"
        error: a reduction takes a test and a file to reduce, but there is "./test.sh" and nothing else

        Usage: lop [OPTIONS] TEST INPUT...
               lop [OPTIONS] --command LINE INPUT...

        For more information, try '--help'.
    "#]],
    );
    case.check(
        &["--command", "true"],
        2,
        &expect![[r#"
        error: a reduction takes a test and a file to reduce, but no file is given

        Usage: lop [OPTIONS] TEST INPUT...
               lop [OPTIONS] --command LINE INPUT...

        For more information, try '--help'.
    "#]],
    );
    case.check(
        &["--time-limi", "3", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: unexpected argument '--time-limi' found

          tip: a similar argument exists: '--time-limit'

        Usage: lop [OPTIONS] TEST INPUT...
               lop [OPTIONS] --command LINE INPUT...

        For more information, try '--help'.
    "#]],
    );
    case.check(
        &["--jobs", "0", "./test.sh", "in.c"],
        2,
        &expect![[r#"
            error: with -j 0 no test is run on this machine, and no server is there to run it
            hint: give -j a number, or name servers with --remote
        "#]],
    );
    case.check(
        &["--match-stdout", "x", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: the following required arguments were not provided:
          --golden <COMMAND>

        Usage: lop [OPTIONS] TEST INPUT...
               lop [OPTIONS] --command LINE INPUT...

        For more information, try '--help'.
    "#]],
    );
    case.check(
        &["--protect", "a(", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: invalid value 'a(' for '--protect <REGEX>': unclosed group

        For more information, try '--help'.
    "#]],
    );
    case.check(
        &["./test.sh", "-", "in.c"],
        2,
        &expect![[r#"
        error: standard input is one file, and there are several inputs
        hint: write it to a file first
    "#]],
    );
    case.check(
        &["-o", "-", "./test.sh", "."],
        2,
        &expect![[r#"
        error: several files do not fit standard output
        hint: name a directory with -o
    "#]],
    );
    case.check(
        &["-o", "-", "--json", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: both the result and the figures would go to standard output
        hint: write the figures to a file with --stats, or the result with -o
    "#]],
    );
    case.check(
        &["--in-place", "./test.sh", "."],
        2,
        &expect![[r#"
        error: only files can be reduced in place
        hint: without --in-place the result is put beside the inputs
    "#]],
    );
}

#[test]
fn a_command_that_does_not_exist_is_answered_with_the_nearest() {
    let case = Case::new(FINDS_TARGET);
    for arguments in [
        &["inti"][..],
        &["inti", "--crash", "gcc", "in.c"],
        &["inti", "in.c"],
        &["man", "inti"],
    ] {
        let said = case.stderr(arguments, 2);
        assert!(said.contains("did you mean \"init\"?"), "{said}");
    }
    // A test may be called so.
    case.write("inti", FINDS_TARGET);
    case.set_mode("inti", 0o755);
    case.lop(&["-q", "inti", "in.c"]).assert().success();
}

#[test]
fn every_command_has_a_manual_page() {
    let case = Case::new("");
    let page = |arguments: &[&str]| {
        let output = case.lop(arguments).assert().success().get_output().clone();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(page(&["man", "init"]).contains("wrong\\-code"));
    assert!(page(&["man", "tokens"]).starts_with(".ie"));
    assert!(!page(&["man"]).contains("wrong\\-code"));
}

#[test]
fn habits_of_other_reducers_work() {
    let case = Case::new("");
    case.lop(&["-q", "-n", "1", "-c", "grep -q target {}", "in.c"])
        .assert()
        .success();
    assert_eq!(case.read("in.reduced.c").trim(), "target;");
    case.lop(&["-q", "--fresh", "--n", "1", "-c", "grep -q target {}", "in.c"])
        .assert()
        .success();
}

#[test]
fn the_tokens_of_every_file_in_a_directory_are_counted() {
    let case = Case::new("");
    case.write("project/a.c", "int a;\n");
    case.write("project/sub/b.json", "[1, 2]\n");
    let output = case.lop(&["tokens", "project"]).assert().success().get_output().clone();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(said, "3\t7\tproject/a.c\n5\t7\tproject/sub/b.json\n");
}

#[test]
fn names_that_do_not_exist() {
    let case = Case::new(FINDS_TARGET);
    case.check(
        &["-a", "persess", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: no algorithm is called "persess"
        hint: did you mean "perses"? `lop algorithms` lists them all
    "#]],
    );
    case.check(
        &["--list", "opd", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: no list algorithm is called "opd"
        hint: did you mean "opdd"? `lop algorithms` lists them all
    "#]],
    );
    case.check(
        &["--cache", "magic", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: no cache is called "magic"
        hint: `lop caches` lists them all
    "#]],
    );
    case.check(
        &["--language", "jason", "./test.sh", "in.c"],
        2,
        &expect![[r#"
        error: no language is called "jason"
        hint: did you mean "json"? `lop languages` lists them all
    "#]],
    );
    case.check(
        &["tokens", "--language", "xyz", "in.c"],
        2,
        &expect![[r#"
        error: no language is called "xyz"
        hint: `lop languages` lists them all
    "#]],
    );
    assert!(!case.path("in.reduced.c").exists());
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let case = Case::new(FINDS_TARGET);
    case.check(
        &["./test.sh", "no/such.c"],
        3,
        &expect![[r#"
            reading no/such.c
            error: cannot read "no/such.c": No such file or directory (os error 2)
            hint: check its name; paths begin at the current directory
        "#]],
    );
    case.check(
        &["-o", "no/such/folder/out.c", "./test.sh", "in.c"],
        3,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: cannot write "no/such/folder/out.c": No such file or directory (os error 2)
            hint: the directory is not there, or gone: make it
        "#]],
    );
    case.check(
        &["-o", ".", "./test.sh", "in.c"],
        3,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: cannot write ".": is a directory
            hint: name a file in it
        "#]],
    );
    case.check(
        &["tree", "."],
        3,
        &expect![[r#"
        error: cannot read ".": Is a directory (os error 21)
        hint: give the files in it one by one
    "#]],
    );
    case.check(
        &["tree", "--grammar", "nothing", "in.c"],
        4,
        &expect![[r#"
        error: no package "tree-sitter-nothing" on this machine
        hint: lop looks for crates in cargo's registry, for folders that tree-sitter's config.json names, and for node_modules from the current directory upwards; or give the path of the grammar
    "#]],
    );
}

#[test]
fn tests_that_cannot_be_run() {
    let case = Case::new(FINDS_TARGET);
    case.check(
        &["./missing.sh", "in.c"],
        6,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: no test at "./missing.sh"
            hint: give the path of an executable that exits with 0 if the program is interesting
        "#]],
    );
    case.check(
        &[".", "in.c"],
        6,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: the test "." is not a file
            hint: the test comes first, then the input
        "#]],
    );
    case.check(
        &["in.c", "test.sh"],
        2,
        &expect![[r#"
            reading test.sh
            test.sh: bash; 4 tokens, 30 bytes
            error: the test "in.c" is not executable, but "test.sh" is
            hint: the test comes first, then the input
        "#]],
    );
    case.write("bad.sh", "#!/no/such/shell\n");
    case.set_mode("bad.sh", 0o755);
    case.check(
        &["./bad.sh", "in.c"],
        6,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: the test "./bad.sh" needs the interpreter "/no/such/shell", which does not exist
            hint: change the first line of the script
        "#]],
    );
    case.write("bad.sh", "#!/bin/sh\r\n");
    case.check(
        &["./bad.sh", "in.c"],
        6,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: the test "./bad.sh" needs the interpreter "/bin/sh\r", which does not exist
            hint: the script has Windows line ends; remove the carriage returns
        "#]],
    );
    case.write("bad.sh", "grep -q target in.c\n");
    case.check(
        &["./bad.sh", "in.c"],
        6,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: the test "./bad.sh" does not say what executes it
            hint: let the script begin with #!/bin/sh or the like
        "#]],
    );
}

#[test]
fn an_input_that_is_not_interesting() {
    let case = Case::new("#!/bin/sh\necho one\necho two >&2\nexit 7\n");
    case.check(
        &["./test.sh", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            trying the test on the input
            error: the test says that the input is not interesting: it ended with exit code 7
              one
              two
            hint: if the bug shows only sometimes, let the test try several times; to run it yourself: cd "$(mktemp -d)" && cp FOLDER/in.c in.c && FOLDER/test.sh "$PWD"/in.c; echo $?
        "#]],
    );
    case.write("test.sh", "#!/bin/sh\nno-such-command\n");
    case.check(&["./test.sh", "in.c"], 5, &expect![[r#"
        reading in.c
        in.c: c; 30 tokens, 93 bytes
        trying the test on the input
        error: the test says that the input is not interesting: it ended with exit code 127
          FOLDER/test.sh: 2: no-such-command: not found
        hint: 127 is how a shell says that it cannot find a command; the test runs in a directory of its own, so paths have to be absolute
    "#]]);
    case.write("test.sh", "#!/bin/sh\nsleep 60\n");
    case.check(
        &["--timeout", "0.2", "./test.sh", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            trying the test on the input
            error: the test says that the input is not interesting: it took too long
            hint: allow it more time with --timeout
        "#]],
    );
    case.check(&["--command", "grep klingon {}", "in.c"], 5, &expect![[r#"
        reading in.c
        in.c: c; 30 tokens, 93 bytes
        trying the test on the input
        error: the test says that the input is not interesting: it ended with exit code 1
        hint: if the bug shows only sometimes, let the test try several times; to run it yourself: cd "$(mktemp -d)" && cp FOLDER/in.c in.c && /bin/sh -c 'grep klingon in.c' lop "$PWD"/in.c; echo $?
    "#]]);
    assert!(!case.path("in.reduced.c").exists());
}

#[test]
fn a_golden_command_that_says_nothing() {
    let case = Case::new("");
    case.check(
        &["--golden", "cat", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: the command ends with exit code 0 on the input, as it does on most
              /* start */
              int a;
              int f(int x) {
                  if (x) { target(1, x); }
                  return 2;
              }
              int b; // end
            hint: say what it has to print with --match-stdout or --match-stderr
        "#]],
    );
    case.check(
        &["--golden", "echo one", "--match-stdout", "two", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            trying the test on the input
            error: the command does not print on the input what it is to print
              the output does not match two:
              one in.c
            hint: the expressions are those of `grep -E`; try the command by hand
        "#]],
    );
    case.check(
        &["--golden", "echo one", "--match-stdout", "(", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            trying the test on the input
            error: the command does not print on the input what it is to print
              grep: Unmatched ( or \(
              the output does not match (:
              one in.c
            hint: the expressions are those of `grep -E`; try the command by hand
        "#]],
    );
    case.check(
        &["--golden", "sleep 60; cat {}", "--timeout", "0.2", "in.c"],
        5,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            error: the command gives no answer on the input: it took too long
            hint: a hang is for `lop init --hang`; allow it more time with --timeout
        "#]],
    );
}

#[test]
fn tests_that_say_yes_too_easily_or_now_and_then() {
    let case = Case::new("#!/bin/sh\nexit 0\n");
    let weak = case.stderr(&["--max-queries", "0", "./test.sh", "in.c"], 8);
    expect![[r#"
        warning: the test says that an empty program is interesting: the result may say nothing about what you are after
        warning: the test says that a single token is interesting: the result may say nothing about what you are after
    "#]]
    .assert_eq(&warnings(&weak));
    let counter = case.path("counter").display().to_string();
    // Yes, no, yes, no, and so on.
    case.write("test.sh", &format!("#!/bin/sh\ngrep -q target in.c || exit 1\nif [ -e {counter} ]; then rm {counter}; exit 1; else touch {counter}; fi\n"));
    let flaky = case.stderr(&["-j", "1", "--fresh", "--max-queries", "0", "./test.sh", "in.c"], 8);
    expect![[r#"
        warning: the test found the input interesting 3 of 5 times: it is flaky, and will be asked often
    "#]]
    .assert_eq(&warnings(&flaky));
}

fn warnings(said: &str) -> String {
    let lines = said.lines().filter(|line| line.starts_with("warning"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_run_that_cannot_be_continued() {
    let case = Case::new(FINDS_TARGET);
    case.lop(&["-q", "--max-queries", "2", "./test.sh", "in.c"])
        .assert()
        .code(8);
    case.write("test.sh", "#!/bin/sh\ngrep -q 'target' in.c\n");
    case.check(
        &["./test.sh", "in.c"],
        9,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            trying the test on the input
            interesting in 5 of 5 runs
            error: the test changed since the journal "in.reduced.c.lop-journal" was begun
            hint: start over with --fresh, or undo the change to go on
        "#]],
    );
    fs::write(
        case.path("in.reduced.c.lop-journal"),
        "something else, and long enough to be a journal, if it were one, which it is not, as anybody can see",
    )
    .expect("a writable folder");
    case.check(
        &["./test.sh", "in.c"],
        3,
        &expect![[r#"
            reading in.c
            in.c: c; 30 tokens, 93 bytes
            trying the test on the input
            interesting in 5 of 5 runs
            error: "in.reduced.c.lop-journal" is not a journal
            hint: move it away, or write the result elsewhere with -o
        "#]],
    );
}

#[test]
fn defaults_that_cannot_be_used() {
    let case = Case::new(FINDS_TARGET);
    let check = |defaults: &str, expected| {
        case.write("lop.toml", defaults);
        case.check(&["./test.sh", "in.c"], 2, &expected);
    };
    let mut lop = case.lop(&["./test.sh", "in.c"]);
    let output = lop.env("LOP_JOBS", "x").assert().code(2).get_output().clone();
    expect![[r#"
        error: cannot use "LOP_JOBS": "jobs": invalid value 'x' for '--jobs <N>': invalid digit found in string
        hint: `lop --help` says what it takes
    "#]]
    .assert_eq(&String::from_utf8_lossy(&output.stderr));
    check(
        "jobs = \n",
        expect![[r#"
        error: cannot use "lop.toml": line 1: string values must be quoted, expected literal string
        hint: the file is TOML: `jobs = 4`, `algorithm = "perses"`
    "#]],
    );
    check(
        "algoritm = \"perses\"\n",
        expect![[r#"
        error: cannot use "lop.toml": no option is called "algoritm"
        hint: did you mean "algorithm"? keys are options without their dashes: see `lop --help`
    "#]],
    );
    check(
        "output = \"x.c\"\n",
        expect![[r#"
        error: cannot use "lop.toml": "output" has no default
        hint: it belongs on the command line
    "#]],
    );
    check(
        "jobs = \"many\"\n",
        expect![[r#"
        error: cannot use "lop.toml": "jobs": invalid value 'many' for '--jobs <N>': invalid digit found in string
        hint: `lop --help` says what it takes
    "#]],
    );
    check(
        "quiet = 1\n",
        expect![[r#"
        error: cannot use "lop.toml": "quiet" is no such value
        hint: it takes true or false
    "#]],
    );
    check(
        "format = \"small\"\n",
        expect![[r#"
            error: cannot use "lop.toml": "format": invalid value 'small' for '--format <FORMAT>'
            hint: [possible values: tool, pretty, compact, as-is]
        "#]],
    );
    check(
        "jobs = [1, 2]\n",
        expect![[r#"
        error: cannot use "lop.toml": "jobs" is no such value
        hint: it takes a string or a number
    "#]],
    );
}
