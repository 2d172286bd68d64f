//! What a client's answer to a prompt means.

use super::{Answer, Choice, ClientError, GrantScope, PromptAnswer};
use crate::decision::{Cause, DecisionSource, Resolution, Via};

impl Choice {
    /// Its id on the wire.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Approve => "approve",
            Self::ApproveForSession => "approve_for_session",
            Self::ApproveForServingSession => "approve_for_serving_session",
            Self::Deny => "deny",
            Self::DenyWithReason => "deny_with_reason",
        }
    }

    /// The choice of an id.
    pub fn of_id(id: &str) -> Option<Self> {
        [
            Self::Approve,
            Self::ApproveForSession,
            Self::ApproveForServingSession,
            Self::Deny,
            Self::DenyWithReason,
        ]
        .into_iter()
        .find(|choice| choice.id() == id)
    }
}

/// Reads an answer. Nobody is said to have denied unless somebody did: an unknown choice, an error and a dead
/// client are no answer. Whether patterns may be recorded is not looked at here.
pub fn read_answer(answer: Result<PromptAnswer, ClientError>) -> Answer {
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return Answer::unavailable(Cause::ClientFailed, error.to_string()),
    };
    let decided_by = DecisionSource::User {
        via: answer.via.unwrap_or(Via::Dialog),
    };
    let reason = answer.reason.filter(|reason| !reason.trim().is_empty());
    let Some(id) = answer.choice else {
        return Answer::Denied {
            resolution: Resolution::UserDenied,
            reason,
            decided_by,
        };
    };
    let allowed = |resolution, scope| Answer::Allowed {
        resolution,
        scope,
        patterns: answer.patterns,
        reason: reason.clone(),
        decided_by: decided_by.clone(),
    };
    match Choice::of_id(&id) {
        Some(Choice::Approve) => allowed(Resolution::UserApproved, GrantScope::Once),
        Some(Choice::ApproveForSession) => allowed(Resolution::UserApprovedForSession, GrantScope::Session),
        Some(Choice::ApproveForServingSession) => {
            allowed(Resolution::UserApprovedForSession, GrantScope::ServingSession)
        }
        Some(Choice::Deny | Choice::DenyWithReason) => Answer::Denied {
            resolution: Resolution::UserDenied,
            reason,
            decided_by,
        },
        None => Answer::unavailable(Cause::ClientFailed, "the client answered with an unknown choice"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(choice: Option<&str>) -> PromptAnswer {
        PromptAnswer {
            choice: choice.map(str::to_owned),
            ..PromptAnswer::default()
        }
    }

    #[test]
    fn each_answer_means_one_thing() {
        let cases = [
            (Ok(answer(Some("approve"))), "UserApproved Once"),
            (
                Ok(answer(Some("approve_for_session"))),
                "UserApprovedForSession Session",
            ),
            (
                Ok(answer(Some("approve_for_serving_session"))),
                "UserApprovedForSession ServingSession",
            ),
            (Ok(answer(Some("deny"))), "UserDenied"),
            (Ok(answer(Some("deny_with_reason"))), "UserDenied"),
            (Ok(answer(None)), "UserDenied"),
            (Ok(answer(Some("Approve"))), "ClientFailed"),
            (Ok(answer(Some(""))), "ClientFailed"),
            (Err(ClientError::Gone), "ClientFailed"),
            (Err(ClientError::Failed("no".to_owned())), "ClientFailed"),
        ];
        for (given, expected) in cases {
            let words = format!("{given:?}");
            let read = match read_answer(given) {
                Answer::Allowed {
                    resolution, scope, ..
                } => format!("{resolution:?} {scope:?}"),
                Answer::Denied { resolution, .. } => format!("{resolution:?}"),
                Answer::Unavailable { cause, .. } => format!("{cause:?}"),
            };
            assert_eq!(read, expected, "{words}");
        }
    }

    #[test]
    fn words_are_taken_with_every_choice_and_blank_ones_are_none() {
        for (words, expected) in [("be careful", Some("be careful")), (" \n", None)] {
            for choice in ["approve", "deny", "deny_with_reason"] {
                let given = PromptAnswer {
                    choice: Some(choice.to_owned()),
                    reason: Some(words.to_owned()),
                    ..PromptAnswer::default()
                };
                match read_answer(Ok(given)) {
                    Answer::Allowed { reason, .. } | Answer::Denied { reason, .. } => {
                        assert_eq!(reason.as_deref(), expected, "{choice}");
                    }
                    Answer::Unavailable { .. } => panic!("{choice} is an answer"),
                }
            }
        }
    }
}
