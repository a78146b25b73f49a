//! Defaults from the environment and from `lop.toml`.
//!
//! An option has the same name in the file, and `LOP_` and the name in capitals in the environment. The command line
//! comes first, then the environment, then `lop.toml` beside the first input, then the one in the home configuration.
//! clap reads a default as if it had been typed, so it means the same and is refused for the same reasons.
//!
//! A directory that holds an input may have come out of an archive, or be writable by others. So the file beside the
//! input has to belong to the user alone, may set nothing that runs, loads, writes or reaches something
//! ([`options::Default::Beside`]), and its use is announced.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::{env, io};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};
use rustix::fs::OFlags;
use rustix::process::geteuid;
use toml::{Table, Value};

use crate::args::Args;
use crate::input::{Error, command_names};
use crate::say::say;
use crate::{options, suggest};

const FILE: &str = "lop.toml";
/// A longer file is not a configuration. Not measured.
const FILE_BYTES: u64 = 1 << 20;
/// The permission to write, for the group and for all others.
const WRITABLE_BY_OTHERS: u32 = 0o022;
/// Values that switch a switch off in the environment.
const NO: [&str; 5] = ["", "0", "false", "no", "off"];

/// The command line, with defaults for options that it leaves out.
pub(crate) fn parse() -> Result<Args, Error> {
    let command = Args::command();
    let words: Vec<OsString> = env::args_os().collect();
    check_command(&words)?;
    let mut matches = command.clone().get_matches_from(&words);
    if matches.subcommand().is_none() {
        let mut defaults = Defaults {
            command: &command,
            matches: &matches,
            keys: Vec::new(),
            words: Vec::new(),
        };
        defaults.read_environment()?;
        if !matches.get_flag("no_config") {
            for file in files(&matches) {
                defaults.read(&file)?;
            }
        }
        let mut all = vec![words[0].clone()];
        all.extend(defaults.words);
        all.extend(words.into_iter().skip(1));
        matches = command.clone().get_matches_from(all);
    }
    let mut args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.with_cmd(&command).exit());
    if matches.subcommand().is_none() {
        args.reduce.given = given(&command, &matches);
    }
    Ok(args)
}

/// Refuses a first word that is neither a file nor a command, but similar to a command.
fn check_command(words: &[OsString]) -> Result<(), Error> {
    let Some(word) = words.get(1).and_then(|word| word.to_str()) else {
        return Ok(());
    };
    let names = command_names();
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !is_word || names.iter().any(|name| name == word) || Path::new(word).exists() {
        return Ok(());
    }
    match suggest::nearest(word, names.iter().map(String::as_str)) {
        None => Ok(()),
        Some(_) => Err(Error::UnknownName {
            kind: "command",
            name: word.to_owned(),
        }),
    }
}

/// The long names of the options that were given. A default of the user's counts as given.
fn given(command: &Command, matches: &ArgMatches) -> BTreeSet<String> {
    let is_given = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let given = command.get_arguments().filter(is_given).filter_map(Arg::get_long);
    given.map(str::to_owned).collect()
}

/// The key of an option that can have a default.
fn default_name(arg: &Arg) -> Option<String> {
    let entry = options::named(arg.get_long()?)?;
    (entry.default != options::Default::Nowhere).then(|| entry.name.to_owned())
}

/// A file that may hold defaults.
struct DefaultsFile {
    path: PathBuf,
    /// Whether it is beside the input rather than in the user's configuration.
    is_beside: bool,
}

