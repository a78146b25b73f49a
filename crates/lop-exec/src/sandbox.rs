//! Confining a test to its own directory.
//!
//! With Landlock a runner gives up its rights once, and what it starts inherits that: no cost per run and no
//! privileges needed. Where the kernel has no Landlock, bubblewrap does the same with name spaces, for some
//! five milliseconds a run.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

/// What a test may do outside its directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sandbox {
    /// Whatever the user may.
    #[default]
    Off,
    /// Read and execute, but not write, and not use the network. Landlock knows about TCP only; bubblewrap
    /// takes the whole network away.
    On,
}

/// How a test is confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Means {
    Nothing,
    Landlock,
    Bubblewrap,
}

/// The rights that every confined test needs outside its directory.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Files are confined since Linux 5.13, truncation since 6.2, TCP since 6.7; less would be no sandbox.
const NEEDED: ABI = ABI::V4;
/// What is confined as well where the kernel can.
const WANTED: ABI = ABI::V6;

impl Sandbox {
    /// How this can be had here, if it can.
    pub(crate) fn means(self) -> Option<Means> {
        if self == Sandbox::Off {
            return Some(Means::Nothing);
        }
        let has_landlock = ruleset().and_then(Ruleset::create).is_ok();
        if has_landlock {
            return Some(Means::Landlock);
        }
        let (program, arguments) = bubblewrap(Path::new("/tmp"));
        let mut command = Command::new(program);
        command
            .args(arguments)
            .arg("true")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let has_bubblewrap = command.status().is_ok_and(|status| status.success());
        has_bubblewrap.then_some(Means::Bubblewrap)
    }
}

impl Means {
    pub(crate) const ALL: [Means; 3] = [Means::Nothing, Means::Landlock, Means::Bubblewrap];

    /// The name that a runner is given.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Means::Nothing => "nothing",
            Means::Landlock => "landlock",
            Means::Bubblewrap => "bubblewrap",
        }
    }
}

/// Takes the right to write elsewhere and to use the network from this process and all it starts.
pub(crate) fn confine(folder: &Path) -> io::Result<()> {
    let everything = AccessFs::from_all(NEEDED);
    let device_access = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
    let devices = DEVICES.map(|device| (Path::new(device), device_access));
    let places = [(Path::new("/"), AccessFs::from_read(NEEDED)), (folder, everything)];
    let mut rules = ruleset().and_then(Ruleset::create).map_err(io::Error::other)?;
    for (path, access) in places.into_iter().chain(devices) {
        if let Ok(place) = PathFd::new(path) {
            rules = rules
                .add_rule(PathBeneath::new(place, access))
                .map_err(io::Error::other)?;
        }
    }
    let status = rules.restrict_self().map_err(io::Error::other)?;
    assert_ne!(
        status.ruleset,
        RulesetStatus::NotEnforced,
        "what is needed is a requirement"
    );
    Ok(())
}

fn ruleset() -> Result<Ruleset, RulesetError> {
    let needed = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(NEEDED))?
        .handle_access(AccessNet::from_all(NEEDED))?;
    needed
        .set_compatibility(CompatLevel::BestEffort)
        .scope(Scope::from_all(WANTED))
}

/// The command that confines what follows it to a directory.
pub(crate) fn bubblewrap(folder: &Path) -> (OsString, Vec<OsString>) {
    let mut arguments: Vec<OsString> = ["--ro-bind", "/", "/", "--dev", "/dev", "--bind"]
        .map(OsString::from)
        .into();
    arguments.extend([folder.into(), folder.into()]);
    arguments.extend(["--unshare-net", "--die-with-parent", "--"].map(OsString::from));
    ("bwrap".into(), arguments)
}
