//! What the policy would say of a call were every open file saved: `textDocument/codeLens` on the calls in comments.

use super::{Editor, Shared, convert};
use crate::decision::Gate;
use crate::editor::{Asks, calls};
use crate::gate::Verdict;
use crate::presentation::{Explanation, Extent, Ground, grounds, visible};
use crate::session::{Query, QueryKind, Scope, Session};
use serde_json::json;
use std::fmt::Write as _;
use std::sync::{Arc, PoisonError};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CodeLens, CodeLensParams, Command};

/// Shows the verdict and what led to it.
pub(super) const EVALUATE: &str = "portcullis.evaluate";

/// Calls of a text that are evaluated.
const CALLS: usize = 100;

impl Editor {
    pub(in crate::server) async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let shared = Arc::clone(&self.shared);
        self.look(&params.text_document.uri, move |view| {
            let document = &view.sheet.document;
            let mut calls = calls(document.kind, &view.sheet.text);
            calls.truncate(CALLS);
            if calls.is_empty() {
                return Vec::new();
            }
            let session = shared.supposed();
            // An agent's file is judged as that agent's.
            let agent = view.sheet.role.agent().map(str::to_owned);
            let lens = |call: crate::editor::Called| {
                let (title, arguments) = match call.asks {
                    Err(problem) => (problem.to_owned(), Vec::new()),
                    Ok(_) if !view.sheet.role.is_in_force => {
                        ("not evaluated: this file is not in force".to_owned(), Vec::new())
                    }
                    Ok(asks) => {
                        let mut arguments = match &asks {
                            Asks::Surface { surface, value } => json!({"surface": surface, "value": value}),
                            Asks::Call { tool, input } => json!({"tool": tool, "input": input}),
                        };
                        if let Some(arguments) = arguments.as_object_mut() {
                            arguments.insert("agentName".to_owned(), json!(agent));
                            arguments.insert("show".to_owned(), json!(true));
                        }
                        let query = query(asks, agent.clone());
                        let title = match session.explain(&query) {
                            Ok(verdict) => title(&verdict),
                            Err(invalid) => invalid.to_string(),
                        };
                        (title, vec![arguments])
                    }
                };
                CodeLens {
                    range: convert::range(&view.sheet, call.span),
                    command: Some(Command {
                        title,
                        // A command without a name is a text alone.
                        command: if arguments.is_empty() {
                            String::new()
                        } else {
                            EVALUATE.to_owned()
                        },
                        arguments: (!arguments.is_empty()).then_some(arguments),
                    }),
                    data: None,
                }
            };
            calls.into_iter().map(lens).collect()
        })
        .await
    }
}

impl Shared {
    /// A session in which the open texts are in force; the same one until they change.
    pub(super) fn supposed(&self) -> Session {
        let overlay = self.desk.overlay();
        let mut kept = self.supposed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, session)) = &*kept
            && of.is_same(&overlay)
        {
            // Files that are not open may have changed.
            session.look_again();
            return session.clone();
        }
        let session = self.session.supposing(Arc::new(overlay.clone()));
        *kept = Some((overlay, session.clone()));
        session
    }
}

fn query(asks: Asks, agent_name: Option<String>) -> Query {
    Query {
        kind: match asks {
            Asks::Surface { surface, value } => QueryKind::Surface {
                surface,
                value: Some(value),
            },
            Asks::Call { tool, input } => QueryKind::Call { tool, input },
        },
        scope: Scope {
            agent_name,
            ..Scope::default()
        },
    }
}

/// The verdict in a few words: `ask: git push * (policy)`.
pub(super) fn title(verdict: &Verdict) -> String {
    let explanation = Explanation::of(verdict);
    format!(
        "{}: {}",
        verdict.state,
        visible(&explanation.deciding.rule_words())
    )
}

/// The verdict and what led to it, as lines.
pub(super) fn text(verdict: &Verdict) -> String {
    let mut out = title(verdict);
    let explanation = Explanation::of(verdict);
    if let Some(reason) = &explanation.deciding.reason {
        let _ = write!(out, "\n{}", visible(reason));
    }
    if explanation.human_only {
        out.push_str("\nOnly a human at the prompt may answer.");
    }
    for ground in grounds(verdict, Extent::LOG) {
        part(&mut out, &ground);
    }
    out
}

fn part(out: &mut String, ground: &Ground) {
    let state = ground
        .state
        .map_or("silent".to_owned(), |state| state.to_string());
    let _ = write!(
        out,
        "\n\n{} ({} gate): {state}",
        visible(&ground.value),
        word(ground.gate)
    );
    for floor in &ground.floors {
        let _ = write!(out, "\n  floor {}", visible(floor));
    }
    for rule in &ground.rules {
        let _ = write!(
            out,
            "\n  {} under {}: {} ({}; {})",
            visible(&rule.pattern),
            visible(&rule.surface),
            rule.action,
            rule.whose(),
            rule.outcome
        );
    }
    for rewrite in &ground.rewrites {
        let _ = write!(out, "\n  then {}", visible(rewrite));
    }
}

/// The word of a gate on the wire.
fn word(gate: Gate) -> String {
    let word = serde_json::to_value(crate::server::convert::gate(gate)).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}