/// The files to read, in the order of precedence.
fn files(matches: &ArgMatches) -> Vec<DefaultsFile> {
    let inputs = matches.get_many::<PathBuf>("inputs").into_iter().flatten();
    // With --command there is no test, so the first input is where it would be.
    let input = inputs.chain(matches.get_one::<PathBuf>("test")).next();
    let beside = input.map(|input| DefaultsFile {
        path: input.with_file_name(FILE),
        is_beside: true,
    });
    let home = env::var_os("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute())
        .or_else(|| env::home_dir().map(|home| home.join(".config")));
    let own = home.map(|folder| DefaultsFile {
        path: folder.join("lop").join(FILE),
        is_beside: false,
    });
    beside.into_iter().chain(own).collect()
}

impl DefaultsFile {
    /// Its text; none if the file is absent or another user can write it.
    fn text(&self) -> Result<Option<String>, Error> {
        let failed = |source| Error::Read {
            path: self.path.clone(),
            source,
        };
        // A pipe that is called so must not be waited for.
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        let file = match File::options().read(true).custom_flags(flags).open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            // A file that this user may not read has no defaults for them.
            Err(error) if self.is_beside && error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
            file => file.map_err(failed)?,
        };
        if let Some(reason) = self.distrust(&file).map_err(failed)? {
            say!("warning: {} is not used: {reason}", self.path.display());
            return Ok(None);
        }
        let mut text = String::new();
        file.take(FILE_BYTES).read_to_string(&mut text).map_err(failed)?;
        Ok(Some(text))
    }

    /// Why the file is not trusted. The open file is examined, not the path, which may lead to another one by now.
    fn distrust(&self, file: &File) -> io::Result<Option<&'static str>> {
        let metadata = file.metadata()?;
        let (owner, user) = (metadata.uid(), geteuid().as_raw());
        // Root may change the user's configuration in any case.
        let is_own = owner == user || !self.is_beside && owner == 0;
        Ok(if !metadata.is_file() {
            Some("it is not a file")
        } else if !is_own {
            Some("it belongs to another user")
        } else if metadata.mode() & WRITABLE_BY_OTHERS != 0 {
            Some("others may write it (chmod go-w makes it yours)")
        } else if metadata.len() > FILE_BYTES {
            Some("it is too long for a file of defaults")
        } else {
            None
        })
    }
}

/// The defaults of variables and files for options that the command line leaves out.
struct Defaults<'a> {
    command: &'a Command,
    matches: &'a ArgMatches,
    /// The options that are set.
    keys: Vec<String>,
    /// The defaults as words of a command line.
    words: Vec<OsString>,
}

impl Defaults<'_> {
    /// Reads a file, if it exists.
    fn read(&mut self, file: &DefaultsFile) -> Result<(), Error> {
        let Some(text) = file.text()? else { return Ok(()) };
        let path = &file.path;
        let table: Table = text.parse().map_err(|error| unreadable(path, &text, &error))?;
        if file.is_beside {
            table.keys().try_for_each(|key| check_harmless(path, key))?;
        }
        // Only the user can silence this, not the file itself.
        let is_announced = file.is_beside && !self.is_quiet();
        self.take(path, &table)?;
        if is_announced {
            say!("using {}", path.display());
        }
        Ok(())
    }

    /// Whether the command line or the environment sets `--quiet`.
    fn is_quiet(&self) -> bool {
        self.matches.get_flag("quiet") || self.words.iter().any(|word| word == "--quiet")
    }

    /// Reads the environment.
    fn read_environment(&mut self) -> Result<(), Error> {
        for arg in self.command.get_arguments() {
            let Some(key) = default_name(arg) else { continue };
            let variable = format!("LOP_{}", key.replace('-', "_").to_uppercase());
            let Ok(said) = env::var(&variable) else { continue };
            let value = match arg.get_action() {
                ArgAction::SetTrue => Value::Boolean(!NO.contains(&said.to_lowercase().as_str())),
                _ => Value::String(said),
            };
            self.take(Path::new(&variable), &Table::from_iter([(key, value)]))?;
        }
        Ok(())
    }

    /// Takes the defaults of a table for options that are not settled yet.
    fn take(&mut self, path: &Path, table: &Table) -> Result<(), Error> {
        let mut keys = Vec::new();
        for (key, value) in table {
            let arg = option(path, key, self.command)?;
            let words = words(path, key, value, arg)?;
            check(path, key, &words, self.command)?;
            if !self.is_settled(arg) {
                self.words.extend(words);
                keys.push(key.clone());
            }
        }
        self.keys.extend(keys);
        Ok(())
    }

    /// Whether a source of higher precedence sets an option, or one that excludes it.
    fn is_settled(&self, arg: &Arg) -> bool {
        let is_said = |arg: &Arg| {
            let source = self.matches.value_source(arg.get_id().as_str());
            let is_key = |key: &String| arg.get_long() == Some(key);
            source == Some(ValueSource::CommandLine) || self.keys.iter().any(is_key)
        };
        let excludes = |one: &Arg, other: &Arg| {
            let excluded = self.command.get_arg_conflicts_with(one);
            excluded.iter().any(|excluded| excluded.get_id() == other.get_id())
        };
        let mut others = self.command.get_arguments();
        is_said(arg) || others.any(|other| (excludes(arg, other) || excludes(other, arg)) && is_said(other))
    }
}

