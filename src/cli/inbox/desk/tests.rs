//! The inbox without a terminal: keys in, answers out.

use super::*;
use crate::protocol::{ObservedSession, PromptParams};
use serde_json::json;
use std::sync::Arc;

fn ask(ask_id: u64, value: &str) -> Ask {
    let rule = |pattern: &str| json!([{"surface": "bash", "pattern": pattern}]);
    let prompt = json!({
        "requestId": format!("r{ask_id}"), "sessionId": "own", "toolCallId": null, "agentName": null,
        "title": "bash", "lines": [value], "expandable": false, "forwarding": null,
        "payload": {"kind": "bash", "request": {"surface": "bash", "value": value}, "evidence": [{"label": "command", "text": value}], "annotations": []},
        "options": [
            {"id": "approve", "label": "Allow once", "patterns": null, "alternatives": null},
            {"id": "approve_for_session", "label": "Allow for this session", "patterns": rule("git push origin"), "alternatives": [rule("git push *"), rule("git *")]},
            {"id": "deny", "label": "Deny", "patterns": null, "alternatives": null},
            {"id": "deny_with_reason", "label": "Deny with a reason", "patterns": null, "alternatives": null},
        ],
    });
    let session = ObservedSession {
        id: "own".to_owned(),
        cwd: "/p".to_owned(),
        agent: None,
        pid: 7,
    };
    Ask {
        key: AskKey {
            connection: 1,
            ask_id,
        },
        session: Arc::new(session),
        prompt: serde_json::from_value::<PromptParams>(prompt).unwrap(),
        is_answered: false,
    }
}

/// A desk with asks of these ids, all of which have been looked at long enough.
struct Scene {
    desk: Desk,
    now: Duration,
}

impl Scene {
    fn new(ids: &[u64]) -> Self {
        let mut scene = Self {
            desk: Desk::new(Keys::new(&[])),
            now: Duration::ZERO,
        };
        for id in ids {
            scene.happens(Event::Asked(Box::new(ask(*id, &format!("git push {id}")))));
        }
        scene.now += SETTLE;
        scene
    }

    fn happens(&mut self, event: Event) -> Option<Effect> {
        self.desk.happens(self.now, event)
    }

    /// Presses keys one after the other, each after a while; what comes of the last.
    fn press(&mut self, keys: &str) -> Option<Effect> {
        let mut last = None;
        for name in keys.split(' ') {
            last = self.happens(Event::Key(name.parse().unwrap()));
            self.now += SETTLE;
        }
        last
    }

    fn types(&mut self, text: &str) {
        for character in text.chars() {
            assert_eq!(self.happens(Event::Key(Key::Char(character))), None);
        }
    }
}

/// What an effect answers: ask, choice, reason, patterns.
fn said(effect: Option<Effect>) -> String {
    match effect {
        Some(Effect::Answer(key, answer)) => {
            let patterns = answer.patterns.iter().flatten().map(|pattern| match pattern {
                PatternAnswer::Full(rule) => format!("{}:{}", rule.surface, rule.pattern),
                PatternAnswer::Bare(text) => text.clone(),
            });
            let mut parts = vec![key.ask_id.to_string(), answer.choice];
            parts.extend(answer.reason);
            parts.extend(patterns);
            parts.join(" ")
        }
        Some(Effect::Quit) => "quit".to_owned(),
        None => "nothing".to_owned(),
    }
}

#[test]
fn every_answer_takes_a_second_press() {
    #[rustfmt::skip]
    let cases = [
        ("a",                     "nothing"),
        ("a a",                   "1 approve"),
        ("f2 f2",                 "1 approve"),
        ("a f2",                  "nothing"),
        ("a d",                   "nothing"),
        ("a d d",                 "nothing"),
        ("d d",                   "1 deny"),
        ("down a a",              "2 approve"),
        ("down up a a",           "1 approve"),
        ("s enter",               "nothing"),
        ("s enter enter",         "1 approve_for_session bash:git push origin"),
        ("s down enter enter",    "1 approve_for_session bash:git push *"),
        ("s down down down enter enter", "1 approve_for_session bash:git *"),
        ("s down enter esc",      "nothing"),
        ("s esc enter",           "nothing"),
        ("w",                     "nothing"),
        ("e a a",                 "1 approve"),
        ("e esc",                 "nothing"),
        ("q",                     "quit"),
        ("a ctrl-c",              "quit"),
        ("r ctrl-c",              "quit"),
    ];
    for (keys, expected) in cases {
        assert_eq!(said(Scene::new(&[1, 2]).press(keys)), expected, "{keys}");
    }
}

