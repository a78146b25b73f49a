//! Where cargo put the grammar crates.
//!
//! They are dependencies so that cargo fetches, locks and vendors them, and pinned exactly, so that the sources found are
//! those of one version. Cargo tells a build script the place of no dependency but those with `links`; tree-sitter is one,
//! and its neighbours are the other packages: in the registry's folder, in that of `cargo vendor`, and in a distribution's.
//! `LOP_GRAMMAR_CRATES` names folders for builds in which every package is in a place of its own.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

/// Where grammar crates may be, and the versions that they must have.
pub(crate) struct Sources {
    pins: BTreeMap<String, String>,
    folders: Vec<PathBuf>,
    /// What the folder of tree-sitter is called before the name of the package, if anything.
    prefix: String,
}

impl Sources {
    /// The pins are in the manifest of this package.
    pub(crate) fn new(manifest: &Table) -> Result<Self, String> {
        let dependencies = manifest["dependencies"].as_table().ok_or("no dependencies")?;
        let pins = dependencies
            .iter()
            .filter_map(|(name, dependency)| {
                let version = dependency.get("version")?.as_str()?.strip_prefix('=')?;
                Some((name.clone(), version.to_owned()))
            })
            .collect();
        println!("cargo::rerun-if-env-changed=LOP_GRAMMAR_CRATES");
        let mut folders: Vec<PathBuf> = env::var_os("LOP_GRAMMAR_CRATES")
            .map(|folders| env::split_paths(&folders).collect())
            .unwrap_or_default();
        let mut prefix = String::new();
        let headers = env::var_os("DEP_TREE_SITTER_INCLUDE").ok_or("tree-sitter does not say where its headers are")?;
        let tree_sitter = Path::new(&headers)
            .ancestors()
            .find(|folder| folder.join("Cargo.toml").exists());
        if let Some((folder, name)) = tree_sitter.and_then(|folder| Some((folder.parent()?, folder.file_name()?))) {
            folders.push(folder.to_owned());
            let name = name.to_string_lossy();
            name[..name.find("tree-sitter").unwrap_or(0)].clone_into(&mut prefix);
        }
        let own = env::var_os("CARGO_MANIFEST_DIR").ok_or("no CARGO_MANIFEST_DIR")?;
        folders.extend(Path::new(&own).parent().map(Path::to_owned));
        Ok(Self { pins, folders, prefix })
    }

    /// The folder of a package, of the version that the manifest pins.
    pub(crate) fn folder(&self, package: &str) -> Result<PathBuf, String> {
        let version = self
            .pins
            .get(package)
            .ok_or_else(|| format!("Cargo.toml does not pin {package} to one version"))?;
        let names = [
            format!("{}{package}-{version}", self.prefix),
            format!("{package}-{version}"),
            package.to_owned(),
        ];
        let mut places = self
            .folders
            .iter()
            .flat_map(|folder| names.iter().map(|name| folder.join(name)));
        places.find(|place| is(place, package, version)).ok_or_else(|| {
            let folders: Vec<String> = self.folders.iter().map(|folder| folder.display().to_string()).collect();
            format!(
                "the sources of {package} {version} are in none of {}: name their folder in LOP_GRAMMAR_CRATES",
                folders.join(", "),
            )
        })
    }
}

/// Whether a folder holds this version of this package.
fn is(folder: &Path, package: &str, version: &str) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok();
    let Some(Ok(manifest)) = manifest.map(|text| text.parse::<Table>()) else {
        return false;
    };
    let says = |key| manifest.get("package").and_then(|package| package.get(key)?.as_str());
    says("name") == Some(package) && says("version") == Some(version)
}
