//! The runner: a small process that runs the test again and again.
//!
//! Starting a process costs its parent time in proportion to the parent's memory, unless care is taken; a reducer that
//! holds a large tree would pay for it with every query. So `lop` starts itself a few times at first, with nothing in
//! memory, and these runners start the test.
//!
//! A runner is its own session, so that the terminal's signals do not reach the test, and the reaper of all
//! that the test leaves behind. Its limits and its sandbox are set once and inherited, which is why no code has
//! to run between `fork` and `exec`. Its standard input is the socket to `lop`: when that ends, so does the
//! runner, with everything it started.

use std::collections::VecDeque;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, PipeReader, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, WaitStatus, getpid, getrlimit, pidfd_open, set_child_subreaper, setrlimit,
    setsid,
};

use crate::descendants;
use crate::group::{self, Group};
use crate::protocol::{Answer, OUTPUT_BYTES, Order, Outcome};
use crate::sandbox::{self, Means};
use crate::scratch;

/// The first argument of a process that is to be a runner.
const FLAG: &str = "--lop-runner";
/// The directory that the test runs in; it has the same name for every candidate.
const WORK: &str = "work";
/// The directory for the test's temporary files.
const TEMPORARY: &str = "tmp";
/// How soon the test's processes are first counted, and how often at least. A fork bomb that has a core of its own
/// makes some hundred processes in the first of these intervals.
const FIRST_COUNT: Duration = Duration::from_millis(10);
const LAST_COUNT: Duration = Duration::from_millis(250);
/// Further attempts to start a script that another process has open for writing, or on a system that is short of
/// processes. Not measured.
const STARTS: u32 = 6;
/// The longest pipe that an ordinary user can make, in chunks of what is kept.
const PIPE_CHUNKS: usize = (1 << 20) / OUTPUT_BYTES;
/// A run that had a processor for this share of its time was not kept waiting by others. Not measured.
const BUSY: f64 = 0.75;
/// Out of memory, the kernel is to kill the test rather than `lop`.
const OOM_SCORE: &str = "500";

/// The task of a runner, given at its start.
#[derive(Debug, Clone)]
pub(crate) struct RunnerTask {
    /// Its directory.
    pub folder: PathBuf,
    /// What the candidate is called; empty if it is all that is in the test's directory.
    pub file_name: OsString,
    /// Paths in the test's directory that become arguments after the candidate's.
    pub further: Vec<PathBuf>,
    /// The test and its first arguments.
    pub command: Vec<OsString>,
    pub means: Means,
    pub processes: usize,
    pub memory_bytes: Option<u64>,
    pub file_bytes: Option<u64>,
}

impl RunnerTask {
    /// The arguments that make a process a runner with this task.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let number = |number: Option<u64>| OsString::from(number.unwrap_or(u64::MAX).to_string());
        let mut arguments = vec![
            FLAG.into(),
            self.folder.clone().into(),
            self.file_name.clone(),
            self.means.name().into(),
            self.processes.to_string().into(),
            number(self.memory_bytes),
            number(self.file_bytes),
            self.further.len().to_string().into(),
        ];
        arguments.extend(self.further.iter().cloned().map(OsString::from));
        arguments.extend(self.command.iter().cloned());
        arguments
    }

    fn parse(mut arguments: impl Iterator<Item = OsString>) -> Option<Self> {
        let folder = arguments.next()?.into();
        let file_name = arguments.next()?;
        let name = arguments.next()?;
        let means = Means::ALL.into_iter().find(|means| means.name() == name)?;
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        let processes = number()?.try_into().ok()?;
        let limit = |number| (number != u64::MAX).then_some(number);
        let memory_bytes = limit(number()?);
        let file_bytes = limit(number()?);
        let count = number()?.try_into().ok()?;
        let further = arguments.by_ref().take(count).map(PathBuf::from).collect();
        let command = arguments.collect();
        Some(RunnerTask {
            folder,
            file_name,
            further,
            command,
            means,
            processes,
            memory_bytes,
            file_bytes,
        })
    }
}

/// Makes this process a runner if it was started as one, and then does not return. Every program that uses
/// [`Runners`](crate::Runners) calls it first in `main`.
pub fn run_if_runner() {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(FLAG)) {
        return;
    }
    let result = RunnerTask::parse(arguments)
        .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))
        .and_then(Runner::new)
        .and_then(Runner::serve);
    process::exit(i32::from(result.is_err()));
}

struct Runner {
    socket: UnixStream,
    work: PathBuf,
    temporary: PathBuf,
    file: PathBuf,
    task: RunnerTask,
    group: Option<Group>,
}

