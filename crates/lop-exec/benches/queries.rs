//! Trivial queries per second, and whether that depends on the memory of the process that makes them.
//!
//! `cargo bench -p lop-exec`

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use lop_core::{Executor, Ticket};
use lop_exec::{Interrupt, Runners, Sandbox, Setup, run_if_runner};

const QUERIES: u64 = 3000;
const GIBIBYTE: usize = 1 << 30;

fn main() -> Result<(), Box<dyn Error>> {
    run_if_runner();
    let home = tempfile::tempdir()?;
    let script = home.path().join("test.sh");
    fs::write(&script, "#!/bin/sh\nexit 0\n")?;
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    for slots in [1, 2, 4] {
        measure(&format!("sh script, {slots} runners"), &script, slots, Sandbox::Off)?;
    }
    measure("/bin/true, 2 runners", Path::new("/bin/true"), 2, Sandbox::Off)?;
    measure("sh script, 2 runners, sandbox", &script, 2, Sandbox::On)?;
    // Every page is written to, so that it exists.
    let ballast = black_box(vec![1_u8; GIBIBYTE]);
    measure("sh script, 2 runners, lop at 1 GiB", &script, 2, Sandbox::Off)?;
    drop(black_box(ballast));
    Ok(())
}

fn measure(name: &str, script: &Path, slots: usize, sandbox: Sandbox) -> Result<(), Box<dyn Error>> {
    let mut setup = Setup::script(script, Path::new("input.txt"));
    (setup.slots, setup.sandbox) = (slots, sandbox);
    let mut runners = Runners::start(setup, Arc::new(Interrupt::new()?))?;
    let text: Arc<[u8]> = b"int main(void) { return 0; }\n".repeat(100).into();
    let start = Instant::now();
    for query in 0..QUERIES {
        if query >= slots as u64 {
            runners.wait()?;
        }
        runners.submit(Ticket(query), text.clone());
    }
    for _ in 0..slots {
        runners.wait()?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = QUERIES as f64 / seconds;
    let each = runners.counts().oracle.as_secs_f64() / QUERIES as f64;
    println!("{name:36} {rate:6.0} queries/s, {:.2} ms a run", each * 1e3);
    Ok(())
}
