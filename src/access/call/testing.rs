//! A small house with known files, for the tables of calls.

use super::*;
use crate::access::{Cwd, Declarations, Known, MemoryFiles, Skill, Skills, of_query};

pub(in crate::access) const P: &str = "/home/u/proj";

pub(in crate::access) struct House {
    pub(in crate::access) files: MemoryFiles,
    pub(in crate::access) cwd: Cwd,
    pub(in crate::access) declarations: Declarations,
    pub(in crate::access) known: Known,
}

impl House {
    pub(in crate::access) fn new() -> Self {
        let files = MemoryFiles::new().tree(
            P,
            [
                ("src/a.rs", ""),
                ("secrets/key", ""),
                ("skills/tdd/SKILL.md", ""),
                ("linked.md", "->skills/tdd/SKILL.md"),
                ("out", "->/etc"),
            ],
        );
        let cwd = Cwd::resolve(P, &files);
        let skills = [Skill {
            name: "tdd".to_owned(),
            path: Some(format!("{P}/skills/tdd/SKILL.md")),
        }];
        let known = Known {
            skills: Skills::new(&skills, &files),
            ..Known::default()
        };
        Self {
            files,
            cwd,
            declarations: Declarations::default(),
            known,
        }
    }

    pub(in crate::access) fn declaring(mut self, tool: &str, access: ToolPointers) -> Self {
        self.declarations.registrations.insert(tool.to_owned(), access);
        self
    }

    pub(in crate::access) fn context(&self) -> Context<'_> {
        Context::new(
            &self.files,
            &self.cwd,
            Some("/home/u"),
            &self.declarations,
            &self.known,
        )
    }

    pub(in crate::access) fn call(&self, tool: &str, input: &Value) -> Vec<String> {
        of_call(tool, input, &self.context())
            .intents
            .iter()
            .map(shown)
            .collect()
    }

    pub(in crate::access) fn query(&self, surface: &str, value: &str) -> Vec<String> {
        of_query(surface, value, &self.context())
            .intents
            .iter()
            .map(shown)
            .collect()
    }
}

/// An intent in one line: gate, surface, direction, the spellings of each group, marks.
pub(in crate::access) fn shown(intent: &Intent) -> String {
    let direction = match intent.direction {
        None => "",
        Some(Direction::Read) => " r",
        Some(Direction::Write) => " w",
        Some(Direction::Both) => " rw",
    };
    let group = |group: &Group| {
        let texts: Vec<&str> = group
            .equal
            .iter()
            .map(|spelling| spelling.text.as_str())
            .collect();
        let relative = texts
            .get(1)
            .filter(|_| intent.direction.is_some())
            .or(texts.first());
        group
            .tightening
            .iter()
            .fold(relative.copied().unwrap_or("-").to_owned(), |shown, spelling| {
                shown + " ~" + &spelling.text
            })
    };
    let groups: Vec<String> = intent.groups.iter().map(group).collect();
    let descent = intent.path.as_ref().and_then(|path| path.descent.as_ref());
    format!(
        "{:?} {}{direction} [{}]{}{}{}",
        intent.gate,
        intent.surface,
        groups.join(" | "),
        match descent {
            None => "",
            Some(descent) if descent.unproven => " descends?",
            Some(_) => " descends",
        },
        if intent.standing == Standing::Full {
            ""
        } else {
            " quiet"
        },
        if intent.at_least_ask.is_some() { " ask" } else { "" },
    )
}
