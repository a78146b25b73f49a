//! The configurations that claims are about, by name.

use crate::ratios;
use crate::tools::Configuration;

pub const PERSES: &str = "perses+ddmin";
pub const PERSES_OFF: &str = "perses+ddmin off";
pub const REVISITED_OFF: &str = "perses+ddmin, traced off";
pub const OPDD: &str = "perses+opdd";
pub const OPDD_OFF: &str = "perses+opdd off";
pub const OPDD_FORWARD_OFF: &str = "perses+opdd-forward off";
pub const PERSES_N: &str = "perses-n";
pub const PERSES_N_OFF: &str = "perses-n off";
pub const UNPRUNED: &str = "pardis --no-pruning";
pub const UNPRUNED_OFF: &str = "pardis --no-pruning off";
pub const PARDIS: &str = "pardis";
pub const PARDIS_OFF: &str = "pardis off";
pub const HYBRID: &str = "pardis-hybrid";
pub const HYBRID_OFF: &str = "pardis-hybrid off";
pub const GUIDED: &str = "model-guided node";
pub const GUIDED_OFF: &str = "model-guided node off";
pub const GUIDED_THEN_CREDUCE_OFF: &str = "model-guided, then creduce off";
pub const GUIDED_THEN_PARDIS_OFF: &str = "model-guided, then pardis off";
pub const TYPE_BATCHED: &str = "type-batched";
pub const TYPE_BATCHED_OFF: &str = "type-batched off";
pub const ONLINE: &str = "type-batched, online";
pub const CONSTANT: &str = "type-batched, constant schedule";
pub const RANDOM: &str = "type-batched, random schedule";
pub const AGNOSTIC: &str = "type-batched, all types at once";
pub const ONE_BY_ONE: &str = "type-batched, one by one";
pub const PDD: &str = "type-batched, pdd";
pub const PDD_W: &str = "type-batched, pdd+w";
pub const JOINT_1: &str = "type-batched, joint+1";
pub const BATCHES_OFF: &str = "type-batched, batches alone off";
pub const AGNOSTIC_BATCH_OFF: &str = "type-batched, all types at once, alone off";
pub const THEN_CREDUCE: &str = "type-batched, then creduce";
pub const CREDUCE: &str = "creduce";
pub const VULCAN: &str = "vulcan";
pub const SERU_PERSES: &str = "seru+perses";
pub const SERU_VULCAN: &str = "seru+vulcan";
/// What follows is the heuristics, as `--heuristics` takes them.
const SERU_WITH: &str = "seru+perses with ";

/// A claim about random schedules is one about the mean of this many.
const RANDOM_SCHEDULES: usize = 20;

/// The configurations that a name stands for: of random schedules there are several.
pub fn members(name: &str) -> Vec<String> {
    if name == RANDOM {
        (1..=RANDOM_SCHEDULES).map(|seed| format!("{RANDOM} {seed}")).collect()
    } else {
        vec![name.to_owned()]
    }
}

/// A configuration by the name that claims and tables have for it: one of [`ratios`], or one of those that came later.
pub fn configuration(name: &str) -> Option<Configuration> {
    let known = ratios::configurations();
    if let Some(known) = known.into_iter().find(|known| known.name == name) {
        return Some(known);
    }
    if name == CREDUCE {
        return Configuration::peer(CREDUCE);
    }
    let bare = name.strip_suffix(" off").unwrap_or(name);
    let replacements = if bare == name { "on" } else { "off" };
    let flags = format!("--algorithm {} --replacements {replacements}", arguments(bare)?);
    Some(Configuration::lop(name, &flags))
}

/// The algorithm and its flags.
fn arguments(bare: &str) -> Option<String> {
    if let Some(features) = bare.strip_prefix("model-guided ") {
        return Some(format!("model-guided --features {features}"));
    }
    if let Some(cache) = bare.strip_prefix("ddmin with ") {
        return Some(format!("tokens --list ddmin --cache {cache}"));
    }
    if let Some(heuristics) = bare.strip_prefix(SERU_WITH) {
        return Some(format!(
            "seru --syntactic perses --list ddmin --heuristics {heuristics}"
        ));
    }
    if let Some(seed) = bare.strip_prefix(RANDOM) {
        return Some(format!("type-batched --online off --schedule random --seed{seed}"));
    }
    let offline = |flags: &str| Some(format!("type-batched --online off {flags}").trim_end().to_owned());
    match bare {
        TYPE_BATCHED => offline(""),
        CONSTANT => offline("--schedule constant"),
        AGNOSTIC => offline("--schedule agnostic"),
        ONE_BY_ONE => offline("--joint off"),
        PDD => offline("--joint pdd"),
        PDD_W => offline("--joint pdd+w"),
        JOINT_1 => offline("--joint joint+1"),
        THEN_CREDUCE => offline("--finish-with creduce"),
        "type-batched, batches alone" => offline("--clean-up none --trace {trace}"),
        "type-batched, all types at once, alone" => offline("--schedule agnostic --clean-up none --trace {trace}"),
        ONLINE => Some("type-batched --online on".to_owned()),
        "model-guided, then creduce" => Some("model-guided --finish-with creduce".to_owned()),
        "model-guided, then pardis" => Some("model-guided --finish-with {then-pardis}".to_owned()),
        "perses+ddmin, traced" => Some("perses --list ddmin --trace {trace}".to_owned()),
        "perses+opdd-forward" => Some("perses --list opdd-forward".to_owned()),
        VULCAN => Some("vulcan".to_owned()),
        SERU_PERSES => Some("seru --syntactic perses --list ddmin".to_owned()),
        SERU_VULCAN => Some("seru --syntactic vulcan".to_owned()),
        _ => None,
    }
}
