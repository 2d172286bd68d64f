//! The options of `policy.jsonc` and `protectedWrites` of `hard-guards.jsonc`, read from their trees.

use super::document::ProtectedEntry;
use super::fields::{Fields, duplicate, flag, list, named, number, text, wrong_type, wrong_value};
use super::node::{Member, Node, Value};
use super::options::{
    AutoReview, Pointers, ShellAccess, ShellTool, ToolAccess, WrapperDeclaration, thirty_seconds,
};
use super::permission::{allows_only, is_builtin_surface};
use super::problem::{Findings, Severity, code};
use super::surfaces::{PathPattern, closest, inspect_path_pattern};
use super::{Options, Span};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Every option, in the order in which the reference lists them.
pub(super) const OPTIONS: [&str; 15] = [
    "yoloMode",
    "authorizerChain",
    "autoReview",
    "authorizerTimeoutMs",
    "forwardingTimeoutMs",
    "shellTools",
    "toolAccess",
    "wrappers",
    "commandEffects",
    "promptMaxRows",
    "promptFieldMaxWidth",
    "reviewLogFieldMaxWidth",
    "permissionReviewLog",
    "debugLog",
    "inbox",
];

/// Options that are taken and ignored.
pub(super) const DEPRECATED: [&str; 2] = ["toolInputPreviewMaxLength", "toolTextSummaryMaxLength"];

/// A day, in milliseconds.
pub(super) const TIMEOUT_MS: RangeInclusive<u32> = 1..=86_400_000;
pub(super) const ROWS: RangeInclusive<u32> = 1..=10_000;
pub(super) const WIDTH: RangeInclusive<u32> = 1..=1_000_000;
pub(super) const SKIP: RangeInclusive<u32> = 0..=64;

/// Top-level keys of other systems, and what stands for them here.
const FOREIGN_FIELDS: [(&str, &str); 5] = [
    ("permissions", "The key is `permission`, with surfaces under it."),
    (
        "defaultPolicy",
        "Write the fallback as \"permission\": {\"*\": \"ask\"}.",
    ),
    (
        "defaultMode",
        "Write the fallback as \"permission\": {\"*\": \"ask\"}.",
    ),
    (
        "tools",
        "Each tool is a surface under `permission`, as in \"permission\": {\"read\": \"allow\"}.",
    ),
    ("skills", "The surface is `skill`, under `permission`."),
];

