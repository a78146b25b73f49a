//! XML.

use super::{Language, Layout, Overrides};

/// XML.
pub static LANGUAGE: Language = Language {
    name: "xml",
    title: "XML",
    extensions: &["xml", "svg", "xsd", "xsl", "xslt", "rng", "plist", "pom"],
    file_names: &[],
    interpreters: &[],
    parser: || tree_sitter_xml::LANGUAGE_XML.into(),
    grammar: grammar!("xml"),
    layout: Layout::Free,
    overrides: Overrides {
        opaque: &["AttValue", "SystemLiteral", "PubidLiteral"],
        ..Overrides::NONE
    },
};
