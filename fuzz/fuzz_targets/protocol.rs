//! Any bytes are messages of runners, or are refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use lop_exec::testing::read_any_message;

fuzz_target!(|data: &[u8]| read_any_message(data));
