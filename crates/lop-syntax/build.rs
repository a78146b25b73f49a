//! Makes the parsers.
//!
//! A grammar crate carries the code of a parser and the `grammar.json` that it was made from. Both are taken from the
//! crate's folder, so that they are of one version; `build/sources.rs` finds it. What the crate compiles itself is not
//! linked: the parsers compiled here keep their tables compressed (`build/tables.rs`). Where no usable crate exists, the
//! parser is generated from our own grammar; where a crate's grammar does not read what compilers read, from that grammar
//! with the changes of an overlay.
//!
//! The table of languages is made here too, from the files in `src/lang` whose feature is on: a language is a file and
//! nothing else names it.

#[path = "build/overlay.rs"]
mod overlay;
#[path = "build/sources.rs"]
mod sources;
#[path = "build/tables.rs"]
mod tables;

use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::Value;
use toml::Table;

use sources::Sources;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rustc-check-cfg=cfg(parsers)");
    let manifest: Table = fs::read_to_string("Cargo.toml")?.parse()?;
    let sources = Sources::new(&manifest)?;
    let grammars = manifest["package"]["metadata"]["grammars"].as_table();
    for (language, place) in grammars.ok_or("Cargo.toml has no [package.metadata.grammars]")? {
        if env::var_os(format!("CARGO_FEATURE_{}", language.to_uppercase())).is_none() {
            continue;
        }
        let place = place.as_str().ok_or("a grammar's place is a string")?;
        println!("cargo::rustc-cfg=parsers");
        let json = parser(language, place, &sources, &out).map_err(|error| format!("{language}: {error}"))?;
        fs::write(out.join(format!("{language}.json.deflate")), compressed(&json)?)?;
    }
    fs::write(out.join("languages.rs"), languages()?)?;
    compile_bounded_parse()
}

/// Makes the parser of a language, and returns its grammar.
fn parser(language: &str, place: &str, sources: &Sources, out: &Path) -> Result<String, Box<dyn Error>> {
    let ours = Path::new("grammars").join(language);
    let out = out.join("parsers").join(language);
    fs::create_dir_all(&out)?;
    if place == "own" {
        println!("cargo::rerun-if-changed={}", ours.display());
        let json = fs::read_to_string(ours.join("grammar.json"))?;
        compile(
            language,
            &json,
            &generated(&json, &out)?,
            [&ours, &out.join("headers"), &out],
        )?;
        return Ok(json);
    }
    let (package, path) = place.split_once('/').ok_or("a grammar's place is a path")?;
    let grammar = sources.folder(package)?.join(path);
    println!("cargo::rerun-if-changed={}", grammar.display());
    let json = fs::read_to_string(&grammar)?;
    let folder = grammar.parent().ok_or("a grammar's place is a path")?;
    let overlay = ours.join("overlay.txt");
    if !overlay.exists() {
        let code = fs::read_to_string(folder.join("parser.c"))?;
        compile(language, &json, &code, [folder, folder, &out])?;
        return Ok(json);
    }
    println!("cargo::rerun-if-changed={}", ours.display());
    let (parsed, json) = overlay::apply(&json, &fs::read_to_string(overlay)?)?;
    compile(
        language,
        &parsed,
        &generated(&parsed, &out)?,
        [folder, &out.join("headers"), &out],
    )?;
    Ok(json)
}

/// Compiles the C side of `src/parse/bounded.rs`.
fn compile_bounded_parse() -> Result<(), Box<dyn Error>> {
    let code = "src/parse/bounded.c";
    println!("cargo::rerun-if-changed={code}");
    let headers = env::var_os("DEP_TREE_SITTER_INCLUDE").ok_or("tree-sitter does not say where its headers are")?;
    cc::Build::new()
        .include(headers)
        .std("c11")
        .define("_GNU_SOURCE", None)
        .file(code)
        .compile("lop-bounded-parse");
    Ok(())
}

/// Modules for the files of `src/lang` whose feature is on, and the table of what they hold.
fn languages() -> Result<String, Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src/lang");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = Vec::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .ok_or("a file without a name")?;
        if env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some() {
            names.push(name.to_owned());
        }
    }
    names.sort();
    let module = |name: &String| format!("#[path = {:?}]\nmod {name};\n", folder.join(format!("{name}.rs")));
    let modules: String = names.iter().map(module).collect();
    let entries: String = names.iter().map(|name| format!("&{name}::LANGUAGE, ")).collect();
    Ok(format!(
        "{modules}/// All languages of this build, by name.\npub static LANGUAGES: &[&Language] = &[{entries}];\n"
    ))
}

/// The grammar without its white space, deflated.
fn compressed(json: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let grammar: Value = serde_json::from_str(json)?;
    deflated(&serde_json::to_vec(&grammar)?)
}

fn deflated(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

/// The code of a grammar's parser, with its headers in a folder. Making that of C++ takes seconds: one that was made from
/// this very grammar is good.
fn generated(json: &str, out: &Path) -> Result<String, Box<dyn Error>> {
    let headers = out.join("headers/tree_sitter");
    fs::create_dir_all(&headers)?;
    fs::write(headers.join("parser.h"), tree_sitter_generate::PARSER_HEADER)?;
    fs::write(headers.join("alloc.h"), tree_sitter_generate::ALLOC_HEADER)?;
    fs::write(headers.join("array.h"), tree_sitter_generate::ARRAY_HEADER)?;
    let (made, parser) = (out.join("grammar.json"), out.join("generated.c"));
    if fs::read_to_string(&made).ok().as_deref() == Some(json) && parser.exists() {
        return Ok(fs::read_to_string(parser)?);
    }
    let (_, code) = tree_sitter_generate::generate_parser_for_grammar(
        json,
        Some((0, 1, 0)),
        tree_sitter_generate::OptLevel::default(),
        &mut Vec::new(),
    )?;
    fs::write(&parser, &code)?;
    fs::write(made, json)?;
    Ok(code)
}

/// Compiles a parser without its tables, and the scanner in a folder.
fn compile(language: &str, json: &str, code: &str, [folder, headers, out]: [&Path; 3]) -> Result<(), Box<dyn Error>> {
    let parser = tables::take(code, language)?;
    fs::write(out.join("tables.deflate"), deflated(&parser.tables)?)?;
    fs::write(out.join("parser.c"), parser.code)?;
    let mut build = cc::Build::new();
    build.warnings(false).std("c11").file(out.join("parser.c"));
    let scanner = folder.join("scanner.c");
    if scanner.exists() {
        build.file(scanner);
    }
    // Of two headers the first is taken: a crate's own code needs those that it was made with.
    build.include(headers).include(folder);
    let grammar: Value = serde_json::from_str(json)?;
    let name = grammar["name"].as_str().ok_or("the grammar has no name")?;
    // A program may have the grammar's crate linked, too.
    build.define(&format!("tree_sitter_{name}"), &*format!("lop_{language}"));
    for function in ["create", "destroy", "serialize", "deserialize", "scan"] {
        let function = format!("external_scanner_{function}");
        build.define(
            &format!("tree_sitter_{name}_{function}"),
            &*format!("lop_{language}_{function}"),
        );
    }
    build.compile(&format!("lop-parser-{language}"));
    Ok(())
}
