//! Every transformation in every language that has functions: before and after, from `samples/<language>/transforms.md`.

use std::path::Path;

use lop_core::transform;
use lop_core::transform::samples::{self, Section};
use lop_syntax::lang::LANGUAGES;

use super::{proposed, words};

fn sections(language: &str) -> Option<Vec<Section>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../samples")
        .join(language);
    let text = std::fs::read_to_string(folder.join(samples::FILE)).ok()?;
    Some(samples::read(&text))
}

#[test]
fn samples_show_what_transformations_do_in_each_language() {
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for section in sections(language.name).unwrap_or_default() {
            for (before, after) in &section.cases {
                let proposed = proposed(&section.name, language.name, before, &[]);
                if !proposed.contains(&words(language.name, after)) {
                    wrong.push(format!(
                        "{}: {} makes of\n{before}{proposed:#?}",
                        language.name, section.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A language that has samples has one for every transformation, or says why not.
#[test]
fn every_cell_has_a_sample_or_a_reason() {
    let mut missing = Vec::new();
    for language in LANGUAGES {
        let Some(sections) = sections(language.name) else {
            continue;
        };
        for transform in transform::shared() {
            let section = sections.iter().find(|section| section.name == transform.name);
            if section.is_none_or(|section| section.cases.is_empty() && section.reason.is_none()) {
                missing.push(format!("{}: {}", language.name, transform.name));
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
