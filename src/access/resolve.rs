//! Where the kernel ends up at a path: component by component, through links, as it stands now.

use super::lookups::Lookups;
use super::{FileError, FileKind, Straight, lexical};

/// Links that the kernel follows before it gives up (Linux `MAXSYMLINKS`, `path_resolution(7)`: 40).
const MAX_LINKS: u32 = 40;

/// Bytes of a path, the closing NUL counted (Linux `PATH_MAX`, `limits.h`: 4096).
const PATH_MAX: usize = 4096;

/// Where a path leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Located {
    /// The absolute path without links, `.` and `..`. What does not exist is named below its nearest
    /// existing ancestor; a dangling link by what it names. `None` where it could not be established.
    pub canonical: Option<String>,
    /// What stands there, links followed; `None` where nothing does.
    pub kind: Option<FileKind>,
    /// Where the path ends in a link: the link itself, its folder resolved.
    pub link: Option<String>,
    /// Why this path can't be trusted to lead anywhere in particular.
    pub doubt: Option<Doubt>,
}

/// Why a path never comes out better than ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubt {
    /// Links that lead back to themselves, or too many of them.
    Loop,
    /// Something on the way can't be looked at.
    Unreadable,
    /// A name on the way is not UTF-8.
    NotUtf8,
    /// Longer than the kernel takes.
    TooLong,
    /// It holds a NUL byte.
    Nul,
    /// It is empty.
    Empty,
    /// It runs through `/proc` or `/dev/fd`, where links are not what they say.
    Kernel,
}

impl Doubt {
    /// In words.
    pub const fn why(self) -> &'static str {
        match self {
            Self::Loop => "its links lead in a circle, or there are too many of them",
            Self::Unreadable => "a part of it can't be looked at",
            Self::NotUtf8 => "a name on its way is not UTF-8",
            Self::TooLong => "it is longer than a path can be",
            Self::Nul => "it holds a NUL byte",
            Self::Empty => "it is empty",
            Self::Kernel => "it runs through /proc or /dev/fd",
        }
    }
}

impl From<FileError> for Doubt {
    fn from(error: FileError) -> Self {
        match error {
            FileError::NotUtf8 => Self::NotUtf8,
            FileError::Missing | FileError::NotADirectory | FileError::Unreadable => Self::Unreadable,
        }
    }
}

/// Follows the absolute `path`, which need not be folded.
pub(super) fn resolve(path: &str, lookups: &Lookups<'_>) -> Located {
    conclude(Walk::new(path, lookups))
}

/// The same for a path that is folded and that no link takes part in, at one look; `None` for any other.
pub(super) fn resolve_at_once(path: &str, lookups: &Lookups<'_>) -> Option<Located> {
    if path.len() >= PATH_MAX || path.contains('\0') || !lexical::is_folded(path) || is_kernel(path) {
        return None;
    }
    let kind = match lookups.straight(path) {
        Straight::There(kind) => Some(kind),
        Straight::Missing(_) => None,
        Straight::Unknown => return None,
    };
    Some(Located {
        canonical: Some(path.to_owned()),
        kind,
        ..Located::default()
    })
}

/// The same, but no link below the canonical folder `frozen` is followed: what lies in there is taken for
/// what it is called.
pub(super) fn resolve_outside(path: &str, frozen: &str, lookups: &Lookups<'_>) -> Located {
    let mut walk = Walk::new(path, lookups);
    walk.frozen = Some(frozen);
    conclude(walk)
}

fn conclude(mut walk: Walk<'_, '_>) -> Located {
    match walk.run() {
        Ok(()) => Located {
            kind: walk.kind,
            canonical: Some(if walk.current.is_empty() {
                "/".to_owned()
            } else {
                walk.current
            }),
            link: walk.link,
            doubt: walk.doubt,
        },
        Err(doubt) => Located {
            doubt: Some(doubt),
            ..Located::default()
        },
    }
}

/// A walk along a path.
struct Walk<'w, 'f> {
    lookups: &'w Lookups<'f>,
    /// The folder below which no link is followed.
    frozen: Option<&'w str>,
    /// Where it stands, empty for the root.
    current: String,
    /// What is still to come, the next text last; each a run of components.
    pending: Vec<(String, usize)>,
    /// Length of the part of `current` that exists, once something was missing.
    existing: Option<usize>,
    links: u32,
    kind: Option<FileKind>,
    link: Option<String>,
    doubt: Option<Doubt>,
}

