//! Gathers the grammars.
//!
//! A grammar crate carries the `grammar.json` that its parser was made from, but does not export it, so
//! it is found through `cargo metadata` and embedded compressed. Where no usable crate exists, the parser
//! is generated and compiled here from our own grammar; where a crate's grammar does not read what compilers
//! read, from that grammar with the changes of an overlay.
//!
//! The table of languages is made here too, from the files in `src/lang` whose feature is on: a language is a file and
//! nothing else names it.

#[path = "build/overlay.rs"]
mod overlay;

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.toml");
    let metadata = cargo_metadata()?;
    let packages = metadata["packages"]
        .as_array()
        .ok_or("cargo metadata lists no packages")?;
    let folders: BTreeMap<&str, &Path> = packages
        .iter()
        .filter_map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            Some((package["name"].as_str()?, manifest.parent()?))
        })
        .collect();
    let own = packages
        .iter()
        .find(|package| package["name"] == env!("CARGO_PKG_NAME"));
    let grammars = own.and_then(|package| package["metadata"]["grammars"].as_object());
    for (language, place) in grammars.ok_or("Cargo.toml has no [package.metadata.grammars]")? {
        if env::var_os(format!("CARGO_FEATURE_{}", language.to_uppercase())).is_none() {
            continue;
        }
        let place = place.as_str().ok_or("a grammar's place is a string")?;
        let ours = Path::new(&env::var("CARGO_MANIFEST_DIR")?)
            .join("../../grammars")
            .join(language);
        let json = if place == "own" {
            println!("cargo::rerun-if-changed={}", ours.display());
            let json = fs::read_to_string(ours.join("grammar.json"))?;
            compile(language, &json, &ours.join("scanner.c"), &out)?;
            json
        } else {
            let (package, path) = place.split_once('/').ok_or("a grammar's place is a path")?;
            let folder = folders.get(package).ok_or_else(|| format!("no package {package}"))?;
            let json = fs::read_to_string(folder.join(path))?;
            let overlay = ours.join("overlay.txt");
            if overlay.exists() {
                println!("cargo::rerun-if-changed={}", ours.display());
                let (parsed, json) = overlay::apply(&json, &fs::read_to_string(overlay)?)?;
                compile(language, &parsed, &folder.join(path).with_file_name("scanner.c"), &out)?;
                json
            } else {
                json
            }
        };
        fs::write(out.join(format!("{language}.json.deflate")), compressed(&json)?)?;
    }
    fs::write(out.join("languages.rs"), languages()?)?;
    compile_bounded_parse()
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

/// What cargo knows of all packages. What the build needs is on the disk already, but cargo may ask for
/// packages that only tests need.
fn cargo_metadata() -> Result<Value, Box<dyn Error>> {
    let ask = |arguments: &[&str]| -> Result<_, Box<dyn Error>> {
        let output = Command::new(env::var_os("CARGO").ok_or("no CARGO")?)
            .args(["metadata", "--format-version=1", "--all-features"])
            .args(arguments)
            .current_dir(env::var("CARGO_MANIFEST_DIR")?)
            .output()?;
        Ok(output)
    };
    let mut output = ask(&["--offline"])?;
    if !output.status.success() {
        output = ask(&[])?;
    }
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The grammar without its white space, deflated.
fn compressed(json: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let grammar: Value = serde_json::from_str(json)?;
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&serde_json::to_vec(&grammar)?)?;
    Ok(encoder.finish()?)
}

/// Generates and compiles the parser of a grammar.
fn compile(language: &str, json: &str, scanner: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let place = out.join(language);
    let headers = place.join("tree_sitter");
    fs::create_dir_all(&headers)?;
    // Generating the parser of C++ takes seconds: one that was made from this very grammar is good.
    let (made, parser) = (place.join("grammar.json"), place.join("parser.c"));
    if !parser.exists() || fs::read_to_string(&made).ok().as_deref() != Some(json) {
        let (_, code) = tree_sitter_generate::generate_parser_for_grammar(
            json,
            Some((0, 1, 0)),
            tree_sitter_generate::OptLevel::default(),
            &mut Vec::new(),
        )?;
        fs::write(&parser, code)?;
        fs::write(made, json)?;
    }
    fs::write(headers.join("parser.h"), tree_sitter_generate::PARSER_HEADER)?;
    fs::write(headers.join("alloc.h"), tree_sitter_generate::ALLOC_HEADER)?;
    fs::write(headers.join("array.h"), tree_sitter_generate::ARRAY_HEADER)?;
    let mut build = cc::Build::new();
    build.include(&place).warnings(false).std("c11").file(parser);
    if scanner.exists() {
        build.file(scanner);
    }
    build.compile(&format!("tree-sitter-{language}"));
    Ok(())
}
