//! Reads the review log back, line by line, from its oldest file to its youngest, also one that a newer or older
//! version wrote; and goes on reading while it is written.

use super::rotation::{full_files, moved};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Longest line that is taken; a longer one is passed over. What is written is no longer than a quarter of it.
const LINE: usize = 4 << 20;

/// Bytes that are read at a time.
const CHUNK: usize = 64 << 10;

/// A line of the log.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    /// When, RFC 3339.
    #[serde(default)]
    pub timestamp: String,
    /// What happened.
    pub event: String,
    /// Everything else.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

impl Entry {
    /// Reads a line; `None` of what is no line of a log.
    pub fn of(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    /// A field that is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }
}

/// A line as it stands in a file.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The file.
    pub file: &'a Path,
    /// Its number there, from 1.
    pub number: u64,
    /// The text without its end.
    pub text: &'a str,
    /// Whether it has an end. The last line of a file that is being written to, or was torn, has none.
    pub whole: bool,
}

/// Hands each line of the log at `path` to `take`, oldest first, with its text. What is no line of a log is passed
/// over. A log that is not there has no lines.
pub fn entries(path: &Path, mut take: impl FnMut(Entry, &str)) -> io::Result<()> {
    lines(path, &mut |line| {
        if let Some(entry) = Entry::of(line.text) {
            take(entry, line.text);
        }
    })
}

/// The same with every line, whatever it is.
pub(super) fn lines(path: &Path, take: &mut dyn FnMut(Line<'_>)) -> io::Result<()> {
    let mut tail = Tail::of(path);
    tail.poll(take)?;
    tail.rest(take);
    Ok(())
}

/// A log that is read on, through its files.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    name: PathBuf,
    file: File,
    number: u64,
    /// What is read of a line whose end is not there yet.
    begun: Vec<u8>,
    /// The line is too long and is passed over.
    skips: bool,
}

impl Tail {
    /// The log at `path`, from its oldest line on.
    pub fn of(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            open: None,
        }
    }

    /// Hands over each line that is there by now, and was not handed over before.
    pub fn poll(&mut self, take: &mut dyn FnMut(Line<'_>)) -> io::Result<()> {
        loop {
            if self.open.is_none() {
                self.open = self.first()?;
            }
            let Some(open) = &mut self.open else { return Ok(()) };
            // Looked at before it is read: nobody writes to a file that was put away, so then its end is its end.
            let is_over = moved(&open.file, &self.path);
            open.read(take)?;
            if !is_over {
                return Ok(());
            }
            // Until there is a next one, this one says where to look for it.
            let Some(next) = self.behind()? else {
                return Ok(());
            };
            self.rest(take);
            self.open = Some(next);
        }
    }

    /// Hands over what is there of a line without an end.
    fn rest(&mut self, take: &mut dyn FnMut(Line<'_>)) {
        if let Some(open) = &mut self.open
            && !open.begun.is_empty()
        {
            open.number += 1;
            let text = String::from_utf8_lossy(&open.begun);
            take(Line {
                file: &open.name,
                number: open.number,
                text: &text,
                whole: false,
            });
            open.begun.clear();
        }
    }

    /// The oldest file, if there is one.
    fn first(&self) -> io::Result<Option<Open>> {
        let oldest = full_files(&self.path)?.into_iter().next();
        Open::of(oldest.map_or_else(|| self.path.clone(), |(_, name)| name))
    }

    /// The file that was begun after the open one.
    fn behind(&self) -> io::Result<Option<Open>> {
        let Some(open) = &self.open else { return Ok(None) };
        let own = open.file.metadata()?;
        let full = full_files(&self.path)?;
        let is_own = |name: &Path| {
            std::fs::metadata(name).is_ok_and(|meta| (meta.dev(), meta.ino()) == (own.dev(), own.ino()))
        };
        let at = full.iter().position(|(_, name)| is_own(name));
        let next = at
            .and_then(|at| full.get(at + 1))
            .map_or(&self.path, |(_, name)| name);
        Open::of(next.clone())
    }
}

impl Open {
    fn of(name: PathBuf) -> io::Result<Option<Self>> {
        match File::open(&name) {
            Ok(file) => Ok(Some(Self {
                name,
                file,
                number: 0,
                begun: Vec::new(),
                skips: false,
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads up to the end of the file as it is now.
    fn read(&mut self, take: &mut dyn FnMut(Line<'_>)) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK];
        loop {
            let count = self.file.read(&mut chunk)?;
            let Some(mut rest) = chunk.get(..count).filter(|read| !read.is_empty()) else {
                return Ok(());
            };
            while let Some(at) = rest.iter().position(|byte| *byte == b'\n') {
                let (line, next) = rest.split_at(at);
                rest = next.get(1..).unwrap_or_default();
                self.begun.extend_from_slice(line);
                self.number += 1;
                let begun = std::mem::take(&mut self.begun);
                if !std::mem::take(&mut self.skips) && !begun.is_empty() {
                    take(Line {
                        file: &self.name,
                        number: self.number,
                        text: &String::from_utf8_lossy(&begun),
                        whole: true,
                    });
                }
            }
            if self.begun.len() + rest.len() > LINE {
                self.begun.clear();
                self.skips = true;
            } else if !self.skips {
                self.begun.extend_from_slice(rest);
            }
        }
    }
}
