//! Data tables: what calls and queries come to.

use super::*;
use crate::access::{Cwd, Declarations, Known, MemoryFiles, ShellPointers, Skill, Skills, of_query};
use serde_json::json;

const P: &str = "/home/u/proj";

struct House {
    files: MemoryFiles,
    cwd: Cwd,
    declarations: Declarations,
    known: Known,
}

impl House {
    fn new() -> Self {
        let files = MemoryFiles::new().tree(
            P,
            [
                ("src/a.rs", ""),
                ("secrets/key", ""),
                ("skills/tdd/SKILL.md", ""),
                ("linked.md", "->skills/tdd/SKILL.md"),
                ("out", "->/etc"),
            ],
        );
        let cwd = Cwd::resolve(P, &files);
        let skills = [Skill {
            name: "tdd".to_owned(),
            path: Some(format!("{P}/skills/tdd/SKILL.md")),
        }];
        let known = Known {
            skills: Skills::new(&skills, &files),
            ..Known::default()
        };
        Self {
            files,
            cwd,
            declarations: Declarations::default(),
            known,
        }
    }

    fn declaring(mut self, tool: &str, access: ToolPointers) -> Self {
        self.declarations.registrations.insert(tool.to_owned(), access);
        self
    }

    fn context(&self) -> Context<'_> {
        Context::new(
            &self.files,
            &self.cwd,
            Some("/home/u"),
            &self.declarations,
            &self.known,
        )
    }

    fn call(&self, tool: &str, input: &Value) -> Vec<String> {
        of_call(tool, input, &self.context())
            .intents
            .iter()
            .map(shown)
            .collect()
    }

    fn query(&self, surface: &str, value: &str) -> Vec<String> {
        of_query(surface, value, &self.context())
            .intents
            .iter()
            .map(shown)
            .collect()
    }
}

/// An intent in one line: gate, surface, direction, the spellings of each group, marks.
fn shown(intent: &Intent) -> String {
    let direction = match intent.direction {
        None => "",
        Some(Direction::Read) => " r",
        Some(Direction::Write) => " w",
        Some(Direction::Both) => " rw",
    };
    let group = |group: &Group| {
        let texts: Vec<&str> = group
            .equal
            .iter()
            .map(|spelling| spelling.text.as_str())
            .collect();
        let relative = texts
            .get(1)
            .filter(|_| intent.direction.is_some())
            .or(texts.first());
        group
            .tightening
            .iter()
            .fold(relative.copied().unwrap_or("-").to_owned(), |shown, spelling| {
                shown + " ~" + &spelling.text
            })
    };
    let groups: Vec<String> = intent.groups.iter().map(group).collect();
    let descent = intent.path.as_ref().and_then(|path| path.descent.as_ref());
    format!(
        "{:?} {}{direction} [{}]{}{}{}",
        intent.gate,
        intent.surface,
        groups.join(" | "),
        match descent {
            None => "",
            Some(descent) if descent.unproven => " descends?",
            Some(_) => " descends",
        },
        if intent.standing == Standing::Full {
            ""
        } else {
            " quiet"
        },
        if intent.at_least_ask.is_some() { " ask" } else { "" },
    )
}

