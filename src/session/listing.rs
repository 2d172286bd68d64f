//! What is in force, as lists for a person.

use super::examples::KeptExamples;
use super::{FileReport, PolicyReport, ProblemReport, RuleReport};
use crate::policy::{
    AgentScope, FileKind, FileState, ListedFile, ListedRule, Problem, Scope, Severity, Snapshot, Span, Store,
};
use std::ops::Range;
use std::sync::Arc;

/// The report on `snapshot`, which is in force for `agents` (several where one is named and another learnt from
/// a prompt).
pub(super) fn report(
    store: &Store,
    examples: &mut KeptExamples,
    snapshot: &Snapshot,
    agents: &[Option<AgentScope>],
    agent_name: Option<&str>,
) -> PolicyReport {
    PolicyReport {
        agent_name: agent_name.map(str::to_owned),
        rules: store.listed_rules(snapshot).into_iter().map(rule).collect(),
        ..survey(store, examples, &snapshot.cwd, agents)
    }
}

/// The same without the rules, which are many: the files and what is wrong with them.
pub(super) fn survey(
    store: &Store,
    examples: &mut KeptExamples,
    cwd: &str,
    agents: &[Option<AgentScope>],
) -> PolicyReport {
    let mut report = PolicyReport::default();
    for agent in agents {
        let listed = store.listed_files(agent.as_ref(), cwd);
        let mut problems = store.problems(agent.as_ref(), cwd);
        for one in &listed {
            if let Some(text) = &one.text {
                report.texts.insert(one.path.to_string(), Arc::clone(text));
            }
            let failing = examples.problems(one, &listed, store.home(), cwd);
            let mut file = file(one);
            if one.state == FileState::Valid && !failing.is_empty() {
                file.state = "problems";
            }
            problems.extend(failing);
            if !report.files.contains(&file) {
                report.files.push(file);
            }
        }
        for found in problems {
            let problem = problem(found);
            if !report.problems.contains(&problem) {
                report.problems.push(problem);
            }
        }
    }
    report
}

fn file(listed: &ListedFile) -> FileReport {
    FileReport {
        path: listed.path.to_string(),
        kind: match listed.kind {
            FileKind::Policy => "policy",
            FileKind::Guards => "guards",
            FileKind::Agent => "agent",
        },
        scope: match listed.scope {
            Scope::Global => "global",
            Scope::Project => "project",
        },
        state: match listed.state {
            FileState::Absent => "absent",
            FileState::Valid => "valid",
            FileState::Problems => "problems",
            FileState::Unreadable => "unreadable",
        },
    }
}

fn rule(listed: ListedRule) -> RuleReport {
    RuleReport {
        surface: listed.surface,
        pattern: listed.pattern,
        action: listed.action,
        reason: listed.reason.as_deref().map(str::to_owned),
        origin: listed.origin,
        file: listed.file.as_deref().map(str::to_owned),
        range: listed.span.map(bytes),
        rewritten_from: listed.rewritten_from,
    }
}

fn problem(found: Problem) -> ProblemReport {
    ProblemReport {
        file: found.file.to_string(),
        range: found.span.map(bytes),
        severity: match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        },
        code: found.code.to_owned(),
        message: found.message,
        advice: found.advice,
    }
}

fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
