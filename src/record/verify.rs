//! Looks over a whole log: is every line as it was written, and where it was written?

use super::chain::Link;
use super::reader::{Line, lines};
use super::rotation::full_files;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Lines that were looked at.
    pub lines: u64,
    /// Processes that wrote them.
    pub chains: u64,
    /// Chains whose first lines went with files that were deleted when the log was full.
    pub begun_before: u64,
    /// Everything that is not as it was written.
    pub breaks: Vec<Break>,
}

/// One place where a log is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The file.
    pub file: PathBuf,
    /// The line there, from 1.
    pub line: u64,
    /// What is wrong with it, in words.
    pub what: String,
}

/// Where a chain stands.
struct Standing {
    line: u64,
    hash: String,
}

/// Looks over the log at `path`, all its files.
pub fn verify(path: &Path) -> io::Result<Report> {
    // Where older files are gone, their lines are missed by nobody.
    let begins_late = full_files(path)?.first().is_some_and(|(number, _)| *number > 1);
    let mut report = Report::default();
    let mut chains: BTreeMap<String, Standing> = BTreeMap::new();
    lines(path, &mut |line| {
        report.lines += 1;
        let (link, wrong) = look(line, &chains, begins_late);
        if let Some(what) = wrong {
            report.breaks.push(Break {
                file: line.file.to_owned(),
                line: line.number,
                what,
            });
        }
        let Some(link) = link else { return };
        let standing = Standing {
            line: link.line,
            hash: link.hash,
        };
        if chains.insert(link.id, standing).is_none() {
            report.chains += 1;
            report.begun_before += u64::from(link.line > 0 && begins_late);
        }
    })?;
    Ok(report)
}

/// The line's place, and what is wrong with it.
fn look(
    read: Line<'_>,
    chains: &BTreeMap<String, Standing>,
    begins_late: bool,
) -> (Option<Link>, Option<String>) {
    if !read.whole {
        return (None, Some("is torn: it has no end".to_owned()));
    }
    let Some(link) = Link::of(read.text) else {
        let what = if serde_json::from_str::<serde_json::Map<_, _>>(read.text).is_ok() {
            "is in no chain: the sidecar did not write it so"
        } else {
            "is torn, or no line of a log"
        };
        return (None, Some(what.to_owned()));
    };
    let wrong = match chains.get(&link.id) {
        _ if !link.sound => Some("was changed after it was written".to_owned()),
        None if link.line == 0 || begins_late => None,
        None => Some(missing(link.line)),
        Some(before) if link.line <= before.line => Some("stands there twice, or was moved".to_owned()),
        Some(before) if link.line > before.line + 1 => Some(missing(link.line - before.line - 1)),
        Some(before) if link.previous.as_ref() != Some(&before.hash) => {
            Some("does not follow the line before it: that one was replaced".to_owned())
        }
        Some(_) => None,
    };
    (Some(link), wrong)
}

fn missing(count: u64) -> String {
    match count {
        1 => "had a line in front of it that is missing".to_owned(),
        count => format!("had {count} lines in front of it that are missing"),
    }
}
