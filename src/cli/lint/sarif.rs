//! Findings as a SARIF log.
//!
//! Source: OASIS, Static Analysis Results Interchange Format (SARIF) 2.1.0,
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html> (sections 3.13, 3.14, 3.19, 3.27, 3.28, 3.30).

use super::super::source::position;
use super::Texts;
use crate::lint::Finding;
use crate::policy::{Severity, Span};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The log of one run.
pub(super) fn log(found: &[Finding], texts: &Texts) -> Value {
    let codes: BTreeSet<&str> = found.iter().map(|finding| finding.problem.code).collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({"id": code})).collect();
    let results: Vec<Value> = found.iter().map(|finding| result(finding, texts)).collect();
    json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": {"driver": {"name": "portcullis", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            // Columns are counted in Unicode scalars, as those of the other outputs for people are.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(finding: &Finding, texts: &Texts) -> Value {
    let problem = &finding.problem;
    let level = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let text = match &problem.advice {
        Some(advice) => format!("{}. {advice}", problem.message),
        None => problem.message.clone(),
    };
    let related = finding.related.iter().map(|related| {
        let mut place = location(&related.file, Some(related.span), texts);
        if let Some(place) = place.as_object_mut() {
            place.insert("message".to_owned(), json!({"text": related.message}));
        }
        place
    });
    json!({
        "ruleId": problem.code,
        "level": level,
        "message": {"text": text},
        "locations": [location(&problem.file, problem.span, texts)],
        "relatedLocations": related.collect::<Vec<_>>(),
    })
}

fn location(file: &str, span: Option<Span>, texts: &Texts) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(file)}});
    if let (Some(span), Some(text), Some(place)) = (span, texts.get(file), place.as_object_mut()) {
        let (start, end) = (
            position(text, span.start as usize),
            position(text, span.end as usize),
        );
        let region = json!({
            "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
        });
        place.insert("region".to_owned(), region);
    }
    json!({"physicalLocation": place})
}

/// A path as a URI: absolute with its scheme, else relative to wherever the log is read.
fn uri(file: &str) -> String {
    use std::fmt::Write as _;
    let mut uri = String::from(if file.starts_with('/') { "file://" } else { "" });
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}
