//! Scratch directories for candidates.
//!
//! One directory to a run of `lop`, with one directory to a runner in it. It is locked as long as `lop` lives, so a
//! later `lop` recognizes what a dead one left: whatever it can lock. A file system in memory was twenty times as fast
//! as a disk, and is used if it has room and allows programs to be executed.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, StatVfsMountFlags, flock, statvfs};
use rustix::process::geteuid;

/// Prefix of the directories' names.
const PREFIX: &str = "lop-scratch-";
/// Prefix before they are locked.
const NEW_PREFIX: &str = ".lop-scratch-";
/// A file system in memory.
const MEMORY: &str = "/dev/shm";
/// Memory is used if this much is left of it, and this many times the input for each runner. Not measured.
const LEAST_ROOM: u64 = 256 << 20;
const ROOM_FACTOR: u64 = 64;

/// A directory of this process, removed on drop.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    /// Held for its lock.
    _lock: File,
}

impl Scratch {
    /// Makes a directory, in `place` or where it is best, and removes those of dead processes there.
    pub(crate) fn new(place: Option<&Path>, needed: u64) -> io::Result<Self> {
        let place = match place {
            Some(place) => place.to_owned(),
            None if has_room(Path::new(MEMORY), needed) => MEMORY.into(),
            None => std::env::temp_dir(),
        };
        // Scripts that resolve their path get what they were given.
        let place = fs::canonicalize(place)?;
        remove_stale(&place);
        let only_ours = Permissions::from_mode(0o700);
        let new = tempfile::Builder::new()
            .prefix(NEW_PREFIX)
            .permissions(only_ours)
            .tempdir_in(&place)?;
        let lock = File::open(new.path())?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        let name = new
            .path()
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let path = place.join(name.trim_start_matches('.'));
        fs::rename(new.path(), &path)?;
        // It has another name now and is ours to remove.
        let _ = new.keep();
        Ok(Scratch { path, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = remove(&self.path);
    }
}

/// The free bytes of the file system that holds a path.
pub(crate) fn free_bytes(path: &Path) -> Option<u64> {
    let system = statvfs(path).ok()?;
    Some(system.f_bavail.saturating_mul(system.f_frsize))
}

fn has_room(place: &Path, needed: u64) -> bool {
    let may_execute = statvfs(place).is_ok_and(|system| !system.f_flag.contains(StatVfsMountFlags::NOEXEC));
    let room = LEAST_ROOM.max(needed.saturating_mul(ROOM_FACTOR));
    may_execute
        && free_bytes(place).is_some_and(|free| free >= room)
        && tempfile::Builder::new().prefix(NEW_PREFIX).tempdir_in(place).is_ok()
}

/// Removes lop's directories that are not locked.
fn remove_stale(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry
                .metadata()
                .is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == geteuid().as_raw());
        let is_dead = || {
            let lock = File::open(entry.path())?;
            flock(&lock, FlockOperation::NonBlockingLockExclusive).map_err(io::Error::from)
        };
        if is_ours && is_dead().is_ok() {
            let _ = remove(&entry.path());
        }
    }
}

/// Makes a directory that only this user can read, unless it exists.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        result => result,
    }
}

/// Removes a directory and all in it, whatever a script made of it.
///
/// Directories inside are first moved to the top, where they are emptied in turn: no path gets longer than
/// the system can take, and nothing recurses.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    let mut moved = Moved {
        top: path,
        folders: Vec::new(),
        names: 0,
    };
    empty(path, &mut moved)?;
    while let Some(folder) = moved.folders.pop() {
        empty(&folder, &mut moved)?;
        fs::remove_dir(&folder)?;
    }
    fs::remove_dir(path)
}

/// Directories that were moved to the top and have to be emptied.
struct Moved<'a> {
    top: &'a Path,
    folders: Vec<PathBuf>,
    names: usize,
}

impl Moved<'_> {
    /// An unused path at the top.
    fn place(&mut self) -> PathBuf {
        loop {
            let place = self.top.join(format!(".lop-moved-{}", self.names));
            self.names += 1;
            if place.symlink_metadata().is_err() {
                return place;
            }
        }
    }
}

/// Removes the files of a directory, and moves the directories in it to the top.
fn empty(folder: &Path, moved: &mut Moved<'_>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            unlock(folder)?;
            fs::read_dir(folder)?
        }
        entries => entries?,
    };
    // Names are gathered first: what moves to the top must not be met again there.
    let entries: Vec<_> = entries.flatten().collect();
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            let place = moved.place();
            // Moving it needs write permission for it and for its parent.
            with_permission(&[folder, &path], || fs::rename(&path, &place))?;
            moved.folders.push(place);
        } else {
            with_permission(&[folder], || fs::remove_file(&path))?;
        }
    }
    Ok(())
}

/// Retries an action with write permissions, if it was refused.
fn with_permission(folders: &[&Path], act: impl Fn() -> io::Result<()>) -> io::Result<()> {
    match act() {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            folders.iter().try_for_each(|folder| unlock(folder))?;
            act()
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

pub(crate) fn unlock(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_deeper_than_any_path_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let top = place.path().join("top");
        make(&top).unwrap();
        // Built from the inside out, since no path reaches the innermost.
        for level in 0..300 {
            let outer = place.path().join(format!("outer-{level}"));
            make(&outer).unwrap();
            fs::write(outer.join("file"), "x").unwrap();
            fs::rename(&top, outer.join("inner-with-a-longer-name")).unwrap();
            fs::rename(&outer, &top).unwrap();
        }
        remove(&top).unwrap();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_locked_up_directory_is_removed_and_links_are_not_followed() {
        let place = tempfile::tempdir().unwrap();
        let outside = place.path().join("outside");
        make(&outside).unwrap();
        fs::write(outside.join("kept"), "x").unwrap();
        let top = place.path().join("top");
        make(&top).unwrap();
        make(&top.join("inner")).unwrap();
        fs::write(top.join("inner/file"), "x").unwrap();
        std::os::unix::fs::symlink(&outside, top.join("link")).unwrap();
        std::os::unix::fs::symlink(&outside, top.join(".lop-moved-0")).unwrap();
        fs::set_permissions(top.join("inner"), Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(&top, Permissions::from_mode(0o500)).unwrap();
        remove(&top).unwrap();
        assert!(!top.exists());
        assert!(outside.join("kept").exists());
    }

    #[test]
    fn what_a_dead_run_left_is_removed_and_what_a_living_one_holds_is_not() {
        let place = tempfile::tempdir().unwrap();
        let living = Scratch::new(Some(place.path()), 0).unwrap();
        let dead = place.path().join("lop-scratch-dead");
        make(&dead).unwrap();
        fs::write(dead.join("file"), "x").unwrap();
        let other = Scratch::new(Some(place.path()), 0).unwrap();
        assert!(!dead.exists());
        assert!(living.path().exists() && other.path().exists());
        drop((living, other));
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