#[test]
fn file_tools_go_by_path_in_two_gates() {
    let house = House::new();
    for (tool, input, expected) in [
        (
            "read",
            json!({"path": "src/a.rs"}),
            &["Path path r [src/a.rs]", "Tool read r [src/a.rs]"][..],
        ),
        (
            "write",
            json!({"path": "new", "content": "x"}),
            &["Path path w [new]", "Tool write w [new]"],
        ),
        (
            "edit",
            json!({"path": "src/a.rs", "edits": [{"oldText": "a", "newText": "b"}]}),
            &["Path path w [src/a.rs]", "Tool edit w [src/a.rs]"],
        ),
        (
            "edit",
            json!({"file_path": "src/a.rs"}),
            &["Path path w [src/a.rs]", "Tool edit w [src/a.rs]"],
        ),
        (
            "edit",
            json!({"path": "x", "edits": [{"path": "y"}]}),
            &[
                "Path path w [x]",
                "Path path w [y]",
                "Tool edit w [x]",
                "Tool edit w [y]",
            ],
        ),
        (
            "read",
            json!({"path": ["x", "y"]}),
            &[
                "Path path r [x]",
                "Path path r [y]",
                "Tool read r [x]",
                "Tool read r [y]",
            ],
        ),
        ("ls", json!({}), &["Path path r [.]", "Tool ls r [.]"]),
        ("ls", json!(null), &["Path path r [.]", "Tool ls r [.]"]),
        (
            "grep",
            json!({"pattern": "x"}),
            &["Path path r [.] descends", "Tool grep r [.] descends"],
        ),
        (
            "grep",
            json!({"pattern": "x", "path": "src/a.rs"}),
            &["Path path r [src/a.rs]", "Tool grep r [src/a.rs]"],
        ),
        (
            "find",
            json!({"path": "secrets"}),
            &["Path path r [secrets] descends", "Tool find r [secrets] descends"],
        ),
        (
            "read",
            json!({"path": "out/passwd"}),
            &[
                "Path path r [out/passwd | ../../../etc/passwd]",
                "Tool read r [out/passwd | ../../../etc/passwd]",
            ],
        ),
        // Malformed: never an allow by accident.
        ("read", json!({}), &["Tool read r [-] ask"]),
        ("read", json!({"path": null}), &["Tool read r [-] ask"]),
        ("read", json!("src/a.rs"), &["Tool read r [-] ask"]),
        ("read", json!({"path": {"x": 1}}), &["Tool read r [-] ask"]),
        (
            "read",
            json!({"path": ["x", true]}),
            &["Path path r [x]", "Tool read r [x]", "Tool read r [-] ask"],
        ),
        ("ls", json!({"path": false}), &["Tool ls r [-] ask"]),
        (
            "read",
            json!({"path": 7}),
            &["Path path r [7]", "Tool read r [7]"],
        ),
        (
            "read",
            json!({"path": ""}),
            &["Path path r [.] ask", "Tool read r [.] ask"],
        ),
        (
            "read",
            json!({"path": "/proc/1/mem"}),
            &[
                "Path path r [../../../proc/1/mem] ask",
                "Tool read r [../../../proc/1/mem] ask",
            ],
        ),
    ] {
        assert_eq!(house.call(tool, &input), expected, "{tool} {input}");
    }
}

#[test]
fn what_the_grep_tool_leaves_out_is_known() {
    let house = House::new();
    for (tool, glob, expected) in [
        ("grep", "!secrets/**", &["secrets/**"][..]),
        ("grep", "*.rs", &[]),
        ("find", "!secrets/**", &[]),
    ] {
        let access = of_call(tool, &json!({"pattern": "x", "glob": glob}), &house.context());
        let descent = access.intents[0].path.as_ref().unwrap().descent.as_ref().unwrap();
        assert_eq!(descent.excludes, expected, "{tool} {glob}");
        assert!(!descent.skips_hidden);
        assert_eq!(descent.roots, [P]);
    }
}

