//! A policy file as read: its tree, what each part of it says, and what is wrong with it. One reading serves
//! the loader, the command line and the editor.

use super::entry::{Entry, SurfaceKey};
use super::json::Fault;
use super::node::Node;
use super::permission;
use super::problem::{Findings, Problem, code};
use super::sketch::Sketch;
use super::{Options, Span, frontmatter, guards_reader, json, options_reader, order};
use std::borrow::Cow;
use std::sync::Arc;

/// Files over this many bytes are not read.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;
/// Values nested deeper than this make a file unreadable.
pub const MAX_DEPTH: usize = 64;

/// What kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// `policy.jsonc`.
    Policy,
    /// `hard-guards.jsonc`.
    Guards,
    /// An agent's Markdown file.
    Agent,
}

impl FileKind {
    /// The kind that a file of this name is, for editors and the command line.
    pub fn of_name(name: &str) -> Option<Self> {
        match name {
            "policy.jsonc" => Some(Self::Policy),
            "hard-guards.jsonc" => Some(Self::Guards),
            _ if std::path::Path::new(name).extension().is_some_and(|e| e == "md") => Some(Self::Agent),
            _ => None,
        }
    }
}

/// One entry of `protectedWrites`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtectedEntry<'a> {
    /// The path pattern.
    pub pattern: Cow<'a, str>,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// How much of a file is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// What it says.
    Unplaced,
    /// And where it says that.
    Placed,
    /// And what its rules are to one another.
    Whole,
}

/// A file as read.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// Absolute path.
    pub file: Arc<str>,
    /// What kind of file.
    pub kind: FileKind,
    /// The text.
    pub text: Cow<'a, str>,
    /// The tree; `None` where the file is unreadable. Of an agent's file, the frontmatter.
    pub root: Option<Node<'a>>,
    /// The keys under `permission`, in order.
    pub surfaces: Vec<SurfaceKey>,
    /// What stands under them, in order; an entry's place is its rule's `order`.
    pub entries: Vec<Entry<'a>>,
    /// `protectedWrites`, of guards.
    pub protected: Vec<ProtectedEntry<'a>>,
    /// The options, of a policy; defaults of any other file.
    pub options: Options,
    /// Surfaces whose `allow` is floored to `ask`, since an entry could not be read that may have restricted
    /// them; `*` stands for all.
    pub floored: Vec<String>,
    /// What is wrong, in the order of the text.
    pub problems: Vec<Problem>,
}

impl<'a> Document<'a> {
    /// Reads `text` as the content of `file`. Never fails: what can't be read is a problem.
    pub fn parse(file: impl Into<Arc<str>>, kind: FileKind, text: &'a str) -> Self {
        Self::read(file.into(), kind, text, Depth::Whole)
    }

    /// What is in force of it, as fast as that can be had: without the problems that take a comparison of the rules
    /// with one another, and, where no problem is found, without places in the text.
    pub(super) fn load(file: Arc<str>, kind: FileKind, text: &'a str) -> Self {
        if kind == FileKind::Policy {
            let document = Self::read(Arc::clone(&file), kind, text, Depth::Unplaced);
            if document.problems.is_empty() {
                return document;
            }
        }
        Self::placed(file, kind, text)
    }

    /// The same with places.
    pub(super) fn placed(file: Arc<str>, kind: FileKind, text: &'a str) -> Self {
        Self::read(file, kind, text, Depth::Placed)
    }

    fn read(file: Arc<str>, kind: FileKind, text: &'a str, depth: Depth) -> Self {
        let mut document = Self {
            file: Arc::clone(&file),
            kind,
            text: Cow::Borrowed(text),
            root: None,
            surfaces: Vec::new(),
            entries: Vec::new(),
            protected: Vec::new(),
            options: Options::default(),
            floored: Vec::new(),
            problems: Vec::new(),
        };
        let mut findings = Findings::new(file);
        match read(kind, text, depth) {
            Ok(root) => {
                document.fill(&root, &mut findings);
                if depth == Depth::Whole {
                    order::check(text, &document.entries, &mut findings);
                }
                document.root = Some(root);
            }
            Err((code, fault)) => {
                let further = if depth == Depth::Unplaced {
                    Vec::new()
                } else {
                    further_faults(kind, code, text, &fault)
                };
                findings.error(code, fault.span, fault.message, advice(kind, code));
                for (span, message) in further {
                    findings.error(code, span, message, advice(kind, code));
                }
            }
        }
        document.problems = findings.into_problems();
        document
    }

