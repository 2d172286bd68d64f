//! Order, what is final, and that nothing that goes wrong with a link is a verdict.

use super::*;
use crate::authority::testing::{Clock, Notes, Script, Scripted, question};
use crate::authority::{Denying, Opinion};
use crate::decision::Cause;

fn says(verdict: fn(Opinion) -> Review) -> Script {
    Script::Says(verdict(Opinion::default()))
}

fn link(name: &'static str) -> Arc<dyn Link> {
    let script = match name {
        "allows" => says(Review::Allow),
        "denies" => says(Review::Deny),
        "defers" => says(Review::Defer),
        "fails" => Script::Says(Review::failed(Category::Unavailable, "out of order")),
        "panics" => Script::Panics,
        _ => Script::IsSilent,
    };
    Arc::new(Scripted(name, script))
}

/// Who answered, and what the witness was told.
fn walk(links: &[&'static str], human_only: bool) -> (String, Vec<String>) {
    let clock = if links.contains(&"silent") {
        Clock::HasRung
    } else {
        Clock::Stands
    };
    let links = links.iter().map(|name| link(name)).collect();
    let chain = Chain::new(links, Arc::new(Denying::new(Cause::NoUi)), Arc::new(clock));
    let notes = Arc::new(Notes::default());
    let question = Question {
        human_only,
        ..question(&notes)
    };
    let answer = chain.authorize(question).now_or_never().expect("it is answered");
    let by = match answer {
        Answer::Allowed { decided_by, .. } | Answer::Denied { decided_by, .. } => match decided_by {
            DecisionSource::Authorizer { name, .. } => name,
            other => format!("{other:?}"),
        },
        Answer::Unavailable { .. } => "nobody".to_owned(),
    };
    let mut told = notes.all();
    told.retain(|note| note != "asked");
    (by, told)
}

#[test]
fn the_first_link_with_a_verdict_answers_and_failures_are_none() {
    #[rustfmt::skip]
    let cases: &[(&[&str], &str, &[&str])] = &[
        // chain                             decided by  what the log is told
        (&["defers", "denies", "allows"],    "denies",   &["defers defer", "denies deny"]),
        (&["defers", "allows", "denies"],    "allows",   &["defers defer", "allows allow"]),
        (&["defers"],                        "nobody",   &["defers defer"]),
        (&["fails", "allows"],               "allows",   &["fails defer unavailable", "allows allow"]),
        (&["fails"],                         "nobody",   &["fails defer unavailable"]),
        (&["panics", "denies"],              "denies",   &["panics defer unavailable", "denies deny"]),
        (&["silent"],                        "nobody",   &["silent defer timeout"]),
        (&["silent", "silent"],              "nobody",   &["silent defer timeout", "silent defer timeout"]),
        (&[],                                "nobody",   &[]),
    ];
    for (links, expected, told) in cases {
        let (by, noted) = walk(links, false);
        assert_eq!(by, *expected, "{links:?}");
        assert_eq!(noted, *told, "{links:?}");
    }
}

#[test]
fn what_only_a_human_may_answer_reaches_no_link() {
    for name in ["allows", "denies", "defers", "silent"] {
        let (by, noted) = walk(&[name], true);
        assert_eq!(
            (by.as_str(), noted.as_slice()),
            ("nobody", [].as_slice()),
            "{name}"
        );
    }
}

#[test]
fn the_words_of_a_link_say_who_spoke() {
    let opinion = Opinion::of(Some("because".to_owned()));
    let denied = answer_of("judge", Review::Deny(opinion.clone())).unwrap();
    let reason = Some("because".to_owned());
    assert_eq!(
        denied,
        Answer::Denied {
            resolution: Resolution::AuthorizerDenied,
            decided_by: DecisionSource::link_denied("judge", reason.clone()),
            reason: reason.clone(),
        }
    );
    let allowed = answer_of("judge", Review::Allow(opinion)).unwrap();
    let Answer::Allowed {
        decided_by,
        reason: told,
        scope,
        ..
    } = allowed
    else {
        panic!("{allowed:?}")
    };
    assert_eq!(decided_by, DecisionSource::link_allowed("judge", reason));
    assert_eq!((told, scope), (None, GrantScope::Once));
}
