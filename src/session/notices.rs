//! The system's notices that something in a folder changed.
//!
//! On Linux these are our own few lines over inotify(7). `notify` also asks to be told of each opening of a file or
//! folder, and a folder that calls are made in is opened all the time, by its calls and by the judging of them: each
//! opening woke a thread for nothing.

use std::path::Path;

/// A queue of notices, with a thread that waits for them. Both end with it.
pub(super) struct Notices(system::Queue);

impl Notices {
    /// Calls `changed` when something may have changed in a watched folder; `None` where the system has no notices to
    /// give.
    pub(super) fn new(changed: impl Fn() + Send + 'static) -> Option<Self> {
        system::Queue::new(changed).map(Self)
    }

    /// Watches the entries of a folder and the folder itself, not what lies deeper. Whether it can be.
    pub(super) fn watch(&mut self, folder: &Path) -> bool {
        self.0.watch(folder)
    }

    /// Ends that.
    pub(super) fn unwatch(&mut self, folder: &Path) {
        self.0.unwatch(folder);
    }
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init, remove_watch};
    use rustix::io::Errno;
    use std::collections::HashMap;
    use std::io::{PipeReader, PipeWriter, pipe};
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    /// Bytes of notices that are read at a time; one has at most 16 and a name (`inotify(7)`).
    const READ: usize = 4096;
    /// Bytes of the thread's stack; it calls little.
    const STACK: usize = 64 << 10;

    pub(super) struct Queue {
        notices: Arc<OwnedFd>,
        /// What the system calls the watched folders. Two names of one folder have one watch.
        watches: HashMap<PathBuf, i32>,
        /// Once it is closed the thread ends.
        _end: PipeWriter,
    }

    impl Queue {
        pub(super) fn new(changed: impl Fn() + Send + 'static) -> Option<Self> {
            let notices = Arc::new(init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?);
            let (ended, end) = pipe().ok()?;
            let read = Arc::clone(&notices);
            std::thread::Builder::new()
                .name("portcullis-notices".to_owned())
                .stack_size(STACK)
                .spawn(move || wait(&read, &ended, changed))
                .ok()?;
            Some(Self {
                notices,
                watches: HashMap::new(),
                _end: end,
            })
        }

        pub(super) fn watch(&mut self, folder: &Path) -> bool {
            let Ok(watch) = add_watch(&self.notices, folder, changes()) else {
                return false;
            };
            self.watches.insert(folder.to_owned(), watch);
            true
        }

        pub(super) fn unwatch(&mut self, folder: &Path) {
            let Some(watch) = self.watches.remove(folder) else {
                return;
            };
            if !self.watches.values().any(|other| *other == watch) {
                // A folder that is gone has taken its watch along.
                let _ = remove_watch(&self.notices, watch);
            }
        }
    }

    /// What is told of: changes, and no mere look.
    fn changes() -> WatchFlags {
        WatchFlags::ATTRIB
            | WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::CLOSE_WRITE
            | WatchFlags::MODIFY
            | WatchFlags::MOVE
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::ONLYDIR
    }

    /// Waits for notices until the writer of `ended` is closed.
    fn wait(queue: &OwnedFd, ended: &PipeReader, changed: impl Fn()) {
        let mut buffer = [MaybeUninit::uninit(); READ];
        let mut reader = Reader::new(queue, &mut buffer);
        loop {
            let mut both = [
                PollFd::new(queue, PollFlags::IN),
                PollFd::new(ended, PollFlags::IN),
            ];
            match poll(&mut both, None) {
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(_) => return,
            }
            let [_, end] = both;
            if !end.revents().is_empty() {
                return;
            }
            match tells_of_change(&mut reader) {
                Ok(true) => changed(),
                Ok(false) => {}
                Err(_) => return,
            }
        }
    }

    /// Takes what has been told so far. Whether something of it is a change.
    fn tells_of_change(reader: &mut Reader<'_, &OwnedFd>) -> Result<bool, Errno> {
        let mut change = false;
        loop {
            match reader.next() {
                // That a watch has ended is told of each that we end ourselves.
                Ok(event) => change |= !event.events().contains(ReadFlags::IGNORED),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(change),
                Err(error) => return Err(error),
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::fs;

        #[test]
        fn a_folder_tells_of_changes_and_of_no_look() {
            type Act = fn(&Path);
            #[rustfmt::skip]
            let acts: [(&str, Act, bool); 9] = [
                ("a look at a file",   |at| drop(fs::read(at.join("file"))),               false),
                ("a listing",          |at| drop(fs::read_dir(at).map(Iterator::count)),    false),
                ("a listing below",    |at| drop(fs::read_dir(at.join("sub")).map(Iterator::count)), false),
                ("a change deeper",    |at| fs::write(at.join("sub/x"), "x").unwrap(),      false),
                ("a write",            |at| fs::write(at.join("file"), "other").unwrap(),   true),
                ("a new file",         |at| fs::write(at.join("new"), "").unwrap(),         true),
                ("a rename",           |at| fs::rename(at.join("new"), at.join("file")).unwrap(), true),
                ("a removal",          |at| fs::remove_file(at.join("file")).unwrap(),      true),
                ("its own removal",    |at| fs::remove_dir_all(at).unwrap(),                true),
            ];
            let folder = tempfile::tempdir().unwrap();
            let at = folder.path().join("watched");
            fs::create_dir_all(at.join("sub")).unwrap();
            fs::write(at.join("file"), "text").unwrap();
            let queue = init(CreateFlags::NONBLOCK).unwrap();
            add_watch(&queue, &at, changes()).unwrap();
            let mut buffer = [MaybeUninit::uninit(); READ];
            let mut reader = Reader::new(&queue, &mut buffer);
            for (name, act, expected) in acts {
                act(&at);
                // The system queues a notice before the act that it is of returns.
                assert_eq!(tells_of_change(&mut reader), Ok(expected), "{name}");
            }
        }

        #[test]
        fn a_folder_of_two_names_is_watched_until_neither_is() {
            let folder = tempfile::tempdir().unwrap();
            let (real, link) = (folder.path().join("real"), folder.path().join("link"));
            fs::create_dir(&real).unwrap();
            std::os::unix::fs::symlink(&real, &link).unwrap();
            let (told, tells) = std::sync::mpsc::channel();
            let mut queue = Queue::new(move || {
                let _ = told.send(());
            })
            .unwrap();
            assert!(queue.watch(&real) && queue.watch(&link));
            assert!(!queue.watch(&folder.path().join("missing")));
            queue.unwatch(&link);
            fs::write(real.join("x"), "").unwrap();
            assert_eq!(tells.recv(), Ok(()));
            drop(queue);
            // The thread ends, and its end of the channel with it.
            while tells.recv().is_ok() {}
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use notify::event::{AccessKind, AccessMode};
    use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
    use std::path::Path;

    pub(super) struct Queue(RecommendedWatcher);

    impl Queue {
        pub(super) fn new(changed: impl Fn() + Send + 'static) -> Option<Self> {
            let told = move |event: notify::Result<notify::Event>| {
                if event.is_ok_and(|event| !tells_of_reading(event.kind)) {
                    changed();
                }
            };
            notify::recommended_watcher(told).ok().map(Self)
        }

        pub(super) fn watch(&mut self, folder: &Path) -> bool {
            self.0.watch(folder, RecursiveMode::NonRecursive).is_ok()
        }

        pub(super) fn unwatch(&mut self, folder: &Path) {
            let _ = self.0.unwatch(folder);
        }
    }

    /// Whether nothing changed: somebody only looked.
    fn tells_of_reading(kind: EventKind) -> bool {
        matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
    }
}