    /// The same, with a copy of its text: for whoever keeps it longer than that.
    #[must_use]
    pub fn into_owned(self) -> Document<'static> {
        Document {
            file: self.file,
            kind: self.kind,
            text: Cow::Owned(self.text.into_owned()),
            root: self.root.map(Node::into_owned),
            surfaces: self.surfaces,
            entries: self.entries.into_iter().map(Entry::into_owned).collect(),
            protected: self
                .protected
                .into_iter()
                .map(|entry| ProtectedEntry {
                    pattern: Cow::Owned(entry.pattern.into_owned()),
                    span: entry.span,
                })
                .collect(),
            options: self.options,
            floored: self.floored,
            problems: self.problems,
        }
    }

    /// Whether the file could be read at all. What could not be read of it stands in `floored`.
    pub const fn is_readable(&self) -> bool {
        self.root.is_some()
    }

    /// Whether any entry says what it should match.
    pub fn has_examples(&self) -> bool {
        self.entries.iter().any(|entry| entry.examples.is_some())
    }

    fn fill(&mut self, root: &Node<'a>, findings: &mut Findings) {
        let mut reading = permission::Reading::new(self.kind, findings);
        reading.read(root);
        let permission::Reading {
            surfaces,
            entries,
            floored,
            ..
        } = reading;
        self.surfaces = surfaces;
        self.entries = entries;
        self.floored = floored;
        match self.kind {
            FileKind::Policy => {
                self.options = options_reader::read(root, &mut self.floored, findings);
            }
            FileKind::Guards => {
                self.protected = guards_reader::read(root, &mut self.floored, findings);
            }
            FileKind::Agent => {}
        }
        self.floored.sort_unstable();
        self.floored.dedup();
    }
}

fn read(kind: FileKind, text: &str, depth: Depth) -> Result<Node<'_>, (&'static str, Fault)> {
    if text.len() > MAX_BYTES {
        let span = Span::new(0, 0);
        let message = format!("the file is larger than {} MiB", MAX_BYTES / (1024 * 1024));
        return Err((code::TOO_LARGE, Fault { span, message }));
    }
    let root = match kind {
        FileKind::Policy | FileKind::Guards if depth == Depth::Unplaced => json::parse_unplaced(text),
        FileKind::Policy | FileKind::Guards => json::parse(text),
        FileKind::Agent => frontmatter::parse(text),
    };
    let root = root.map_err(|fault| {
        let too_deep = fault.message.starts_with(json::TOO_DEEP);
        (if too_deep { code::TOO_LARGE } else { code::SYNTAX }, fault)
    })?;
    if matches!(root.value, super::node::Value::Object(_)) {
        return Ok(root);
    }
    let message = format!("the file holds {} where an object is expected", root.kind());
    let span = root.span;
    Err((code::NOT_AN_OBJECT, Fault { span, message }))
}

/// Faults of one text that are said.
const FAULTS: usize = 20;

/// What else keeps a JSON5 text from being read, behind the fault that its judge found; where that one found the end of
/// the text, everything.
fn further_faults(kind: FileKind, code: &str, text: &str, first: &Fault) -> Vec<(Span, String)> {
    if kind == FileKind::Agent || code != code::SYNTAX {
        return Vec::new();
    }
    let at_end = first.span.start as usize >= text.trim_end().len();
    let faults = Sketch::of(text).faults.into_iter();
    faults
        // That the rest is missing is said once.
        .filter(|flaw| !flaw.is_at_end && (at_end || flaw.span.start > first.span.start))
        .map(|flaw| (flaw.span, flaw.message))
        .take(FAULTS)
        .collect()
}

fn advice(kind: FileKind, code: &str) -> &'static str {
    match (kind, code) {
        (_, code::TOO_LARGE) => "Nothing in it is in force. Make it smaller.",
        (FileKind::Agent, _) => {
            "Until the frontmatter reads, every allow of this agent is an ask. In YAML a pattern that begins with \
             `*` has to stand in quotes."
        }
        (FileKind::Policy, _) => "Until the file reads, every call is asked about.",
        (FileKind::Guards, _) => "Until the file reads, every allow takes a human at the prompt.",
    }
}
