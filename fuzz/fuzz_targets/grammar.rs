//! Whatever a `grammar.json` says, it is compiled or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use lop_syntax::grammar::{Grammar, Overrides};

fuzz_target!(|text: &str| {
    let _ = Grammar::compile(text, &Overrides::NONE);
});
