//! `lop tree`.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use lop_syntax::{Kind, NodeId, Program, Tree, names};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use crate::args;
use crate::input::{Error, read_tree};

/// Longest text of a token, in characters. By eye, not measured.
const SHOWN_TEXT: usize = 60;
/// Deepest indentation; below it, the number of further levels is shown. By eye, not measured.
const SHOWN_DEPTH: usize = 60;

#[derive(Serialize)]
struct Row<'a> {
    id: u32,
    parent: Option<u32>,
    depth: usize,
    kind: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    tokens: usize,
    start: usize,
    end: usize,
    removable: bool,
}

#[derive(Serialize)]
struct NameRow {
    name: String,
    defined: Vec<String>,
    used: Vec<String>,
}

pub(crate) fn run(args: &args::Tree) -> Result<(), Error> {
    let tree = read_tree(&args.file, &args.language)?;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.names {
        print_names(&mut out, tree, args.json).map_err(Error::Print)?;
    } else if args.json {
        let mut json = serde_json::Serializer::new(&mut out);
        let print = |error: serde_json::Error| Error::Print(error.into());
        let mut rows = json.serialize_seq(None).map_err(print)?;
        for (node, depth) in preorder(&tree, args.depth) {
            rows.serialize_element(&row(&tree, node, depth)).map_err(print)?;
        }
        rows.end().map_err(print)?;
        writeln!(out).map_err(Error::Print)?;
    } else {
        for (node, depth) in preorder(&tree, args.depth) {
            let mark = if tree.is_removable(node) { '-' } else { ' ' };
            let (name, weight) = (tree.name(node), tree.weight(node));
            let text = leaf_text(&tree, node);
            let (shown, deeper) = (depth.min(SHOWN_DEPTH), depth.saturating_sub(SHOWN_DEPTH));
            let deeper = if deeper > 0 {
                format!("+{deeper} ")
            } else {
                String::new()
            };
            writeln!(
                out,
                "{mark} {:indent$}{deeper}{name} {weight}{text}",
                "",
                indent = 2 * shown
            )
            .map_err(Error::Print)?;
        }
    }
    out.flush().map_err(Error::Print)
}

/// The names of a file, in the order in which they first appear.
fn print_names(out: &mut impl Write, tree: Tree, is_json: bool) -> io::Result<()> {
    let program = Program::new(Arc::new(tree));
    let tree = program.tree();
    let names = names::by_scope(&program);
    let lines = line_starts(tree.source());
    let place = |token: &NodeId| place(&lines, tree.span(*token).start);
    let places = |tokens: &[NodeId]| tokens.iter().map(place).collect::<Vec<_>>();
    let rows = names.iter().map(|name| NameRow {
        name: String::from_utf8_lossy(&name.text).into_owned(),
        defined: places(&name.definitions),
        used: places(&name.uses().collect::<Vec<_>>()),
    });
    if is_json {
        serde_json::to_writer(&mut *out, &rows.collect::<Vec<_>>())?;
        return writeln!(out);
    }
    for NameRow { name, defined, used } in rows {
        let list = |word: &str, places: &[String]| match places {
            [] => String::new(),
            _ => format!(", {word} {}", places.join(" ")),
        };
        writeln!(out, "{name}{}{}", list("defined", &defined), list("used", &used))?;
    }
    Ok(())
}

/// Where the lines of a text begin.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let behind = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    std::iter::once(0).chain(behind.map(|(at, _)| at + 1)).collect()
}

/// A place in a text, as line:column.
fn place(line_starts: &[usize], at: usize) -> String {
    let line = line_starts.partition_point(|start| *start <= at);
    format!("{line}:{}", at - line_starts[line - 1] + 1)
}

/// The nodes in the order of the file, with their depths; without recursion, because trees can be deep.
fn preorder(tree: &Tree, max_depth: Option<usize>) -> impl Iterator<Item = (NodeId, usize)> + '_ {
    let mut stack = vec![(tree.root(), 0)];
    std::iter::from_fn(move || {
        let (node, depth) = stack.pop()?;
        if max_depth.is_none_or(|max| depth < max) {
            let first = stack.len();
            stack.extend(tree.children(node).map(|child| (child, depth + 1)));
            stack[first..].sort_by_key(|(child, _)| std::cmp::Reverse((tree.span(*child).start, child.0)));
        }
        Some((node, depth))
    })
}

fn row(tree: &Tree, node: NodeId, depth: usize) -> Row<'_> {
    let span = tree.span(node);
    Row {
        id: node.0,
        parent: tree.parent(node).map(|parent| parent.0),
        depth,
        kind: match tree.kind(node) {
            Kind::Regular => "regular",
            Kind::Group => "group",
            Kind::List => "list",
            Kind::Optional => "optional",
            Kind::Separator => "separator",
            Kind::Token => "token",
            Kind::Opaque => "opaque",
            Kind::Extra => "extra",
            Kind::Error => "error",
            Kind::Unmatched => "unmatched",
        },
        name: tree.name(node),
        field: tree.field(node),
        tokens: tree.weight(node),
        start: span.start,
        end: span.end,
        removable: tree.is_removable(node),
    }
}

/// The text of a leaf, where its name is not the same.
fn leaf_text(tree: &Tree, node: NodeId) -> String {
    let text = String::from_utf8_lossy(tree.text(node));
    if tree.children(node).next().is_some() || text == tree.name(node) {
        return String::new();
    }
    let mut shown: String = text.chars().take(SHOWN_TEXT).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!(" {}", shown.escape_debug())
}
