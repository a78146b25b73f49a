//! Another tool that accepts the input: as a guard it keeps the result valid.

use lop_exec::sanity::is_on_path;

use super::kinds::first_word;
use super::trial::{self, Trial};
use crate::input::Error;

/// Commands that accept valid programs of a language, without writing anything.
struct Judges {
    language: &'static str,
    commands: &'static [&'static str],
}

static JUDGES: &[Judges] = &[
    Judges {
        language: "c",
        commands: &[
            "gcc -fsyntax-only -w {}",
            "clang -fsyntax-only -w {}",
            "gcc-12 -fsyntax-only -w {}",
            "clang-14 -fsyntax-only -w {}",
        ],
    },
    Judges {
        language: "cpp",
        commands: &[
            "g++ -fsyntax-only -w {}",
            "clang++ -fsyntax-only -w {}",
            "g++-12 -fsyntax-only -w {}",
            "clang++-14 -fsyntax-only -w {}",
        ],
    },
    Judges {
        language: "python",
        commands: &["python3 -m py_compile {}"],
    },
    Judges {
        language: "javascript",
        commands: &["node --check {}"],
    },
    Judges {
        language: "json",
        commands: &["python3 -m json.tool {}", "jq . {}"],
    },
    Judges {
        language: "smtlib",
        commands: &["z3 {}", "cvc5 {}"],
    },
    Judges {
        language: "llvm",
        commands: &[
            "opt -passes=verify -disable-output {}",
            "opt-14 -passes=verify -disable-output {}",
        ],
    },
    Judges {
        language: "ruby",
        commands: &["ruby -c {}"],
    },
    Judges {
        language: "php",
        commands: &["php -l {}"],
    },
    Judges {
        language: "bash",
        commands: &["bash -n {}"],
    },
];

/// A command that accepts the input and is another tool than the one that fails, which no guard given so far is.
pub(super) fn proposal(trial: &Trial, failing: &str, given: &[String]) -> Result<Option<&'static str>, Error> {
    let judges = JUDGES.iter().filter(|judges| trial.input.has_language(judges.language));
    for command in judges.flat_map(|judges| judges.commands) {
        let program = first_word(command);
        let is_other = kin(program) != kin(first_word(failing))
            && !given.iter().any(|guard| kin(first_word(guard)) == kin(program));
        if is_other && is_on_path(program) {
            let run = trial.run(&trial.line(command))?;
            if trial::status(&run)? == 0 {
                return Ok(Some(command));
            }
        }
    }
    Ok(None)
}

/// Which compiler a program is: `/usr/bin/x86_64-linux-gnu-g++-12` and `gcc` are the same.
fn kin(program: &str) -> &str {
    let name = program.rsplit('/').next().unwrap_or(program);
    match name {
        _ if name.contains("clang") => "clang",
        _ if name.contains("gcc") || name.contains("g++") || name == "cc" || name == "c++" => "gcc",
        _ => name.split('-').next().unwrap_or(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_compiler_is_no_guard() {
        assert_eq!(kin("/usr/bin/x86_64-linux-gnu-g++-12"), kin("gcc"));
        assert_eq!(kin("clang++-14"), kin("/opt/clang"));
        assert_ne!(kin("clang"), kin("gcc"));
        assert_eq!(kin("opt-14"), "opt");
    }

    #[test]
    fn every_language_with_judges_is_a_language() {
        for judges in JUDGES {
            let is_known = lop_syntax::lang::LANGUAGES
                .iter()
                .any(|language| language.name == judges.language);
            assert!(is_known, "{}", judges.language);
        }
    }
}