#[test]
fn a_reason_and_a_pattern_are_typed() {
    let mut scene = Scene::new(&[1]);
    scene.press("r");
    scene.types("not on a friday");
    scene.press("backspace");
    assert_eq!(said(scene.press("enter")), "nothing");
    assert_eq!(said(scene.press("enter")), "1 deny_with_reason not on a frida");

    let mut scene = Scene::new(&[1]);
    scene.press("s down tab ctrl-u");
    scene.types("git push origin q*");
    assert_eq!(
        said(scene.press("enter enter enter")),
        "1 approve_for_session bash:git push origin q*"
    );
}

#[test]
fn an_answer_that_was_begun_never_hits_a_neighbour() {
    for keys in ["a", "d", "s enter", "r"] {
        let mut scene = Scene::new(&[1, 2]);
        scene.press(keys);
        let gone = AskKey {
            connection: 1,
            ask_id: 1,
        };
        assert_eq!(scene.happens(Event::Gone(gone)), None);
        assert_eq!(scene.desk.mode, Mode::Browse, "{keys}");
        assert_eq!(scene.desk.looked_at().unwrap().key.ask_id, 2);
        // The second press comes at once, as it was on its way.
        let second = keys.split(' ').next_back().unwrap();
        assert_eq!(said(scene.press(second)), "nothing", "{keys}");
        assert_eq!(scene.desk.mode, Mode::Browse, "not read yet: {keys}");
    }
}

#[test]
fn an_ask_that_has_just_come_takes_no_key_of_somebody_who_types() {
    let mut scene = Scene::new(&[]);
    scene.happens(Event::Asked(Box::new(ask(1, "x"))));
    scene.happens(Event::Key(Key::Char('a')));
    assert_eq!(scene.desk.mode, Mode::Browse);
    scene.now += SETTLE;
    assert_eq!(said(scene.press("a a")), "1 approve");
    // And none that comes behind it moves it.
    let mut scene = Scene::new(&[1]);
    scene.press("a");
    scene.happens(Event::Asked(Box::new(ask(0, "x"))));
    assert_eq!(said(scene.press("a")), "1 approve");
}

#[test]
fn an_answer_goes_out_once_and_again_only_if_it_was_not_taken() {
    let mut scene = Scene::new(&[1]);
    assert_eq!(said(scene.press("a a")), "1 approve");
    assert_eq!(said(scene.press("a a")), "nothing");
    let key = scene.desk.looked_at().unwrap().key;
    scene.happens(Event::Refused(key, "another terminal".to_owned()));
    assert!(scene.desk.notes.back().unwrap().contains("another terminal"));
    assert_eq!(said(scene.press("a a")), "1 approve");
}

#[test]
fn what_is_pasted_answers_nothing() {
    let mut scene = Scene::new(&[1]);
    assert_eq!(scene.happens(Event::Paste("aa".to_owned())), None);
    assert_eq!(scene.desk.mode, Mode::Browse);
    scene.press("r");
    scene.happens(Event::Paste("line one\nline two\u{1b}[2J".to_owned()));
    assert_eq!(
        said(scene.press("enter enter")),
        "1 deny_with_reason line oneline two[2J",
        "no control character of a clipboard"
    );
}

#[test]
fn the_asks_of_a_session_go_with_it() {
    let mut scene = Scene::new(&[1, 2]);
    scene.happens(Event::Came(1, "own".to_owned()));
    let mut other = ask(3, "x");
    other.key.connection = 2;
    scene.happens(Event::Asked(Box::new(other)));
    scene.happens(Event::Went(1));
    assert_eq!(scene.desk.asks.len(), 1);
    assert_eq!(scene.desk.looked_at().unwrap().key.connection, 2);
}

#[test]
fn a_hostile_ask_is_shown_as_what_it_is_in_every_mode_and_size() {
    use crate::cli::inbox::view;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    let value = "rm \u{1b}[2J\u{202e}x\n\tend\u{7}";
    for keys in ["up", "a", "e", "s", "s tab", "r"] {
        for (width, height) in [(80, 24), (20, 6), (3, 2), (1, 1), (200, 60)] {
            let mut scene = Scene::new(&[]);
            let mut hostile = ask(1, value);
            hostile.prompt.title = value.to_owned();
            hostile.session = Arc::new(ObservedSession {
                id: value.to_owned(),
                cwd: value.to_owned(),
                agent: None,
                pid: 1,
            });
            scene.happens(Event::Asked(Box::new(hostile)));
            scene.happens(Event::Note(value.to_owned()));
            scene.now += SETTLE;
            scene.press(keys);
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal
                .draw(|frame| view::draw(frame, &scene.desk, true))
                .unwrap();
            let cells = &terminal.backend().buffer().content;
            let shown: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
            assert!(
                !shown
                    .chars()
                    .any(|shown| shown.is_control() || shown == '\u{202e}'),
                "{keys} {width}x{height}: {shown:?}"
            );
            if (width, height) == (80, 24) && keys != "r" && !keys.starts_with('s') {
                assert!(shown.contains("rm ␛"), "{shown}");
            }
        }
    }
}
