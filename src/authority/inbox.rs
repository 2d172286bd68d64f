//! Humans at inboxes: they come and go while questions wait.

use super::{Answer, Authorizer, BoxFuture, Client, Question, read_answer};
use futures::future::{Either, select};
use std::sync::Arc;

/// The inboxes of this user, taken together: a question is put to all of them, also to those that come while it
/// waits, and the first answer counts. [`Client::prompt`] waits until one answers, however long none is there.
pub trait Inbox: Client {
    /// Whether one is attached.
    fn is_attached(&self) -> bool;

    /// Waits until none is attached.
    fn deserted(&self) -> BoxFuture<'static, ()>;
}

/// A human at an inbox, of a session whose client has none.
pub struct InboxUser {
    inbox: Arc<dyn Inbox>,
    otherwise: Arc<dyn Authorizer>,
}

impl InboxUser {
    /// A human at `inbox`; once that is deserted, `otherwise` is asked.
    pub fn new(inbox: Arc<dyn Inbox>, otherwise: Arc<dyn Authorizer>) -> Self {
        Self { inbox, otherwise }
    }
}

impl Authorizer for InboxUser {
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer> {
        let inbox = Arc::clone(&self.inbox);
        let otherwise = Arc::clone(&self.otherwise);
        Box::pin(async move {
            question.witness.somebody_is_asked();
            question.witness.human_is_asked();
            let answer = inbox.prompt(question.prompt.clone());
            match select(answer, inbox.deserted()).await {
                Either::Left((answer, _)) => read_answer(answer),
                Either::Right(_) => otherwise.authorize(question).await,
            }
        })
    }
}

/// A human at the client and at inboxes: whoever answers first.
pub struct EitherUser {
    client: Arc<dyn Client>,
    inbox: Arc<dyn Inbox>,
}

impl EitherUser {
    /// The human at `client`, and whoever is at `inbox`.
    pub fn new(client: Arc<dyn Client>, inbox: Arc<dyn Inbox>) -> Self {
        Self { client, inbox }
    }
}