fn unreadable(path: &Path, text: &str, error: &toml::de::Error) -> Error {
    let before = error.span().map_or(0, |span| span.start);
    let line = 1 + text[..before].matches('\n').count();
    let reason = error.message().lines().next().unwrap_or_default();
    let hint = "the file is TOML: `jobs = 4`, `algorithm = \"perses\"`";
    refused(path, format!("line {line}: {reason}"), hint)
}

fn refused(path: &Path, reason: String, hint: &str) -> Error {
    Error::Config {
        path: path.to_owned(),
        reason,
        hint: hint.to_owned(),
    }
}

/// Refuses a key beside the input that could do more harm than a poor result.
fn check_harmless(path: &Path, key: &str) -> Result<(), Error> {
    if options::named(key).is_none_or(|entry| entry.default != options::Default::Own) {
        return Ok(());
    }
    Err(refused(
        path,
        format!("\"{key}\" is not taken from a file beside the input, which may come from another user"),
        "it belongs on the command line or in ~/.config/lop/lop.toml; --no-config looks at no file",
    ))
}

/// The option that a key stands for.
fn option<'a>(path: &Path, key: &str, command: &'a Command) -> Result<&'a Arg, Error> {
    if options::named(key).is_some_and(|entry| entry.default == options::Default::Nowhere) {
        let reason = format!("\"{key}\" has no default");
        return Err(refused(path, reason, "it belongs on the command line"));
    }
    let has_name = |arg: &&Arg| default_name(arg).is_some_and(|name| name == key);
    command.get_arguments().find(has_name).ok_or_else(|| {
        let names: Vec<String> = command.get_arguments().filter_map(default_name).collect();
        let hint = suggest::hint(
            key,
            names.iter().map(String::as_str),
            "keys are options without their dashes: see `lop --help`",
        );
        refused(path, format!("no option is called \"{key}\""), &hint)
    })
}

/// A default as words of a command line.
fn words(path: &Path, key: &str, value: &Value, arg: &Arg) -> Result<Vec<OsString>, Error> {
    let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
    let is_repeatable = matches!(arg.get_action(), ArgAction::Append);
    let word = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        _ => None,
    };
    let values = match value {
        Value::Boolean(is_on) if is_switch => {
            return Ok(if *is_on {
                vec![format!("--{key}").into()]
            } else {
                Vec::new()
            });
        }
        Value::Array(values) if is_repeatable => values.iter().map(word).collect(),
        value if !is_switch => word(value).map(|word| vec![word]),
        _ => None,
    };
    let wanted = match (is_switch, is_repeatable) {
        (true, _) => "true or false",
        (_, true) => "a string or an array of strings",
        _ => "a string or a number",
    };
    let values = values.ok_or_else(|| {
        refused(
            path,
            format!("\"{key}\" is no such value"),
            &format!("it takes {wanted}"),
        )
    })?;
    Ok(values
        .into_iter()
        .map(|value| format!("--{key}={value}").into())
        .collect())
}

/// Has clap read a default alone, so that an error can name its source.
fn check(path: &Path, key: &str, words: &[OsString], command: &Command) -> Result<(), Error> {
    let mut alone = vec![OsString::from("lop")];
    alone.extend(words.iter().cloned());
    alone.extend(["test", "input"].map(OsString::from));
    command.clone().try_get_matches_from(alone).map(drop).map_err(|error| {
        let message = error.to_string();
        let mut lines = message.lines();
        let reason = lines.next().unwrap_or_default().trim_start_matches("error: ");
        let hint = lines.map(str::trim).find(|line| line.starts_with('['));
        refused(
            path,
            format!("\"{key}\": {reason}"),
            hint.unwrap_or("`lop --help` says what it takes"),
        )
    })
}
