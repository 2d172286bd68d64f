//! One judgement: what a call accesses, held against what is in force where it is made.

use super::Scope;
use super::carried::Carried;
use super::declared::InForce;
use super::members::{ActiveAgent, Member};
use super::registrations::Registrations;
use crate::access::{self, Access, Context, Cwd, Files, Known};
use crate::decision::{Gate, Origin};
use crate::gate::{self, GateVerdict, GrantRule, JudgeOptions, Verdict};
use crate::grant::Setting;
use crate::rule::Action;
use serde_json::Value;
use std::sync::Arc;

/// Where a call is made: taken from the session's state in one go, so that a judgement sees one moment.
#[derive(Clone)]
pub(super) struct Ground {
    /// The session whose call it is.
    pub(super) session_id: Arc<str>,
    /// The session of this process that it is judged for: itself, or the one that a session elsewhere asked.
    pub(super) member: Arc<str>,
    /// The call is that of a child.
    pub(super) is_child: bool,
    pub(super) agent: ActiveAgent,
    pub(super) cwd: Arc<Cwd>,
    /// The call's own working folder.
    pub(super) folder: Option<String>,
    pub(super) tools: Option<Arc<[String]>>,
    pub(super) known: Arc<Known>,
    pub(super) grants: Arc<[GrantRule]>,
    pub(super) registrations: Arc<Registrations>,
}

impl Ground {
    /// The ground of `member`, with what `scope` says instead.
    pub(super) fn of(
        member: &Member,
        scope: &Scope,
        grants: Arc<[GrantRule]>,
        registrations: &Arc<Registrations>,
    ) -> Self {
        Self {
            session_id: Arc::clone(&member.id),
            member: Arc::clone(&member.id),
            is_child: member.parent.is_some(),
            agent: match scope.agent_name.as_deref() {
                None => member.agent.clone(),
                named => ActiveAgent::named(named),
            },
            cwd: Arc::clone(&member.cwd),
            folder: scope.cwd.clone(),
            tools: member.tools.clone(),
            known: Arc::clone(&member.known),
            grants,
            registrations: Arc::clone(registrations),
        }
    }

    /// The ground of a call that a session in another process put to `member`.
    pub(super) fn elsewhere(
        member: &Member,
        carried: &Carried,
        grants: Arc<[GrantRule]>,
        registrations: &Arc<Registrations>,
    ) -> Self {
        Self {
            session_id: Arc::clone(&carried.requester),
            is_child: true,
            agent: member.agent.serving(carried.agent.as_ref()),
            ..Self::of(member, &Scope::default(), grants, registrations)
        }
    }

    /// Whether `tool` may be called at all.
    pub(super) fn has_tool(&self, tool: &str) -> bool {
        self.tools
            .as_ref()
            .is_none_or(|tools| tools.iter().any(|known| known == tool))
    }
}

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    /// A call.
    Call { tool: &'a str, input: &'a Value },
    /// A surface with a value as a user writes it.
    Value { surface: &'a str, value: &'a str },
    /// Facts of a call of a session in another process.
    Carried(&'a Carried),
}

impl<'a> Subject<'a> {
    /// The tool, as the caller names it.
    pub(super) fn tool(self) -> &'a str {
        match self {
            Self::Call { tool, .. } => tool,
            Self::Value { surface, .. } => surface,
            Self::Carried(carried) => carried.tool.as_str(),
        }
    }
}

/// A judgement, with all it was made from.
pub(super) struct Judged {
    pub(super) access: Access,
    pub(super) verdict: Verdict,
    pub(super) in_force: Arc<InForce>,
}

/// Judges.
pub(super) fn judge(
    subject: Subject<'_>,
    ground: &Ground,
    in_force: Arc<InForce>,
    home: &str,
    files: &dyn Files,
    options: JudgeOptions<'_>,
) -> Judged {
    let options = JudgeOptions {
        agent: ground.agent.name(),
        ..options
    };
    if let Subject::Carried(carried) = subject {
        return judge_carried(carried, ground, in_force, files, options);
    }
    let home = Some(home).filter(|home| !home.is_empty());
    let mut context = Context::new(files, &ground.cwd, home, &in_force.declarations, &ground.known);
    if let Some(folder) = &ground.folder {
        context = context.in_folder(folder);
    }
    let access = match subject {
        Subject::Call { tool, input } => access::of_call(tool, input, &context),
        Subject::Value { surface, value } => access::of_query(surface, value, &context),
        Subject::Carried(_) => Access::nothing(subject.tool()),
    };
    drop(context);
    let verdict = gate::judge(&access, &in_force.snapshot, &ground.grants, files, options);
    Judged {
        access,
        verdict,
        in_force,
    }
}

/// Judges what a session elsewhere says of its call. Of a call of which it says nothing, nothing is known: that is
/// for whoever is asked.
fn judge_carried(
    carried: &Carried,
    ground: &Ground,
    in_force: Arc<InForce>,
    files: &dyn Files,
    options: JudgeOptions<'_>,
) -> Judged {
    let Some(access) = &carried.access else {
        let request = &carried.payload.request;
        let reason = "the request of the subagent says nothing that can be judged".to_owned();
        let mut verdict = verdict_on(&request.surface, Action::Ask, Origin::Builtin, Some(reason));
        Arc::make_mut(&mut verdict.deciding)
            .value
            .clone_from(&request.value);
        return Judged {
            access: Access::nothing(&carried.tool),
            verdict,
            in_force,
        };
    };
    let snapshot = &in_force.snapshot;
    let verdict = gate::judge_facts(access, carried.asking, snapshot, &ground.grants, files, options);
    Judged {
        access: access.clone(),
        verdict,
        in_force,
    }
}

impl Judged {
    /// The setting in which grants are suggested and checked.
    pub(super) fn setting<'a>(
        &'a self,
        ground: &'a Ground,
        home: &'a str,
        files: &'a dyn Files,
    ) -> Setting<'a> {
        Setting {
            access: &self.access,
            verdict: &self.verdict,
            policy: &self.in_force.snapshot,
            grants: &ground.grants,
            files,
            agent: ground.agent.name(),
            home,
        }
    }
}

/// A verdict that no gate gave: about the tool as a whole.
pub(super) fn verdict_on(surface: &str, state: Action, origin: Origin, reason: Option<String>) -> Verdict {
    let deciding = Arc::new(GateVerdict {
        gate: Gate::Tool,
        state,
        surface: surface.to_owned(),
        value: String::new(),
        matched_pattern: None,
        origin,
        reason,
        human_only: false,
        span: None,
    });
    Verdict {
        state,
        gates: vec![Arc::clone(&deciding)],
        deciding,
        asks: Vec::new(),
        human_only: false,
        executed_unit: None,
        trace: None,
    }
}

/// A tool that the session does not have.
pub(super) fn unknown_tool(tool: &str) -> Verdict {
    verdict_on(
        tool,
        Action::Deny,
        Origin::Builtin,
        Some("not among the tools of this session".to_owned()),
    )
}

/// A failure inside.
pub(super) fn failed(tool: &str, reason: &str) -> Verdict {
    verdict_on(
        tool,
        Action::Deny,
        Origin::FailClosed,
        Some(format!("the check failed inside: {reason}")),
    )
}

/// Runs `judging`; a panic in it becomes its words.
pub(super) fn guarded<T>(judging: impl FnOnce() -> T) -> Result<T, String> {
    // What is shared across this boundary is behind locks that are never held while judging, or immutable.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(judging)).map_err(|panic| {
        panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without words".to_owned())
    })
}
