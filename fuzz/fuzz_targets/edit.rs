//! Random edits, one after the other: what a candidate announces is what happens when it is accepted.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use lop_syntax::Random;
use lop_syntax::testing::{Operation, random_edit};
use lop_syntax::{Program, parse};

/// How many edits are made in a row.
const EDITS: usize = 20;

fuzz_target!(|data: &[u8]| {
    let Some(([selector, seed @ ..], source)) = data.split_first_chunk::<9>() else {
        return;
    };
    let tree = Arc::new(parse(source, &lop_fuzz::syntax(*selector)));
    let mut program = Program::new(tree);
    let mut random = Random(u64::from_le_bytes(*seed));
    for _ in 0..EDITS {
        let operation = Operation::ALL[random.below(Operation::ALL.len())];
        let Some(edit) = random_edit(&program, operation, &mut random) else {
            continue;
        };
        let candidate = program.propose(&edit).expect("this edit was proposed before");
        let text = candidate.text(&program);
        let tokens = program.token_count();
        program.accept(&candidate);
        assert_eq!(program.text(), text, "the text after {edit:?}");
        assert!(program.token_count() <= tokens, "tokens after {edit:?}");
        assert_eq!(
            program.token_count() + candidate.removed_tokens(),
            tokens,
            "tokens after {edit:?}"
        );
    }
});
