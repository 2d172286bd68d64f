//! Tools by target and value, which gate speaks for a call, and surfaces as a whole.

use crate::access::{Group, Intent};
use crate::gate::testing::{command, given, unit};
use crate::decision::Gate;
use crate::rule::Action::{self, Allow, Ask, Deny};
use crate::shell::Standing;
use serde_json::json;

#[test]
fn mcp_targets_fall_through_tiers_and_have_a_baseline() {
    let call = json!({"server": "exa", "tool": "search"});
    let status = json!({});
    let connect = json!({"connect": "exa"});
    let search = json!({"search": "x"});
    let cases: &[(&str, &[&str], &serde_json::Value, Action)] = &[
        ("by tool", &["global mcp `exa:search` allow"], &call, Allow),
        ("by server", &["global mcp `exa` deny", "global * `*` allow"], &call, Deny),
        ("the tool before the server", &["global mcp `exa` deny", "global mcp `exa:*` allow"], &call, Allow),
        ("by operation", &["global mcp `mcp_call` allow"], &call, Allow),
        ("bare name denies", &["global * `*` allow", "global mcp `search` deny"], &call, Deny),
        ("bare name allows nothing", &["global mcp `search` allow"], &call, Ask),
        ("nothing allowed yet", &["global mcp `x` deny"], &status, Ask),
        ("baseline", &["global mcp `exa:*` allow"], &status, Allow),
        ("baseline beside a bare ask", &["global mcp `*` ask", "global mcp `exa:*` allow"], &search, Allow),
        ("baseline beside a bare deny", &["global mcp `*` deny", "global mcp `exa:*` allow"], &search, Deny),
        ("a rule says otherwise", &["global mcp `mcp_search` ask", "global mcp `exa:*` allow"], &search, Ask),
        ("connect to what is named", &["global mcp `exa:*` allow"], &connect, Allow),
        ("connect to another", &["global mcp `exa2:*` allow"], &connect, Ask),
    ];
    for (name, lines, input, state) in cases {
        let given = given(lines);
        let verdict = given.judge(&given.call("mcp", input));
        assert_eq!(verdict.state, *state, "{name}: {:?}", verdict.gates);
    }
}

#[test]
fn tools_without_a_value_ask_beside_a_pattern() {
    let todo = json!({"items": []});
    for (lines, state) in [
        (&["global todo `*` allow"][..], Allow),
        (&["global todo `*` allow", "global todo `x` deny"], Ask),
        (&["global todo `*` allow", "global todo `x` allow"], Allow),
        (&["global todo `x` allow"], Ask),
        (&["global todo `*` deny", "global todo `x` allow"], Deny),
        (&["global * `*` allow"], Allow),
        (&[], Ask),
    ] {
        let given = given(lines);
        assert_eq!(given.judge(&given.call("todo", &todo)).state, state, "{lines:?}");
    }
}

#[test]
fn the_deciding_gate_is_the_first_with_the_result_or_the_last_that_spoke() {
    let gate = |lines: &[&str], path: &str| {
        let verdict = given(lines).on_path("read", path);
        (verdict.state, verdict.deciding.gate, verdict.deciding.surface.clone(), verdict.gates.len())
    };
    let of = |state, gate, surface: &str, gates| (state, gate, surface.to_owned(), gates);
    assert_eq!(gate(&["global read `*` allow"], "a"), of(Allow, Gate::Tool, "read", 1));
    assert_eq!(gate(&["global read `*` allow", "global path `*` allow"], "a"), of(Allow, Gate::Tool, "read", 2));
    assert_eq!(gate(&["global read `*` ask", "global path_read `*` ask"], "a"), of(Ask, Gate::Path, "path_read", 2));
    assert_eq!(gate(&["global read `*` deny", "global path `*` ask"], "a"), of(Deny, Gate::Tool, "read", 2));
    assert_eq!(gate(&["global read `*` ask", "global path `*` allow"], "a"), of(Ask, Gate::Tool, "read", 2));
}

#[test]
fn surface_level_states() {
    for (lines, tool, state) in [
        (&["global * `*` deny"][..], "read", Deny),
        (&["global * `*` deny", "global read `src/*` allow"], "read", Ask),
        (&["global read `*` deny"], "read", Deny),
        (&["global read `*` allow"], "read", Allow),
        (&[], "read", Ask),
        (&["global bash `*` deny", "global bash `git *` ask"], "bash", Ask),
        (&["global bash `*` deny", "global bash `git *` deny"], "bash", Deny),
        (&["global bash `*` deny", "global bash `git *` allow", "project bash `*` deny"], "bash", Deny),
        (&["global bash `*` allow", "guards bash `*` deny"], "bash", Deny),
        (&["global bash `*` deny", "agent bash `*` allow"], "bash", Deny),
        (&["global bash `*` ask", "agent bash `*` allow"], "bash", Allow),
        (&["global mcp `*` deny", "global * `*` allow"], "mcp__exa__search", Deny),
        (&["global skill `*` deny", "global skill `tdd` allow"], "skill", Ask),
    ] {
        assert_eq!(crate::gate::tool_permission(tool, &given(lines).snapshot()), state, "{lines:?} {tool}");
    }
}

#[test]
fn a_tool_that_runs_commands_is_named_by_its_own_key_alone() {
    let run = || {
        let mut own = Intent::new(Gate::Tool, "exec", "ls");
        own.groups.push(Group::of_texts(["ls"]));
        own.standing = Standing::Quiet;
        command(vec![unit("ls"), own])
    };
    for (lines, state) in [
        (&["global * `*` ask", "global bash `*` allow"][..], Allow),
        (&["global * `*` deny", "global bash `*` allow"], Allow),
        (&["global bash `*` allow", "global exec `*` deny"], Deny),
        (&["global bash `*` allow", "global exec `*` ask"], Ask),
        (&["global bash `*` allow", "global ex* `*` deny"], Deny),
        (&["global bash `*` allow", "global exec `ls` deny"], Deny),
        (&["global bash `*` allow", "guards exec `*` deny"], Deny),
        (&["global bash `*` allow", "project exec `*` deny"], Deny),
        // An allow under its own key does not reach its commands.
        (&["global bash `*` deny", "global exec `*` allow"], Deny),
        (&["global exec `*` allow"], Ask),
    ] {
        assert_eq!(given(lines).judge(&run()).state, state, "{lines:?}");
    }
}
