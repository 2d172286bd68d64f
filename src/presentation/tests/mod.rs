//! One table of payloads, and each renderer over it.

mod dialog;
mod properties;
mod snapshots;

use super::{Annotation, Budget, Evidence, GateFacts, PayloadKind, PromptPayload, RequestFacts};
use crate::decision::{Gate, Origin};
use crate::rule::Action;

/// What a policy that says nothing else gives.
const BUDGET: Budget = Budget {
    rows: 24,
    field: 400,
    columns: 60,
};

/// Something that asks under the rule `*`.
fn facts(gate: Gate, surface: &str, value: &str) -> GateFacts {
    GateFacts {
        gate,
        state: Action::Ask,
        surface: surface.to_owned(),
        value: value.to_owned(),
        matched_pattern: Some("*".to_owned()),
        origin: Origin::Global,
        reason: None,
        span: None,
        executed_unit: None,
        command_context: None,
        resolves_to: None,
        program: None,
        human_only: false,
    }
}

/// What a command asks, the first to blame.
fn payload(gates: Vec<GateFacts>, evidence: &[(&str, &str)]) -> PromptPayload {
    let first = gates[0].clone();
    PromptPayload {
        kind: PayloadKind::Bash,
        request: RequestFacts {
            requester: Some("builder".to_owned()),
            forwarded: false,
            tool: "bash".to_owned(),
            invoked_tool: None,
            surface: first.surface,
            rule: first.matched_pattern,
            value: first.value,
            span: first.span,
            executed_unit: first.executed_unit,
            command_context: first.command_context,
            gates,
        },
        evidence: evidence
            .iter()
            .map(|(label, text)| Evidence {
                label: (*label).to_owned(),
                text: (*text).to_owned(),
            })
            .collect(),
        annotations: Vec::new(),
    }
}

/// A command of which `part` asks.
fn part_of(command: &str, part: &str) -> PromptPayload {
    let start = command.find(part).unwrap();
    let mut unit = facts(Gate::Bash, "bash", part);
    unit.span = Some((start, start + part.len()));
    payload(vec![unit], &[("command", command)])
}

/// The payload as that of a subagent.
fn forwarded(mut payload: PromptPayload) -> PromptPayload {
    payload.request.forwarded = true;
    payload.request.requester = Some("scout".to_owned());
    payload
}

/// The payload of a call that is none of a command.
fn of_tool(kind: PayloadKind, tool: &str, gates: Vec<GateFacts>, evidence: &[(&str, &str)]) -> PromptPayload {
    let mut payload = payload(gates, evidence);
    payload.kind = kind;
    tool.clone_into(&mut payload.request.tool);
    payload
}