impl Runner {
    fn new(task: RunnerTask) -> io::Result<Self> {
        let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
        // The process may be the leader of its group already.
        let _ = setsid();
        set_child_subreaper(Some(getpid()))?;
        let _ = fs::write("/proc/self/oom_score_adj", OOM_SCORE);
        let group = Group::enter(task.processes);
        if group.is_none()
            && let Some((resource, processes)) = group::limit_for_user(task.processes)
        {
            limit(resource, Some(processes))?;
        }
        limit(Resource::Core, Some(0))?;
        limit(Resource::As, task.memory_bytes)?;
        limit(Resource::Fsize, task.file_bytes)?;
        let work = task.folder.join(WORK);
        let temporary = task.folder.join(TEMPORARY);
        scratch::make(&task.folder)?;
        scratch::make(&temporary)?;
        let is_confined = task.means != Means::Landlock || sandbox::confine(&task.folder).is_ok();
        let ready = Outcome::Code(i32::from(!is_confined));
        Answer {
            run: 0,
            outcome: ready,
            took: Duration::ZERO,
            output: Vec::new(),
        }
        .write(&mut socket)?;
        let file = match task.file_name.is_empty() {
            true => work.clone(),
            false => work.join(&task.file_name),
        };
        Ok(Runner {
            socket,
            work,
            temporary,
            file,
            task,
            group,
        })
    }

    /// Serves orders until the socket is closed.
    fn serve(mut self) -> io::Result<()> {
        while let Ok(order) = Order::read(&mut self.socket) {
            // The run to be cancelled was over before the order came.
            let Order::Run {
                run,
                time_out,
                keeps_output,
            } = order
            else {
                continue;
            };
            let answer = self.run(run, time_out, keeps_output);
            if answer.write(&mut self.socket).is_err() {
                break;
            }
        }
        if let Some(group) = &self.group {
            group.leave();
        }
        let _ = scratch::remove(&self.task.folder);
        // The last runner removes the directory of all.
        if let Some(all) = self.task.folder.parent() {
            let _ = fs::remove_dir(all);
        }
        Ok(())
    }

    /// Runs the test on one candidate and removes all that it leaves.
    fn run(&mut self, run: u64, time_out: Duration, keeps_output: bool) -> Answer {
        let start = Instant::now();
        let mut output = Tail::default();
        let candidate = candidate_folder(&self.task.folder, run);
        let outcome = match fs::rename(&candidate, &self.work) {
            Err(error) => Outcome::NoScratch(errno(&error)),
            Ok(()) => match self.start(keeps_output) {
                Err(error) => Outcome::NotStarted(errno(&error)),
                Ok((child, pipe)) => self.watch(run, &child, pipe, time_out, &mut output),
            },
        };
        let took = start.elapsed();
        if self.tidy().is_err() {
            // The script may have taken away the permission to do it.
            let _ = scratch::unlock(&self.task.folder);
            let _ = self.tidy();
        }
        Answer {
            run,
            outcome,
            took,
            output: output.into_bytes(),
        }
    }

    fn start(&self, keeps_output: bool) -> io::Result<(Child, Option<PipeReader>)> {
        let mut pause = Duration::from_millis(1);
        for _ in 1..STARTS {
            match self.start_once(keeps_output) {
                Err(error)
                    if matches!(
                        Errno::from_io_error(&error),
                        Some(Errno::TXTBSY | Errno::AGAIN | Errno::NOMEM)
                    ) =>
                {
                    thread::sleep(pause);
                    pause *= 4;
                }
                result => return result,
            }
        }
        self.start_once(keeps_output)
    }

    fn start_once(&self, keeps_output: bool) -> io::Result<(Child, Option<PipeReader>)> {
        let (first, rest) = self.task.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(first);
        if self.task.means == Means::Bubblewrap {
            let (program, arguments) = sandbox::bubblewrap(&self.task.folder);
            command = Command::new(program);
            command.args(arguments).arg(first);
        }
        command
            .args(rest)
            .arg(&self.file)
            .args(self.task.further.iter().map(|path| self.work.join(path)))
            .env("LOP_FILE", &self.file)
            .env("TMPDIR", &self.temporary)
            .env("PWD", &self.work)
            .current_dir(&self.work)
            .process_group(0)
            .stdin(Stdio::null());
        if !keeps_output {
            return Ok((command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?, None));
        }
        let (reader, writer) = io::pipe()?;
        let child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
        Ok((child, Some(reader)))
    }

