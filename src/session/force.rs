//! The policy in force: for each agent in each folder the snapshot, and what it declares of tools and programs.

use super::judging::Ground;
use super::members::ActiveAgent;
use super::registrations::Registrations;
use super::{PolicyReport, SessionConfig};
use crate::access::{Cwd, Declarations, Files, ShellPointers, ToolPointers};
use crate::decision::Origin;
use crate::policy::{Health, Layer, Options, Snapshot, ToolAccess};
use crate::rule::RuleSet;
use crate::shell::grammar::{Declared, Effects};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

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

/// Where one looks up what is in force.
#[derive(PartialEq, Eq, Hash)]
struct Place {
    agent: ActiveAgent,
    cwd: String,
}

/// The policy in force, everywhere it is asked for.
pub(super) struct Force {
    options: Arc<Options>,
    cache: Mutex<HashMap<Place, (Arc<Registrations>, Arc<InForce>)>>,
}

impl Force {
    /// Reads the files.
    pub(super) fn open(config: &SessionConfig, _files: &Arc<dyn Files>) -> Self {
        let _ = config;
        Self {
            options: Arc::default(),
            cache: Mutex::default(),
        }
    }

    /// What is in force for an agent in a folder.
    pub(super) fn at(
        &self,
        agent: &ActiveAgent,
        cwd: &Arc<Cwd>,
        registrations: &Arc<Registrations>,
    ) -> Arc<InForce> {
        let place = Place {
            agent: agent.clone(),
            cwd: cwd.typed.clone(),
        };
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, known)) = cache.get(&place)
            && Arc::ptr_eq(of, registrations)
        {
            return Arc::clone(known);
        }
        let layer = || Arc::new(Layer::new(Origin::Global, RuleSet::default()));
        let snapshot = Snapshot {
            guards: layer(),
            global: layer(),
            agent: None,
            restrictions: Vec::new(),
            protected: Arc::default(),
            options: Arc::clone(&self.options),
            yolo: false,
            health: Health {
                policy_unreadable: true,
                ..Health::default()
            },
            cwd: cwd.typed.clone(),
        };
        let made = Arc::new(InForce::new(Arc::new(snapshot), registrations));
        cache.insert(place, (Arc::clone(registrations), Arc::clone(&made)));
        made
    }

    /// The options in force.
    pub(super) fn options(&self) -> Arc<Options> {
        Arc::clone(&self.options)
    }

    pub(super) fn look_for_changes(&self) -> bool {
        false
    }

    pub(super) fn reload(&self) {}

    pub(super) fn report(&self, _ground: &Ground) -> PolicyReport {
        PolicyReport::default()
    }
}
