//! Everything at once: whatever happens in whatever order, each call ends exactly once, and none is allowed that
//! the policy of that moment denies.

use super::wired::{Wired, link_says};
use super::*;
use crate::authority::LinkVerdict;
use crate::decision::DecisionSource;
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// A call about a value, of the own session or the child.
    Call { value: usize, of_child: bool },
    /// An answer to the nth prompt that is out.
    Answer { prompt: usize, choice: usize },
    /// An answer of the link to the nth question it has.
    Link { question: usize, verdict: usize },
    /// The link is registered, or taken back.
    Register,
    /// The policy for a value changes; read again at once, or left for somebody to notice.
    Policy { value: usize, action: usize, tell: bool },
    /// The nth waiting call is taken back.
    Cancel(usize),
    /// The nth waiting call gets a turn.
    Poll(usize),
    /// The child goes and comes back.
    Dispose,
    /// Every grant of the own session is revoked.
    Revoke,
}

const VALUES: [&str; 2] = ["x", "y"];
const ACTIONS: [&str; 3] = ["allow", "ask", "deny"];
const CHOICES: [&str; 5] = [
    "approve",
    "approve_for_session",
    "approve_for_serving_session",
    "deny",
    "something else",
];

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..2usize, any::<bool>()).prop_map(|(value, of_child)| Step::Call { value, of_child }),
        4 => (0..8usize, 0..5usize).prop_map(|(prompt, choice)| Step::Answer { prompt, choice }),
        3 => (0..4usize, 0..3usize).prop_map(|(question, verdict)| Step::Link { question, verdict }),
        1 => Just(Step::Register),
        2 => (0..2usize, 0..3usize, any::<bool>())
            .prop_map(|(value, action, tell)| Step::Policy { value, action, tell }),
        1 => (0..4usize).prop_map(Step::Cancel),
        4 => (0..4usize).prop_map(Step::Poll),
        1 => Just(Step::Dispose),
        1 => Just(Step::Revoke),
    ]
}

const VERDICTS: [LinkVerdict; 3] = [LinkVerdict::Allow, LinkVerdict::Deny, LinkVerdict::Defer];

struct Storm {
    world: World,
    wired: Arc<Wired>,
    /// The registration of the link, while there is one.
    link: Option<String>,
    session: Session,
    actions: [usize; 2],
    waiting: Vec<(usize, String, Asked)>,
    calls: usize,
}

impl Storm {
    fn new() -> Self {
        let world = World::new();
        world.write("config/policy.jsonc", &policy([1, 1]));
        let wired = Wired::new(&world);
        let session = wired.open(&world, |_| {});
        let storm = Self {
            world,
            wired,
            link: None,
            session,
            actions: [1, 1],
            waiting: Vec::new(),
            calls: 0,
        };
        storm.bear();
        storm
    }

    fn bear(&self) {
        let child = Child {
            session_id: "kid".to_owned(),
            parent_session_id: "own".to_owned(),
            agent_name: None,
            cwd: None,
            tools: None,
        };
        self.session.child_created(child).unwrap();
    }

    fn take(&mut self, step: Step) {
        let wired = Arc::clone(&self.wired);
        let _clock = wired.runtime.enter();
        match step {
            Step::Call { value, of_child } => {
                let id = format!("c{}", self.calls);
                self.calls += 1;
                let mut request = note(VALUES[value], &id);
                if of_child {
                    request = in_session(request, "kid");
                }
                let mut asked = Asked(Box::pin(self.session.authorize(request)));
                match asked.poll() {
                    Some(outcome) => self.ended(value, &outcome),
                    None => self.waiting.push((value, id, asked)),
                }
            }
            Step::Answer { prompt, choice } => {
                let out: Vec<usize> = self.world.stage.answers.lock().unwrap().keys().copied().collect();
                if let Some(at) = out.get(prompt) {
                    self.world.stage.choose(*at, CHOICES[choice]);
                }
            }
            Step::Link { question, verdict } => {
                if let Some(at) = self.wired.open_questions().get(question) {
                    self.wired
                        .link_answers(*at, Ok(link_says(VERDICTS[verdict], None)));
                }
            }
            Step::Register => match self.link.take() {
                Some(id) => self.session.unregister(&id),
                None => self.link = Some(self.session.register_authorizer("judge").unwrap()),
            },
            Step::Policy { value, action, tell } => {
                self.actions[value] = action;
                self.world.write("config/policy.jsonc", &policy(self.actions));
                if tell {
                    self.session.reload(&Scope::default()).unwrap();
                }
            }
            Step::Cancel(at) => {
                if at < self.waiting.len() {
                    self.waiting.remove(at);
                }
            }
            Step::Poll(at) => {
                if let Some((value, _, asked)) = self.waiting.get_mut(at)
                    && let Some(outcome) = asked.poll()
                {
                    let value = *value;
                    self.waiting.remove(at);
                    self.ended(value, &outcome);
                }
            }
            Step::Dispose => {
                self.session.child_disposed("kid").unwrap();
                self.bear();
            }
            Step::Revoke => {
                for rule in self.session.session_rules(None).unwrap() {
                    self.session.revoke_session_rule(&rule.id);
                }
            }
        }
    }

    /// An approval is held against the files as they are, also where nobody has told the session yet.
    fn ended(&self, value: usize, outcome: &Outcome) {
        let approved = matches!(
            outcome.resolution,
            Resolution::UserApproved | Resolution::UserApprovedForSession | Resolution::AuthorizerAllowed
        );
        if outcome.resolution == Resolution::AuthorizerAllowed {
            assert!(
                self.link.is_some(),
                "a link that was taken back allows nothing: {outcome:?}"
            );
            let by = DecisionSource::link_allowed("judge", None);
            assert_eq!(outcome.decided_by, by);
        }
        assert!(
            !(approved && ACTIONS[self.actions[value]] == "deny"),
            "{outcome:?} under {:?}",
            self.actions
        );
        let told = outcome.resolution == Resolution::ConfirmationUnavailable;
        assert_eq!(outcome.cause.is_some(), told, "{outcome:?}");
    }

    fn finish(mut self) {
        let wired = Arc::clone(&self.wired);
        let _clock = wired.runtime.enter();
        self.waiting.clear();
        self.session.shutdown().now_or_never().expect("nobody waits");
        let heard = self.world.stage.heard();
        for call in 0..self.calls {
            let id = format!("c{call}");
            let at = |wanted: &dyn Fn(&Heard) -> bool| heard.iter().position(wanted);
            let decisions = heard
                .iter()
                .filter(|heard| matches!(heard, Heard::Decision(of, ..) if *of == id));
            assert_eq!(decisions.count(), 1, "{id} in {heard:?}");
            let decided = at(&|heard| matches!(heard, Heard::Decision(of, ..) if *of == id));
            let asked = at(&|heard| *heard == Heard::UiPrompt(id.clone()));
            assert!(
                asked.is_none_or(|asked| Some(asked) < decided),
                "{id} in {heard:?}"
            );
        }
    }
}

fn policy(actions: [usize; 2]) -> String {
    let notes = json!({"x": ACTIONS[actions[0]], "y": ACTIONS[actions[1]]});
    json!({"authorizerChain": ["judge"], "permission": {"*": "ask", "notes": notes}}).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_call_ends_once_and_no_approval_outlives_a_denial(steps in proptest::collection::vec(step(), 1..40)) {
        let mut storm = Storm::new();
        for step in steps {
            storm.take(step);
        }
        storm.finish();
    }
}