#[test]
fn any_other_tool_goes_by_its_value_and_every_path_is_a_path() {
    let house = House::new();
    for (tool, input, expected) in [
        ("web_search", json!({"query": "x"}), &["Tool web_search [x]"][..]),
        (
            "webfetch",
            json!({"url": "https://a.example"}),
            &["Tool webfetch [https://a.example]"],
        ),
        ("x", json!({"name": "n"}), &["Tool x [n]"]),
        // Without exactly one of them there is no value.
        ("x", json!({}), &["Tool x [-]"]),
        ("x", json!(null), &["Tool x [-]"]),
        ("x", json!({"query": 7}), &["Tool x [-]"]),
        ("x", json!({"query": "q", "url": "u"}), &["Tool x [-]"]),
        (
            "x",
            json!({"path": "new", "query": "q"}),
            &["Path path rw [new]", "Tool x [-]"],
        ),
        (
            "x",
            json!({"path": "new"}),
            &["Path path rw [new]", "Tool x [/home/u/proj/new]"],
        ),
        (
            "x",
            json!({"path": ["new", "b"]}),
            &["Path path rw [new]", "Path path rw [b]", "Tool x [-]"],
        ),
        (
            "x",
            json!({"path": "src"}),
            &["Path path rw [src] descends?", "Tool x [/home/u/proj/src]"],
        ),
        // A detour earns nothing by how it begins.
        (
            "x",
            json!({"path": "src/../../x"}),
            &["Path path rw [../x]", "Tool x [/home/u/x ~src/../../x]"],
        ),
        (
            "x",
            json!({"path": "out/passwd"}),
            &[
                "Path path rw [out/passwd | ../../../etc/passwd]",
                "Tool x [/home/u/proj/out/passwd | /etc/passwd]",
            ],
        ),
        ("x", json!({"path": {"a": 1}}), &["Tool x [-] ask"]),
        // A working folder of its own may or may not be what the path is relative to.
        (
            "x",
            json!({"path": "passwd", "cwd": "/etc", "name": "n"}),
            &["Path path rw [passwd | ../../../etc/passwd]", "Tool x [-]"],
        ),
        (
            "move",
            json!({"from": "a", "to": "b"}),
            &["Path path rw [a]", "Path path rw [b]", "Tool move [-]"],
        ),
        (
            "apply_patch",
            json!({"input": "*** Add File: a\n+x"}),
            &["Path path rw [a]", "Tool apply_patch [-]"],
        ),
        (
            "apply_patch",
            json!({"input": "what"}),
            &["Tool apply_patch [-] ask"],
        ),
    ] {
        assert_eq!(house.call(tool, &input), expected, "{tool} {input}");
    }
}

#[test]
fn declarations_say_where_paths_and_values_are() {
    let pointers = |paths: &[&str], value: Option<&str>| ToolPointers {
        paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        value: value.map(str::to_owned),
        ..ToolPointers::default()
    };
    for (access, input, expected) in [
        (
            pointers(&["/a"], None),
            json!({"a": "x"}),
            &["Path path rw [x]", "Tool t [-]"][..],
        ),
        (
            pointers(&["/a", "/b/0"], None),
            json!({"a": "x", "b": ["y"]}),
            &["Path path rw [x]", "Path path rw [y]", "Tool t [-]"],
        ),
        (
            pointers(&["/a"], None),
            json!({"a": ["x", "y"]}),
            &["Path path rw [x]", "Path path rw [y]", "Tool t [-]"],
        ),
        (
            pointers(&["/a~1b"], None),
            json!({"a/b": "x"}),
            &["Path path rw [x]", "Tool t [-]"],
        ),
        // What is declared does not take away what is seen.
        (
            pointers(&["/a"], None),
            json!({"a": "x", "path": "y"}),
            &["Path path rw [y]", "Path path rw [x]", "Tool t [/home/u/proj/y]"],
        ),
        (
            pointers(&[], Some("/v")),
            json!({"v": "x", "query": "q"}),
            &["Tool t [x]"],
        ),
        (pointers(&[], Some("/v")), json!({"v": 5}), &["Tool t [5]"]),
        // A pointer that finds nothing.
        (pointers(&["/a"], None), json!({}), &["Tool t [-] ask"]),
        (pointers(&["/a"], None), json!({"a": null}), &["Tool t [-] ask"]),
        (pointers(&["a"], None), json!({"a": "x"}), &["Tool t [-] ask"]),
        (pointers(&["/a"], None), json!({"a": {}}), &["Tool t [-] ask"]),
        (
            pointers(&[], Some("/v")),
            json!({"query": "q"}),
            &["Tool t [-] ask"],
        ),
        (
            pointers(&[], Some("/v")),
            json!({"v": ["x"]}),
            &["Tool t [-] ask"],
        ),
        // Remote paths are none of ours.
        (
            ToolPointers {
                remote: true,
                ..pointers(&["/a"], None)
            },
            json!({"path": "/etc/passwd", "a": "x"}),
            &["Tool t [/etc/passwd]"],
        ),
    ] {
        let house = House::new().declaring("t", access);
        assert_eq!(house.call("t", &input), expected, "{input}");
    }
}

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

