//! XML.

use super::*;

/// XML.
pub(super) static LANGUAGE: Language = Language {
    name: "xml",
    title: "XML",
    files: Files {
        extensions: &["xml", "svg", "xsd", "xsl", "xslt", "rng", "plist", "pom"],
        names: &[],
        interpreters: &[],
    },
    parser: parser!("xml", lop_xml, lop_xml_table),
    grammar: grammar!("xml"),
    layout: Layout::Free,
    validity: Validity {
        opaque: &["AttValue", "SystemLiteral", "PubidLiteral"],
        ..Validity::NONE
    },
    names: Names::BY_TEXT,
    shape: Shape::GUESSED,
    rewrites: "",
    model: None,
    checker: None,
    formatters: &[],
    notes: "As HTML. Parts of a DTD depend on each other, so fewer edits of it are valid.",
};
