//! `lop report`: one page about a run.
//!
//! The page is `page.html` with `page.css`, `page.js` and the data in it. It needs nothing else, so it can be sent
//! around and opened anywhere.

mod data;

use std::io::Write;
use std::path::Path;

use lop_exec::{FileId, Manner, save};

use crate::args;
use crate::events::Recording;
use crate::input::Error;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(crate) fn run(args: &args::Report) -> Result<(), Error> {
    if args.output == Path::new("-") {
        let page = page(&Recording::read(&args.events)?)?;
        return std::io::stdout()
            .lock()
            .write_all(page.as_bytes())
            .map_err(Error::Print);
    }
    if FileId::of(&args.output).is_some_and(|output| FileId::of(&args.events) == Some(output)) {
        return Err(Error::Overwrites {
            name: "the page".to_owned(),
            path: args.output.clone(),
            what: "the events",
        });
    }
    write(&args.events, &args.output, &Manner::default())
}

/// Makes a page of events.
pub(crate) fn write(events: &Path, path: &Path, manner: &Manner) -> Result<(), Error> {
    let page = page(&Recording::read(events)?)?;
    save(path, page.as_bytes(), manner).map_err(|source| lop_exec::refused(path, source).into())
}

fn page(recording: &Recording) -> Result<String, Error> {
    let data = data::of(recording)?.to_string();
    // Data ends where the browser sees the end of a script, or thinks that it sees a comment.
    let data = data.replace('<', "\\u003c");
    let title = recording.start.input.replace('&', "&amp;").replace('<', "&lt;");
    // In this order: what the user brings in may hold anything.
    let page = PAGE.replace("@STYLE@", STYLE).replace("@SCRIPT@", SCRIPT);
    let (head, rest) = page.split_once("@TITLE@").expect("the page has a title");
    let (body, tail) = rest.split_once("@DATA@").expect("the page has data");
    Ok([head, &title, body, &data, tail].concat())
}
