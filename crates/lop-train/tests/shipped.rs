//! The models that come with lop.

use lop_core::model::{SHIPPED, shipped};

#[test]
fn every_model_is_for_its_language_and_says_where_it_comes_from() {
    for (language, _) in SHIPPED {
        let model = shipped(language).expect("it is in the table").expect("it can be read");
        assert_eq!(model.language, *language);
        assert!(model.provenance.starts_with("collected: "), "{language}");
        assert!(model.mean() > 0.0 && model.mean() < 1.0, "{language}");
    }
}

#[test]
fn all_models_together_are_small() {
    let bytes: usize = SHIPPED.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes <= 3_000_000, "{bytes}");
}
