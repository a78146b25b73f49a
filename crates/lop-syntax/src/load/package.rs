//! A grammar by the name of its package.
//!
//! `tree-sitter-foo`, or `foo`, is looked for where people have grammars: the sources of crates that cargo has fetched,
//! the folders that `config.json` of the tree-sitter command names, and `node_modules` from the current directory
//! upwards. The user's own folders come first, because the current directory may hold files of other people.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::LoadError;

/// How every package of a grammar is called.
const PREFIX: &str = "tree-sitter-";

/// The folder of a package; `None` if there is a file or folder at this path, or it cannot be a package's name.
///
/// A name may go on with a folder in the package: `tree-sitter-typescript/tsx`.
pub(super) fn folder(path: &Path) -> Result<Option<PathBuf>, LoadError> {
    let mut components = path.components();
    let Some(Component::Normal(name)) = components.next() else {
        return Ok(None);
    };
    let rest = components.as_path();
    let is_name = path.extension().is_none() && (rest == Path::new("") || name.to_string_lossy().starts_with(PREFIX));
    let Some(name) = name.to_str().filter(|_| is_name && !path.exists()) else {
        return Ok(None);
    };
    let name = match name.strip_prefix(PREFIX) {
        Some(_) => name.to_owned(),
        None => format!("{PREFIX}{name}"),
    };
    let places = Places::of_user();
    match places.find(&name) {
        Some(folder) if rest == Path::new("") => Ok(Some(folder)),
        Some(folder) => Ok(Some(folder.join(rest))),
        None => Err(LoadError::NoPackage { name }),
    }
}

/// Where packages are.
struct Places {
    cargo: Option<PathBuf>,
    config: Option<PathBuf>,
    home: Option<PathBuf>,
    current: Option<PathBuf>,
}

impl Places {
    fn of_user() -> Self {
        let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = absolute("HOME").or_else(|| absolute("USERPROFILE"));
        let in_home = |folder: &str| home.as_ref().map(|home| home.join(folder));
        Places {
            cargo: absolute("CARGO_HOME").or_else(|| in_home(".cargo")),
            config: absolute("XDG_CONFIG_HOME").or_else(|| in_home(".config")),
            current: env::current_dir().ok(),
            home,
        }
    }

    fn find(&self, name: &str) -> Option<PathBuf> {
        self.crate_source(name)
            .or_else(|| self.parser_folder(name))
            .or_else(|| self.node_package(name))
    }

    /// The newest version of a crate that cargo has fetched.
    fn crate_source(&self, name: &str) -> Option<PathBuf> {
        let registries = fs::read_dir(self.cargo.as_ref()?.join("registry").join("src")).ok()?;
        let folders = registries
            .flatten()
            .filter_map(|registry| fs::read_dir(registry.path()).ok());
        let versions = folders.flatten().flatten().filter_map(|entry| {
            let version = version(entry.file_name().to_str()?, name)?;
            Some((version, entry.path()))
        });
        versions.max().map(|(_, path)| path)
    }

    /// A folder in one of those that `tree-sitter init-config` lists.
    fn parser_folder(&self, name: &str) -> Option<PathBuf> {
        let text = fs::read(self.config.as_ref()?.join("tree-sitter").join("config.json")).ok()?;
        let config: Value = serde_json::from_slice(&text).ok()?;
        let folders = config
            .get("parser-directories")?
            .as_array()?
            .iter()
            .filter_map(Value::as_str);
        let folders = folders.filter_map(|folder| match folder.strip_prefix("~/") {
            Some(below) => Some(self.home.as_ref()?.join(below)),
            None => Some(PathBuf::from(folder)),
        });
        let mut packages = folders.map(|folder| folder.join(name));
        packages.find(|package| package.is_dir())
    }

    fn node_package(&self, name: &str) -> Option<PathBuf> {
        let outer = self.current.as_deref()?.ancestors();
        let mut packages = outer.flat_map(|folder| {
            let modules = folder.join("node_modules");
            // Packages of the tree-sitter-grammars organisation have its name in front.
            [modules.join(name), modules.join("@tree-sitter-grammars").join(name)]
        });
        packages.find(|package| package.is_dir() && package.file_name() == Some(OsStr::new(name)))
    }
}

/// The version in `NAME-1.2.3`, to be compared; a prerelease comes before its release.
fn version(folder: &str, name: &str) -> Option<(Vec<u64>, bool)> {
    let version = folder.strip_prefix(name)?.strip_prefix('-')?;
    let version = version.split('+').next()?;
    let (numbers, is_release) = match version.split_once('-') {
        Some((numbers, _)) => (numbers, false),
        None => (version, true),
    };
    let numbers: Option<Vec<u64>> = numbers.split('.').map(|number| number.parse().ok()).collect();
    Some((numbers?, is_release))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_of_a_crate_is_taken() {
        let home = tempfile::tempdir().expect("a folder");
        let source = home.path().join("registry/src/index");
        for folder in [
            "tree-sitter-a-0.9.0",
            "tree-sitter-a-0.10.0",
            "tree-sitter-a-0.10.0-rc1",
            "tree-sitter-a-b-1.0.0",
            "tree-sitter-a-0.2",
        ] {
            fs::create_dir_all(source.join(folder)).expect("a writable folder");
        }
        let places = Places {
            cargo: Some(home.path().to_owned()),
            config: None,
            home: None,
            current: None,
        };
        assert_eq!(places.find("tree-sitter-a"), Some(source.join("tree-sitter-a-0.10.0")));
        assert_eq!(
            places.find("tree-sitter-a-b"),
            Some(source.join("tree-sitter-a-b-1.0.0"))
        );
        assert_eq!(places.find("tree-sitter-c"), None);
    }

    #[test]
    fn folders_of_the_user_come_before_those_around_the_current_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        let make = |path: &str| fs::create_dir_all(at(path)).expect("a writable folder");
        make("config/tree-sitter");
        make("home/src/tree-sitter-b");
        make("work/node_modules/tree-sitter-b");
        make("work/node_modules/@tree-sitter-grammars/tree-sitter-c");
        make("work/deep/er");
        let config = r#"{"parser-directories": ["/nowhere", "~/src"]}"#;
        fs::write(at("config/tree-sitter/config.json"), config).expect("a writable folder");
        let places = Places {
            cargo: None,
            config: Some(at("config")),
            home: Some(at("home")),
            current: Some(at("work/deep/er")),
        };
        assert_eq!(places.find("tree-sitter-b"), Some(at("home/src/tree-sitter-b")));
        let scoped = at("work/node_modules/@tree-sitter-grammars/tree-sitter-c");
        assert_eq!(places.find("tree-sitter-c"), Some(scoped));
        let places = Places { config: None, ..places };
        assert_eq!(
            places.find("tree-sitter-b"),
            Some(at("work/node_modules/tree-sitter-b"))
        );
    }
}
