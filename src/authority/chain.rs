//! The configured links in front of the terminal authority.

use super::{Answer, Authorizer, BoxFuture, GrantScope, Question};
use crate::decision::{DecisionSource, Resolution};
use std::sync::Arc;

/// What a link says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkVerdict {
    /// The call may run.
    Allow {
        /// Its words.
        reason: Option<String>,
    },
    /// The call may not run.
    Deny {
        /// Its words.
        reason: Option<String>,
    },
    /// The next one is to say.
    Defer,
}

/// A reviewer that may answer or pass an ask on.
pub trait Link: Send + Sync {
    /// The name under which `authorizerChain` knows it.
    fn name(&self) -> &str;
    /// Looks at an ask. Silence and failure are a `Defer`; the link sees to its own limit in time.
    fn review(&self, question: &Question) -> BoxFuture<'static, LinkVerdict>;
}

/// Links in the order in which they are asked, and the authority behind them.
pub struct Chain {
    links: Vec<Arc<dyn Link>>,
    terminal: Arc<dyn Authorizer>,
}

impl Chain {
    /// The links of `names` that `registered` knows, in the order of `names`, in front of `terminal`; and the
    /// names that nobody registered.
    pub fn compose(
        names: &[String],
        registered: &[Arc<dyn Link>],
        terminal: Arc<dyn Authorizer>,
    ) -> (Self, Vec<String>) {
        let mut links = Vec::new();
        let mut skipped = Vec::new();
        for name in names {
            match registered.iter().find(|link| link.name() == name) {
                Some(link) => links.push(Arc::clone(link)),
                None => skipped.push(name.clone()),
            }
        }
        (Self { links, terminal }, skipped)
    }
}

impl Authorizer for Chain {
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer> {
        // A question for a human alone passes every link.
        if self.links.is_empty() || question.human_only {
            return self.terminal.authorize(question);
        }
        let links = self.links.clone();
        let terminal = Arc::clone(&self.terminal);
        Box::pin(async move {
            for link in links {
                let verdict = link.review(&question).await;
                if let Some(answer) = answer_of(link.name(), verdict) {
                    return answer;
                }
            }
            terminal.authorize(question).await
        })
    }

    fn asks_somebody(&self) -> bool {
        !self.links.is_empty() || self.terminal.asks_somebody()
    }

    fn is_local_human(&self) -> bool {
        self.terminal.is_local_human()
    }
}

fn answer_of(name: &str, verdict: LinkVerdict) -> Option<Answer> {
    match verdict {
        LinkVerdict::Allow { reason } => Some(Answer::Allowed {
            resolution: Resolution::AuthorizerAllowed,
            scope: GrantScope::Once,
            patterns: None,
            decided_by: DecisionSource::link_allowed(name, reason),
            // A reviewer's grounds for allowing are for the log, not for the agent.
            reason: None,
        }),
        LinkVerdict::Deny { reason } => Some(Answer::Denied {
            resolution: Resolution::AuthorizerDenied,
            decided_by: DecisionSource::link_denied(name, reason.clone()),
            reason,
        }),
        LinkVerdict::Defer => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authority::{Denying, Prompt};
    use crate::decision::{Cause, RequestId};
    use futures::FutureExt;

    struct Fixed(&'static str, LinkVerdict);

    impl Link for Fixed {
        fn name(&self) -> &str {
            self.0
        }
        fn review(&self, _: &Question) -> BoxFuture<'static, LinkVerdict> {
            Box::pin(std::future::ready(self.1.clone()))
        }
    }

    fn question(human_only: bool) -> Question {
        Question {
            prompt: Prompt {
                request_id: RequestId::mint(),
                session_id: "s".to_owned(),
                tool_call_id: None,
                agent_name: None,
                title: String::new(),
                payload: serde_json::Value::Null,
                lines: Vec::new(),
                expandable: false,
                options: Vec::new(),
                forwarding: None,
            },
            facts: None,
            source: "tool_call",
            cwd: "/".to_owned(),
            human_only,
            announce: Arc::new(|| {}),
        }
    }

    #[test]
    fn the_first_link_that_does_not_defer_answers() {
        let registered: Vec<Arc<dyn Link>> = vec![
            Arc::new(Fixed("defers", LinkVerdict::Defer)),
            Arc::new(Fixed("allows", LinkVerdict::Allow { reason: None })),
            Arc::new(Fixed("denies", LinkVerdict::Deny { reason: None })),
        ];
        #[rustfmt::skip]
        let cases: &[(&[&str], bool, &str, &[&str])] = &[
            // chain                               human only  decided by     skipped
            (&["defers", "denies", "allows"],      false,      "denies",      &[]),
            (&["defers", "allows", "denies"],      false,      "allows",      &[]),
            (&["defers"],                          false,      "nobody",      &[]),
            (&["ghost", "allows"],                 false,      "allows",      &["ghost"]),
            (&["allows"],                          true,       "nobody",      &[]),
            (&[],                                  false,      "nobody",      &[]),
        ];
        for (names, human_only, expected, expected_skipped) in cases {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let (chain, skipped) = Chain::compose(&names, &registered, Arc::new(Denying::new(Cause::NoUi)));
            let answer = chain.authorize(question(*human_only)).now_or_never().unwrap();
            let by = match answer {
                Answer::Allowed { decided_by, .. } | Answer::Denied { decided_by, .. } => match decided_by {
                    DecisionSource::Authorizer { name, .. } => name,
                    other => format!("{other:?}"),
                },
                Answer::Unavailable { .. } => "nobody".to_owned(),
            };
            assert_eq!(by, *expected, "{names:?}");
            assert_eq!(skipped, *expected_skipped, "{names:?}");
        }
    }
}
