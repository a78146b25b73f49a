//! Which part of a document is it? A function tells, and lop finds out.
//!
//!     cargo run -p lop --example json_with_a_closure

use lop::Reduction;

const DOCUMENT: &str = r#"{
    "name": "warehouse",
    "shelves": [
        {"id": 1, "items": ["nut", "bolt"], "weight": 3.5},
        {"id": 2, "items": ["washer", {"kind": "spring", "price": 1e400}], "weight": 0.25}
    ],
    "open": true
}
"#;

/// A reader that cannot take numbers with large exponents.
fn is_refused(document: &[u8]) -> bool {
    let text = String::from_utf8_lossy(document);
    let is_whole = text.matches('{').count() == text.matches('}').count();
    is_whole && text.contains("1e400")
}

fn main() -> Result<(), lop::Error> {
    let reduced = Reduction::new(DOCUMENT).file_name("warehouse.json").run(is_refused)?;
    println!("{}", String::from_utf8_lossy(&reduced.text).trim_end());
    println!(
        "{} of {} tokens after {} queries",
        reduced.tokens, reduced.tokens_before, reduced.counts.asked
    );
    Ok(())
}
