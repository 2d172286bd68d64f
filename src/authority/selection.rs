//! Which authority a session has. Decided once, when it is opened; only inboxes come and go, and are looked at when
//! something is asked.

use super::{
    Authorizer, Chain, Client, Denying, EitherUser, Inbox, InboxUser, Link, LocalUser, ParentAuthorizer,
    Relay, Timer,
};
use crate::decision::Cause;
use std::sync::Arc;

/// What is known of a session.
pub struct Surroundings {
    /// Its client, where that one can show prompts.
    pub human: Option<Arc<dyn Client>>,
    /// The parent's session.
    pub parent: Option<String>,
    /// Whether it is a subagent, whoever its parent is.
    pub is_subagent: bool,
    /// The way up.
    pub relay: Option<Arc<dyn Relay>>,
    /// Where else a human may answer, should the session opt in.
    pub inbox: Option<Arc<dyn Inbox>>,
}

/// The authority of a session.
#[derive(Clone)]
pub struct Selection {
    terminal: Arc<dyn Authorizer>,
    kind: Kind,
    human: Option<Arc<dyn Client>>,
    inbox: Option<Arc<dyn Inbox>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    LocalUser,
    Parent,
    Denying,
}

/// A human at the client, else the parent, else nobody.
pub fn select(surroundings: Surroundings) -> Selection {
    let Surroundings {
        human,
        parent,
        is_subagent,
        relay,
        inbox,
    } = surroundings;
    let (kind, terminal): (Kind, Arc<dyn Authorizer>) = match (human.clone(), parent, relay) {
        (Some(client), _, _) => (Kind::LocalUser, Arc::new(LocalUser::new(client))),
        (None, Some(parent), Some(relay)) => (Kind::Parent, Arc::new(ParentAuthorizer::new(parent, relay))),
        (None, parent, _) => {
            let cause = match parent {
                Some(_) => Cause::ParentGone,
                None if is_subagent => Cause::NoParent,
                None => Cause::NoUi,
            };
            (Kind::Denying, Arc::new(Denying::new(cause)))
        }
    };
    Selection {
        terminal,
        kind,
        human,
        inbox,
    }
}

impl Selection {
    /// The authority of an ask that is put now: of a session that opted in (`opted_in`) a human at an inbox counts like
    /// one at the client, while one is there.
    #[must_use]
    pub fn now(&self, opted_in: bool) -> Self {
        let Some(inbox) = self.inbox.as_ref().filter(|_| opted_in) else {
            return self.clone();
        };
        let terminal: Arc<dyn Authorizer> = match &self.human {
            // One that comes later gets it too.
            Some(client) => Arc::new(EitherUser::new(Arc::clone(client), Arc::clone(inbox))),
            None if inbox.is_attached() => {
                Arc::new(InboxUser::new(Arc::clone(inbox), Arc::clone(&self.terminal)))
            }
            None => return self.clone(),
        };
        Self {
            terminal,
            kind: Kind::LocalUser,
            ..self.clone()
        }
    }

    /// Whether a human at this very client answers in the end: then what only a human may answer is put.
    pub fn is_local_human(&self) -> bool {
        self.kind == Kind::LocalUser
    }

    /// Whether questions are passed up. Such a session runs no links: it carries facts and judges nothing, and
    /// the parent's own links will see them.
    pub fn relays(&self) -> bool {
        self.kind == Kind::Parent
    }

