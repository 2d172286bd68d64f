//! The options of `policy.jsonc`, read from its tree.

use super::Options;
use super::fields::{Fields, duplicate, flag, named, number, text, wrong_type, wrong_value};
use super::node::{Member, Node, Value};
use super::options::{AutoReview, WrapperDeclaration, thirty_seconds};
use super::problem::{Findings, Severity, code};
use super::tool_reader::{shell_tool, tool_access};
use super::top_level::unknown_fields;
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
