//! The messages before the first query: no phase that may take long is silent.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lop_exec::Mixed;
use lop_exec::sanity::Sanity;

use super::files::{Input, Part};
use super::plan::Plan;
use crate::say::say;
use crate::script::comment;

/// A test that takes longer than this on the input may hang. Not measured.
const LONG: Duration = Duration::from_secs(10);
/// The name of the syntax that is no language.
const TEXT: &str = "text";

/// Files of languages that no build reads with a grammar of its own: their endings, the language, and the package of a
/// grammar for `--grammar`. Those that are built only on demand come with the feature instead.
static ELSEWHERE: &[(&[&str], &str, &str)] = &[
    (&["ml", "mli"], "OCaml", HEAVY),
    (&["swift"], "Swift", HEAVY),
    (&["sv", "svh", "v", "vh"], "SystemVerilog", HEAVY),
    (&["f90", "f95", "f03", "f08", "f"], "Fortran", "tree-sitter-fortran"),
    (&["adb", "ads"], "Ada", "tree-sitter-ada"),
    (&["pl", "pm"], "Perl", "tree-sitter-perl"),
    (&["ex", "exs"], "Elixir", "tree-sitter-elixir"),
    (&["erl", "hrl"], "Erlang", "tree-sitter-erlang"),
    (&["dart"], "Dart", "tree-sitter-dart"),
    (&["jl"], "Julia", "tree-sitter-julia"),
    (&["r"], "R", "tree-sitter-r"),
    (&["vhd", "vhdl"], "VHDL", "tree-sitter-vhdl"),
    (&["clj", "cljs"], "Clojure", "tree-sitter-clojure"),
    (&["fs", "fsx"], "F#", "tree-sitter-fsharp"),
    (&["m"], "Objective-C", "tree-sitter-objc"),
    (&["d"], "D", "tree-sitter-d"),
    (&["nim"], "Nim", "tree-sitter-nim"),
    (&["elm"], "Elm", "tree-sitter-elm"),
    (&["lean"], "Lean", "tree-sitter-lean"),
    (&["cu", "cuh"], "CUDA", "tree-sitter-cuda"),
    (&["proto"], "Protocol Buffers", "tree-sitter-proto"),
];
/// Built with `--features heavy`.
const HEAVY: &str = "heavy";

/// Reports that the input is being read.
pub(super) fn reading(plan: &Plan) {
    if plan.reports.is_quiet {
        return;
    }
    let names: Vec<String> = plan
        .sources
        .paths
        .iter()
        .map(|path| comment(&path.to_string_lossy()))
        .collect();
    say!("reading {}", names.join(", "));
}

/// Describes the input.
pub(super) fn tell_input(plan: &Plan, input: &Input) {
    if plan.reports.is_quiet {
        return;
    }
    let name = comment(&input.path.to_string_lossy());
    let paths = input.paths(&input.source);
    let parts: Vec<(&Path, Part)> = paths
        .iter()
        .filter_map(|path| Some((path.as_path(), input.part(&input.source, path)?)))
        .collect();
    match parts.as_slice() {
        [(_, part)] if !input.is_bundle() => tell_file(&name, input, part),
        _ => say!("{name}: {} files: {}", parts.len(), input.languages()),
    }
    for (path, part) in parts {
        let name = if input.is_bundle() { path } else { input.path.as_path() };
        if part.syntax.name == TEXT
            && let Some(advice) = advice(name)
        {
            say!("warning: {}: {advice}", comment(&name.to_string_lossy()));
        }
    }
}

fn tell_file(name: &str, input: &Input, part: &Part) {
    let tree = input.tree(part);
    let language = match part.syntax.name.as_str() {
        TEXT => "text, in lines and words".to_owned(),
        name => name.to_owned(),
    };
    say!(
        "{name}: {language}; {} tokens, {} bytes",
        tree.tokens(),
        tree.source().len()
    );
    let share = tree.share_of_errors();
    if share > 0.0 {
        say!(
            "warning: the grammar does not understand {:.1} % of the tokens: there, lop removes words instead of parts of the \
             language",
            (share * 100.0).max(0.1)
        );
    }
}

/// A hint for a file that is read as text although its extension is a language's.
fn advice(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    let (_, language, package) = ELSEWHERE
        .iter()
        .find(|(endings, ..)| endings.contains(&ending.as_str()))?;
    Some(match *package {
        HEAVY => format!("this build reads {language} as text: build lop with --features heavy"),
        package => format!(
            "lop has no grammar of {language}: --grammar {package} brings one that is on this machine, --language reads \
             it as one that is alike"
        ),
    })
}

/// Reports that the test is being tried, and after a while that it takes long. Ends on drop.
pub(super) struct Trying {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Trying {
    pub(super) fn begin(plan: &Plan, mixed: &mut Mixed) -> Self {
        if plan.reports.is_quiet {
            return Trying {
                done: None,
                thread: None,
            };
        }
        say!("trying the test on the input");
        let limit = mixed.runners().time_out().limit();
        let (done, wait) = mpsc::channel();
        let thread = thread::spawn(move || {
            if wait.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
                say!(
                    "the test has not answered for {} s: a run of it on the input is ended after {} s; --timeout sets another \
                     limit",
                    LONG.as_secs(),
                    limit.as_secs_f64()
                );
            }
        });
        Trying {
            done: Some(done),
            thread: Some(thread),
        }
    }
}

impl Drop for Trying {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Reports the result of the checks, and the time-out of test runs.
pub(super) fn tell_test(plan: &Plan, mixed: &mut Mixed, sanity: &Sanity) {
    if plan.reports.is_quiet {
        return;
    }
    say!(
        "interesting in {} of {} runs of up to {:.2} s; a run is ended after {:.1} s",
        sanity.hits,
        sanity.runs,
        sanity.slowest.as_secs_f64(),
        mixed.runners().time_out().limit().as_secs_f64()
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_a_grammar_could_read_is_not_silently_text() {
        let fortran = advice("x/solve.F90".as_ref()).unwrap();
        assert!(fortran.contains("--grammar tree-sitter-fortran"), "{fortran}");
        assert_eq!(advice("notes.txt".as_ref()), None);
        assert_eq!(advice("README".as_ref()), None);
    }

    #[test]
    fn no_ending_of_a_language_of_this_build_is_elsewhere() {
        for (endings, language, _) in ELSEWHERE {
            let known = lop_syntax::lang::LANGUAGES.iter().find(|known| {
                endings.iter().any(|ending| known.files.extensions.contains(ending)) && known.title != *language
            });
            assert!(known.is_none(), "{language}");
        }
    }
}
