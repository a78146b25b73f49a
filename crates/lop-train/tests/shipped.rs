//! The models that come with lop.

use lop_core::model::shipped;
use lop_syntax::lang::LANGUAGES;

#[test]
fn every_model_is_for_its_language_and_says_where_it_comes_from() {
    for language in LANGUAGES {
        let Some(model) = shipped(language) else { continue };
        let model = model.expect("it can be read");
        // TSX is read with the rules of TypeScript.
        let is_own = model.language == language.name || (language.name, &model.language[..]) == ("tsx", "typescript");
        assert!(is_own, "{}: {}", language.name, model.language);
        assert!(model.provenance.starts_with("collected: "), "{}", language.name);
        assert!(model.mean() > 0.0 && model.mean() < 1.0, "{}", language.name);
    }
}

#[test]
fn all_models_together_are_small() {
    let models = LANGUAGES.iter().filter_map(|language| language.model);
    let bytes: usize = models.map(<[u8]>::len).sum();
    assert!(bytes <= 3_000_000, "{bytes}");
}
