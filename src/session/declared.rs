//! What is in force in one place: the snapshot, and what it and the runtime declare of tools and programs.

use super::registrations::Registrations;
use crate::access::{Declarations, ShellPointers, ToolPointers};
use crate::policy::{Options, Snapshot, ToolAccess};
use crate::shell::grammar::{Declared, Effects};
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
        let declarations = declarations(&snapshot.options, registrations, &snapshot.cwd);
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

/// The policy's and the runtime's word on tools and programs, as the room of accesses takes it.
fn declarations(options: &Options, registrations: &Registrations, cwd: &str) -> Declarations {
    let shell_tools = options.shell_tools.iter().map(|(tool, shell)| {
        let pointers = ShellPointers {
            command: field(&shell.command_argument),
            workdir: shell.workdir_argument.as_deref().map(field),
        };
        (tool.clone(), pointers)
    });
    Declarations {
        shell_tools: shell_tools.collect(),
        tool_access: options
            .tool_access
            .iter()
            .map(|(tool, access)| (tool.clone(), pointers(access)))
            .collect(),
        registrations: registrations
            .tools()
            .map(|(tool, access)| (tool.to_owned(), pointers(access)))
            .collect(),
        programs: programs(options, cwd),
    }
}

fn pointers(access: &ToolAccess) -> ToolPointers {
    ToolPointers {
        paths: access
            .path
            .as_ref()
            .map(|pointers| pointers.0.clone())
            .unwrap_or_default(),
        value: access.value.clone(),
        remote: access.remote,
        shell: access.shell.as_ref().map(|shell| ShellPointers {
            command: shell.command.clone(),
            workdir: shell.workdir.clone(),
        }),
    }
}

/// The pointer to a field of the input (RFC 6901).
fn field(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// `wrappers` and `commandEffects`.
fn programs(options: &Options, cwd: &str) -> Declared {
    let effects = options.command_effects.iter().map(|(program, effects)| {
        let has = |word: &str| effects.iter().any(|effect| effect == word);
        (
            program.clone(),
            Effects {
                read: has("read"),
                write: has("write"),
            },
        )
    });
    Declared {
        wrappers: options
            .wrappers
            .iter()
            .map(|(name, wrapper)| (name.clone(), wrapper.skip))
            .collect(),
        effects: effects.collect(),
        cwd: cwd.to_owned(),
    }
}
