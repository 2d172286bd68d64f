//! `portcullis log why`: one decision, with all that the log kept of it.

use super::Source;
use super::event::{decider, is_decision, is_question, result, subject};
use crate::cli::grounds;
use crate::cli::paint::Paint;
use crate::presentation::{Ground, visible};
use crate::record::{Entry, entries};
use crate::rule::Action;
use anyhow::{Context, bail};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  portcullis log why 7f3a9c21
  portcullis log why 0198f2c4-5b6e-7d10-9c3a-1f2e7f3a9c21 --json

The id is the `requestId` of the answer, the prompt, the events and every line of the log; its beginning or end will
do. A call that was allowed without asking has no line: ask `portcullis explain` about it.
Exit codes: 0 done, 3 error.";

/// Explain one decision: who made it, and every rule that was considered
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The request, or the beginning or end of its id
    #[arg(value_name = "REQUEST")]
    id: String,
    #[command(flatten)]
    source: Source,
    /// Print its lines as they stand in the log
    #[arg(long)]
    json: bool,
}

/// Prints the decision.
pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = args.source.path()?;
    let lines = lines_of(&path, &args.id)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        for (_, line) in &lines {
            writeln!(out, "{line}")?;
        }
    } else {
        let entries: Vec<&Entry> = lines.iter().map(|(entry, _)| entry).collect();
        out.write_all(told(&entries, Paint::stdout()).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Every line of the request, oldest first.
fn lines_of(path: &std::path::Path, id: &str) -> anyhow::Result<Vec<(Entry, String)>> {
    if id.len() < 4 {
        bail!("{id}: at least four characters of the id are needed");
    }
    let mut found: BTreeMap<String, Vec<(Entry, String)>> = BTreeMap::new();
    entries(path, |entry, line| {
        let Some(request) = entry.text("requestId") else {
            return;
        };
        if request.starts_with(id) || request.ends_with(id) {
            let request = request.to_owned();
            found.entry(request).or_default().push((entry, line.to_owned()));
        }
    })
    .with_context(|| format!("{} can't be read", path.display()))?;
    match found.len() {
        0 => bail!(
            "no line of {} is about {id}: it was allowed without asking, or its file is gone",
            path.display()
        ),
        1 => Ok(found.into_values().next().unwrap_or_default()),
        _ => {
            let ids: Vec<&str> = found.keys().take(8).map(String::as_str).collect();
            bail!(
                "{id} is the beginning or end of {} requests: {}",
                found.len(),
                ids.join(", ")
            )
        }
    }
}

fn told(entries: &[&Entry], paint: Paint) -> String {
    let mut out = String::new();
    // Of a call of a subagent two sessions write: the last line that says the result is that of the call itself.
    let decision = entries.iter().rev().find(|entry| is_decision(entry));
    let Some(main) = decision.or_else(|| entries.last()) else {
        return out;
    };
    let action = match result(main) {
        "allow" => paint.action(Action::Allow),
        "deny" => paint.action(Action::Deny),
        _ => paint.action(Action::Ask),
    };
    let _ = writeln!(out, "{action}  {}", visible(&subject(main)));
    if let (Some(length), Some(hash)) = (main.fields.get("valueLength"), main.text("valueHash")) {
        let _ = writeln!(
            out,
            "      {}",
            paint.dim(&format!("of {length} characters, {hash}"))
        );
    }
    let mut fact = |label: &str, text: &str| {
        if !text.is_empty() {
            let _ = writeln!(out, "  {label:10} {}", visible(text));
        }
    };
    fact("decided by", &decider(main));
    fact("reason", main.text("reason").unwrap_or_default());
    fact("resolution", &with_cause(main));
    fact("rule", &rule(main));
    fact("runs", main.text("executedUnit").unwrap_or_default());
    fact("where", main.text("commandContext").unwrap_or_default());
    fact("tool", &tool(main));
    fact("agent", main.text("agentName").unwrap_or_default());
    fact("session", main.text("sessionId").unwrap_or_default());
    fact("request", main.text("requestId").unwrap_or_default());
    fact("tool call", main.text("toolCallId").unwrap_or_default());
    for rule in main
        .fields
        .get("suggestion")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let part = |name: &str| rule.get(name).and_then(Value::as_str).unwrap_or_default();
        fact("offered", &format!("{} {}", part("surface"), part("pattern")));
    }
    let _ = writeln!(out, "\n{}", paint.bold("What happened"));
    for entry in entries {
        let _ = writeln!(out, "  {}  {}", entry.timestamp, visible(&step(entry)));
    }
    let kept = main.fields.get("explanation").cloned().unwrap_or_default();
    if let Ok(grounds) = Vec::<Ground>::deserialize(kept)
        && !grounds.is_empty()
    {
        let _ = writeln!(
            out,
            "\n{}\n{}",
            paint.bold("What was considered"),
            grounds::show(&grounds, paint)
        );
    } else {
        gates(&mut out, main, paint);
    }
    out
}

fn with_cause(entry: &Entry) -> String {
    let resolution = entry.text("resolution").unwrap_or_default();
    match entry.text("cause") {
        Some(cause) => format!("{resolution} ({cause})"),
        None => resolution.to_owned(),
    }
}

fn rule(entry: &Entry) -> String {
    let origin = entry.text("origin").unwrap_or_default();
    let surface = entry.text("surface").unwrap_or_default();
    match entry.text("matchedPattern") {
        Some(pattern) => format!("{surface}: {pattern} ({origin})"),
        None => format!("{surface} ({origin})"),
    }
}

fn tool(entry: &Entry) -> String {
    let tool = entry.text("tool").unwrap_or_default();
    match entry.text("invokedTool") {
        Some(invoked) => format!("{tool} ({invoked})"),
        None => tool.to_owned(),
    }
}

/// One line of the log in a few words.
fn step(entry: &Entry) -> String {
    let by = decider(entry);
    let mut text = match entry.event.as_str() {
        "permission_request.waiting" => "somebody is asked".to_owned(),
        "forwarded_permission.request_created" => "put to the parent's session".to_owned(),
        "forwarded_permission.prompted" => "the parent's session asks somebody".to_owned(),
        "forwarded_permission.response_received" => "the parent's session answered".to_owned(),
        "authorizer_link.answered" => format!(
            "{} says {}",
            entry.text("name").unwrap_or("a link"),
            entry.text("verdict").unwrap_or("nothing")
        ),
        other => other.to_owned(),
    };
    if !by.is_empty() && !is_question(entry) {
        let _ = write!(text, ", by {by}");
    }
    if let Some(reason) = entry.text("reason") {
        let _ = write!(text, ": {reason}");
    }
    text
}

/// Of a call whose rules were not kept: what each gate said.
fn gates(out: &mut String, entry: &Entry, paint: Paint) {
    let gates = entry.fields.get("gates").and_then(Value::as_array);
    let Some(gates) = gates.filter(|gates| !gates.is_empty()) else {
        return;
    };
    let _ = writeln!(out, "\n{}", paint.bold("What was considered"));
    for gate in gates {
        let part = |name: &str| gate.get(name).and_then(Value::as_str).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {}  {}  {} ({})",
            part("state"),
            visible(part("value")),
            visible(part("matchedPattern")),
            part("origin")
        );
    }
}