impl<'w, 'f> Walk<'w, 'f> {
    fn new(path: &str, lookups: &'w Lookups<'f>) -> Self {
        Self {
            lookups,
            frozen: None,
            current: String::with_capacity(path.len()),
            pending: vec![(path.to_owned(), 0)],
            existing: None,
            links: 0,
            kind: Some(FileKind::Directory),
            link: None,
            doubt: None,
        }
    }

    fn run(&mut self) -> Result<(), Doubt> {
        let mut component = String::new();
        while self.next(&mut component) {
            match component.as_str() {
                "" | "." => {}
                ".." => self.climb(),
                name => self.enter(name)?,
            }
        }
        Ok(())
    }

    /// Takes the next component into `component`.
    fn next(&mut self, component: &mut String) -> bool {
        while let Some((text, at)) = self.pending.last_mut() {
            let Some(rest) = text.get(*at..).filter(|rest| !rest.is_empty()) else {
                self.pending.pop();
                continue;
            };
            let end = rest.find('/').unwrap_or(rest.len());
            component.clear();
            component.push_str(rest.get(..end).unwrap_or(rest));
            *at += end + 1;
            return true;
        }
        false
    }

    /// Whether nothing but slashes and dots is still to come.
    fn at_the_end(&self) -> bool {
        self.pending.iter().all(|(text, at)| {
            text.get(*at..)
                .is_none_or(|rest| rest.split('/').all(|component| matches!(component, "" | ".")))
        })
    }

    fn climb(&mut self) {
        self.current.truncate(self.current.rfind('/').unwrap_or(0));
        if self.existing.is_some_and(|length| self.current.len() <= length) {
            self.existing = None;
        }
        if self.existing.is_none() {
            self.kind = Some(FileKind::Directory);
        }
    }

    fn enter(&mut self, name: &str) -> Result<(), Doubt> {
        let from = self.current.len();
        self.current.push('/');
        self.current.push_str(name);
        if self.existing.is_some() {
            return Ok(());
        }
        if self.current.len() >= PATH_MAX {
            return Err(Doubt::TooLong);
        }
        if is_kernel(&self.current) {
            // Its links answer to who looks, and lie: they are read as what they are known to mean.
            self.doubt = Some(Doubt::Kernel);
            self.kind = None;
            if let Some(folder) = self.process_folder() {
                self.current = folder;
                self.kind = Some(FileKind::Directory);
            }
            return Ok(());
        }
        let inside =
            |folder: &str| lexical::strip_folder(&self.current, folder).is_some_and(|rest| !rest.is_empty());
        if self.frozen.is_some_and(inside) {
            self.kind = None;
            return Ok(());
        }
        match self.lookups.kind(&self.current) {
            Ok(FileKind::Link) => self.follow(from),
            Ok(kind) => {
                self.kind = Some(kind);
                Ok(())
            }
            Err(FileError::Missing | FileError::NotADirectory) => {
                self.existing = Some(from);
                self.kind = None;
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Where `/proc/<process>/root` and `/proc/<process>/cwd` lead for a process of this call (`proc(5)`).
    fn process_folder(&self) -> Option<String> {
        let mut components = self.current.strip_prefix("/proc/")?.split('/').skip(1);
        let mut name = components.next()?;
        if name == "task" {
            components.next();
            name = components.next()?;
        }
        match (name, components.next()) {
            ("root", None) => Some(String::new()),
            ("cwd", None) => self.lookups.cwd().map(str::to_owned),
            _ => None,
        }
    }

    fn follow(&mut self, from: usize) -> Result<(), Doubt> {
        self.links += 1;
        if self.links > MAX_LINKS {
            return Err(Doubt::Loop);
        }
        let target = self.lookups.read_link(&self.current)?;
        if target.is_empty() {
            return Err(Doubt::Unreadable);
        }
        if target.contains('\0') {
            return Err(Doubt::Nul);
        }
        if self.link.is_none() && self.links_end_here() {
            self.link = Some(self.current.clone());
        }
        self.current
            .truncate(if target.starts_with('/') { 0 } else { from });
        self.pending.push((target, 0));
        Ok(())
    }

    /// Whether the link just met is the last component of what was typed, not of another link.
    fn links_end_here(&self) -> bool {
        self.pending.len() <= 1 && self.at_the_end()
    }
}

/// Whether the folded absolute `path` is one of the trees whose links answer to who looks, or lies in one.
pub(super) fn is_kernel(path: &str) -> bool {
    ["/proc", "/dev/fd"]
        .iter()
        .any(|tree| lexical::strip_folder(path, tree).is_some())
}

#[cfg(test)]
mod tests;
