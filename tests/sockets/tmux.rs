//! `portcullis inbox` in a terminal of its own, which a test looks at and types into.

use crate::support::{House, PORTCULLIS, have};
use crate::wire::PATIENCE;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A tmux server with one window, in which an inbox runs.
pub struct Inbox {
    folder: tempfile::TempDir,
}

/// Whether there is a tmux.
pub fn have_tmux() -> bool {
    have("tmux", "-V")
}

impl Inbox {
    pub fn start(house: &House, args: &str) -> Self {
        let inbox = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let command = format!("exec {PORTCULLIS} inbox {args}");
        let mut tmux = house.command("tmux");
        let started = inbox
            .on(&mut tmux)
            .args([
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-x",
                "100",
                "-y",
                "30",
                &command,
            ])
            .env("TERM", "xterm")
            .output()
            .unwrap();
        assert!(started.status.success(), "{started:?}");
        inbox
    }

    fn on<'a>(&self, tmux: &'a mut Command) -> &'a mut Command {
        tmux.arg("-S").arg(self.folder.path().join("tmux"))
    }

    fn tmux(&self, args: &[&str]) -> Output {
        self.on(&mut Command::new("tmux")).args(args).output().unwrap()
    }

    /// What is on the screen.
    pub fn screen(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until `text` is on the screen.
    pub fn shows(&self, text: &str) -> String {
        self.waits(&format!("{text:?} is not shown"), |screen| screen.contains(text))
    }

    /// Waits until `text` is not on the screen any more.
    pub fn hides(&self, text: &str) -> String {
        self.waits(&format!("{text:?} is still shown"), |screen| {
            !screen.contains(text)
        })
    }

    fn waits(&self, problem: &str, done: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if done(&screen) {
                return screen;
            }
            assert!(begun.elapsed() < PATIENCE, "{problem}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Types keys, by the names that tmux gives them.
    pub fn keys(&self, keys: &[&str]) {
        let mut args = vec!["send-keys"];
        args.extend(keys);
        assert!(self.tmux(&args).status.success());
    }

    /// Types text.
    pub fn types(&self, text: &str) {
        assert!(self.tmux(&["send-keys", "-l", text]).status.success());
    }

    /// Begins an answer with `key`, once the ask on show has been there for as long as that takes.
    pub fn begins(&self, key: &str, then: &str) {
        std::thread::sleep(Duration::from_millis(600));
        self.keys(&[key]);
        self.shows(then);
    }

    pub fn resize(&self, columns: &str, rows: &str) {
        let resized = self.tmux(&["resize-window", "-x", columns, "-y", rows]);
        assert!(resized.status.success(), "{resized:?}");
    }

    /// Kills the inbox as nothing can be ready for.
    pub fn kill(&self) {
        let output = self.tmux(&["list-panes", "-F", "#{pane_pid}"]);
        let pid = String::from_utf8(output.stdout).unwrap();
        let killed = Command::new("kill").args(["-9", pid.trim()]).status().unwrap();
        assert!(killed.success());
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
