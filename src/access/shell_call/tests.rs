//! What calls of tools that run commands come to.

use crate::access::call::of_call;
use crate::access::call::testing::{House, shown};
use crate::access::{Access, ShellPointers, ToolPointers, of_query};
use crate::decision::Gate;
use serde_json::{Value, json};

#[test]
fn tools_that_run_commands_are_judged_by_them() {
    let shell = ToolPointers {
        shell: Some(ShellPointers::of_fields("cmd", Some("dir"))),
        ..ToolPointers::default()
    };
    let house = House::new().declaring("run", shell);
    let commands = |tool: &str, input: Value| {
        let access = of_call(tool, &input, &house.context());
        let lines: Vec<String> = access.intents.iter().map(shown).collect();
        (access, lines)
    };
    for (tool, input) in [
        ("bash", json!({})),
        ("bash", json!({"command": 5})),
        ("bash", json!({"command": []})),
        ("bash", json!({"command": ["ls", 5]})),
        ("bash", json!({"command": "ls", "cwd": 5})),
        ("bash", json!({"command": "ls", "cwd": "a", "workdir": "b"})),
        ("run", json!({"command": "ls"})),
        ("run", json!({"cmd": "ls", "dir": {}})),
    ] {
        let (_, lines) = commands(tool, input.clone());
        assert!(
            lines.contains(&"Bash bash [-] ask".to_owned()),
            "{tool} {input}: {lines:?}"
        );
    }
    let (access, lines) = commands("bash", json!({"command": "true", "workdir": "src"}));
    assert!(access.program.is_some());
    assert!(lines.contains(&"Path path r [src]".to_owned()), "{lines:?}");
    assert!(!lines.contains(&"Bash bash [-] ask".to_owned()), "{lines:?}");
    let (access, lines) = commands("run", json!({"cmd": "ls"}));
    assert!(access.program.is_some());
    assert!(lines.contains(&"Tool run [ls] quiet".to_owned()), "{lines:?}");
}

#[test]
fn a_list_of_words_is_the_command_that_it_runs() {
    for (words, command) in [
        (json!(["ls", "-l"]), "ls -l"),
        (json!(["bash", "-lc", "rm x; ls"]), "bash -lc 'rm x; ls'"),
        (json!(["echo", "it's", ""]), r"echo 'it'\''s' ''"),
        (json!(["echo", "$(rm x)", "a*"]), "echo '$(rm x)' 'a*'"),
        (json!(["A=b", "ls"]), "'A=b' ls"),
    ] {
        let house = House::new();
        let access = of_call("bash", &json!({ "command": words }), &house.context());
        let text = access.intents.iter().find(|intent| intent.gate == Gate::Bash);
        assert!(text.is_some(), "{command}");
        let query = of_query("bash", command, &house.context());
        let lines = |access: &Access| access.intents.iter().map(shown).collect::<Vec<_>>();
        assert_eq!(lines(&access), lines(&query), "{command}");
    }
}