#[test]
fn skills_are_known_by_name_and_by_file() {
    let house = House::new();
    for (tool, input, expected) in [
        ("skill", json!({"name": "tdd"}), &["Skill skill [tdd]"][..]),
        ("skill", json!({"skill": "tdd"}), &["Skill skill [tdd]"]),
        ("skill", json!({}), &["Skill skill [-] ask"]),
        ("skill", json!({"name": 5}), &["Skill skill [-] ask"]),
        (
            "read",
            json!({"path": "skills/tdd/SKILL.md"}),
            &[
                "Skill skill [tdd]",
                "Path path r [skills/tdd/SKILL.md]",
                "Tool read r [skills/tdd/SKILL.md]",
            ],
        ),
        (
            "read",
            json!({"path": "linked.md"}),
            &[
                "Skill skill [tdd]",
                "Path path r [linked.md | skills/tdd/SKILL.md]",
                "Tool read r [linked.md | skills/tdd/SKILL.md]",
            ],
        ),
        (
            "x",
            json!({"path": "skills/tdd/SKILL.md", "query": "q"}),
            &[
                "Skill skill [tdd]",
                "Path path rw [skills/tdd/SKILL.md]",
                "Tool x [-]",
            ],
        ),
        (
            "read",
            json!({"path": "skills/tdd/other.md"}),
            &[
                "Path path r [skills/tdd/other.md]",
                "Tool read r [skills/tdd/other.md]",
            ],
        ),
    ] {
        assert_eq!(house.call(tool, &input), expected, "{tool} {input}");
    }
    let likely = house.call("read", &json!({"path": "@skills/tdd/SKILL.md"}));
    assert!(
        likely.contains(&"Skill skill [tdd] quiet".to_owned()),
        "{likely:?}"
    );
}

#[test]
fn mcp_calls_go_by_target_and_their_path_is_a_path() {
    let mut house = House::new();
    house.known.mcp_servers = vec!["exa".to_owned()];
    for (input, expected) in [
        (
            json!({"server": "exa", "tool": "search"}),
            &["Tool mcp [exa_search ~search]"][..],
        ),
        (json!({"tool": "exa_search"}), &["Tool mcp [exa_search ~search]"]),
        (json!({"tool": "search"}), &["Tool mcp [search]"]),
        (json!({"server": "exa"}), &["Tool mcp [exa]"]),
        (json!({"connect": "exa"}), &["Tool mcp [exa]"]),
        (json!({"search": "q"}), &["Tool mcp [mcp_search]"]),
        (
            json!({"describe": "exa_search"}),
            &["Tool mcp [exa_search ~search]"],
        ),
        (json!({"action": "ui"}), &["Tool mcp [mcp_other]"]),
        (json!({}), &["Tool mcp [mcp_status]"]),
        // Two things at once are two things.
        (
            json!({"tool": "search", "connect": "exa"}),
            &["Tool mcp [search]", "Tool mcp [exa]"],
        ),
        (
            json!({"server": "exa", "tool": "t", "arguments": {"path": "x"}}),
            &["Path path rw [x]", "Tool mcp [exa_t ~t]"],
        ),
        (
            json!({"server": "exa", "tool": "t", "args": "{\"path\": \"x\"}"}),
            &["Path path rw [x]", "Tool mcp [exa_t ~t]"],
        ),
        (
            json!({"server": "exa", "tool": "t", "args": {"path": "x"}, "arguments": {"path": "y"}}),
            &["Path path rw [y]", "Path path rw [x]", "Tool mcp [exa_t ~t]"],
        ),
        (
            json!({"server": "exa", "tool": "move_file", "args": {"source": "x", "destination": "y"}}),
            &[
                "Path path rw [x]",
                "Path path rw [y]",
                "Tool mcp [exa_move_file ~move_file]",
            ],
        ),
        // What can't be read is asked about.
        (
            json!({"server": "exa", "tool": "t", "args": "{"}),
            &["Tool mcp [exa_t ~t] ask"],
        ),
        (
            json!({"server": "exa", "tool": "t", "args": [1]}),
            &["Tool mcp [exa_t ~t] ask"],
        ),
        (json!({"server": 5, "tool": "t"}), &["Tool mcp [t] ask"]),
        (json!({"tool": ["t"]}), &["Tool mcp [mcp_status] ask"]),
    ] {
        assert_eq!(house.call("mcp", &input), expected, "{input}");
    }
    assert_eq!(
        house.call("mcp__exa__search", &json!({"query": "q", "path": "x"})),
        [
            "Path path rw [x]",
            "Tool mcp__exa__search [-]",
            "Tool mcp [exa_search ~search]"
        ]
    );
    assert_eq!(
        house.call("mcp__exa", &json!({"query": "q"})),
        ["Tool mcp__exa [q]"]
    );
}

