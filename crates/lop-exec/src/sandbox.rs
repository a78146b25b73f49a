//! Confining a test to its own directory.
//!
//! bubblewrap is used where it works: the test gets namespaces of its own for users, processes, the network and
//! mounts, and all but its own directory is mounted read-only. That costs some five milliseconds a run, and covers
//! what Landlock alone does not: UDP and raw sockets, `chmod`, `chown`, `utime` and extended attributes of files
//! outside, signals to other processes.
//!
//! Where bubblewrap is not installed, or may not make namespaces, a runner gives up its rights once with Landlock, and
//! what it starts inherits that. [`Confinement`] tells the user which of the two it is, and what that does not cover.

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
    /// Read and execute, but not write, and not use the network, as far as [`Confinement`] says.
    On,
}

/// How a test is confined, for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confinement {
    /// The mechanism.
    pub name: &'static str,
    /// What the test can still do outside its directory.
    pub not_covered: &'static str,
    /// Whether a better mechanism exists that does not work here.
    pub is_second_choice: bool,
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
    /// The best mechanism that works here.
    pub(crate) fn means(self) -> Option<Means> {
        if self == Sandbox::Off {
            return Some(Means::Nothing);
        }
        if has_bubblewrap() {
            return Some(Means::Bubblewrap);
        }
        let has_landlock = ruleset().and_then(Ruleset::create).is_ok();
        has_landlock.then_some(Means::Landlock)
    }
}

/// Whether bubblewrap is installed, and may make all namespaces.
fn has_bubblewrap() -> bool {
    let (program, arguments) = bubblewrap(Path::new("/tmp"));
    let mut command = Command::new(program);
    command
        .args(arguments)
        .arg("true")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Means {
    pub(crate) const ALL: [Means; 3] = [Means::Nothing, Means::Landlock, Means::Bubblewrap];

    /// The name in a runner's arguments.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Means::Nothing => "nothing",
            Means::Landlock => "landlock",
            Means::Bubblewrap => "bubblewrap",
        }
    }

    /// What the user is told of it.
    pub(crate) fn confinement(self) -> Option<Confinement> {
        let (name, not_covered) = match self {
            Means::Nothing => return None,
            Means::Landlock => (
                "Landlock",
                "UDP and raw sockets, sockets in the file system, chmod, chown, utime and extended attributes of files elsewhere, and before Linux 6.12 signals",
            ),
            Means::Bubblewrap => ("bubblewrap", "reading files, sockets in the file system outside /run"),
        };
        Some(Confinement {
            name,
            not_covered,
            is_second_choice: self == Means::Landlock,
        })
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

/// The command that confines what follows it to a directory. `/run` holds the sockets of services, and is empty but on systems that
/// keep their programs there.
pub(crate) fn bubblewrap(folder: &Path) -> (OsString, Vec<OsString>) {
    let mut arguments: Vec<OsString> = Vec::new();
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(OsString::from));
    add(&["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc"]);
    add(&["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
    if !Path::new("/run/current-system").exists() && !folder.starts_with("/run") {
        add(&["--tmpfs", "/run"]);
    }
    arguments.extend(["--bind".into(), folder.into(), folder.into()]);
    arguments.extend(["--die-with-parent", "--"].map(OsString::from));
    ("bwrap".into(), arguments)
}