/// Reads the options of a policy.
pub(super) fn read(root: &Node<'_>, floored: &mut Vec<String>, findings: &mut Findings) -> Options {
    let known = |key: &str| key == "permission" || key == "$schema" || OPTIONS.contains(&key);
    unknown_fields(root, known, floored, findings);
    for member in root
        .members()
        .iter()
        .filter(|member| DEPRECATED.contains(&&*member.key))
    {
        findings.add(
            Severity::Info,
            code::DEPRECATED,
            member.key_span,
            format!("`{}` is ignored", member.key),
            "`promptMaxRows` and `promptFieldMaxWidth` bound what a prompt shows. Remove it.".to_owned(),
        );
    }
    let mut options = Options::default();
    for (at, member) in root.members().iter().enumerate() {
        let key = &*member.key;
        let twice = |others: &[Member<'_>]| others.iter().any(|other| other.key == key);
        let members = root.members();
        let earlier = members.get(..at).is_some_and(twice);
        let later = members.get(at + 1..).is_some_and(twice);
        if OPTIONS.contains(&key) && earlier {
            duplicate(findings, member);
        }
        // What a tool takes only ever adds checks, so all of it counts.
        let adds_checks = matches!(key, "shellTools" | "toolAccess");
        if (earlier || later) && !adds_checks {
            continue;
        }
        read_option(member, &mut options, floored, findings);
    }
    options
}

fn read_option(
    member: &Member<'_>,
    options: &mut Options,
    floored: &mut Vec<String>,
    findings: &mut Findings,
) {
    let node = &member.value;
    let what = format!("`{}`", member.key);
    let set = |target: &mut bool, findings: &mut Findings| {
        if let Some(value) = flag(findings, &what, node) {
            *target = value;
        }
    };
    let count = |target: &mut u32, range, findings: &mut Findings| {
        if let Some(value) = number(findings, &what, node, range) {
            *target = value;
        }
    };
    let time = |target: &mut u64, findings: &mut Findings| {
        if let Some(value) = number(findings, &what, node, TIMEOUT_MS) {
            *target = u64::from(value);
        }
    };
    match &*member.key {
        "yoloMode" => set(&mut options.yolo_mode, findings),
        "permissionReviewLog" => set(&mut options.permission_review_log, findings),
        "debugLog" => set(&mut options.debug_log, findings),
        "inbox" => set(&mut options.inbox, findings),
        "authorizerTimeoutMs" => time(&mut options.authorizer_timeout_ms, findings),
        "forwardingTimeoutMs" => time(&mut options.forwarding_timeout_ms, findings),
        "promptMaxRows" => count(&mut options.prompt_max_rows, ROWS, findings),
        "promptFieldMaxWidth" => count(&mut options.prompt_field_max_width, WIDTH, findings),
        "reviewLogFieldMaxWidth" => count(&mut options.review_log_field_max_width, WIDTH, findings),
        "authorizerChain" => options.authorizer_chain = chain(node, findings),
        "autoReview" => options.auto_review = auto_review(node, findings),
        "shellTools" => {
            let tools = per_tool(node, &what, floored, findings, shell_tool);
            options.shell_tools.extend(tools);
        }
        "toolAccess" => {
            let tools = per_tool(node, &what, floored, findings, tool_access);
            options.tool_access.extend(tools);
        }
        "wrappers" => {
            let members = named(findings, &what, node);
            let read = |member: &Member<'_>| Some((member.key.to_string(), wrapper(member, findings)?));
            options.wrappers = members.into_iter().filter_map(read).collect();
        }
        "commandEffects" => {
            let members = named(findings, &what, node);
            let read = |member: &Member<'_>| Some((member.key.to_string(), effects(member, findings)?));
            options.command_effects = members.into_iter().filter_map(read).collect();
        }
        _ => {}
    }
}

/// What is declared of tools. Where it can't be read, the tool's own allow is floored: it may do more than
/// its name says.
fn per_tool<T>(
    node: &Node<'_>,
    what: &str,
    floored: &mut Vec<String>,
    findings: &mut Findings,
    read: impl Fn(&str, &Node<'_>, &mut Findings) -> Option<T>,
) -> BTreeMap<String, T> {
    let mut tools = BTreeMap::new();
    if !matches!(node.value, Value::Object(_)) {
        floored.push("*".to_owned());
    }
    for member in named(findings, what, node) {
        let name = member.key.to_string();
        if tools.contains_key(&name) {
            duplicate(findings, member);
            floored.push(name);
            continue;
        }
        match read(&name, &member.value, findings) {
            Some(value) => {
                tools.insert(name, value);
            }
            None => floored.push(name),
        }
    }
    tools
}

fn chain(node: &Node<'_>, findings: &mut Findings) -> Vec<String> {
    let what = "`authorizerChain`";
    let Value::Array(items) = &node.value else {
        wrong_type(findings, what, node, "an array of names");
        return Vec::new();
    };
    let mut names: Vec<String> = Vec::new();
    for item in items {
        let Some(name) = text(findings, "a name in `authorizerChain`", item) else {
            continue;
        };
        if names.contains(&name) {
            findings.warning(
                code::DUPLICATE_KEY,
                item.span,
                format!("`{name}` stands twice in {what}"),
                "Remove one: a link that deferred once is not asked again.",
            );
        } else {
            names.push(name);
        }
    }
    names
}

fn auto_review(node: &Node<'_>, findings: &mut Findings) -> Option<AutoReview> {
    let names = [
        "provider",
        "model",
        "endpoint",
        "apiKeyEnv",
        "timeoutMs",
        "instructions",
    ];
    let mut fields = Fields::of("`autoReview`", node, &names, findings)?;
    let (provider, model) = (fields.needed_text("provider"), fields.needed_text("model"));
    Some(AutoReview {
        endpoint: fields.text("endpoint"),
        api_key_env: fields.text("apiKeyEnv"),
        timeout_ms: fields
            .number("timeoutMs", TIMEOUT_MS)
            .map_or_else(thirty_seconds, u64::from),
        instructions: fields.text("instructions"),
        provider: provider?,
        model: model?,
    })
}

fn shell_tool(name: &str, node: &Node<'_>, findings: &mut Findings) -> Option<ShellTool> {
    let what = format!("the shell tool `{name}`");
    let mut fields = Fields::of(&what, node, &["commandArgument", "workdirArgument"], findings)?;
    let workdir_named = fields.get("workdirArgument").is_some();
    let workdir_argument = fields.text("workdirArgument");
    let command_argument = fields.needed_text("commandArgument")?;
    (workdir_argument.is_some() || !workdir_named).then_some(ShellTool {
        command_argument,
        workdir_argument,
    })
}

/// The parts of an access; `registerTool` has all but the last one level deeper, under `access`, and both
/// ways are taken.
const ACCESS: [&str; 6] = ["path", "value", "remote", "shell", "evidence", "access"];

fn tool_access(name: &str, node: &Node<'_>, findings: &mut Findings) -> Option<ToolAccess> {
    let what = format!("the access of `{name}`");
    let mut access = ToolAccess::default();
    let mut fields = Fields::of(&what, node, &ACCESS, findings)?;
    read_access(&mut fields, &mut access)?;
    if let Some(node) = fields.get("evidence") {
        access.evidence = evidence_of(node, fields.findings())?;
    }
    if let Some(inner) = fields.get("access") {
        let names = ACCESS.get(..4).unwrap_or(&[]);
        let mut fields = Fields::of("`access`", inner, names, findings)?;
        read_access(&mut fields, &mut access)?;
    }
    Some(access)
}

fn read_access(fields: &mut Fields<'_, '_, '_>, access: &mut ToolAccess) -> Option<()> {
    if let Some(node) = fields.get("path") {
        access.path = Some(pointers(node, fields.findings())?);
    }
    if let Some(node) = fields.get("value") {
        access.value = Some(pointer(node, fields.findings())?);
    }
    if fields.get("remote").is_some() {
        access.remote = fields.flag("remote")?;
    }
    if let Some(node) = fields.get("shell") {
        access.shell = Some(shell_access(node, fields.findings())?);
    }
    Some(())
}

fn shell_access(node: &Node<'_>, findings: &mut Findings) -> Option<ShellAccess> {
    let mut fields = Fields::of("`shell`", node, &["command", "workdir"], findings)?;
    let workdir = match fields.get("workdir") {
        Some(node) => Some(pointer(node, fields.findings())?),
        None => None,
    };
    fields.needed_text("command")?;
    let command = fields.get("command")?;
    let command = pointer(command, fields.findings())?;
    Some(ShellAccess { command, workdir })
}

fn evidence_of(node: &Node<'_>, findings: &mut Findings) -> Option<Vec<(String, String)>> {
    let Value::Array(items) = &node.value else {
        wrong_type(findings, "`evidence`", node, "an array");
        return None;
    };
    let mut evidence = Vec::new();
    for item in items {
        let mut fields = Fields::of("`evidence`", item, &["label", "pointer"], findings)?;
        let label = fields.needed_text("label")?;
        let Some(node) = fields.get("pointer") else {
            fields.needed_text("pointer");
            return None;
        };
        evidence.push((label, pointer(node, fields.findings())?));
    }
    Some(evidence)
}

fn pointers(node: &Node<'_>, findings: &mut Findings) -> Option<Pointers> {
    match &node.value {
        Value::Array(items) => {
            let read: Option<Vec<_>> = items.iter().map(|item| pointer(item, findings)).collect();
            read.map(Pointers)
        }
        _ => pointer(node, findings).map(|pointer| Pointers(vec![pointer])),
    }
}

/// A JSON Pointer (RFC 6901).
fn pointer(node: &Node<'_>, findings: &mut Findings) -> Option<String> {
    let Some(text) = node.as_str() else {
        wrong_type(findings, "a pointer", node, "a string");
        return None;
    };
    let escapes_read = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    if !(text.is_empty() || text.starts_with('/')) || !escapes_read {
        wrong_value(
            findings,
            "a pointer",
            node,
            "a JSON Pointer, such as \"/path\" or \"/items/0/name\"",
        );
        return None;
    }
    Some(text.to_owned())
}

fn wrapper(member: &Member<'_>, findings: &mut Findings) -> Option<WrapperDeclaration> {
    let what = format!("the wrapper `{}`", member.key);
    let mut fields = Fields::of(&what, &member.value, &["transparent", "skip"], findings)?;
    let skip_named = fields.get("skip").is_some();
    let skip = fields.number("skip", SKIP);
    let transparent = fields.flag("transparent") == Some(true);
    if !transparent {
        fields.findings().error(
            code::MISSING_FIELD,
            member.value.span,
            format!("{what} has to say \"transparent\": true"),
            "Only wrappers that change nothing about what they run can be declared. It counts for nothing.",
        );
    }
    (transparent && (skip.is_some() || !skip_named)).then_some(WrapperDeclaration {
        transparent: true,
        skip: skip.unwrap_or(0),
    })
}

fn effects(member: &Member<'_>, findings: &mut Findings) -> Option<Vec<String>> {
    let what = format!("the effects of `{}`", member.key);
    let expected = "[\"read\"], [\"write\"] or []";
    let Value::Array(items) = &member.value.value else {
        wrong_type(findings, &what, &member.value, expected);
        return None;
    };
    let words: Option<Vec<String>> = items
        .iter()
        .map(|item| {
            item.as_str()
                .filter(|word| matches!(*word, "read" | "write"))
                .map(str::to_owned)
        })
        .collect();
    if words.is_none() || items.len() > 1 {
        wrong_value(findings, &what, &member.value, expected);
        return None;
    }
    words
}

/// Reads `protectedWrites`.
pub(super) fn read_guards<'a>(
    root: &Node<'a>,
    floored: &mut Vec<String>,
    findings: &mut Findings,
) -> Vec<ProtectedEntry<'a>> {
    let known = |key: &str| matches!(key, "permission" | "protectedWrites" | "$schema");
    unknown_fields(root, known, floored, findings);
    let mut entries = Vec::new();
    let mut lists = root
        .members()
        .iter()
        .filter(|member| member.key == "protectedWrites");
    if let Some(first) = lists.next() {
        protected(first, &mut entries, floored, findings);
    }
    for again in lists {
        findings.error(
            code::DUPLICATE_KEY,
            again.key_span,
            "`protectedWrites` stands twice",
            "Put the patterns of both into one. Until then both count.",
        );
        protected(again, &mut entries, floored, findings);
    }
    entries
}

