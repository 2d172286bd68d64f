//! What a policy declares of tools and programs, in the words in which calls are read.

use crate::access::{Declarations, ShellPointers, ToolPointers};
use crate::policy::{Options, ToolAccess};
use crate::shell::grammar::{Declared, Effects};

/// The policy's word on tools and programs.
pub fn declarations(options: &Options, cwd: &str) -> Declarations {
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
        programs: programs(options, cwd),
        ..Declarations::default()
    }
}

/// Where in its input a tool names what it accesses.
pub fn pointers(access: &ToolAccess) -> ToolPointers {
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
