//! What the tests of all families need.

use super::InputWords;

/// The words of an input called `a.c`.
pub(super) fn words(source: &str) -> InputWords {
    InputWords::of(["a.c".to_owned()], [source.as_bytes()])
}

/// The patterns of what a command printed about an input called `a.c`.
pub(super) fn sign(output: &str, source: &str) -> Vec<String> {
    let sign = super::find(&[output.as_bytes().to_vec()], &words(source), false);
    sign.map_or(Vec::new(), |sign| {
        sign.patterns.iter().map(ToString::to_string).collect()
    })
}

/// Whether the sign of what a command printed is doubtful.
pub(super) fn is_doubtful(output: &str, source: &str) -> bool {
    let sign = super::find(&[output.as_bytes().to_vec()], &words(source), false);
    sign.is_some_and(|sign| sign.doubt.is_some())
}
