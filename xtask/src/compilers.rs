//! How often an edited file is still fine to the parser of a real compiler.
//!
//! A tree-sitter grammar accepts more than its language has, so that an edit still parses there says little.
//! Here real compilers judge, by their parsers alone: names, types and jumps that an edit has broken are not
//! its fault. What counts as wrong syntax:
//!
//! - C and C++: what gcc reports as an error of syntax, see [`GCC_SYNTAX`], unless it has complained of a name
//!   that it does not know before. Where a type is not known, what follows it cannot be read.
//! - Python: whatever `ast.parse` refuses.
//! - JavaScript: whatever V8 refuses as a script, as the body of a function and as a module, but for what it
//!   says about names and jumps, see [`V8_NAMES`].
//! - Go: whatever `gofmt -e` refuses.
//! - Rust: whatever rustfmt refuses to parse. It does not look into macros, nor at what is allowed where.

use crate::validity::{collect, shown};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::sync::Arc;

use lop_syntax::Random;
use lop_syntax::testing::{Count, Operation, random_edit};
use lop_syntax::{Change, Edit, Program, Tree, lang, parse};

/// The operations that make one edit.
const OPERATIONS: [Operation; 4] = [
    Operation::Remove,
    Operation::Replace,
    Operation::Splice,
    Operation::Shorten,
];

/// How many files are taken from the machine for a language.
const FILES: usize = 40;
/// How short and how long a file may be that is taken from the machine.
const MIN_BYTES: u64 = 200;
const MAX_BYTES: u64 = 60_000;

/// Words of gcc's messages about syntax; the first begins a message, as types may be expected too.
const GCC_SYNTAX: [&str; 23] = [
    "expected ",
    "stray",
    "unterminated",
    "missing terminating",
    "without #if",
    "with no expression",
    "no macro name given",
    "#include expects",
    "empty filename",
    "missing binary operator",
    "missing expression",
    "missing '('",
    "missing ')'",
    "unbalanced",
    "garbage",
    "cannot appear at either end",
    "is not followed by a macro parameter",
    "a label can only be part of a statement",
    "without a previous 'if'",
    "empty enum is invalid",
    "empty character constant",
    "requires a named argument before",
    "at end of input",
];

/// Words of gcc's messages about names that it does not know.
const GCC_NAMES: [&str; 6] = [
    "unknown type name",
    "undeclared",
    "does not name a type",
    "was not declared",
    "has not been declared",
    "not a template",
];

/// Words of V8's messages about names, and about jumps that lead nowhere.
const V8_NAMES: [&str; 9] = [
    "has already been declared",
    "is not defined in module",
    "must be declared in an enclosing class",
    "Duplicate",
    "Illegal break",
    "Illegal continue",
    "Illegal return",
    "Undefined label",
    "'super' keyword unexpected here",
];

/// Reads a length and as many bytes, again and again; answers with a line, which is empty if they parse.
const PYTHON: &str = "
import ast, sys
while header := sys.stdin.buffer.readline():
    text = sys.stdin.buffer.read(int(header))
    answer = ''
    try:
        ast.parse(text)
    except (SyntaxError, ValueError) as error:
        answer = ' '.join(str(error).split()) or 'refused'
    print(answer, flush=True)
";

