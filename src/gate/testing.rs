//! What the tests of this room share: rules written as lines of text, and calls.

use super::{GrantRule, JudgeOptions, Verdict, judge};
use crate::access::{
    Access, Context, Cwd, Declarations, Group, Intent, Known, MemoryFiles, Spelling, of_call,
};
use crate::decision::{Gate, Origin};
use crate::policy::{Health, Layer, Options, Snapshot};
use crate::rule::{Action, Hole, Open, Pattern, Rule, RuleSet};
use crate::shell::{Floor, Program, Sentinel, Span, Standing};
use serde_json::json;
use std::sync::Arc;

pub(crate) const CWD: &str = "/home/u/proj";
pub(crate) const HOME: &str = "/home/u";

/// A policy, its surroundings and its files. Rules are lines such as ``global bash `git *` allow``; the first
/// word is `guards`, `global`, `agent`, `project`, `protected` or `grant`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    pub(crate) lines: Vec<String>,
    pub(crate) yolo: bool,
    pub(crate) health: Health,
    pub(crate) floored: Vec<(Origin, &'static str)>,
    pub(crate) agent: Option<&'static str>,
    pub(crate) files: MemoryFiles,
    pub(crate) servers: Vec<String>,
}

pub(crate) fn given(lines: &[&str]) -> Given {
    Given {
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
        ..Given::default()
    }
}

fn parse(line: &str) -> Option<(&str, &str, &str, &str)> {
    let (head, rest) = line.split_once('`')?;
    let (pattern, action) = rest.rsplit_once('`')?;
    let (authority, surface) = head.trim().split_once(' ')?;
    Some((authority, surface, pattern, action.trim()))
}

impl Given {
    fn rules(&self, authority: &str) -> Vec<Rule> {
        let mut rules = Vec::new();
        for line in &self.lines {
            let Some((who, surface, pattern, action)) = parse(line) else {
                panic!("no rule: {line}");
            };
            if who != authority {
                continue;
            }
            rules.push(Rule {
                surface: surface.into(),
                pattern: Pattern::path(pattern, HOME, CWD),
                action: match action {
                    "allow" => Action::Allow,
                    "ask" => Action::Ask,
                    "deny" => Action::Deny,
                    other => panic!("no action: {other}"),
                },
                reason: None,
                order: u32::try_from(rules.len()).unwrap_or(u32::MAX),
                forms: Vec::new(),
            });
        }
        rules
    }

    fn layer(&self, authority: &str, origin: Origin) -> Arc<Layer> {
        Arc::new(Layer {
            origin,
            rules: RuleSet::new(self.rules(authority)),
            floored: self
                .floored
                .iter()
                .filter(|(whose, _)| *whose == origin)
                .map(|(_, key)| (*key).to_owned())
                .collect(),
            ..Layer::new(origin, RuleSet::default())
        })
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let some = |authority: &str, origin| {
            (!self.rules(authority).is_empty()).then(|| self.layer(authority, origin))
        };
        Snapshot {
            guards: self.layer("guards", Origin::HardGuard),
            global: self.layer("global", Origin::Global),
            agent: some("agent", Origin::Agent),
            restrictions: some("project", Origin::ProjectAgent).into_iter().collect(),
            protected: Arc::new(RuleSet::new(self.rules("protected"))),
            options: Arc::new(Options::default()),
            yolo: self.yolo,
            health: self.health,
            cwd: CWD.to_owned(),
        }
    }

    /// The grants among the lines; the word behind the pattern is the agent, `-` for none.
    pub(crate) fn grants(&self) -> Vec<GrantRule> {
        let rules = self.lines.iter().filter_map(|line| parse(line));
        rules
            .filter(|(authority, ..)| *authority == "grant")
            .map(|(_, surface, pattern, agent)| GrantRule {
                surface: surface.to_owned(),
                pattern: Pattern::path(pattern, HOME, CWD),
                agent: (agent != "-").then(|| agent.to_owned()),
            })
            .collect()
    }

    /// The same without grants.
    pub(crate) fn rules_alone(&self) -> Self {
        let rules = self.lines.iter().filter(|line| !line.starts_with("grant "));
        Self {
            lines: rules.cloned().collect(),
            ..self.clone()
        }
    }

    pub(crate) fn judge(&self, access: &Access) -> Verdict {
        let options = JudgeOptions {
            trace: false,
            asks_nobody: false,
            agent: self.agent,
        };
        judge(
            access,
            &self.rules_alone().snapshot(),
            &self.grants(),
            &self.files,
            options,
        )
    }

    /// What a call of `tool` with `input` accesses.
    pub(crate) fn call(&self, tool: &str, input: &serde_json::Value) -> Access {
        let cwd = Cwd::resolve(CWD, &self.files);
        let declarations = Declarations::default();
        let known = Known {
            mcp_servers: self.servers.clone(),
            ..Known::default()
        };
        of_call(
            tool,
            input,
            &Context::new(&self.files, &cwd, Some(HOME), &declarations, &known),
        )
    }

    /// The verdict on a file tool's call.
    pub(crate) fn on_path(&self, tool: &str, path: &str) -> Verdict {
        self.judge(&self.call(tool, &json!({ "path": path, "content": "" })))
    }
}

/// A command of units, each with its text.
pub(crate) fn command(units: Vec<Intent>) -> Access {
    Access {
        tool: "bash".to_owned(),
        unknown_tool: false,
        intents: units,
        program: Some(Program::default()),
    }
}

pub(crate) fn unit(text: &str) -> Intent {
    let mut intent = Intent::new(Gate::Bash, "bash", text);
    intent.groups.push(Group::of_texts([text]));
    intent
}

pub(crate) fn standing(text: &str, standing: Standing) -> Intent {
    Intent {
        standing,
        ..unit(text)
    }
}

/// A unit of which `text` with each `$x` unknown is all that is known.
pub(crate) fn open_unit(text: &str) -> Intent {
    let mut intent = unit(text);
    intent.groups = vec![Group {
        equal: vec![open_spelling(text)],
        ..Group::default()
    }];
    intent
}

pub(crate) fn open_spelling(text: &str) -> Spelling {
    let mut open = Open::new();
    for (index, piece) in text.split("$x").enumerate() {
        if index > 0 {
            open.push_hole(Hole::Any);
        }
        open.push_text(piece);
    }
    Spelling {
        text: text.into(),
        open: Some(open),
    }
}

pub(crate) fn floored(mut intent: Intent, sentinel: Sentinel, released_by: &[&str]) -> Intent {
    intent.floors.push(Floor {
        sentinel,
        span: Span::default(),
        why: "as the test says".to_owned(),
        released_by: released_by.iter().map(|&name| name.to_owned()).collect(),
    });
    intent
}
