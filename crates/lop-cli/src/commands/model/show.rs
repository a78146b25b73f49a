//! `lop model show`.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use lop_core::model::{self, Chance, FeatureSet, Features, Model, RuleType, file};
use lop_syntax::lang::{self, LANGUAGES};
use serde::Serialize;

use crate::args;
use crate::commands::print_json;
use crate::input::{self, Error};
use crate::suggest;

/// So many predictions of a forest are timed.
const TIMED: u32 = 1_000;
/// Probabilities that differ so much between the two ends of a reduction are pointed out. Not measured.
const WORTH_A_WORD: f64 = 0.15;

#[derive(Serialize)]
struct Shown<'a> {
    language: &'a str,
    bytes: usize,
    types: Vec<Type<'a>>,
    forests: Vec<ForestRow>,
    provenance: &'a str,
}

#[derive(Serialize)]
struct Type<'a> {
    name: &'a str,
    samples: u32,
    chance: f32,
    at_first: f64,
    at_the_end: f64,
}

#[derive(Serialize)]
struct ForestRow {
    features: &'static str,
    trees: usize,
    nodes: usize,
    microseconds: f64,
}

pub(super) fn run(args: &args::Show) -> Result<(), Error> {
    let model = load(&args.model)?;
    let shown = shown(&model);
    let mut out = std::io::stdout().lock();
    if args.json {
        return print_json(&mut out, &shown);
    }
    print(&mut out, &shown).map_err(Error::Print)
}

/// A model that comes with lop, by its language, or a file.
fn load(name: &str) -> Result<Model, Error> {
    let broken = |source| Error::Model {
        path: name.into(),
        source,
    };
    let path = Path::new(name);
    match lang::named(name).and_then(model::shipped) {
        Some(model) => model.map_err(broken),
        None if path.exists() || name.contains(['.', '/']) => input::read_model(path, None),
        None => {
            let trained = LANGUAGES.iter().filter(|language| language.model.is_some());
            let names = trained.map(|language| language.name);
            Err(Error::Usage {
                reason: format!("no model for \"{name}\" comes with lop, and there is no such file"),
                hint: suggest::hint(name, names, "`lop train` makes one from a corpus of your own"),
            })
        }
    }
}

fn shown(model: &Model) -> Shown<'_> {
    let mut types: Vec<Type<'_>> = (0..model.chances.len())
        .map(|number| of_type(model, RuleType(number as u16)))
        .filter(|shown| shown.samples > 0)
        .collect();
    types.sort_by(|one, other| other.at_first.total_cmp(&one.at_first).then(one.name.cmp(other.name)));
    Shown {
        language: &model.language,
        bytes: file::write(model).len(),
        types,
        forests: FeatureSet::ALL.map(|set| forest(model, set)).into(),
        provenance: &model.provenance,
    }
}

fn of_type(model: &Model, rule_type: RuleType) -> Type<'_> {
    let chance = model.chances[rule_type.index()];
    let Chance { samples, constant, .. } = chance;
    Type {
        name: model.vocabulary.name(rule_type),
        samples,
        chance: constant,
        at_first: chance.at(1.0),
        at_the_end: chance.at(0.0),
    }
}

fn forest(model: &Model, set: FeatureSet) -> ForestRow {
    let forest = &model.forests[set.index()];
    let types = model.chances.len();
    let all: Vec<Features> = (0..TIMED).map(|number| Features::made_up(number, types)).collect();
    let start = Instant::now();
    for features in &all {
        black_box(forest.chance(black_box(features)));
    }
    ForestRow {
        features: set.name(),
        trees: forest.roots.len(),
        nodes: forest.nodes.len(),
        microseconds: start.elapsed().as_secs_f64() * 1e6 / f64::from(TIMED),
    }
}

fn print(out: &mut impl Write, shown: &Shown<'_>) -> std::io::Result<()> {
    let answers: u64 = shown.types.iter().map(|shown| u64::from(shown.samples)).sum();
    writeln!(
        out,
        "{}: {} types, {answers} answers, {} bytes\n",
        shown.language,
        shown.types.len(),
        shown.bytes
    )?;
    writeln!(out, "what goes most easily at first, and how that changes")?;
    let width = shown.types.iter().map(|shown| shown.name.len()).max().unwrap_or(0);
    for shown in &shown.types {
        let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
        writeln!(
            out,
            "  {:width$}  {:>5}  {:>5} at the end  {:>6} answers{}",
            shown.name,
            percent(shown.at_first),
            percent(shown.at_the_end),
            shown.samples,
            word(shown)
        )?;
    }
    writeln!(out, "\nforests")?;
    for forest in &shown.forests {
        let ForestRow {
            features,
            trees,
            nodes,
            microseconds,
        } = forest;
        writeln!(
            out,
            "  {features:13}  {trees:4} trees  {nodes:6} nodes  {microseconds:6.2} µs an answer"
        )?;
    }
    if !shown.provenance.is_empty() {
        writeln!(out, "\n{}", shown.provenance.trim_end())?;
    }
    Ok(())
}

/// What a type's probabilities mean for its place in the schedule.
fn word(shown: &Type<'_>) -> &'static str {
    match shown.at_the_end - shown.at_first {
        later if later > WORTH_A_WORD => "  later",
        later if later < -WORTH_A_WORD => "  early or not at all",
        _ => "",
    }
}
