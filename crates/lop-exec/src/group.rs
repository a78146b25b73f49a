//! A limit to the processes of a test that holds however fast it forks.
//!
//! Counting processes comes too late on a busy machine: a fork bomb takes the processor time that the count would
//! need. So a runner enters a control group of its own, in which the kernel refuses further processes beyond the limit
//! and a margin; the processes in it can then be counted and killed. Where no group can be made, the limit is that of
//! the user's processes, which the kernel does not apply to root.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Resource, getpid, getuid};

/// Where control groups are.
const ROOT: &str = "/sys/fs/cgroup";
/// Processes beyond the limit, so that the count sees that it is exceeded. Not measured.
const MARGIN: usize = 64;
/// The user's other processes may grow by so many times the limit before forks of a test fail because of them. Not
/// measured.
const USER_MARGIN: usize = 8;

/// A control group that holds this process and what it starts.
pub(crate) struct Group {
    folder: PathBuf,
}

impl Group {
    /// Enters a group of its own with at most so many further processes; `None` if the system does not allow it.
    pub(crate) fn enter(processes: usize) -> Option<Self> {
        let folder = folder_of(getpid())?;
        fs::create_dir(&folder).ok()?;
        let group = Group { folder };
        let result = group
            .limit(processes)
            .and_then(|()| fs::write(group.folder.join("cgroup.procs"), "0"));
        if result.is_err() {
            group.leave();
            return None;
        }
        Some(group)
    }

    fn limit(&self, processes: usize) -> io::Result<()> {
        let file = self.folder.join("pids.max");
        if !file.exists() && self.folder.parent() == Some(Path::new(ROOT)) {
            // Version 2 has to be told which controllers apply to subgroups, and allows processes beside subgroups
            // only in the root group.
            fs::write(self.folder.with_file_name("cgroup.subtree_control"), "+pids")?;
        }
        fs::write(file, (processes + MARGIN).to_string())
    }

    /// Returns to the parent group. A process that may not write there any more leaves that to [`remove`].
    pub(crate) fn leave(&self) {
        let _ = fs::write(self.folder.with_file_name("cgroup.procs"), "0");
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Removes the group of a process that has ended.
pub(crate) fn remove(process: Pid) {
    if let Some(folder) = folder_of(process) {
        let _ = fs::remove_dir(folder);
    }
}

/// The group of a process, as a child of this process's group.
fn folder_of(process: Pid) -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    Some(own_folder(&groups)?.join(format!("lop-{}", process.as_raw_nonzero())))
}

/// The group that this process is in, for the controller of processes: in a hierarchy of its own in version 1, in the only one
/// in version 2.
fn own_folder(groups: &str) -> Option<PathBuf> {
    let mut lines = groups
        .lines()
        .filter_map(|line| line.split_once(':')?.1.split_once(":/"));
    let (controllers, path) = lines
        .clone()
        .find(|(controllers, _)| controllers.split(',').any(|controller| controller == "pids"))
        .or_else(|| lines.find(|(controllers, _)| controllers.is_empty()))?;
    let folder = Path::new(ROOT).join(controllers).join(path);
    // A runner that is in its group already has its parent there.
    let is_own = folder
        .file_name()
        .is_some_and(|name| name == format!("lop-{}", getpid().as_raw_nonzero()).as_str());
    Some(if is_own { folder.parent()?.to_owned() } else { folder })
}

/// The limit for the user's processes that leaves a test as many as allowed.
pub(crate) fn limit_for_user(processes: usize) -> Option<(Resource, u64)> {
    let user = getuid().as_raw();
    let folders = fs::read_dir("/proc").ok()?.flatten();
    let own = folders.filter(|folder| folder.metadata().is_ok_and(|metadata| metadata.uid() == user));
    let threads = own.filter_map(|folder| fs::read_dir(folder.path().join("task")).ok().map(Iterator::count));
    let count = threads.sum::<usize>() + processes * USER_MARGIN;
    Some((Resource::Nproc, count as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_processes_is_found_in_either_version() {
        let folder = |groups: &str| own_folder(groups).map(|folder| folder.display().to_string());
        let first = "4:memory:/a\n3:pids:/b/c\n0::/d\n";
        assert_eq!(folder(first).as_deref(), Some("/sys/fs/cgroup/pids/b/c"));
        assert_eq!(
            folder("0::/user.slice/x\n").as_deref(),
            Some("/sys/fs/cgroup/user.slice/x")
        );
        assert_eq!(folder("4:memory:/a\n"), None);
    }
}
