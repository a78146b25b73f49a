//! `--remote` and the options that go with it.

use std::path::PathBuf;

use clap::Args;
use lop_exec::Mixed;
use lop_remote::{Include, Job, Program, Settings, Tls, Token};

use super::files::Input;
use super::plan::Plan;
use super::test::Test;
use crate::input::Error;
use crate::options::{Needs, OptionEntry};
use crate::say::say;

/// Default number of queries in flight for each server. Not measured.
const SLOTS: usize = 16;
/// The variable that holds a bearer token, if no file does.
const TOKEN: &str = "LOP_REMOTE_TOKEN";

/// The properties of the options below.
pub(crate) static OPTIONS: &[OptionEntry] = &[
    OptionEntry::new("remote"),
    OptionEntry::needs("remote-jobs", Needs::Remote),
    OptionEntry::needs("remote-instance", Needs::Remote),
    OptionEntry::needs("remote-property", Needs::Remote),
    OptionEntry::needs("remote-header", Needs::Remote),
    OptionEntry::needs("remote-include", Needs::Remote),
    OptionEntry::needs("remote-ca", Needs::Remote),
    OptionEntry::needs("remote-cert", Needs::Remote),
    OptionEntry::needs("remote-key", Needs::Remote),
    OptionEntry::needs("remote-token-file", Needs::Remote),
];

/// The options of remote execution.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Elsewhere")]
pub(crate) struct Options {
    /// Run tests on servers as well: grpc://HOST:PORT
    ///
    /// Servers that speak the Remote Execution API; grpcs:// with TLS, several with commas between. Quick tests still
    /// run on this machine.
    #[arg(
        id = "remote",
        long = "remote",
        value_name = "URL",
        value_delimiter = ',',
        help_heading = "Search",
        hide_short_help = true
    )]
    pub servers: Vec<String>,
    /// Run this many tests on servers at once [default: 16 for each server]
    #[arg(
        id = "remote_jobs",
        long = "remote-jobs",
        value_name = "N",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..),
        hide_short_help = true
    )]
    pub jobs: Option<usize>,
    /// The instance name on the server
    #[arg(
        id = "remote_instance",
        long = "remote-instance",
        value_name = "NAME",
        hide_short_help = true
    )]
    pub instance: Option<String>,
    /// A platform property that machines must have, such as container-image=docker://…; can be given several times
    #[arg(
        id = "remote_property",
        long = "remote-property",
        value_name = "NAME=VALUE",
        value_parser = pair,
        hide_short_help = true
    )]
    pub properties: Vec<(String, String)>,
    /// A header of every request; can be given several times
    #[arg(
        id = "remote_header",
        long = "remote-header",
        value_name = "NAME=VALUE",
        value_parser = pair,
        hide_short_help = true
    )]
    pub headers: Vec<(String, String)>,
    /// A file or directory that the test needs on the server; can be given several times
    ///
    /// It is put beside the test, where "$(dirname "$0")" finds it; with PATH=PLACE at that path from the top
    /// of the directory that the server makes.
    #[arg(
        id = "remote_include",
        long = "remote-include",
        value_name = "PATH[=PLACE]",
        hide_short_help = true
    )]
    pub includes: Vec<String>,
    /// The certificate authority of the servers, instead of those that this system trusts
    #[arg(id = "remote_ca", long = "remote-ca", value_name = "FILE", hide_short_help = true)]
    pub authority: Option<PathBuf>,
    /// Your own certificate
    #[arg(
        id = "remote_cert",
        long = "remote-cert",
        value_name = "FILE",
        hide_short_help = true
    )]
    pub certificate: Option<PathBuf>,
    /// The key that goes with it
    #[arg(id = "remote_key", long = "remote-key", value_name = "FILE", hide_short_help = true)]
    pub key: Option<PathBuf>,
    /// A file with your bearer token; otherwise LOP_REMOTE_TOKEN has it
    #[arg(
        id = "remote_token_file",
        long = "remote-token-file",
        value_name = "FILE",
        hide_short_help = true
    )]
    pub token_file: Option<PathBuf>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

impl Options {
    /// How many remote queries can be in flight.
    pub(crate) fn slots(&self) -> usize {
        match self.servers.len() {
            0 => 0,
            servers => self.jobs.unwrap_or(SLOTS * servers),
        }
    }

    fn settings(&self) -> Settings {
        let token = std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
        Settings {
            instance: self.instance.clone().unwrap_or_default(),
            properties: self.properties.clone(),
            headers: self.headers.clone(),
            token: self.token_file.clone().map(Token::File).or(token.map(Token::Text)),
            tls: Tls {
                authority: self.authority.clone(),
                certificate: self.certificate.clone(),
                key: self.key.clone(),
            },
            ..Settings::new(self.servers.clone(), self.slots())
        }
    }
}

/// Connects to the servers of the plan, if there are any.
pub(crate) fn connect(plan: &Plan, test: &Test, input: &Input, mixed: &mut Mixed) -> Result<(), Error> {
    let options = &plan.remote;
    if options.servers.is_empty() {
        return Ok(());
    }
    let script = match test {
        Test::Script(script) => Some(script.as_path()),
        Test::Line(_) | Test::Golden(_) => None,
    };
    let includes = options.includes.iter().map(|include| Include::parse(include, script));
    let setup = mixed.runners().setup();
    let job = Job {
        program: match test {
            Test::Script(script) => Program::Script(script.clone()),
            Test::Line(line) | Test::Golden(line) => Program::Line(line.clone()),
        },
        includes: includes.collect::<Result<_, _>>()?,
        file_name: setup.file_name.clone(),
        is_archive: input.is_bundle(),
        further: setup.further.clone(),
        memory_bytes: setup.memory_bytes,
        time_out: plan.confinement.timeout,
    };
    let settings = options.settings();
    let queries = settings.queries();
    mixed.add_remote(lop_remote::connect(settings, &job)?, queries);
    if !plan.reports.is_quiet {
        mixed.notify_with(|notice| say!("warning: {notice}"));
    }
    Ok(())
}
