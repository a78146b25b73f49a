//! JSON like that of services, for measurements.

use std::fmt::Write;

use lop_syntax::Random;

/// An array of records, of about so many bytes and at least as many.
pub(crate) fn json(bytes: usize) -> String {
    let mut random = Random(bytes as u64);
    let mut text = String::with_capacity(bytes + (1 << 10));
    text.push_str("[\n");
    let mut id = 0;
    while text.len() < bytes {
        id += 1;
        let number = random.below(1 << 32);
        let comma = if id > 1 { ",\n" } else { "" };
        let _ = write!(text, "{comma}  {{\"id\": {id}, \"name\": \"user{number}\", \"tags\": [");
        for index in 0..random.below(6) {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}\"t{}\"", random.below(1000));
        }
        let (x, y) = (random.below(1000), random.below(1000));
        let active = random.below(2) == 0;
        let _ = write!(
            text,
            "], \"place\": {{\"x\": {x}.5, \"y\": -{y}e2}}, \"active\": {active}"
        );
        text.push_str(if random.below(4) == 0 { ", \"note\": null}" } else { "}" });
    }
    text.push_str("\n]\n");
    text
}