/// Every kind, forwarded and not, and what a call may hold that is hard to show.
#[expect(clippy::too_many_lines, reason = "a table")]
fn table() -> Vec<(&'static str, PromptPayload)> {
    let here = format!("cat > out.txt <<< '{}'", "one more line\n".repeat(200));
    let mut wrapped = facts(Gate::Bash, "bash", "sudo rm -rf build");
    wrapped.executed_unit = Some("rm -rf build".to_owned());
    wrapped.command_context = Some("inside $( ) of echo".to_owned());
    wrapped.span = Some((7, 24));
    let mut link = facts(Gate::Path, "path_write", "build");
    link.resolves_to = Some("/data/build".to_owned());
    link.origin = Origin::Builtin;
    link.matched_pattern = None;
    let mut opaque = facts(Gate::Bash, "bash", "python3 -c \"$CODE\"");
    opaque.matched_pattern = Some("<opaque-bash-wrapper>".to_owned());
    opaque.origin = Origin::Floor;
    opaque.reason = Some("the program it runs is not known".to_owned());
    let mut protected = facts(Gate::ProtectedWrite, "path_write", "~/.bashrc");
    protected.origin = Origin::ProtectedWrite;
    protected.matched_pattern = Some("~/.bashrc".to_owned());
    protected.human_only = true;
    let mut remarked = payload(
        vec![facts(Gate::Bash, "bash", "git push")],
        &[("command", "git push")],
    );
    remarked.annotations = vec![Annotation::new(
        "auto-review",
        "It publishes work that nobody asked to publish.",
    )];
    let mut mcp = of_tool(
        PayloadKind::Mcp,
        "mcp",
        vec![facts(Gate::Tool, "mcp", "exa:search")],
        &[
            ("arguments", "{\n  \"query\": \"how to\",\n  \"results\": 10\n}"),
            ("server", "exa"),
        ],
    );
    mcp.request.invoked_tool = Some("exa:search".to_owned());
    let mut bare = of_tool(
        PayloadKind::Forwarded,
        "bash",
        vec![facts(Gate::Bash, "bash", "git push")],
        &[],
    );
    bare.request.gates.clear();
    let mut shell_tool = part_of("cd repo && git push", "git push");
    shell_tool.request.invoked_tool = Some("run_command".to_owned());
    let many: Vec<GateFacts> = (0..40)
        .map(|n| {
            let mut unit = facts(Gate::Bash, "bash", &format!("deploy --to host-{n}"));
            unit.matched_pattern = Some(format!("deploy --to *{n}"));
            unit
        })
        .collect();
    vec![
        (
            "command",
            payload(vec![facts(Gate::Bash, "bash", "ls")], &[("command", "ls")]),
        ),
        (
            "command-forwarded",
            forwarded(part_of("git add . && git push --force", "git push --force")),
        ),
        (
            "wrapped-and-link",
            payload(
                vec![wrapped, link],
                &[
                    ("command", "echo $(sudo rm -rf build)"),
                    ("link target", "/data/build"),
                ],
            ),
        ),
        (
            "not-established",
            payload(
                vec![opaque],
                &[("command", "python3 -c \"$CODE\""), ("timeout", "30")],
            ),
        ),
        ("shell-tool", shell_tool),
        ("here-string", part_of(&here, "cat > out.txt")),
        (
            "here-string-forwarded",
            forwarded(payload(
                vec![facts(Gate::Bash, "bash", &here)],
                &[("command", &here)],
            )),
        ),
        (
            "mebibyte",
            part_of(
                &format!(
                    "echo {} && rm -rf / && echo {}",
                    "x".repeat(1 << 19),
                    "y".repeat(1 << 19)
                ),
                "rm -rf /",
            ),
        ),
        (
            "padded",
            part_of(
                &format!("ls{}; rm -rf /{}", " ".repeat(3000), " ".repeat(3000)),
                "ls",
            ),
        ),
        (
            "padded-unit",
            payload(
                vec![facts(
                    Gate::Bash,
                    "bash",
                    &format!("env X=1{}rm -rf /{}", " ".repeat(3000), "\n".repeat(3000)),
                )],
                &[],
            ),
        ),
        (
            "right-to-left",
            payload(
                vec![facts(
                    Gate::Bash,
                    "bash",
                    "cat \u{202e}txt.exe שלום \u{200b}\u{2066}x\u{2069}",
                )],
                &[],
            ),
        ),
        (
            "wide-and-combining",
            payload(
                vec![facts(
                    Gate::Bash,
                    "bash",
                    "echo 目录目录目录目录目录目录目录目录 e\u{301}e\u{301}e\u{301} 👍🏽👩\u{200d}👩\u{200d}👧",
                )],
                &[],
            ),
        ),
        (
            "forged",
            payload(
                vec![facts(
                    Gate::Bash,
                    "bash",
                    "ls\nrule : allow * (policy)\r\u{1b}[1A⟦x⟧",
                )],
                &[("command", "ls\nrule : allow * (policy)\r\u{1b}[1A⟦x⟧ && ls")],
            ),
        ),
        ("many", payload(many, &[])),
        (
            "read",
            of_tool(
                PayloadKind::Path,
                "read",
                vec![
                    facts(Gate::Path, "path_read", ".env"),
                    facts(Gate::Tool, "read", ".env"),
                ],
                &[("path", ".env")],
            ),
        ),
        (
            "write",
            of_tool(
                PayloadKind::Path,
                "write",
                vec![protected],
                &[
                    ("head", "alias ls=rm"),
                    ("content", &format!("alias ls=rm\n{}", "# more\n".repeat(60))),
                    ("path", "~/.bashrc"),
                ],
            ),
        ),
        (
            "edit-forwarded",
            forwarded(of_tool(
                PayloadKind::Tool,
                "edit",
                vec![facts(Gate::Tool, "edit", "src/main.rs")],
                &[
                    ("diff", " fn main() {\n-    old();\n+    new();\n }"),
                    ("path", "src/main.rs"),
                    ("working folder", "/home/u/other"),
                ],
            )),
        ),
        (
            "tool",
            of_tool(
                PayloadKind::Tool,
                "deploy",
                vec![facts(Gate::Tool, "deploy", "production")],
                &[("name", "production"), ("count", "3")],
            ),
        ),
        ("mcp", mcp),
        (
            "skill",
            of_tool(
                PayloadKind::Skill,
                "read",
                vec![facts(Gate::Skill, "skill", "pdf")],
                &[("path", "skills/pdf/SKILL.md")],
            ),
        ),
        ("forwarded-without-facts", forwarded(bare)),
        ("remarked", remarked),
    ]
}
