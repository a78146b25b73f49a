//! `lop man` and `lop completions`.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Args, Completions, Man};
use crate::input::Error;

/// The heading of the options that `--help` leaves out.
const RESEARCH: &str = "Research";

/// Prints the manual page of lop, or of one of its commands.
pub(crate) fn run(args: &Man) -> Result<(), Error> {
    let mut command = Args::command();
    command.build();
    let page = match args.command.as_deref() {
        None => clap_mangen::Man::new(command),
        Some(name) => {
            let found = command
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| Error::UnknownName {
                    kind: "command",
                    name: name.to_owned(),
                })?;
            // The page is called lop-init, as those of git are.
            clap_mangen::Man::new(found.display_name(format!("lop-{name}"))).title(format!("lop-{name}"))
        }
    };
    let mut text = Vec::new();
    page.render(&mut text).map_err(Error::Print)?;
    print(&text)
}

/// Prints the help of the options for experiments.
pub(crate) fn run_research() -> Result<(), Error> {
    let command = Args::command().mut_args(|arg| {
        let is_shown = arg.get_help_heading() == Some(RESEARCH);
        arg.hide(!is_shown).hide_long_help(!is_shown)
    });
    let mut command = command
        .mut_subcommands(|command| command.hide(true))
        .after_long_help("");
    let text = command.render_long_help().to_string();
    // Everything but the options is in --help.
    let start = text.find(RESEARCH).unwrap_or_default();
    print(&text.as_bytes()[start..])
}

/// Prints a shell's script for completions.
pub(crate) fn run_completions(args: &Completions) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "lop", &mut script);
    print(&script)
}

fn print(text: &[u8]) -> Result<(), Error> {
    std::io::stdout().lock().write_all(text).map_err(Error::Print)
}
