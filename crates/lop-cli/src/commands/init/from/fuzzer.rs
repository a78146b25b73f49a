//! A fuzzer's artefact: the input that made its target crash, with the target as far as the directories around it tell.

use std::fs;
use std::path::{Path, PathBuf};

use lop_exec::quote;

use super::{Error, Found, Left, Reader, compile, words};

pub(super) static READER: Reader = Reader {
    what: "a fuzzer's artefact",
    read,
};

/// The beginnings of the names that libFuzzer gives.
const CRASHES: [&str; 3] = ["crash-", "leak-", "oom-"];
const HANGS: [&str; 2] = ["timeout-", "slow-unit-"];
/// A name of libFuzzer's ends with so many digits of a hash at least.
const DIGITS: usize = 8;

fn read(left: &Left<'_>) -> Option<Result<Found, Error>> {
    let name = left.name();
    let is_named = |starts: &[&str]| {
        let rests = starts.iter().filter_map(|start| name.strip_prefix(start));
        rests
            .into_iter()
            .any(|rest| rest.len() >= DIGITS && rest.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    let is_afl = name.starts_with("id:") || name.starts_with("id_");
    let is_hang = is_named(&HANGS) || is_afl && left.folder().ends_with("hangs");
    if !is_named(&CRASHES) && !is_hang && !is_afl {
        return None;
    }
    let command = if is_afl { afl(left) } else { cargo_fuzz(left) };
    Some(Ok(Found {
        command,
        input: Some(left.path.to_owned()),
        is_hang,
        ..Found::default()
    }))
}

/// The target's command of `fuzzer_stats`, two directories above the artefact: `@@` stands for the input, which is
/// standard input otherwise.
fn afl(left: &Left<'_>) -> Option<String> {
    let folder = left.folder();
    let stats = fs::read_to_string(folder.parent()?.join("fuzzer_stats")).ok()?;
    let line = stats.lines().find_map(|line| line.strip_prefix("command_line"))?;
    let words = words::split(line.trim_start_matches([' ', ':']))?;
    let target = words.iter().position(|word| word == "--").map(|at| &words[at + 1..])?;
    let (program, arguments) = target.split_first()?;
    let program = compile::with_full_path(program);
    let arguments = arguments.iter().map(String::as_str);
    let command = words::join([program.as_str()].into_iter().chain(arguments), |word| word == "@@");
    Some(if command.contains("{}") {
        command
    } else {
        format!("{command} <{{}}")
    })
}

/// The target of `fuzz/artifacts/TARGET/crash-…`, if it is built.
fn cargo_fuzz(left: &Left<'_>) -> Option<String> {
    let folder = left.folder();
    let target = folder.file_name()?;
    let artifacts = folder.parent().filter(|artifacts| artifacts.ends_with("artifacts"))?;
    let built = built(artifacts.parent()?, target.as_ref())?;
    Some(format!("{} {{}}", quote(&built.to_string_lossy())))
}

fn built(fuzz: &Path, target: &Path) -> Option<PathBuf> {
    let places = fs::read_dir(fuzz.join("target")).ok()?;
    let places = places.flatten().map(|place| place.path().join("release").join(target));
    places.into_iter().find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &Path) -> Option<Found> {
        let left = Left {
            path,
            text: Vec::new(),
            inputs: &[],
        };
        read(&left).map(Result::unwrap)
    }

    #[test]
    fn artefacts_are_known_by_their_names() {
        assert!(found("crash-da39a3ee5e6b4b0d".as_ref()).is_some_and(|found| !found.is_hang));
        assert!(found("timeout-da39a3ee5e6b4b0d".as_ref()).is_some_and(|found| found.is_hang));
        assert!(found("crash-report".as_ref()).is_none());
        assert!(found("crash.c".as_ref()).is_none());
    }

    #[test]
    fn the_target_of_afl_is_in_its_statistics() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = folder.path().join("default/crashes");
        fs::create_dir_all(&crashes).unwrap();
        let artefact = crashes.join("id:000000,sig:11,src:000000,op:havoc");
        fs::write(&artefact, "x").unwrap();
        let stats = folder.path().join("default/fuzzer_stats");
        fs::write(
            &stats,
            "run_time          : 17\ncommand_line      : afl-fuzz -i in -o out -- /opt/target -x @@\n",
        )
        .unwrap();
        assert_eq!(found(&artefact).unwrap().command.unwrap(), "/opt/target -x {}");
        fs::write(&stats, "command_line : afl-fuzz -i in -o out -- /opt/target\n").unwrap();
        assert_eq!(found(&artefact).unwrap().command.unwrap(), "/opt/target <{}");
    }

    #[test]
    fn the_target_of_cargo_fuzz_is_in_its_directories() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        let artefact = folder.join("fuzz/artifacts/parse/crash-da39a3ee5e6b4b0d");
        let target = folder.join("fuzz/target/x86_64/release/parse");
        for path in [&artefact, &target] {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        assert_eq!(
            found(&artefact).unwrap().command.unwrap(),
            format!("{} {{}}", target.display())
        );
    }
}