    /// Waits until the test ends, its time is up, or the run is cancelled; then ends all that it started.
    fn watch(
        &mut self,
        run: u64,
        child: &Child,
        mut pipe: Option<PipeReader>,
        time_out: Duration,
        output: &mut Tail,
    ) -> Outcome {
        let pid = Pid::from_child(child);
        let early = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(pidfd) => self.wait(run, &pidfd, pipe.as_mut(), time_out, output),
            Err(error) => Some(Outcome::NotStarted(error.raw_os_error())),
        };
        let status = descendants::end_all(pid);
        if let Some(pipe) = &mut pipe {
            // All writers have ended, so a pipe's length is left; more can only come from a process outside that was
            // given the pipe.
            let mut chunks = 0..PIPE_CHUNKS;
            while chunks.next().is_some() && is_ready(pipe) && output.take(pipe) {}
        }
        early.unwrap_or_else(|| match status.and_then(WaitStatus::terminating_signal) {
            Some(signal) => Outcome::Signal(signal),
            None => Outcome::Code(status.and_then(WaitStatus::exit_status).unwrap_or(-1)),
        })
    }

    /// `None` if the test ended by itself.
    fn wait(
        &mut self,
        run: u64,
        pidfd: &OwnedFd,
        mut pipe: Option<&mut PipeReader>,
        time_out: Duration,
        output: &mut Tail,
    ) -> Option<Outcome> {
        let start = Instant::now();
        let mut counted = Duration::ZERO;
        let mut pause = FIRST_COUNT;
        loop {
            let now = start.elapsed();
            if now >= time_out {
                let was_busy = descendants::processor_time() >= now.mul_f64(BUSY);
                return Some(Outcome::TimedOut { was_busy });
            }
            if now >= counted + pause {
                if descendants::count(self.task.processes + 1) > self.task.processes {
                    return Some(Outcome::TooManyProcesses);
                }
                counted = now;
                pause = (pause * 2).min(LAST_COUNT);
            }
            let limit = (time_out - now).min(pause);
            let mut ends = vec![
                PollFd::new(pidfd, PollFlags::IN),
                PollFd::new(&self.socket, PollFlags::IN),
            ];
            if let Some(pipe) = &pipe {
                ends.push(PollFd::new(*pipe, PollFlags::IN));
            }
            if poll(&mut ends, Timespec::try_from(limit).ok().as_ref()).is_err() {
                continue;
            }
            let ready: Vec<bool> = ends.iter().map(|end| !end.revents().is_empty()).collect();
            if ready[0] {
                return None;
            }
            if ready[1] && is_cancelled(&Order::read(&mut self.socket), run) {
                return Some(Outcome::Cancelled);
            }
            if ready.get(2) == Some(&true)
                && let Some(reader) = &mut pipe
                && !output.take(reader)
            {
                // The script closed its output and goes on.
                pipe = None;
            }
        }
    }

    /// Makes the directories as they were before the run.
    fn tidy(&self) -> io::Result<()> {
        if let Err(error) = scratch::remove(&self.work)
            && error.kind() != io::ErrorKind::NotFound
        {
            // What cannot be removed, such as a file marked immutable, is moved out of the way.
            fs::rename(&self.work, self.work.with_extension(unique()))?;
        }
        let is_empty = fs::read_dir(&self.temporary).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty {
            return Ok(());
        }
        let _ = scratch::remove(&self.temporary);
        fs::create_dir_all(&self.temporary)
    }
}

fn is_cancelled(order: &io::Result<Order>, run: u64) -> bool {
    match order {
        Ok(Order::Cancel { run: cancelled }) => *cancelled == run,
        Ok(Order::Run { .. }) => unreachable!("a run ends before the next begins"),
        // The socket is closed: lop is gone.
        Err(_) => true,
    }
}

fn is_ready(end: &impl AsFd) -> bool {
    let mut ends = [PollFd::new(end, PollFlags::IN)];
    poll(&mut ends, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}

/// Lowers a limit of this process and what it starts.
fn limit(resource: Resource, value: Option<u64>) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let value = Some(value.min(most));
    Ok(setrlimit(
        resource,
        Rlimit {
            current: value,
            maximum: value,
        },
    )?)
}

fn errno(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error())
}

/// A name that nothing here has.
fn unique() -> String {
    let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    format!("stuck-{}", now.as_nanos())
}

/// The end of what a run prints.
#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
}

impl Tail {
    /// Takes what can be read at once; returns whether there may be more.
    fn take(&mut self, from: &mut impl Read) -> bool {
        let mut buffer = [0; OUTPUT_BYTES];
        let count = from.read(&mut buffer).unwrap_or(0);
        self.bytes.extend(&buffer[..count]);
        let surplus = self.bytes.len().saturating_sub(OUTPUT_BYTES);
        self.bytes.drain(..surplus);
        count > 0
    }

    fn into_bytes(self) -> Vec<u8> {
        self.bytes.into()
    }
}

/// The candidate's directory, before the run begins.
pub(crate) fn candidate_folder(folder: &Path, run: u64) -> PathBuf {
    folder.join(run.to_string())
}
