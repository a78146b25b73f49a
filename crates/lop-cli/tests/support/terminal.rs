//! A real terminal for lop: tmux is its other end.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

/// A display that has not got there by then does not.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal of a folder, which has its socket.
pub(crate) struct Terminal {
    folder: PathBuf,
}

impl Terminal {
    /// A terminal of this size in which a command runs.
    pub(crate) fn new(folder: &Path, columns: usize, rows: usize, command: &str) -> Self {
        let terminal = Terminal {
            folder: folder.to_owned(),
        };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let size = ["-x", &columns, "-y", &rows];
        terminal.tmux(&[&["new-session", "-d", "-s", "lop"], &size[..], &[command]].concat());
        terminal
    }

    fn try_tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .current_dir(&self.folder)
            .env_remove("TMUX")
            .env_remove("NO_COLOR")
            .args(["-f", "/dev/null", "-S"])
            .arg(self.folder.join("socket"))
            .args(arguments)
            .output()
            .expect("tmux is installed")
    }

    /// Has tmux do something, and comes back with what it says.
    pub(crate) fn tmux(&self, arguments: &[&str]) -> String {
        let output = self.try_tmux(arguments);
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test may have closed it.
        self.try_tmux(&["kill-server"]);
    }
}
