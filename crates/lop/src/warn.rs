//! Warnings about options that do nothing where they are used.

use lop_core::tree;

use crate::args::{Reduce, Switch};

/// Reducers that never minimise a list.
const WITHOUT_LISTS: [&str; 3] = ["pardis", "perses-n", "waves"];
/// Reducers that never put a node in another's place.
const WITHOUT_REPLACEMENTS: [&str; 7] = ["characters", "comments", "hdd", "hdd*", "hdd+", "lines", "tokens"];
/// Reducers that ask about every node anyway.
const WITHOUT_PRUNING: [&str; 10] = [
    "characters",
    "comments",
    "hdd",
    "hdd*",
    "hdd+",
    "lines",
    "perses",
    "perses-n",
    "tokens",
    "waves",
];
/// The reducer that asks in waves.
const WITH_WAVES: &str = "waves";

/// What a user should know who gave these options.
pub fn about(args: &Reduce, algorithm: &tree::Entry) -> Vec<String> {
    let name = algorithm.name;
    let mut warnings = Vec::new();
    let mut idle = |is_given: bool, option: &str, why: &str| {
        if is_given {
            warnings.push(format!("{option} does nothing here: {name} {why}"));
        }
    };
    let is_one_of = |names: &[&str]| names.contains(&name);
    idle(
        args.list.is_some() && is_one_of(&WITHOUT_LISTS),
        "--list",
        "minimises no lists but that of the comments",
    );
    idle(
        args.wave.is_some() && name != WITH_WAVES,
        "--wave",
        "does not ask in waves",
    );
    idle(
        args.no_pruning && is_one_of(&WITHOUT_PRUNING),
        "--no-pruning",
        "asks about all nodes anyway",
    );
    idle(
        args.replacements == Switch::Off && is_one_of(&WITHOUT_REPLACEMENTS),
        "--replacements off",
        "replaces no nodes",
    );
    if let (Some(timeout), Some(limit)) = (args.timeout, args.time_limit)
        && timeout >= limit
    {
        warnings.push(format!(
            "one run of the test may take {timeout} s, which is all the time there is: --time-limit {limit}"
        ));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reducers_that_are_named_exist() {
        let lists = [
            &WITHOUT_LISTS[..],
            &WITHOUT_REPLACEMENTS,
            &WITHOUT_PRUNING,
            &[WITH_WAVES],
        ];
        for name in lists.into_iter().flatten() {
            assert!(tree::named(name).is_some(), "{name}");
        }
    }
}
