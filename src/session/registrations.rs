//! What the runtime registers: what its tools access, and names of authorizer links.

use super::{Invalid, Refused, RegisterError, Registration};
use crate::access::is_built_in;
use crate::authority::AUTO_REVIEW;
use crate::decision::RequestId;
use crate::policy::{Options, ToolAccess};
use std::collections::BTreeMap;

/// Longest name of a link, in bytes.
const LINK_NAME: usize = 256;

/// All registrations. Immutable for whoever holds it: a change makes a new one.
#[derive(Clone, Debug, Default)]
pub(super) struct Registrations {
    tools: BTreeMap<String, (String, ToolAccess)>,
    links: BTreeMap<String, String>,
}

impl Registrations {
    /// Registers a tool; the id.
    pub(super) fn register_tool(
        &mut self,
        registration: Registration,
        options: &Options,
    ) -> Result<String, RegisterError> {
        let Registration { tool, access } = registration;
        if tool.is_empty() {
            return Err(invalid("/tool", "a tool needs a name").into());
        }
        check_pointers(&access)?;
        // Registering one would let a runtime redefine what the policy speaks of.
        if is_built_in(&tool) {
            return Err(Refused { reason: "built_in" }.into());
        }
        if options.shell_tools.contains_key(&tool) || options.tool_access.contains_key(&tool) {
            return Err(Refused { reason: "policy" }.into());
        }
        if self.tools.contains_key(&tool) {
            return Err(Refused {
                reason: "already_registered",
            }
            .into());
        }
        let id = RequestId::mint().to_string();
        self.tools.insert(tool, (id.clone(), access));
        Ok(id)
    }

    /// Registers a link; the id.
    pub(super) fn register_link(&mut self, name: &str) -> Result<String, RegisterError> {
        if name.trim().is_empty() || name.len() > LINK_NAME {
            let problem = format!("a link's name is not blank and has at most {LINK_NAME} bytes");
            return Err(invalid("/name", &problem).into());
        }
        // The name of our own reviewer: a runtime must not answer in its place.
        if name == AUTO_REVIEW {
            return Err(Refused { reason: "built_in" }.into());
        }
        if self.links.contains_key(name) {
            return Err(Refused {
                reason: "already_registered",
            }
            .into());
        }
        let id = RequestId::mint().to_string();
        self.links.insert(name.to_owned(), id.clone());
        Ok(id)
    }

    /// Takes one back; whether there was one.
    pub(super) fn unregister(&mut self, id: &str) -> bool {
        let before = self.tools.len() + self.links.len();
        self.tools.retain(|_, (known, _)| known != id);
        self.links.retain(|_, known| known != id);
        self.tools.len() + self.links.len() != before
    }

    /// Every registered tool.
    pub(super) fn tools(&self) -> impl Iterator<Item = (&str, &ToolAccess)> {
        self.tools
            .iter()
            .map(|(name, (_, access))| (name.as_str(), access))
    }

    /// The registration of the link of that name.
    pub(super) fn link(&self, name: &str) -> Option<&str> {
        self.links.get(name).map(String::as_str)
    }
}

fn invalid(field: &str, problem: &str) -> Invalid {
    Invalid {
        field: field.to_owned(),
        problem: problem.to_owned(),
    }
}

/// A pointer is empty or starts with `/`, and a `~` in it is followed by 0 or 1 (RFC 6901).
fn check_pointers(access: &ToolAccess) -> Result<(), Invalid> {
    let named = access
        .path
        .iter()
        .flat_map(|pointers| pointers.0.iter().map(|pointer| ("/access/path", pointer)));
    let value = access.value.iter().map(|pointer| ("/access/value", pointer));
    let shell = access.shell.iter().flat_map(|shell| {
        std::iter::once(("/access/shell/command", &shell.command)).chain(
            shell
                .workdir
                .iter()
                .map(|workdir| ("/access/shell/workdir", workdir)),
        )
    });
    let evidence = access.evidence.iter().map(|(_, pointer)| ("/evidence", pointer));
    for (field, pointer) in named.chain(value).chain(shell).chain(evidence) {
        if !is_pointer(pointer) {
            return Err(invalid(
                field,
                &format!("{pointer:?} is no JSON Pointer; write it as \"/field\""),
            ));
        }
    }
    Ok(())
}

fn is_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/'))
        && text
            .split('~')
            .skip(1)
            .all(|rest| rest.starts_with('0') || rest.starts_with('1'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Pointers, ShellTool};

    fn registration(tool: &str, pointer: &str) -> Registration {
        let access = ToolAccess {
            path: Some(Pointers(vec![pointer.to_owned()])),
            ..ToolAccess::default()
        };
        Registration {
            tool: tool.to_owned(),
            access,
        }
    }

    #[test]
    fn the_operators_word_and_the_built_in_one_win() {
        let mut options = Options::default();
        let shell = ShellTool {
            command_argument: "cmd".to_owned(),
            workdir_argument: None,
        };
        options.shell_tools.insert("term".to_owned(), shell);
        options
            .tool_access
            .insert("notes".to_owned(), ToolAccess::default());
        let mut registrations = Registrations::default();
        registrations
            .register_tool(registration("taken", "/p"), &options)
            .unwrap();
        let cases = [
            ("bash", "/p", "built_in"),
            ("term", "/p", "policy"),
            ("notes", "/p", "policy"),
            ("taken", "/p", "already_registered"),
            (
                "free",
                "p",
                "/access/path: \"p\" is no JSON Pointer; write it as \"/field\"",
            ),
            (
                "free",
                "/~2",
                "/access/path: \"/~2\" is no JSON Pointer; write it as \"/field\"",
            ),
            ("", "/p", "/tool: a tool needs a name"),
        ];
        for (tool, pointer, expected) in cases {
            let refused = registrations
                .register_tool(registration(tool, pointer), &options)
                .unwrap_err();
            assert_eq!(refused.to_string(), expected, "{tool} {pointer}");
        }
    }

    #[test]
    fn a_stale_id_removes_nothing() {
        let mut registrations = Registrations::default();
        let first = registrations
            .register_tool(registration("t", "/p"), &Options::default())
            .unwrap();
        assert!(registrations.unregister(&first));
        let second = registrations
            .register_tool(registration("t", "/p"), &Options::default())
            .unwrap();
        assert!(!registrations.unregister(&first));
        assert_eq!(registrations.tools().count(), 1);
        assert_ne!(first, second);
    }
}
