//! The examples of the files in force, held to the rules that they stand in: when somebody asks what is wrong with
//! the files, which is after the first verdict, and once for each text.

use crate::lint::{self, Around};
use crate::policy::{Document, FileKind, ListedFile, Problem};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

/// Examples of one file that are looked at: who waits for files to be read again waits for this, and the file may be
/// a checkout's. `portcullis lint` looks at all.
const MOST: usize = 500;

/// What was found, kept for as long as the texts stay.
#[derive(Default)]
pub(super) struct KeptExamples {
    found: HashMap<Key, Found>,
}

/// A file and the working folder that its patterns are read in.
type Key = (Arc<str>, String);

struct Found {
    text: Arc<str>,
    /// The policy declares tools, whose examples are commands.
    policy: Option<Arc<str>>,
    problems: Vec<Problem>,
}

impl KeptExamples {
    /// What is wrong with the examples of `file`, one of `files`, for a session in `cwd`.
    pub(super) fn problems(
        &mut self,
        file: &ListedFile,
        files: &[ListedFile],
        home: &str,
        cwd: &str,
    ) -> Vec<Problem> {
        let Some(text) = file.text.as_ref().filter(|_| file.has_examples) else {
            return Vec::new();
        };
        let policy = files
            .iter()
            .find(|other| other.kind == FileKind::Policy)
            .filter(|other| other.path != file.path)
            .and_then(|other| Some((&other.path, other.text.as_ref()?)));
        let key = (Arc::clone(&file.path), cwd.to_owned());
        let policy_text = policy.map(|(_, text)| Arc::clone(text));
        if let Some(found) = self.found.get(&key)
            && found.text == *text
            && found.policy == policy_text
        {
            return found.problems.clone();
        }
        let document = Document::parse(Arc::clone(&file.path), file.kind, text);
        let policy = policy.map(|(path, text)| Document::parse(Arc::clone(path), FileKind::Policy, text));
        let around = Around {
            policy: policy.as_ref(),
            home,
            cwd,
            ..Around::default()
        };
        let left = Cell::new(MOST);
        let may_go_on = || left.replace(left.get().saturating_sub(1)) > 0;
        let problems: Vec<Problem> = lint::failing_examples(&document, &around, &may_go_on)
            .into_iter()
            .map(|finding| finding.problem)
            .collect();
        let found = Found {
            text: Arc::clone(text),
            policy: policy_text,
            problems: problems.clone(),
        };
        self.found.insert(key, found);
        problems
    }
}
