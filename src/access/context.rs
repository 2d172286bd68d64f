//! What a call is resolved in.

use super::lookups::Lookups;
use super::{Files, Skills, lexical};
use crate::shell::grammar::Declared;
use std::collections::BTreeMap;

/// The working folder of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cwd {
    /// As the client named it, absolute and folded.
    pub typed: String,
    /// As the kernel resolved it when the session started.
    pub canonical: String,
}

impl Cwd {
    /// The folder `typed` (absolute), resolved now. Where it can't be resolved its canonical form is the
    /// folded text.
    pub fn resolve(typed: &str, files: &dyn Files) -> Self {
        let typed = lexical::fold(typed);
        let canonical = Lookups::new(files)
            .locate(&typed)
            .canonical
            .clone()
            .unwrap_or_else(|| typed.clone());
        Self { typed, canonical }
    }
}

/// A folder in which relative paths are resolved: absolute, and not folded, so that the kernel's reading of
/// `..` behind a link stays possible. It is never what relative spellings are relative to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(String);

impl Place {
    /// The absolute folder `path`.
    pub fn at(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The folder `text` (expanded: a `~` in it is a character) as entered from here.
    #[must_use]
    pub fn enter(&self, text: &str) -> Self {
        Self(lexical::join(&self.0, text))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where a tool's input holds a shell command: JSON Pointers into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellPointers {
    /// The command.
    pub command: String,
    /// The working folder.
    pub workdir: Option<String>,
}

impl ShellPointers {
    /// Pointers to fields of the input by their names.
    pub fn of_fields(command: &str, workdir: Option<&str>) -> Self {
        // RFC 6901, section 3: `~` and `/` in a name are escaped.
        let pointer = |name: &str| format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        Self {
            command: pointer(command),
            workdir: workdir.map(pointer),
        }
    }
}

/// What a tool accesses: JSON Pointers into its input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolPointers {
    /// Local paths.
    pub paths: Vec<String>,
    /// The value that the tool's own surface is matched by.
    pub value: Option<String>,
    /// The paths it takes are not local.
    pub remote: bool,
    /// A shell command.
    pub shell: Option<ShellPointers>,
}

/// What the policy and the runtime declare about tools and programs.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    /// `shellTools`: field names of the command and the working folder, as pointers.
    pub shell_tools: BTreeMap<String, ShellPointers>,
    /// `toolAccess`.
    pub tool_access: BTreeMap<String, ToolPointers>,
    /// `registerTool`; the two above win.
    pub registrations: BTreeMap<String, ToolPointers>,
    /// `wrappers` and `commandEffects`.
    pub programs: Declared,
}

impl Declarations {
    /// The command of a tool that is declared to take one.
    pub fn shell(&self, tool: &str) -> Option<&ShellPointers> {
        self.shell_tools
            .get(tool)
            .or_else(|| self.access(tool).and_then(|access| access.shell.as_ref()))
    }

    /// What a tool is declared to access; the policy's word wins over the runtime's.
    pub fn access(&self, tool: &str) -> Option<&ToolPointers> {
        self.tool_access.get(tool).or_else(|| {
            let declared = self.shell_tools.contains_key(tool);
            self.registrations.get(tool).filter(|_| !declared)
        })
    }
}

/// What the session knows about its surroundings.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Names of the MCP servers.
    pub mcp_servers: Vec<String>,
    /// The skills, by name and file.
    pub skills: Skills,
    /// When given, the only tools there are.
    pub tools: Option<Vec<String>>,
}

/// What a call is resolved in. Made for one call: it remembers what it has looked up.
pub struct Context<'a> {
    /// The session's working folder, which relative spellings are relative to.
    pub cwd: &'a Cwd,
    /// Where relative paths of this call are resolved.
    pub place: Place,
    /// The home folder, absolute and folded.
    pub home: Option<&'a str>,
    /// Declared by policy and runtime.
    pub declarations: &'a Declarations,
    /// Known to the session.
    pub known: &'a Known,
    /// The file system, each path looked at once.
    pub lookups: Lookups<'a>,
}

impl<'a> Context<'a> {
    /// A context for one call that is made in the session's own folder.
    pub fn new(
        files: &'a dyn Files,
        cwd: &'a Cwd,
        home: Option<&'a str>,
        declarations: &'a Declarations,
        known: &'a Known,
    ) -> Self {
        Self {
            cwd,
            place: Place::at(cwd.typed.clone()),
            home,
            declarations,
            known,
            lookups: Lookups::new(files).in_cwd(&cwd.canonical),
        }
    }

    /// The same, for a call that names a working folder of its own.
    #[must_use]
    pub fn in_folder(mut self, folder: &str) -> Self {
        let expanded = super::path::expand_tilde(folder, &self);
        self.place = self.place.enter(&expanded);
        self
    }
}
