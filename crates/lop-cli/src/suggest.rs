//! Suggestions for mistyped names.

/// Names that are less similar than this are not suggested. Not measured.
const ALIKE: f64 = 0.7;

/// The most similar name, if any is similar enough.
pub(crate) fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase());
    let rated = names.into_iter().map(|other| (likeness(other), other));
    // Of equally similar names the first is taken.
    let best = rated.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    (best.0 > ALIKE).then_some(best.1)
}

/// A hint with the most similar name and where all are listed.
pub(crate) fn hint<'a>(name: &str, names: impl IntoIterator<Item = &'a str>, listed: &str) -> String {
    match nearest(name, names) {
        Some(nearest) => format!("did you mean \"{nearest}\"? {listed}"),
        None => listed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_and_nonsense_is_not() {
        let names = ["pardis", "pardis-hybrid", "perses", "ddmin"];
        assert_eq!(nearest("persses", names), Some("perses"));
        assert_eq!(nearest("pardis_hybrid", names), Some("pardis-hybrid"));
        assert_eq!(nearest("Perses", names), Some("perses"));
        assert_eq!(nearest("xyz", names), None);
    }
}
