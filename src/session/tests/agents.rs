//! The active agent, agent files, skills.

use super::*;
use crate::authority::Utterance;

fn agent_file(rules: &str) -> String {
    format!("---\nname: x\npermission:\n{rules}---\nYou are an agent.\n")
}

fn start(prompt: Option<&str>, agent: Option<&str>) -> AgentStart {
    AgentStart {
        system_prompt: prompt.map(str::to_owned),
        skills: None,
        scope: Scope {
            agent_name: agent.map(str::to_owned),
            ..Scope::default()
        },
    }
}

/// Files of the agent `writer`, how it becomes active, and what an ask and an allow of the policy come to.
#[test]
fn how_far_an_agent_file_counts_depends_on_who_names_the_agent() {
    let global = agent_file("  notes:\n    asked: allow\n    allowed: ask\n");
    let project = agent_file("  notes:\n    asked: allow\n    allowed: deny\n");
    let tag = "<active_agent name=\"writer\">";
    #[rustfmt::skip]
    let cases = [
        // what                         global  project  how                          asked           allowed
        ("no agent",                    true,   true,    None,                        Action::Ask,    Action::Allow),
        ("named, global file",          true,   false,   Some(start(None, Some("writer"))), Action::Allow, Action::Ask),
        ("named, project file",         false,  true,    Some(start(None, Some("writer"))), Action::Ask, Action::Deny),
        ("named, both files",           true,   true,    Some(start(None, Some("writer"))), Action::Allow, Action::Deny),
        ("from the prompt",             true,   false,   Some(start(Some(tag), None)), Action::Ask,   Action::Ask),
        ("another agent",               true,   true,    Some(start(None, Some("other"))), Action::Ask, Action::Allow),
    ];
    for (what, has_global, has_project, how, asked, allowed) in cases {
        let world = World::with_policy(&json!({"*": "ask", "notes": {"allowed": "allow"}}));
        if has_global {
            world.write("config/agents/writer.md", &global);
        }
        if has_project {
            world.write("proj/.pi/agents/writer.md", &project);
        }
        let session = world.open();
        if let Some(how) = how {
            session.before_agent_start(&how).unwrap();
        }
        assert_eq!(state(&session, &note("asked", "c")), asked, "{what}");
        assert_eq!(state(&session, &note("allowed", "c")), allowed, "{what}");
    }
}

#[test]
fn a_name_in_a_prompt_never_lifts_what_the_named_agent_is_denied() {
    let world = World::with_policy(&json!({"*": "allow"}));
    world.write("config/agents/reviewer.md", &agent_file("  notes: deny\n"));
    let session = world.open_as(|config| config.agent_name = Some("reviewer".to_owned()));
    let started = session
        .before_agent_start(&start(Some("<active_agent name=\"free\">"), None))
        .unwrap();
    assert_eq!(started.agent_name.as_deref(), Some("free"));
    assert_eq!(state(&session, &note("x", "c")), Action::Deny);
    session.active_agent(None, None).unwrap();
    assert_eq!(
        state(&session, &note("x", "c")),
        Action::Allow,
        "the client itself may clear it"
    );
}

#[test]
fn the_agent_of_a_call_is_its_own() {
    let world = World::with_policy(&json!({"*": "allow"}));
    world.write("config/agents/reviewer.md", &agent_file("  notes: deny\n"));
    let session = world.open();
    let mut request = note("x", "c");
    assert_eq!(state(&session, &request), Action::Allow);
    request.scope.agent_name = Some("reviewer".to_owned());
    assert_eq!(state(&session, &request), Action::Deny);
    assert_eq!(decide(&session, request).agent_name.as_deref(), Some("reviewer"));
    assert_eq!(session.agent(), None, "and changes nothing for the others");
}

#[test]
fn a_grant_is_given_under_an_agent() {
    let world = World::with_policy(&json!({"*": "ask"}));
    let session = world.open_as(|config| config.agent_name = Some("one".to_owned()));
    let mut asked = Asked::new(&session, note("x", "c"));
    world.stage.choose(0, "approve_for_session");
    asked.poll().unwrap();
    assert_eq!(state(&session, &note("x", "d")), Action::Allow);
    session.active_agent(Some("two".to_owned()), None).unwrap();
    assert_eq!(state(&session, &note("x", "d")), Action::Ask);
}

const SKILLS: &str = "<available_skills>\n<skill><name>good</name></skill>\n<skill><name>bad</name></skill>\n\
                      </available_skills>";

#[test]
fn denied_skills_leave_the_list_or_the_prompt() {
    let world = World::with_policy(&json!({"*": "ask", "skill": {"bad": "deny"}}));
    let session = world.open();
    let entry = |name: &str| SkillEntry {
        name: name.to_owned(),
        path: None,
    };
    let listed = AgentStart {
        skills: Some(vec![entry("good"), entry("bad")]),
        ..start(Some(SKILLS), None)
    };
    let started = session.before_agent_start(&listed).unwrap();
    assert_eq!(started.kept_skills, Some(vec![0]));
    assert_eq!(
        started.system_prompt.as_deref(),
        Some(SKILLS),
        "the list is what counts"
    );
    let started = session.before_agent_start(&start(Some(SKILLS), None)).unwrap();
    assert_eq!(started.kept_skills, None);
    let prompt = started.system_prompt.unwrap();
    assert!(prompt.contains("good") && !prompt.contains("bad"), "{prompt}");
}

#[test]
fn only_the_persons_own_words_are_kept_of_a_transcript() {
    let world = World::with_policy(&json!({"*": "ask"}));
    let session = world.open();
    let entry = |role: &str, kind: &str, cancelled| TranscriptEntry {
        role: role.to_owned(),
        kind: kind.to_owned(),
        text: format!("{role} {kind}"),
        cancelled,
    };
    let transcript = vec![
        entry("user", "message", false),
        entry("assistant", "message", false),
        entry("user", "answer", false),
        entry("user", "answer", true),
        entry("user", "tool_result", false),
    ];
    let turn = |session_id: Option<&str>| Turn {
        turn_id: None,
        transcript: Some(transcript.clone()),
        session_id: session_id.map(str::to_owned),
    };
    session.turn_start(turn(None)).unwrap();
    let kept: Vec<_> = {
        let turn = session.inner.state().members.turn("own");
        let words = |said: &Utterance| (said.text.clone(), said.is_answer);
        turn.transcript().iter().map(words).collect()
    };
    let expected = [("user message", false), ("user answer", true)];
    assert_eq!(
        kept,
        expected.map(|(text, is_answer)| (text.to_owned(), is_answer))
    );
    assert_eq!(
        session.turn_start(turn(Some("nobody"))).unwrap_err().field,
        "/sessionId"
    );
}