/// The same for JavaScript.
const NODE: &str = "
const fs = require('fs'), vm = require('vm');
const chunk = Buffer.alloc(1 << 16);
let waiting = Buffer.alloc(0);
function more() {
    const count = fs.readSync(0, chunk);
    if (count === 0) process.exit(0);
    waiting = Buffer.concat([waiting, chunk.subarray(0, count)]);
}
const goals = [
    text => new vm.Script(text),
    text => vm.compileFunction(text.replace(/^#!/, '//'), ['exports', 'require', 'module']),
    text => new vm.SourceTextModule(text),
];
for (;;) {
    let end;
    while ((end = waiting.indexOf(10)) < 0) more();
    const length = +waiting.subarray(0, end);
    waiting = waiting.subarray(end + 1);
    while (waiting.length < length) more();
    const text = waiting.subarray(0, length).toString();
    waiting = waiting.subarray(length);
    const errors = [];
    for (const goal of goals) {
        try { goal(text); break; } catch (error) { errors.push(error.message.replace(/\\s+/g, ' ')); }
    }
    const isModule = /^(import|export)\\b/m.test(text);
    const answer = errors.length < goals.length ? '' : errors[isModule ? 2 : 1];
    fs.writeSync(1, answer + '\\n');
}
";

/// A compiler that says whether a text is fine.
enum Judge {
    /// It runs once for each text.
    Once(fn() -> Command, fn(&str) -> Option<String>),
    /// It runs all the time and answers one text after the other.
    Server {
        child: Child,
        input: ChildStdin,
        output: BufReader<ChildStdout>,
    },
}

impl Judge {
    fn server(program: &str, arguments: &[&str]) -> Option<Judge> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        Some(Judge::Server { child, input, output })
    }

    /// The error in a text, if there is one. Includes are looked for beside the given path.
    fn error(&mut self, path: &Path, text: &[u8]) -> std::io::Result<Option<String>> {
        match self {
            Judge::Once(command, error) => {
                let folder = path.parent().filter(|folder| folder.is_dir());
                let mut child = command()
                    .current_dir(folder.unwrap_or(Path::new(".")))
                    .env("LC_ALL", "C")
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::piped())
                    .spawn()?;
                let (mut input, mut messages) = (child.stdin.take(), child.stderr.take());
                let mut said = Vec::new();
                std::thread::scope(|scope| {
                    // Who has seen enough may close the pipe.
                    scope.spawn(move || input.take().map(|mut input| input.write_all(text)));
                    messages.as_mut().map(|messages| messages.read_to_end(&mut said))
                });
                child.wait()?;
                Ok(error(&String::from_utf8_lossy(&said)))
            }
            Judge::Server { input, output, .. } => {
                writeln!(input, "{}", text.len())?;
                input.write_all(text)?;
                input.flush()?;
                let mut answer = String::new();
                output.read_line(&mut answer)?;
                let answer = answer.trim();
                let is_fine = answer.is_empty() || V8_NAMES.iter().any(|name| answer.contains(name));
                Ok((!is_fine).then(|| answer.to_owned()))
            }
        }
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        if let Judge::Server { child, .. } = self {
            // Whether it was still there does not matter.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A language and who judges it.
struct Compiler {
    language: &'static str,
    /// The command that tells the version.
    version: &'static [&'static str],
    judge: fn() -> Option<Judge>,
    /// A folder of files on this machine.
    folder: fn() -> Option<PathBuf>,
}

const COMPILERS: [Compiler; 6] = [
    Compiler {
        language: "c",
        version: &["gcc", "--version"],
        judge: || Some(Judge::Once(|| gcc("c"), gcc_error)),
        folder: || None,
    },
    Compiler {
        language: "cpp",
        version: &["g++", "--version"],
        judge: || Some(Judge::Once(|| gcc("c++"), gcc_error)),
        folder: || None,
    },
    Compiler {
        language: "python",
        version: &["python3", "--version"],
        judge: || Judge::server("python3", &["-c", PYTHON]),
        folder: || {
            said(&[
                "python3",
                "-c",
                "import sysconfig; print(sysconfig.get_paths()['stdlib'])",
            ])
            .map(PathBuf::from)
        },
    },
    Compiler {
        language: "javascript",
        version: &["node", "--version"],
        judge: || Judge::server("node", &["--experimental-vm-modules", "-e", NODE]),
        folder: || said(&["npm", "root", "-g"]).map(PathBuf::from),
    },
    Compiler {
        language: "go",
        version: &["go", "version"],
        judge: || Some(Judge::Once(gofmt, |said| said.lines().next().map(str::to_owned))),
        folder: || said(&["go", "env", "GOROOT"]).map(|root| Path::new(&root).join("src")),
    },
    Compiler {
        language: "rust",
        version: &["rustfmt", "--version"],
        judge: || Some(Judge::Once(rustfmt, rustfmt_error)),
        folder: || {
            let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
            let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
            home.map(|home| home.join("registry/src"))
        },
    },
];

/// The command that lets gcc look at a text in C or C++.
fn gcc(language: &str) -> Command {
    let mut command = Command::new("gcc");
    command.args([
        "-fsyntax-only",
        "-w",
        "-fmax-errors=20",
        "-fno-diagnostics-show-caret",
        "-iquote.",
        "-x",
        language,
        "-",
    ]);
    command
}

/// The first error of syntax that gcc found, unless names that it did not know came before.
fn gcc_error(said: &str) -> Option<String> {
    let errors = said.lines().filter_map(|line| {
        let (_, error) = line.split_once(" error: ")?;
        Some((line, error))
    });
    for (line, error) in errors {
        if GCC_NAMES.iter().any(|name| error.contains(name)) {
            return None;
        }
        let [expected, others @ ..] = &GCC_SYNTAX;
        if error.starts_with(expected) || others.iter().any(|word| error.contains(word)) {
            return Some(line.to_owned());
        }
    }
    None
}

fn gofmt() -> Command {
    let mut command = Command::new("gofmt");
    command.arg("-e");
    command
}

fn rustfmt() -> Command {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2021"]);
    command
}

/// The first error that rustfmt's parser found. Its own errors, about lines that it cannot format, do not count.
fn rustfmt_error(said: &str) -> Option<String> {
    let mut lines = said.lines();
    let error = lines.find(|line| line.starts_with("error: ") || line.starts_with("error[E"))?;
    Some(format!("{error} {}", lines.next().unwrap_or_default().trim()))
}

/// The first line that a command says.
fn said(command: &[&str]) -> Option<String> {
    let output = Command::new(command[0])
        .args(&command[1..])
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}

#[derive(Default)]
struct Row {
    files: usize,
    counts: BTreeMap<Operation, Count>,
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let (mut edits, mut show, mut paths) = (20, 0, Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
        match argument.as_str() {
            "--edits" => edits = number(),
            "--show" => show = number(),
            path => collect(Path::new(path), &mut paths),
        }
    }
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples");
    let mut rows = Vec::new();
    for compiler in &COMPILERS {
        let name = compiler.language;
        let found = said(compiler.version).and_then(|version| Some((version, (compiler.judge)()?)));
        let Some((version, mut judge)) = found else {
            println!("{name}: there is no {} here, so it is left out.", compiler.version[0]);
            continue;
        };
        let mut files = Files {
            given: paths.clone(),
            found: Vec::new(),
        };
        if paths.is_empty() {
            collect(&samples.join(name), &mut files.given);
            if let Some(folder) = (compiler.folder)() {
                collect(&folder, &mut files.found);
            }
        }
        match judge_files(name, &mut judge, files, edits, show) {
            Ok(row) if row.files > 0 => rows.push((name, version, row)),
            Ok(_) => {}
            Err(error) => println!("{name}: {} failed: {error}.", compiler.version[0]),
        }
    }
    print!("| language | compiler | files |");
    OPERATIONS
        .iter()
        .for_each(|operation| print!(" {} |", operation.name()));
    println!("\n|---|---|--:|{}", "--:|".repeat(OPERATIONS.len()));
    for (name, version, row) in &rows {
        print!("| {name} | {version} | {} |", row.files);
        for operation in OPERATIONS {
            let Count { made, valid } = row.counts.get(&operation).copied().unwrap_or_default();
            let share = 100.0 * valid as f64 / made.max(1) as f64;
            print!(" {share:.1} % of {made} |");
        }
        println!();
    }
    ExitCode::SUCCESS
}

/// Files to choose from.
struct Files {
    /// All of them are taken.
    given: Vec<PathBuf>,
    /// Some of them are taken, from anywhere in the row.
    found: Vec<PathBuf>,
}

impl Files {
    /// The files of a language, the given ones first and the found ones shuffled.
    fn of(mut self, language: &str) -> impl Iterator<Item = (PathBuf, bool)> {
        let is_short = |path: &PathBuf| {
            path.metadata()
                .is_ok_and(|metadata| (MIN_BYTES..MAX_BYTES).contains(&metadata.len()))
        };
        // What was installed beside a standard library is not part of it.
        let is_own = |path: &PathBuf| path.iter().all(|folder| folder != "site-packages");
        self.found
            .retain(|path| is_of(path, language) && is_short(path) && is_own(path));
        let mut random = Random(1);
        for index in (1..self.found.len()).rev() {
            self.found.swap(index, random.below(index + 1));
        }
        self.given.retain(|path| is_of(path, language));
        let given = self.given.into_iter().map(|path| (path, true));
        given.chain(self.found.into_iter().map(|path| (path, false)))
    }
}

fn is_of(path: &Path, language: &str) -> bool {
    lang::detect(path, b"").is_some_and(|detected| detected.name == language)
}

fn judge_files(name: &str, judge: &mut Judge, files: Files, edits: usize, show: usize) -> std::io::Result<Row> {
    let language = lang::named(name).expect("this build has all languages");
    let syntax = language.syntax().expect("a shipped grammar compiles");
    let mut row = Row::default();
    let mut shown: BTreeMap<Operation, usize> = BTreeMap::new();
    for (path, is_given) in files.of(name) {
        if !is_given && row.files >= FILES {
            break;
        }
        let Ok(source) = std::fs::read(&path) else { continue };
        if let Some(error) = judge.error(&path, &source)? {
            if is_given {
                println!("{}: left out, {error}", path.display());
            }
            continue;
        }
        let tree = Arc::new(parse(source, &syntax));
        if tree.is_broken() {
            if is_given {
                println!("{}: left out, it does not parse here.", path.display());
            }
            continue;
        }
        row.files += 1;
        let program = Program::new(tree.clone());
        for operation in OPERATIONS {
            let mut random = Random(1);
            let count = row.counts.entry(operation).or_default();
            for _ in 0..edits {
                let Some(edit) = random_edit(&program, operation, &mut random) else {
                    break;
                };
                let candidate = program.propose(&edit).expect("this edit was proposed before");
                let text = candidate.text(&program);
                count.made += 1;
                let Some(error) = judge.error(&path, &text)? else {
                    count.valid += 1;
                    continue;
                };
                let shown = shown.entry(operation).or_default();
                *shown += 1;
                if *shown <= show {
                    show_failure(&path, operation, &tree, &edit, &text, &error);
                }
            }
        }
    }
    Ok(row)
}

fn show_failure(path: &Path, operation: Operation, tree: &Tree, edit: &Edit, text: &[u8], error: &str) {
    println!("--- {} {}", operation.name(), path.display());
    for change in &edit.changes {
        let (node, by) = match change {
            Change::Remove(node) => (*node, String::new()),
            Change::Replace(node, by) => (*node, format!(" by {} {}", tree.name(*by), shown(tree.text(*by)))),
            Change::Rewrite(node, text) => (*node, format!(" as {}", shown(text))),
            Change::Space(node, gap) => (*node, format!(" behind {gap:?}")),
        };
        let parent = tree.parent(node).map_or("", |parent| tree.name(parent));
        println!("  {} in {parent}: {}{by}", tree.name(node), shown(tree.text(node)));
    }
    let same = tree
        .source()
        .iter()
        .zip(text)
        .take_while(|(old, new)| old == new)
        .count();
    let near = |text: &[u8]| shown(&text[same.saturating_sub(40)..(same + 80).min(text.len())]);
    println!("  before {}", near(tree.source()));
    println!("  after {}", near(text));
    println!("  {error}");
}
