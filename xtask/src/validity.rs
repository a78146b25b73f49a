//! How often an edit still parses, language by language.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use lop_syntax::Random;
use lop_syntax::testing::{Count, Operation, single_edits};
use lop_syntax::{Change, Kind, Program, lang, parse};

#[derive(Default)]
struct Row {
    files: usize,
    bytes: usize,
    broken: usize,
    nodes: usize,
    unmatched: usize,
    seconds: f64,
    counts: BTreeMap<Operation, Count>,
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let (mut edits, mut show, mut paths) = (40, 0, Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
        match argument.as_str() {
            "--edits" => edits = number(),
            "--show" => show = number(),
            path => collect(Path::new(path), &mut paths),
        }
    }
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for path in &paths {
        let Ok(source) = std::fs::read(path) else { continue };
        let Some(language) = lang::detect(path, &source) else {
            continue;
        };
        let syntax = language.syntax().expect("a shipped grammar compiles");
        let row = rows.entry(language.name).or_default();
        let start = Instant::now();
        let tree = Arc::new(parse(source, &syntax));
        row.seconds += start.elapsed().as_secs_f64();
        row.files += 1;
        row.bytes += tree.source().len();
        row.nodes += tree.node_count();
        row.unmatched += tree.unmatched();
        if show > 0 {
            for node in tree
                .nodes()
                .filter(|node| tree.kind(*node) == Kind::Unmatched)
                .take(show)
            {
                let children: Vec<&str> = tree.children(node).map(|child| tree.name(child)).collect();
                println!(
                    "unmatched {} {}: {}",
                    path.display(),
                    tree.name(node),
                    children.join(" ")
                );
            }
        }
        if tree.is_broken() {
            row.broken += 1;
            if show > 0 {
                println!("broken {}", path.display());
            }
            continue;
        }
        let unedited = Program::new(tree.clone());
        assert_eq!(unedited.text(), tree.source(), "{}", path.display());
        for operation in Operation::ALL {
            let mut random = Random(1);
            let mut shown = 0;
            let count = single_edits(&tree, operation, edits, &mut random, |program, edit, text| {
                shown += 1;
                if shown <= show {
                    show_failure(path, operation, program, &edit.changes, text);
                }
            });
            let sum = row.counts.entry(operation).or_default();
            sum.made += count.made;
            sum.valid += count.valid;
        }
    }
    print!("| language | files | KB | broken | unmatched | ms/MB |");
    Operation::ALL
        .iter()
        .for_each(|operation| print!(" {} |", operation.name()));
    println!("\n|---|--:|--:|--:|--:|--:|{}", "--:|".repeat(Operation::ALL.len()));
    for (name, row) in &rows {
        let speed = row.seconds * 1e9 / row.bytes.max(1) as f64;
        print!(
            "| {name} | {} | {} | {} | {} | {speed:.0} |",
            row.files,
            row.bytes / 1000,
            row.broken,
            row.unmatched
        );
        for count in row.counts.values() {
            let share = 100.0 * count.valid as f64 / count.made.max(1) as f64;
            print!(" {share:.1} % of {} |", count.made);
        }
        println!();
    }
    ExitCode::SUCCESS
}

fn show_failure(path: &Path, operation: Operation, program: &Program, changes: &[Change], text: &[u8]) {
    let tree = program.tree();
    println!("--- {} {}", operation.name(), path.display());
    for change in changes {
        let (node, by) = match change {
            Change::Remove(node) => (node, String::new()),
            Change::Replace(node, by) => (node, format!(" by {} {}", tree.name(*by), shown(tree.text(*by)))),
            Change::Rewrite(node, text) => (node, format!(" as {}", shown(text))),
            Change::Space(node, gap) => (node, format!(" behind {gap:?}")),
        };
        let parent = tree.parent(*node).map_or("", |parent| tree.name(parent));
        println!("  {} in {parent}: {}{by}", tree.name(*node), shown(tree.text(*node)));
    }
    let broken = parse(text, tree.syntax());
    for node in broken.nodes().filter(|node| broken.kind(*node) == Kind::Error).take(1) {
        let at = broken.span(node).start;
        println!(
            "  error near {}",
            shown(&text[at.saturating_sub(30)..(at + 50).min(text.len())])
        );
    }
}

/// The beginning of a text, in one line.
pub(crate) fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let short: String = text.chars().take(120).collect();
    format!("«{}»", short.escape_debug())
}

/// All files below a path.
pub(crate) fn collect(path: &Path, paths: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let Ok(entries) = std::fs::read_dir(path) else { return };
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| collect(entry, paths));
    } else {
        paths.push(path.to_owned());
    }
}
