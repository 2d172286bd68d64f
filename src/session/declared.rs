//! What is in force in one place: the snapshot, and what it and the runtime declare of tools and programs.

use super::registrations::Registrations;
use crate::access::Declarations;
use crate::gate::{declarations, pointers};
use crate::policy::Snapshot;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is in force in one place.
pub(super) struct InForce {
    pub(super) snapshot: Arc<Snapshot>,
    pub(super) declarations: Declarations,
    /// Declared evidence: label and pointer, by tool.
    pub(super) evidence: BTreeMap<String, Vec<(String, String)>>,
}

impl InForce {
    /// What `snapshot` declares, and the runtime beside it.
    pub(super) fn new(snapshot: Arc<Snapshot>, registrations: &Registrations) -> Self {
        let registered = registrations.tools();
        let declarations = Declarations {
            registrations: registered
                .map(|(tool, access)| (tool.to_owned(), pointers(access)))
                .collect(),
            ..declarations(&snapshot.options, &snapshot.cwd)
        };
        let declared = snapshot
            .options
            .tool_access
            .iter()
            .map(|(tool, access)| (tool.as_str(), access));
        let evidence = registrations
            .tools()
            .chain(declared)
            .filter(|(_, access)| !access.evidence.is_empty())
            .map(|(tool, access)| (tool.to_owned(), access.evidence.clone()))
            .collect();
        Self {
            snapshot,
            declarations,
            evidence,
        }
    }

    /// The command of a call, where the tool takes one.
    pub(super) fn command_of(&self, tool: &str, input: &Value) -> Option<String> {
        let declarations = &self.declarations;
        let declared = declarations
            .shell_tools
            .get(tool)
            .map(|shell| shell.command.as_str());
        let access = || {
            let access = declarations
                .tool_access
                .get(tool)
                .or_else(|| declarations.registrations.get(tool));
            access
                .and_then(|access| access.shell.as_ref())
                .map(|shell| shell.command.as_str())
        };
        let pointer = declared
            .or_else(access)
            .or((tool == "bash").then_some("/command"))?;
        input.pointer(pointer)?.as_str().map(str::to_owned)
    }
}
