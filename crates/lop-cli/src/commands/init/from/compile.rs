//! The command of a build, made to work from anywhere: paths in it begin at the build's directory.

use std::env;
use std::path::Path;

use lop_exec::quote;

use super::words;

/// Options whose value is a path, in the next word or in the same.
const PATHS: [&str; 9] = [
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-L",
    "-B",
    "--sysroot=",
];
/// Options that write something beside the object file; with a value in the next word.
const WRITES: [&str; 4] = ["-o", "-MF", "-MT", "-MQ"];
const WRITES_ALONE: [&str; 4] = ["-MD", "-MMD", "-MP", "-c"];

/// The command that compiles `source` in `directory`, with `{}` for the source. Nothing is written but to where it runs.
pub(super) fn command(words: &[String], directory: &Path, source: &Path) -> String {
    let full = |path: &str| directory.join(path).to_string_lossy().into_owned();
    let is_source = |word: &str| !word.starts_with('-') && directory.join(word).file_name() == source.file_name();
    let mut made = Vec::new();
    let mut rest = words.iter().map(String::as_str).enumerate();
    let mut compiles = false;
    while let Some((number, word)) = rest.next() {
        compiles |= word == "-c";
        if WRITES.contains(&word) {
            rest.next();
        } else if WRITES_ALONE.contains(&word) {
            continue;
        } else if number == 0 {
            made.push(if word.contains('/') {
                full(word)
            } else {
                word.to_owned()
            });
        } else if let Some(option) = PATHS.iter().find(|option| word.starts_with(**option)) {
            let path = &word[option.len()..];
            match (path.is_empty(), rest.size_hint().0) {
                (true, 1..) => {
                    made.push(word.to_owned());
                    made.extend(rest.next().map(|(_, path)| full(path)));
                }
                _ => made.push(format!("{option}{}", full(path))),
            }
        } else if is_source(word) {
            made.push(SOURCE.to_owned());
        } else {
            made.push(word.to_owned());
        }
    }
    let beside = source.parent().filter(|folder| !folder.as_os_str().is_empty());
    if compiles {
        // What the source includes in quotes is beside it.
        made.extend(
            beside
                .into_iter()
                .flat_map(|folder| ["-iquote".to_owned(), folder.to_string_lossy().into_owned()]),
        );
        made.extend(["-c", "-o", "lop.o"].map(str::to_owned));
    }
    words::join(made.iter().map(String::as_str), |word| word == SOURCE)
}

/// Stands for the source in a row of words: no word of a command has a NUL in it.
const SOURCE: &str = "\0";

/// A command whose program is named from the current directory, with its full path.
pub(super) fn with_full_path(command: &str) -> String {
    let (program, rest) = command.split_at(command.find(' ').unwrap_or(command.len()));
    let here = env::current_dir().unwrap_or_default().join(program);
    if program.starts_with('/') || !program.contains('/') || !here.is_file() {
        return command.to_owned();
    }
    let path = here.canonicalize().unwrap_or(here);
    format!("{}{rest}", quote(&path.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_at_the_directory_and_outputs_go() {
        let words = words::split("c++ -Iinclude -isystem ../x -DA='b c' -MD -MF a.d -o a.o -c ../src/a.cpp").unwrap();
        assert_eq!(
            command(&words, Path::new("/build"), Path::new("/src/a.cpp")),
            "c++ -I/build/include -isystem /build/../x '-DA=b c' {} -iquote /src -c -o lop.o"
        );
    }

    #[test]
    fn a_program_that_is_not_here_keeps_its_name() {
        assert_eq!(with_full_path("gcc -c {}"), "gcc -c {}");
        assert_eq!(with_full_path("./no/such/program {}"), "./no/such/program {}");
    }
}
