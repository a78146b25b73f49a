//! What every reducer promises, on random programs and families of properties.

use crate::common::{FAMILIES, Family, PARTS, Reduction, is_spared, program, random_source, reduce};
use lop_core::Inline;
use lop_core::cache::CACHES;
use lop_core::tree::REDUCERS;
use lop_syntax::Random;
use lop_syntax::edit::remove;
use lop_syntax::{Kind, Program};

/// Every reducer on some programs under every family of properties.
fn for_all(seeds: u64, mut check: impl FnMut(&str, &Family, &dyn Fn(&[u8]) -> bool, &Program, &Reduction)) {
    for seed in 0..seeds {
        let source = random_source(seed);
        let start = program(source.as_bytes());
        for family in FAMILIES {
            let property = (family.of)(&source, &mut Random(seed));
            for entry in REDUCERS {
                if entry.name == "characters" && seed > 0 || is_spared(entry.name, family, seed) {
                    continue;
                }
                let reduction = reduce(entry.name, &start, &mut Inline::new(&property), "sha");
                check(entry.name, family, &*property, &start, &reduction);
            }
        }
    }
}

#[test]
fn the_result_is_interesting_and_never_larger() {
    for_all(12, |name, family, property, start, reduction| {
        let what = format!("{name}, {}", family.name);
        assert!(property(reduction.best.text()), "{what}");
        let tokens = program(reduction.best.text()).token_count();
        assert!(tokens <= start.token_count(), "{what}: {tokens}");
    });
}

#[test]
fn all_yes_leaves_nothing_and_all_no_leaves_everything() {
    for_all(6, |name, family, _, start, reduction| {
        // Levels keep what their rules need, and only comments are no tokens.
        if family.name == "all yes" && !PARTS.contains(&name) {
            assert_eq!(reduction.best.text().trim_ascii(), b"", "{name}");
        }
        if family.name == "all no" {
            assert_eq!(reduction.best.text(), start.text(), "{name}");
        }
    });
}

/// Reducers that run to a fix-point over the tree promise that no single node can go.
#[test]
fn no_single_node_can_go_at_the_end() {
    for_all(12, |name, family, property, _, reduction| {
        if ["characters", "lines", "tokens", "hdd"].contains(&name) || PARTS.contains(&name) {
            return;
        }
        let best = program(reduction.best.text());
        for node in best.tree().nodes() {
            // A list is several nodes.
            let is_of_interest = !matches!(best.tree().kind(node), Kind::Extra | Kind::Separator | Kind::List);
            if !is_of_interest || !best.is_live(node) || !best.is_removable(node) {
                continue;
            }
            if let Ok(candidate) = best.propose(&remove(node)) {
                let text = candidate.text(&best);
                assert!(
                    text == best.text() || !property(&text),
                    "{name}, {}: {} can still go: {:?}",
                    family.name,
                    best.tree().name(node),
                    String::from_utf8_lossy(&text)
                );
            }
        }
    });
}

#[test]
fn a_reducer_is_quiet_when_nothing_is_left() {
    for_all(6, |name, family, property, _, reduction| {
        if ["hdd", "characters"].contains(&name) || family.name == "noise" {
            return;
        }
        let again = reduce(
            name,
            &program(reduction.best.text()),
            &mut Inline::new(&property),
            "sha",
        );
        // What heuristics make may be interesting, but does not pay.
        if name != "seru" {
            assert_eq!(again.counts.interesting, 0, "{name}, {}", family.name);
        }
        assert_eq!(again.best.text(), reduction.best.text(), "{name}");
    });
}

#[test]
fn every_cache_gives_the_same_result_and_none_asks_more_than_without() {
    for seed in 0..4 {
        let source = random_source(seed);
        let start = program(source.as_bytes());
        for family in FAMILIES {
            let property = (family.of)(&source, &mut Random(seed));
            for entry in REDUCERS.iter().filter(|entry| entry.name != "characters") {
                if is_spared(entry.name, family, seed) {
                    continue;
                }
                let without = reduce(entry.name, &start, &mut Inline::new(&property), "none");
                for cache in CACHES {
                    let with = reduce(entry.name, &start, &mut Inline::new(&property), cache.name);
                    let what = format!("{} {} {}", entry.name, family.name, cache.name);
                    assert_eq!(with.best.text(), without.best.text(), "{what}");
                    let (asked, cached) = (with.counts.asked, with.counts.cached);
                    assert_eq!(asked + cached, without.counts.asked, "{what}");
                }
            }
        }
    }
}