#[test]
fn queries_are_calls_by_another_name() {
    let shell = ToolPointers {
        shell: Some(ShellPointers::of_fields("a/b", None)),
        ..ToolPointers::default()
    };
    let mut house = House::new().declaring("run", shell);
    house.known.mcp_servers = vec!["exa".to_owned()];
    for (surface, value, expected) in [
        (
            "read",
            "src/a.rs",
            &["Path path r [src/a.rs]", "Tool read r [src/a.rs]"][..],
        ),
        ("path", "src/a.rs", &["Path path rw [src/a.rs]"]),
        ("path_read", "src/a.rs", &["Path path r [src/a.rs]"]),
        ("path_write", "out/x", &["Path path w [out/x | ../../../etc/x]"]),
        ("skill", "tdd", &["Skill skill [tdd]"]),
        ("web", "x", &["Tool web [x]"]),
        ("mcp", "exa:search", &["Tool mcp [exa_search ~search]"]),
        ("mcp", "exa_search", &["Tool mcp [exa_search ~search]"]),
        ("mcp", "other:search", &["Tool mcp [other_search ~search]"]),
        ("mcp", "search", &["Tool mcp [search]"]),
        ("mcp", "exa", &["Tool mcp [exa]"]),
        ("mcp", "mcp_status", &["Tool mcp [mcp_status]"]),
        (
            "mcp__exa__search",
            "x",
            &["Tool mcp__exa__search [x]", "Tool mcp [exa_search ~search]"],
        ),
    ] {
        assert_eq!(house.query(surface, value), expected, "{surface} {value}");
    }
    assert_eq!(
        house.query("bash", "true"),
        house.call("bash", &json!({"command": "true"}))
    );
    assert_eq!(
        house.query("run", "true"),
        house.call("run", &json!({"a/b": "true"}))
    );
    let path = of_query("path_write", "x", &house.context());
    assert!(path.intents[0].path.as_ref().unwrap().gate_alone);
}

#[test]
fn a_tool_outside_the_list_is_unknown() {
    let mut house = House::new();
    assert!(!of_call("x", &json!({}), &house.context()).unknown_tool);
    house.known.tools = Some(vec!["read".to_owned()]);
    assert!(of_call("x", &json!({}), &house.context()).unknown_tool);
    assert!(!of_call("read", &json!({"path": "x"}), &house.context()).unknown_tool);
}

#[test]
fn the_policy_s_word_on_a_tool_wins() {
    let remote = ToolPointers {
        remote: true,
        ..ToolPointers::default()
    };
    let mut house = House::new()
        .declaring("t", remote.clone())
        .declaring("run", remote);
    house
        .declarations
        .tool_access
        .insert("t".to_owned(), ToolPointers::default());
    house
        .declarations
        .shell_tools
        .insert("run".to_owned(), ShellPointers::of_fields("c", None));
    assert_eq!(
        house.call("t", &json!({"path": "x"})),
        ["Path path rw [x]", "Tool t [/home/u/proj/x]"]
    );
    assert!(
        house
            .call("run", &json!({"c": "true", "path": "x"}))
            .contains(&"Path path rw [x]".to_owned())
    );
}
