//! The tables of the parsers, which the binary holds compressed.
//!
//! `build/tables.rs` took them out. They are inflated when a parser is first asked for: 10 ms for the largest.

use std::ffi::c_uint;
use std::io::Read;
use std::sync::Once;

use flate2::read::DeflateDecoder;

/// The two tables of a parser.
pub(crate) struct Tables {
    deflated: &'static [u8],
    filled: Once,
}

impl Tables {
    /// Both lengths, and the tables one after the other, deflated.
    pub(crate) const fn new(deflated: &'static [u8]) -> Self {
        Self {
            deflated,
            filled: Once::new(),
        }
    }

    /// Fills the tables of the parser, unless they are.
    ///
    /// # Safety
    ///
    /// `place` returns a parser's large table for 0 and its small one for 1, both as long as these tables are; nothing
    /// reads them before this function returns.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn fill(&self, place: unsafe extern "C" fn(c_uint) -> *mut u16) {
        self.filled.call_once(|| {
            let mut bytes = Vec::new();
            DeflateDecoder::new(self.deflated)
                .read_to_end(&mut bytes)
                .expect("the build script deflated it");
            let (lengths, mut rest) = bytes.split_at(8);
            for (small, length) in (0..).zip(lengths.chunks_exact(4)) {
                let length = u32::from_le_bytes(length.try_into().expect("chunks of four")) as usize;
                let numbers;
                (numbers, rest) = rest.split_at(2 * length);
                // SAFETY: the caller promises it.
                let table = unsafe { std::slice::from_raw_parts_mut(place(small), length) };
                for (number, bytes) in table.iter_mut().zip(numbers.chunks_exact(2)) {
                    *number = u16::from_le_bytes([bytes[0], bytes[1]]);
                }
            }
        });
    }
}
