//! The skills a session knows, by name and by file.

use super::{Files, lookups::Lookups};
use std::collections::HashMap;

/// One skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// The absolute path of its file, where it is known.
    pub path: Option<String>,
}

/// The known skills.
#[derive(Clone, Debug, Default)]
pub struct Skills {
    by_path: HashMap<String, Vec<String>>,
}

impl Skills {
    /// Remembers the skills that have a file, by what that file's path leads to now and by its text.
    pub fn new(skills: &[Skill], files: &dyn Files) -> Self {
        let lookups = Lookups::new(files);
        let mut by_path: HashMap<String, Vec<String>> = HashMap::new();
        for skill in skills {
            let Some(path) = skill.path.as_deref().filter(|path| path.starts_with('/')) else {
                continue;
            };
            let mut paths = vec![super::lexical::fold(path)];
            paths.extend(lookups.locate(path).canonical.clone());
            paths.dedup();
            for path in paths {
                let names = by_path.entry(path).or_default();
                if !names.contains(&skill.name) {
                    names.push(skill.name.clone());
                }
            }
        }
        Self { by_path }
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// The names of the skills whose file stands at the canonical absolute `path`.
    pub fn at(&self, path: &str) -> &[String] {
        self.by_path.get(path).map_or(&[], Vec::as_slice)
    }
}
