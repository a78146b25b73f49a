//! Warnings about options that do nothing where they are used.

use lop_core::tree::{self, Heeds};

use crate::args::{Reduce, Switch};

/// What a user should know who gave these options.
pub fn about(args: &Reduce, algorithm: &tree::Entry) -> Vec<String> {
    let name = algorithm.name;
    let mut warnings = Vec::new();
    let mut idle = |is_given: bool, option: &str, why: &str| {
        if is_given {
            warnings.push(format!("{option} does nothing here: {name} {why}"));
        }
    };
    let heeds = |what| algorithm.heeds.contains(&what);
    idle(
        args.list.is_some() && !heeds(Heeds::List),
        "--list",
        "minimises no lists but that of the comments",
    );
    idle(
        args.wave.is_some() && !heeds(Heeds::Waves),
        "--wave",
        "does not ask in waves",
    );
    idle(
        args.no_pruning && !heeds(Heeds::Pruning),
        "--no-pruning",
        "asks about all nodes anyway",
    );
    idle(
        args.replacements == Switch::Off && !heeds(Heeds::Replacements),
        "--replacements off",
        "replaces no nodes",
    );
    idle(args.model.is_some() && !heeds(Heeds::Model), "--model", "asks no model");
    let given = [
        (args.schedule != "varying", "--schedule"),
        (args.joint != "joint", "--joint"),
        (args.clean_up != "pardis", "--clean-up"),
    ];
    for (is_given, option) in given {
        idle(
            is_given && !heeds(Heeds::Types),
            option,
            "does not take nodes by their types",
        );
    }
    idle(
        args.seed.is_some() && args.schedule != "random",
        "--seed",
        "leaves nothing to chance without --schedule random",
    );
    #[cfg(feature = "remote")]
    if args.remote.servers.is_empty() {
        for option in args.remote.given() {
            warnings.push(format!("{option} does nothing here: there is no --remote"));
        }
    }
    if let (Some(timeout), Some(limit)) = (args.timeout, args.time_limit)
        && timeout >= limit
    {
        warnings.push(format!(
            "one run of the test may take {timeout} s, which is all the time there is: --time-limit {limit}"
        ));
    }
    warnings
}
