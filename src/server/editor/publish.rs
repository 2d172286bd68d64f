//! Findings → `textDocument/publishDiagnostics`.

use super::{Shared, convert};
use crate::editor::View;
use crate::lint::{Finding, Related, code, page};
use crate::policy::{Severity, code as loader};
use crate::server::uri;
use crate::transport::Weight;
use std::str::FromStr as _;
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, PublishDiagnosticsParams, Range, Uri,
};

/// Who says so.
const SOURCE: &str = "portcullis";

/// Codes of what could as well not be there.
const UNNECESSARY: [&str; 4] = [
    code::NEVER_WINS,
    code::REDUNDANT_RULE,
    code::GUARD_WITHOUT_DENY,
    loader::REASON_WITHOUT_DENY,
];

impl Shared {
    /// Publishes what was found in a text, unless that has changed by now.
    pub(super) fn publish(&self, name: &str, view: &View, found: &[Finding]) {
        let Ok(uri) = Uri::from_str(name) else { return };
        let diagnostics = found
            .iter()
            .map(|finding| self.diagnostic(view, finding))
            .collect();
        let with_version = self.abilities().version;
        self.desk.if_current(name, &view.sheet, |version| {
            self.send(&PublishDiagnosticsParams {
                uri,
                diagnostics,
                version: with_version.then_some(version),
            });
        });
    }

    /// Takes back what was published of a document.
    pub(super) fn clear(&self, uri: Uri) {
        self.send(&PublishDiagnosticsParams {
            uri,
            diagnostics: Vec::new(),
            version: None,
        });
    }

    fn send(&self, params: &PublishDiagnosticsParams) {
        self.outgoing
            .notify("textDocument/publishDiagnostics", params, Weight::Event);
    }

    /// A finding as the client can show it.
    pub(super) fn diagnostic(&self, view: &View, finding: &Finding) -> Diagnostic {
        let abilities = self.abilities();
        let problem = &finding.problem;
        let mut message = problem.message.clone();
        for (before, text) in [
            ("\n", problem.advice.as_deref()),
            ("\nFor example: ", finding.witness.as_deref()),
        ] {
            if let Some(text) = text {
                message.push_str(before);
                message.push_str(text);
            }
        }
        let related: Vec<DiagnosticRelatedInformation> = if abilities.related {
            let related = finding.related.iter();
            related
                .filter_map(|related| self.related(view, related))
                .collect()
        } else {
            Vec::new()
        };
        let mut tags = Vec::new();
        if abilities.unnecessary && UNNECESSARY.contains(&problem.code) {
            tags.push(DiagnosticTag::UNNECESSARY);
        }
        if abilities.deprecated && problem.code == loader::DEPRECATED {
            tags.push(DiagnosticTag::DEPRECATED);
        }
        Diagnostic {
            range: problem
                .span
                .map_or_else(Range::default, |span| convert::range(&view.sheet, span)),
            severity: Some(match problem.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Info => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(problem.code.to_owned())),
            code_description: abilities
                .code_description
                .then(|| Uri::from_str(&page::uri(problem.code)).ok())
                .flatten()
                .map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags: (!tags.is_empty()).then_some(tags),
            data: None,
        }
    }

    /// Another place, in this text or in one around it.
    fn related(&self, view: &View, related: &Related) -> Option<DiagnosticRelatedInformation> {
        let sheets = [Some(&view.sheet), view.guards.as_ref(), view.policy.as_ref()];
        let sheet = sheets
            .into_iter()
            .flatten()
            .find(|sheet| sheet.document.file == related.file)?;
        let uri = self
            .desk
            .name_of(&related.file)
            .unwrap_or_else(|| uri::of_file(&related.file));
        Some(DiagnosticRelatedInformation {
            location: Location {
                uri: Uri::from_str(&uri).ok()?,
                range: convert::range(sheet, related.span),
            },
            message: related.message.clone(),
        })
    }
}
