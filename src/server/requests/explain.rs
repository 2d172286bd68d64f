//! `permissions/explain`: a check with everything that led to it.

use super::check;
use crate::decision::Gate;
use crate::gate::{Trace, TraceIntent, Verdict};
use crate::protocol::{self, ExplainResult, Params, TraceEntry, TraceGroup, TraceRule};
use crate::server::convert;
use crate::server::failure::Failure;
use crate::server::responder::Responder;
use crate::session::Session;

pub(in crate::server) fn handle(session: &Session, params: Params<'_>, mut responder: Responder) {
    let query = match check::read(params) {
        Ok(query) => query,
        Err(invalid) => return responder.error(invalid),
    };
    responder.on_failure(Failure::Explain {
        surface: check::subject(&query).to_owned(),
    });
    match session.explain(&query) {
        Ok(verdict) => responder.result(&result(&verdict)),
        Err(invalid) => responder.error(convert::invalid(invalid)),
    }
}

/// The verdict and its trace in words of the wire.
pub(in crate::server) fn result(verdict: &Verdict) -> ExplainResult<'_> {
    ExplainResult {
        check: check::result(verdict),
        trace: trace(verdict.trace.as_ref()),
    }
}

fn trace(trace: Option<&Trace>) -> protocol::Trace {
    let mut sorted = protocol::Trace::default();
    for (index, judged) in trace.iter().flat_map(|trace| &trace.intents).enumerate() {
        let entries = match judged.intent.gate {
            Gate::Bash => &mut sorted.units,
            Gate::Path | Gate::ProtectedWrite => &mut sorted.paths,
            Gate::Skill | Gate::Tool => &mut sorted.others,
        };
        entries.push(entry(index, judged));
    }
    sorted
}

fn entry(index: usize, judged: &TraceIntent) -> TraceEntry {
    let intent = &judged.intent;
    let path = intent.path.as_ref();
    let unit = intent.unit.as_ref();
    TraceEntry {
        index,
        gate: convert::gate(intent.gate),
        surface: intent.surface.clone(),
        value: intent.blame.value.as_str().to_owned(),
        span: intent.blame.span.map(|span| [span.start, span.end]),
        direction: intent.direction.map(convert::direction),
        proof: path.map(|path| path.proof.clone()),
        executed_unit: unit.and_then(|unit| unit.executed.clone().map(Into::into)),
        context: unit.and_then(|unit| unit.context.clone()),
        spellings: intent
            .groups
            .iter()
            .map(|group| TraceGroup {
                equal: group
                    .equal
                    .iter()
                    .map(|spelling| spelling.text.as_str().to_owned())
                    .collect(),
                tightening: group
                    .tightening
                    .iter()
                    .map(|spelling| spelling.text.as_str().to_owned())
                    .collect(),
                fallback: group
                    .fallback
                    .iter()
                    .map(|tier| {
                        tier.iter()
                            .map(|spelling| spelling.text.as_str().to_owned())
                            .collect()
                    })
                    .collect(),
            })
            .collect(),
        floors: intent
            .floors
            .iter()
            .map(|floor| format!("{}: {}", floor.sentinel.pattern(), floor.why))
            .collect(),
        at_least_ask: intent.at_least_ask.clone(),
        state: judged
            .verdict
            .as_ref()
            .map(|verdict| convert::action(verdict.state)),
        rules: judged
            .rules
            .iter()
            .map(|rule| TraceRule {
                surface: rule.surface.clone(),
                pattern: rule.pattern.clone(),
                action: convert::action(rule.action),
                origin: convert::origin(rule.origin),
                rank: rule.rank.clone(),
                spelling: rule.spelling.clone(),
                outcome: rule.outcome.clone(),
            })
            .collect(),
        rewrites: judged.rewrites.clone(),
    }
}