    /// The authority with these links in front, in this order.
    pub fn behind(&self, links: Vec<Arc<dyn Link>>, timer: Arc<dyn Timer>) -> Arc<dyn Authorizer> {
        if links.is_empty() || self.relays() {
            return Arc::clone(&self.terminal);
        }
        Arc::new(Chain::new(links, Arc::clone(&self.terminal), timer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authority::testing::{Clock, Notes, Script, Scripted, question};
    use crate::authority::{Answer, BoxFuture, ClientError, Opinion, Prompt, PromptAnswer, Question, Review};
    use futures::FutureExt;

    struct Human;

    impl Client for Human {
        fn prompt(&self, _: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
            Box::pin(std::future::ready(Ok(PromptAnswer::default())))
        }
    }

    struct Above;

    impl Relay for Above {
        fn ask(&self, parent: String, _: Question) -> BoxFuture<'static, Answer> {
            Box::pin(std::future::ready(Answer::unavailable(Cause::TimedOut, parent)))
        }
    }

    /// Who answers where the one link there is defers.
    fn answered(selection: &Selection, human_only: bool) -> (String, Vec<String>) {
        let link = Scripted("judge", Script::Says(Review::Defer(Opinion::default())));
        let authority = selection.behind(vec![Arc::new(link)], Arc::new(Clock::Stands));
        let notes = Arc::new(Notes::default());
        let question = Question {
            human_only,
            ..question(&notes)
        };
        let answer = authority.authorize(question).now_or_never().expect("answered");
        let answer = match answer {
            Answer::Unavailable { cause, .. } => format!("{cause:?}"),
            Answer::Denied { resolution, .. } => format!("{resolution:?}"),
            Answer::Allowed { .. } => panic!("nobody allows"),
        };
        (answer, notes.all())
    }

    #[test]
    fn one_authority_is_selected_and_only_one_that_judges_runs_links() {
        #[rustfmt::skip]
        let cases = [
            // human  parent  relay  subagent  who answers    one for a human  links run
            (true,    true,   true,  true,     "UserDenied",  "UserDenied",  true),
            (true,    false,  false, false,    "UserDenied",  "UserDenied",  true),
            (false,   true,   true,  true,     "TimedOut",    "NoUi",        false),
            (false,   true,   false, true,     "ParentGone",  "NoUi",        true),
            (false,   false,  true,  true,     "NoParent",    "NoUi",        true),
            (false,   false,  true,  false,    "NoUi",        "NoUi",        true),
        ];
        for (human, parent, relay, is_subagent, expected, for_human, runs_links) in cases {
            let selection = select(Surroundings {
                human: human.then(|| Arc::new(Human) as Arc<dyn Client>),
                parent: parent.then(|| "p".to_owned()),
                is_subagent,
                relay: relay.then(|| Arc::new(Above) as Arc<dyn Relay>),
                inbox: None,
            });
            let what = format!("{human} {parent} {relay} {is_subagent}");
            let (answer, notes) = answered(&selection, false);
            assert_eq!(answer, expected, "{what}");
            assert_eq!(
                notes.iter().any(|note| note == "judge defer"),
                runs_links,
                "{what}"
            );
            assert_eq!(selection.is_local_human(), human, "{what}");
            let (answer, notes) = answered(&selection, true);
            assert_eq!(answer, for_human, "{what}");
            assert!(!notes.iter().any(|note| note == "judge defer"), "{what}");
        }
    }

    struct Elsewhere(bool);

    impl Client for Elsewhere {
        fn prompt(&self, _: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
            if !self.0 {
                return Box::pin(std::future::pending());
            }
            let answer = PromptAnswer {
                choice: Some("deny".to_owned()),
                via: Some(crate::decision::Via::Inbox),
                ..PromptAnswer::default()
            };
            Box::pin(std::future::ready(Ok(answer)))
        }
    }

    impl Inbox for Elsewhere {
        fn is_attached(&self) -> bool {
            self.0
        }
        fn deserted(&self) -> BoxFuture<'static, ()> {
            Box::pin(std::future::pending())
        }
    }

    #[test]
    fn an_inbox_counts_while_it_is_attached_and_the_session_opted_in() {
        #[rustfmt::skip]
        let cases = [
            // prompt  parent  attached  opted in  a local human  who answers
            (false,    false,  true,     true,     true,          "UserDenied"),
            (false,    false,  true,     false,    false,         "NoUi"),
            (false,    false,  false,    true,     false,         "NoUi"),
            (false,    true,   true,     true,     true,          "UserDenied"),
            (false,    true,   false,    true,     false,         "TimedOut"),
            (true,     false,  false,    true,     true,          "UserDenied"),
            (true,     true,   true,     true,     true,          "UserDenied"),
        ];
        for (prompt, parent, attached, opted_in, is_local, expected) in cases {
            let selection = select(Surroundings {
                human: prompt.then(|| Arc::new(Human) as Arc<dyn Client>),
                parent: parent.then(|| "p".to_owned()),
                is_subagent: parent,
                relay: Some(Arc::new(Above)),
                inbox: Some(Arc::new(Elsewhere(attached))),
            });
            let now = selection.now(opted_in);
            let what = format!("{prompt} {parent} {attached} {opted_in}");
            assert_eq!(now.is_local_human(), is_local, "{what}");
            assert_eq!(answered(&now, false).0, expected, "{what}");
        }
    }
}
