//! Any bytes become a tree that prints as those bytes, with ranges that nest and weights that add up.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use lop_syntax::{Kind, Program, parse};

fuzz_target!(|data: &[u8]| {
    let Some((selector, source)) = data.split_first() else {
        return;
    };
    let tree = Arc::new(parse(source, &lop_fuzz::syntax(*selector)));
    assert_eq!(tree.source(), source);
    for node in tree.nodes() {
        let span = tree.span(node);
        if let Some(parent) = tree.parent(node).filter(|_| !span.is_empty()) {
            let around = tree.span(parent);
            assert!(
                around.start <= span.start && span.end <= around.end,
                "{node:?} at {span:?} is not inside {parent:?} at {around:?}"
            );
        }
        let below: Vec<usize> = tree.children(node).map(|child| tree.weight(child)).collect();
        if below.is_empty() {
            let is_counted = !span.is_empty() && tree.kind(node) != Kind::Extra;
            assert_eq!(tree.weight(node), usize::from(is_counted), "{node:?} is a leaf");
        } else {
            assert_eq!(tree.weight(node), below.iter().sum::<usize>(), "{node:?} has children");
        }
    }
    let program = Program::new(tree.clone());
    assert_eq!(program.text(), source);
    assert_eq!(program.token_count(), tree.tokens());
});
