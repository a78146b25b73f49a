//! Samples of what transformations do in a language: `samples/<language>/transforms.md`.
//!
//! A file has a section for each transformation. A section holds pairs of code blocks, before and after, or a paragraph that
//! says why the language has nothing for it. Tests check the pairs, and the book's matrix is made of the sections.

/// The name of the file in a language's folder.
pub const FILE: &str = "transforms.md";

/// What a file says of one transformation.
#[derive(Debug, Default)]
pub struct Section {
    /// The transformation's name.
    pub name: String,
    /// Programs and one of the proposals for each.
    pub cases: Vec<(String, String)>,
    /// Why there is nothing to propose.
    pub reason: Option<String>,
}

/// The sections of a file.
pub fn read(text: &str) -> Vec<Section> {
    let sections = text.split("\n## ").skip(1);
    sections.map(section).collect()
}

fn section(text: &str) -> Section {
    let (name, body) = text.split_once('\n').unwrap_or((text, ""));
    // Between two fences stands code, and prose before the first and behind the last.
    let parts: Vec<&str> = body.split("```").collect();
    let blocks = parts.iter().skip(1).step_by(2);
    let blocks: Vec<String> = blocks
        .map(|block| block.split_once('\n').map_or("", |(_, code)| code).to_owned())
        .collect();
    let cases = blocks.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
    let prose = parts[0].trim();
    Section {
        name: name.trim().to_owned(),
        cases: cases.collect(),
        reason: (blocks.is_empty() && !prose.is_empty()).then(|| prose.to_owned()),
    }
}
