//! Ending a process with all its descendants.
//!
//! A process that calls `setsid` twice leaves its group, its session and its parent, but not its reaper: an orphan
//! becomes a child of its nearest ancestor that is a subreaper. So no process tree has to be walked: kill and reap the
//! children, and their children become ours, until `waitpid` has no child left. A process id, or a group's, is not
//! used again before the child is reaped, so no unrelated process is ever hit.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, wait, waitpid};

/// Longest wait for a process that the kernel cannot end, such as one blocked on a lost network disk. Not measured.
const PATIENCE: Duration = Duration::from_secs(10);

/// Ends and reaps all descendants; the caller has to be a reaper. Returns how one of them ended, if it was
/// among them.
pub(crate) fn end_all(watched: Pid) -> Option<WaitStatus> {
    let mut status = None;
    let mut patience = Patience::new();
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, ended))) if pid == watched => status = Some(ended),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) if patience.is_over() => return status,
            Ok(None) => {
                children().into_iter().for_each(kill);
                patience.pause();
            }
            // There are no children.
            Err(_) => return status,
        }
    }
}

/// Ends and reaps the children that are chosen, until only others are left.
pub(crate) fn end_chosen(is_chosen: impl Fn(Pid) -> bool) {
    let mut patience = Patience::new();
    loop {
        let mut chosen = children();
        chosen.retain(|child| is_chosen(*child));
        if chosen.is_empty() || patience.is_over() {
            return;
        }
        for child in chosen {
            kill(child);
            let _ = waitpid(Some(child), WaitOptions::NOHANG);
        }
        patience.pause();
    }
}

/// Bounds the wait for a dying process: usually a moment, sometimes for ever.
struct Patience {
    start: Instant,
    pause: Duration,
}

impl Patience {
    fn new() -> Self {
        Patience {
            start: Instant::now(),
            pause: Duration::from_micros(50),
        }
    }

    fn is_over(&self) -> bool {
        self.start.elapsed() > PATIENCE
    }

    fn pause(&mut self) {
        thread::sleep(self.pause);
        self.pause = (self.pause * 2).min(Duration::from_millis(5));
    }
}

/// A whole process group dies at once, so it cannot fork itself out of reach.
fn kill(child: Pid) {
    let group = Family::of(child).map(|family| family.group);
    if group != Family::of(getpid()).map(|own| own.group)
        && let Some(group) = group.and_then(Pid::from_raw)
    {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = kill_process(child, Signal::KILL);
}

/// The children of this process.
pub(crate) fn children() -> Vec<Pid> {
    // Some kernels are built without that list.
    children_of(getpid()).unwrap_or_else(children_by_parent)
}

/// How many descendants this process has, up to a limit.
pub(crate) fn count(limit: usize) -> usize {
    all(limit).len()
}

/// How long the descendants of this process, and what they have reaped, had a processor.
pub(crate) fn processor_time() -> Duration {
    let stats = all(usize::MAX).into_iter().filter_map(stat);
    let ticks: u64 = stats.filter_map(|stat| ticks(&stat)).sum();
    Duration::from_secs_f64(ticks as f64 / clock_ticks_per_second() as f64)
}

fn all(limit: usize) -> Vec<Pid> {
    let mut found = children();
    let mut next = 0;
    while next < found.len() && found.len() < limit {
        found.extend(children_of(found[next]).unwrap_or_default());
        next += 1;
    }
    found
}

/// The children that the threads of a process started or adopted.
fn children_of(parent: Pid) -> Option<Vec<Pid>> {
    let threads = fs::read_dir(format!("/proc/{}/task", parent.as_raw_nonzero())).ok()?;
    let mut children = Vec::new();
    for thread in threads.flatten() {
        let list = fs::read_to_string(thread.path().join("children")).ok()?;
        children.extend(list.split_ascii_whitespace().filter_map(pid));
    }
    Some(children)
}

fn children_by_parent() -> Vec<Pid> {
    let own = getpid().as_raw_nonzero().get();
    let is_child = |pid: &Pid| Family::of(*pid).is_some_and(|family| family.parent == own);
    let Ok(processes) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let processes = processes.flatten();
    processes
        .filter_map(|process| pid(process.file_name().to_str()?))
        .filter(is_child)
        .collect()
}

/// The parent, group and session of a process in `/proc/PID/stat`. A number is 0 if that process is in none of the PID
/// namespaces that this process sees, which is how a container's first process finds its own group and session.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Family {
    parent: i32,
    group: i32,
    pub(crate) session: i32,
}

impl Family {
    pub(crate) fn of(process: Pid) -> Option<Self> {
        Family::read(&stat(process)?)
    }

    fn read(stat: &str) -> Option<Self> {
        let mut numbers = fields(stat)?.skip(1).map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some(Family {
            parent: next()?,
            group: next()?,
            session: next()?,
        })
    }
}

/// The line of `/proc/PID/stat`.
fn stat(process: Pid) -> Option<String> {
    fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).ok()
}

/// The fields after the name, the first of them the state.
fn fields(stat: &str) -> Option<impl Iterator<Item = &str>> {
    // The name is in brackets and may hold anything.
    Some(stat.rsplit_once(')')?.1.split_ascii_whitespace())
}

/// Clock ticks of processor time of a process and of the children that it has reaped.
fn ticks(stat: &str) -> Option<u64> {
    fields(stat)?
        .skip(11)
        .take(4)
        .map(|field| field.parse::<u64>().ok())
        .sum()
}

fn pid(number: &str) -> Option<Pid> {
    number.parse().ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_family_is_read_whatever_the_name_and_the_namespace() {
        let family = |parent, group, session| Some(Family { parent, group, session });
        assert_eq!(Family::read("7 (a) b (c)) S 4 5 6 0 -1"), family(4, 5, 6));
        assert_eq!(Family::read("1 (init) S 0 0 0 0 -1"), family(0, 0, 0));
        assert_eq!(Family::read("7 (cut"), None);
    }

    #[test]
    fn ticks_are_a_process_s_own_and_those_of_what_it_reaped() {
        let stat = "7 (a b) R 1 2 3 4 5 6 7 8 9 10 100 20 -3 4 20 0 1 0";
        assert_eq!(ticks(stat), None, "none of them is negative");
        assert_eq!(ticks(&stat.replace("-3", "3")), Some(127));
    }

    #[test]
    fn both_ways_to_list_children_agree() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let pid = Pid::from_child(&child);
        assert!(children().contains(&pid));
        assert!(children_by_parent().contains(&pid));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