impl Authorizer for EitherUser {
    fn authorize(&self, question: Question) -> BoxFuture<'static, Answer> {
        let client = Arc::clone(&self.client);
        let inbox = Arc::clone(&self.inbox);
        Box::pin(async move {
            question.witness.somebody_is_asked();
            question.witness.human_is_asked();
            let there = inbox.prompt(question.prompt.clone());
            let here = client.prompt(question.prompt);
            // Dropping the other one withdraws its prompt.
            match select(here, there).await {
                Either::Right((answer, _)) => read_answer(answer),
                Either::Left((answer, there)) => {
                    let answer = read_answer(answer);
                    if !matches!(answer, Answer::Unavailable { .. }) {
                        return answer;
                    }
                    // A client that fails has not answered. While somebody else is there, that one is waited for.
                    match select(there, inbox.deserted()).await {
                        Either::Left((answer, _)) => read_answer(answer),
                        Either::Right(_) => answer,
                    }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authority::testing::{Notes, question};
    use crate::authority::{ClientError, Prompt, PromptAnswer};
    use crate::decision::{Cause, Via};
    use futures::FutureExt;
    use futures::channel::oneshot;
    use std::sync::Mutex;

    /// Answers when it is told to.
    #[derive(Default)]
    struct Scripted {
        answer: Mutex<Option<oneshot::Receiver<PromptAnswer>>>,
        leaves: Mutex<Option<oneshot::Receiver<()>>>,
    }

    impl Client for Scripted {
        fn prompt(&self, _: Prompt) -> BoxFuture<'_, Result<PromptAnswer, ClientError>> {
            let answer = self.answer.lock().unwrap().take().unwrap();
            Box::pin(async move { answer.await.map_err(|_| ClientError::Gone) })
        }
    }

    impl Inbox for Scripted {
        fn is_attached(&self) -> bool {
            true
        }
        fn deserted(&self) -> BoxFuture<'static, ()> {
            let leaves = self.leaves.lock().unwrap().take().unwrap();
            Box::pin(async move {
                let _ = leaves.await;
            })
        }
    }

    struct Above;

    impl Authorizer for Above {
        fn authorize(&self, _: Question) -> BoxFuture<'static, Answer> {
            Box::pin(std::future::ready(Answer::unavailable(Cause::NoUi, "nobody")))
        }
    }

    struct Scene {
        client: oneshot::Sender<PromptAnswer>,
        inbox: oneshot::Sender<PromptAnswer>,
        leave: oneshot::Sender<()>,
        answer: BoxFuture<'static, Answer>,
    }

    fn scene(with_client: bool) -> Scene {
        let (client, of_client) = oneshot::channel();
        let (inbox, of_inbox) = oneshot::channel();
        let (leave, leaves) = oneshot::channel();
        let here = Arc::new(Scripted {
            answer: Mutex::new(Some(of_client)),
            ..Scripted::default()
        });
        let there = Arc::new(Scripted {
            answer: Mutex::new(Some(of_inbox)),
            leaves: Mutex::new(Some(leaves)),
        });
        let user: Box<dyn Authorizer> = if with_client {
            Box::new(EitherUser::new(here, there))
        } else {
            Box::new(InboxUser::new(there, Arc::new(Above)))
        };
        let answer = user.authorize(question(&Arc::new(Notes::default())));
        Scene {
            client,
            inbox,
            leave,
            answer,
        }
    }

    fn approve(via: Option<Via>) -> PromptAnswer {
        PromptAnswer {
            choice: Some("approve".to_owned()),
            via,
            ..PromptAnswer::default()
        }
    }

    fn shown(answer: &Answer) -> String {
        match answer {
            Answer::Allowed { decided_by, .. } | Answer::Denied { decided_by, .. } => {
                format!("{decided_by:?}")
            }
            Answer::Unavailable { cause, .. } => format!("{cause:?}"),
        }
    }

    #[test]
    fn the_first_answer_counts_wherever_it_is_given() {
        let mut at_client = scene(true);
        assert!((&mut at_client.answer).now_or_never().is_none());
        at_client.client.send(approve(None)).unwrap();
        let answer = at_client.answer.now_or_never().unwrap();
        assert_eq!(shown(&answer), "User { via: Dialog }");
        assert!(at_client.inbox.is_canceled(), "the other one is taken back");

        let at_inbox = scene(true);
        at_inbox.inbox.send(approve(Some(Via::Inbox))).unwrap();
        let answer = at_inbox.answer.now_or_never().unwrap();
        assert_eq!(shown(&answer), "User { via: Inbox }");
        assert!(at_inbox.client.is_canceled());
    }

    #[test]
    fn a_client_that_fails_leaves_the_ask_to_the_inbox_for_as_long_as_there_is_one() {
        let mut scene_one = scene(true);
        drop(scene_one.client);
        assert!((&mut scene_one.answer).now_or_never().is_none());
        scene_one.inbox.send(approve(Some(Via::Inbox))).unwrap();
        assert_eq!(
            shown(&scene_one.answer.now_or_never().unwrap()),
            "User { via: Inbox }"
        );

        let scene_two = scene(true);
        drop(scene_two.client);
        scene_two.leave.send(()).unwrap();
        assert_eq!(shown(&scene_two.answer.now_or_never().unwrap()), "ClientFailed");
    }

    #[test]
    fn an_inbox_that_leaves_gives_its_asks_back() {
        let mut alone = scene(false);
        assert!((&mut alone.answer).now_or_never().is_none());
        alone.leave.send(()).unwrap();
        assert_eq!(shown(&alone.answer.now_or_never().unwrap()), "NoUi");

        let beside = scene(true);
        beside.leave.send(()).unwrap();
        let mut answer = beside.answer;
        assert!((&mut answer).now_or_never().is_none(), "the client has it still");
        beside.client.send(approve(None)).unwrap();
        assert_eq!(shown(&answer.now_or_never().unwrap()), "User { via: Dialog }");
    }
}