fn protected<'a>(
    member: &Member<'a>,
    entries: &mut Vec<ProtectedEntry<'a>>,
    floored: &mut Vec<String>,
    findings: &mut Findings,
) {
    let Value::Array(items) = &member.value.value else {
        wrong_type(
            findings,
            "`protectedWrites`",
            &member.value,
            "an array of path patterns",
        );
        floored.push("*".to_owned());
        return;
    };
    for item in items {
        let Some(pattern) = text(findings, "a pattern of `protectedWrites`", item) else {
            floored.push("*".to_owned());
            continue;
        };
        let mut push =
            |pattern: std::borrow::Cow<'a, str>, span: Span| entries.push(ProtectedEntry { pattern, span });
        match inspect_path_pattern(&pattern) {
            PathPattern::Fine => {
                if let Value::String(pattern) = &item.value {
                    push(pattern.clone(), item.span);
                }
            }
            PathPattern::Unreadable { message, advice } => {
                findings.error(code::UNREADABLE_PATTERN, item.span, message, &advice);
                floored.push("*".to_owned());
            }
            PathPattern::NeverMatches { why, meant } => {
                let message = format!("no path looks like `{pattern}`: {why}");
                let advice = meant.as_ref().map_or_else(
                    || "Write the path as it is when folded.".to_owned(),
                    |meant| format!("Write `{meant}`. It counts as that already."),
                );
                findings.warning(code::PATTERN_NEVER_MATCHES, item.span, message, &advice);
                match meant {
                    Some(meant) => push(meant.into(), item.span),
                    None => floored.push("*".to_owned()),
                }
            }
        }
    }
}

