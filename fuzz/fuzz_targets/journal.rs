//! Any bytes are a journal, or are refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use lop_exec::testing::open_any_journal;

fuzz_target!(|data: &[u8]| open_any_journal(data));
