//! The configurations that claims are about, by name.

use crate::ratios;
use crate::tools::Configuration;

pub(super) const PERSES: &str = "perses+ddmin";
pub(super) const PERSES_OFF: &str = "perses+ddmin off";
pub(super) const REVISITED_OFF: &str = "perses+ddmin, traced off";
pub(super) const OPDD: &str = "perses+opdd";
pub(super) const OPDD_OFF: &str = "perses+opdd off";
pub(super) const OPDD_FORWARD_OFF: &str = "perses+opdd-forward off";
pub(super) const PERSES_N: &str = "perses-n";
pub(super) const PERSES_N_OFF: &str = "perses-n off";
pub(super) const UNPRUNED: &str = "pardis --no-pruning";
pub(super) const UNPRUNED_OFF: &str = "pardis --no-pruning off";
pub(super) const PARDIS: &str = "pardis";
pub(super) const PARDIS_OFF: &str = "pardis off";
pub(super) const HYBRID: &str = "pardis-hybrid";
pub(super) const HYBRID_OFF: &str = "pardis-hybrid off";
pub(super) const GUIDED: &str = "model-guided node";
pub(super) const GUIDED_OFF: &str = "model-guided node off";
pub(super) const GUIDED_THEN_CREDUCE_OFF: &str = "model-guided, then creduce off";
pub(super) const GUIDED_THEN_PARDIS_OFF: &str = "model-guided, then pardis off";
pub(super) const TYPE_BATCHED: &str = "type-batched";
pub(super) const TYPE_BATCHED_OFF: &str = "type-batched off";
pub(super) const ONLINE: &str = "type-batched, online";
pub(super) const CONSTANT: &str = "type-batched, constant schedule";
pub(super) const RANDOM: &str = "type-batched, random schedule";
pub(super) const AGNOSTIC: &str = "type-batched, all types at once";
pub(super) const ONE_BY_ONE: &str = "type-batched, one by one";
pub(super) const PDD: &str = "type-batched, pdd";
pub(super) const PDD_W: &str = "type-batched, pdd+w";
pub(super) const JOINT_1: &str = "type-batched, joint+1";
pub(super) const BATCHES_OFF: &str = "type-batched, batches alone off";
pub(super) const AGNOSTIC_BATCH_OFF: &str = "type-batched, all types at once, alone off";
pub(super) const THEN_CREDUCE: &str = "type-batched, then creduce";
pub(super) const CREDUCE: &str = "creduce";
pub(super) const VULCAN: &str = "vulcan";
pub(super) const SERU_PERSES: &str = "seru+perses";
pub(super) const SERU_VULCAN: &str = "seru+vulcan";
/// What follows is the heuristics, as `--heuristics` takes them.
const SERU_WITH: &str = "seru+perses with ";

/// A claim about random schedules is one about the mean of this many.
const RANDOM_SCHEDULES: usize = 20;

/// The configurations that a name stands for: of random schedules there are several.
pub(super) fn members(name: &str) -> Vec<String> {
    if name == RANDOM {
        (1..=RANDOM_SCHEDULES).map(|seed| format!("{RANDOM} {seed}")).collect()
    } else {
        vec![name.to_owned()]
    }
}

/// A configuration by the name that claims and tables have for it: one of [`ratios`], or one of those that came later.
pub(super) fn configuration(name: &str) -> Option<Configuration> {
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