fn unknown_fields(
    root: &Node<'_>,
    known: impl Fn(&str) -> bool,
    floored: &mut Vec<String>,
    findings: &mut Findings,
) {
    let names: Vec<&str> = ["permission", "protectedWrites", "$schema"]
        .into_iter()
        .chain(OPTIONS)
        .filter(|name| known(name))
        .collect();
    let guards = known("protectedWrites");
    for member in root.members() {
        let key = &*member.key;
        if known(key) || (!guards && DEPRECATED.contains(&key)) {
            continue;
        }
        let message = format!("`{key}` means nothing here");
        let meant = closest(key, names.iter().copied());
        if is_builtin_surface(key) {
            // It restricts nothing where it stands, although it was meant to.
            if !allows_only(&member.value) {
                floored.push(key.to_owned());
            }
            let advice = format!("Put it under `permission`: {{\"permission\": {{\"{key}\": …}}}}.");
            findings.error(code::UNKNOWN_FIELD, member.key_span, message, &advice);
            continue;
        }
        let foreign = FOREIGN_FIELDS
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, advice)| (*advice).to_owned());
        // A misspelt guard would protect nothing.
        if guards && (matches!(meant, Some("permission" | "protectedWrites")) || foreign.is_some()) {
            floored.push("*".to_owned());
        }
        let advice = foreign
            .or_else(|| meant.map(|name| format!("Did you mean `{name}`?")))
            .or_else(|| {
                OPTIONS
                    .contains(&key)
                    .then(|| "This option stands in policy.jsonc.".to_owned())
            })
            .unwrap_or_else(|| format!("The file has: {}.", list(&names)));
        findings.error(code::UNKNOWN_FIELD, member.key_span, message, &advice);
    }
}
