//! What a result says about the test, and what an error says about the server.

use std::io;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, Digest, ExecutedActionMetadata};
use bazel_remote_apis::google::protobuf::Timestamp;
use lop_exec::{Outcome, Run};
use tonic::{Code, Status};

use crate::blob::digest;

/// Why a query has no verdict yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The server is unavailable: retry on another one, or later.
    Unwell(String),
    /// The server is overloaded.
    Busy(String),
    /// The server has lost what was uploaded.
    Forgotten(String),
    /// The result is not one of the test's.
    Broken(String),
    /// The server refuses requests.
    Refused(String),
}

impl Failure {
    /// What the user is told.
    pub(crate) fn reason(&self) -> &str {
        match self {
            Failure::Unwell(reason)
            | Failure::Busy(reason)
            | Failure::Forgotten(reason)
            | Failure::Broken(reason)
            | Failure::Refused(reason) => reason,
        }
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        let reason = describe(&status);
        match status.code() {
            Code::ResourceExhausted => Failure::Busy(reason),
            Code::FailedPrecondition | Code::NotFound => Failure::Forgotten(reason),
            Code::Unauthenticated | Code::PermissionDenied | Code::Unimplemented => Failure::Refused(reason),
            Code::InvalidArgument | Code::OutOfRange | Code::DataLoss => Failure::Broken(reason),
            _ => Failure::Unwell(reason),
        }
    }
}

/// A status in words, with what is behind it.
pub(crate) fn describe(status: &Status) -> String {
    let behind = std::error::Error::source(status).map(chain);
    match (status.message(), behind) {
        ("", None) => status.code().description().to_owned(),
        (message, None) => message.to_owned(),
        (_, Some(behind)) => behind,
    }
}

/// What TLS has against a connection, if it is that.
pub(crate) fn tls_error(status: &Status) -> Option<&rustls::Error> {
    let causes = std::iter::successors(std::error::Error::source(status), |cause| cause.source());
    let inner = causes.filter_map(|cause| cause.downcast_ref::<io::Error>()?.get_ref());
    inner.filter_map(|inner| inner.downcast_ref()).next()
}

/// An error and its causes on one line.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// How a shell ends whose command was ended by signal 9, and how a server reports that of its own command.
const KILLED: i32 = 128 + 9;

/// The test run that a result reports, without its output. Anything but the wrapper's own words is no verdict; a kill, of the test
/// or of the wrapper, is most often a lack of memory, and says nothing about the candidate.
pub(crate) fn run(result: &ActionResult) -> Result<Run, i32> {
    let code = (result.exit_code == 0).then(|| exit_code(result)).flatten();
    Ok(Run {
        outcome: match code.unwrap_or(result.exit_code) {
            KILLED => Outcome::Killed,
            exit_code => Outcome::Code(code.ok_or(exit_code)?),
        },
        took: result.execution_metadata.as_ref().map(took).unwrap_or_default(),
        output: Vec::new(),
    })
}

/// The reason why a result is no verdict.
pub(crate) fn broken(exit_code: i32, output: &[u8]) -> Failure {
    let output = String::from_utf8_lossy(output);
    let last = output.lines().rev().find(|line| !line.trim().is_empty());
    let said = last.map(|line| format!(": {}", line.trim())).unwrap_or_default();
    Failure::Broken(format!(
        "the machine could not run the test, exit code {exit_code}{said}"
    ))
}

/// The exit code of the test, as the wrapper prints it. Servers may give the digest of it only, but there are not
/// so many exit codes.
fn exit_code(result: &ActionResult) -> Option<i32> {
    let says = |code: &i32| {
        let line = format!("lop {code}\n");
        let is_digest = |expected: &Digest| *expected == digest(line.as_bytes());
        match &result.stdout_raw[..] {
            [] => result.stdout_digest.as_ref().is_some_and(is_digest),
            raw => raw == line.as_bytes(),
        }
    };
    (0..256).find(says)
}

fn took(metadata: &ExecutedActionMetadata) -> Duration {
    let seconds = |time: &Timestamp| time.seconds as f64 + f64::from(time.nanos) * 1e-9;
    let (start, end) = (
        metadata.execution_start_timestamp.as_ref().map(seconds),
        metadata.execution_completed_timestamp.as_ref().map(seconds),
    );
    let took = end.zip(start).map_or(0.0, |(end, start)| end - start);
    Duration::try_from_secs_f64(took).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(exit_code: i32, stdout: &[u8]) -> ActionResult {
        ActionResult {
            exit_code,
            stdout_raw: stdout.to_vec(),
            ..ActionResult::default()
        }
    }

    #[test]
    fn only_the_wrapper_speaks_for_the_test() {
        let outcome = |result: &ActionResult| run(result).map(|run| run.outcome).ok();
        assert_eq!(outcome(&result(0, b"lop 0\n")), Some(Outcome::Code(0)));
        assert_eq!(outcome(&result(0, b"lop 139\n")), Some(Outcome::Code(139)));
        assert_eq!(outcome(&result(0, b"lop 137\n")), Some(Outcome::Killed));
        assert_eq!(outcome(&result(137, b"")), Some(Outcome::Killed));
        for (exit_code, stdout) in [
            (0, &b""[..]),
            (1, b""),
            (1, b"lop 0\n"),
            (0, b"lop 0"),
            (0, b"lop 256\n"),
            (0, b"lop 0\nlop 1\n"),
        ] {
            assert_eq!(outcome(&result(exit_code, stdout)), None, "{exit_code} {stdout:?}");
        }
    }

    #[test]
    fn a_digest_says_the_same_as_the_bytes() {
        let mut result = result(0, b"");
        result.stdout_digest = Some(digest(b"lop 3\n"));
        assert_eq!(run(&result).unwrap().outcome, Outcome::Code(3));
        result.stdout_digest = Some(digest(b"lop 3"));
        assert!(run(&result).is_err());
    }
}
