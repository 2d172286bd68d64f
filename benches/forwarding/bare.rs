//! Two processes that exchange files and do nothing else.

use anyhow::Context;
use rustix::fs::inotify::{self, CreateFlags, Reader, WatchFlags};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Bytes of a request and of an answer, about those of a real one.
const REQUEST: usize = 1500;
const ANSWER: usize = 500;

/// A folder whose changes wake.
struct Watched {
    path: PathBuf,
    inotify: OwnedFd,
}

impl Watched {
    fn new(path: PathBuf) -> anyhow::Result<Self> {
        std::fs::create_dir_all(&path)?;
        let inotify = inotify::init(CreateFlags::CLOEXEC)?;
        inotify::add_watch(&inotify, &path, WatchFlags::MOVED_TO)?;
        Ok(Self { path, inotify })
    }

    /// Waits for a file, reads it and takes it away.
    fn take(&self) -> anyhow::Result<Vec<u8>> {
        let mut buffer = [MaybeUninit::uninit(); 4096];
        let mut reader = Reader::new(&self.inotify, &mut buffer);
        let event = reader.next()?;
        let name = event.file_name().context("a file has a name")?.to_str()?;
        let path = self.path.join(name);
        let bytes = std::fs::read(&path)?;
        std::fs::remove_file(path)?;
        Ok(bytes)
    }

    /// Writes a file whole.
    fn put(path: &Path, length: usize) -> anyhow::Result<()> {
        let draft = path.join(".draft");
        std::fs::write(&draft, vec![b'x'; length])?;
        std::fs::rename(draft, path.join("file"))?;
        Ok(())
    }
}

/// The other process: answers until it is killed.
pub fn serve(folder: &Path) -> anyhow::Result<()> {
    let requests = Watched::new(folder.join("requests"))?;
    std::fs::write(folder.join("ready"), "")?;
    loop {
        requests.take()?;
        Watched::put(&folder.join("answers"), ANSWER)?;
    }
}

/// This process's end.
pub struct Bare {
    other: Child,
    folder: PathBuf,
    answers: Watched,
}

impl Bare {
    /// Starts the other process.
    pub fn start(folder: &Path) -> anyhow::Result<Self> {
        let answers = Watched::new(folder.join("answers"))?;
        let other = Command::new(std::env::current_exe()?)
            .arg("--bare")
            .arg(folder)
            .spawn()?;
        while !folder.join("ready").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Self {
            other,
            folder: folder.to_owned(),
            answers,
        })
    }

    /// One exchange.
    pub fn exchange(&mut self) -> anyhow::Result<Duration> {
        let begun = Instant::now();
        Watched::put(&self.folder.join("requests"), REQUEST)?;
        self.answers.take()?;
        Ok(begun.elapsed())
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.other.kill();
        let _ = self.other.wait();
    }
}
