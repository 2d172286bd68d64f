//! Hostile input: what is found before a bound is passed is found, and the bound is said.

use super::{Declared, Sentinel, read};
use crate::shell::lower::counted;

fn unparseable(text: &str) -> bool {
    read(text)
        .floors
        .iter()
        .any(|floor| floor.sentinel == Sentinel::Unparseable)
}

#[test]
fn nesting_is_bounded() {
    for open in [
        "$(",
        "(",
        "((",
        "echo $(",
        "echo \"$(",
        "`",
        "${x:-",
        "{ ",
        "if ",
        "<(",
        "$((",
        "[[ ( ",
        "a=(",
        "@(",
        "f() { ",
    ] {
        let program = read(&format!("rm x; {}", open.repeat(20_000)));
        assert_eq!(program.units[0].text, "rm x", "{open}");
        assert!(!program.floors.is_empty(), "{open}");
    }
    let deep = |depth: usize| format!("{}rm x{}", "(".repeat(depth), ")".repeat(depth));
    assert!(unparseable(&deep(600)));
    let spaced = |depth: usize| format!("{}rm x{}", "( ".repeat(depth), ")".repeat(depth));
    assert!(!unparseable(&spaced(400)));
    assert_eq!(read(&spaced(400)).units[0].text, "rm x");
}

#[test]
fn length_is_bounded() {
    let long = format!("rm x; {}", "a ".repeat(1 << 20));
    assert!(unparseable(&long));
    assert_eq!(read(&long).units[0].text, "rm x");
}

#[test]
fn many_commands_are_all_seen() {
    let many = format!("{}rm x", "ls; ".repeat(20_000));
    let program = read(&many);
    assert_eq!(program.units.len(), 20_001);
    assert_eq!(program.units[20_000].text, "rm x");
    assert!(program.floors.is_empty());
}

#[test]
fn expansions_are_bounded() {
    for text in [
        format!("x=a;{}", "x=$x$x;".repeat(100)),
        format!("x={};{}", "a".repeat(1000), "echo $x;".repeat(2000)),
        format!("rm{}", " {1..4000}/x".repeat(2000)),
        "eval ".repeat(5000),
        "nohup ".repeat(5000),
        format!("rm {}", "{a,b}".repeat(5000)),
        format!("rm {}", "{a,".repeat(5000)),
        "cd a; ".repeat(5000),
        "f(){ :;};".repeat(5000),
        "cat <<E\n".repeat(2000),
    ] {
        let _ = read(&text);
    }
}

/// Wrappers that run what follows them, each a piece of a row.
const WRAPPERS: [&str; 16] = [
    "timeout 1 ",
    "nohup ",
    "nice -n 5 ",
    "stdbuf -o0 ",
    "env A=1 ",
    "command ",
    "exec ",
    "builtin ",
    "eval ",
    "eval nohup ",
    "xargs -n1 ",
    "xargs -I{} ",
    "sudo ",
    "sudo -u u ",
    "ssh h ",
    "watch ",
];

#[test]
fn a_row_of_wrappers_takes_steps_by_its_length() {
    for piece in WRAPPERS {
        // Two in a piece of some.
        let in_one = piece.matches("eval nohup").count() + 1;
        let steps = |count: usize| {
            let text = format!("{}rm x", piece.repeat(count / in_one));
            let (program, steps) = counted(&text, &Declared::default());
            assert_eq!(program.units.len(), count + 1, "{piece}");
            assert_eq!(program.units[count].text, "rm x", "{piece}");
            steps
        };
        let (short, long) = (steps(200) - steps(100), steps(400) - steps(200));
        assert!(
            long <= short * 2 + 8,
            "{piece}: {short} steps for 100 more, {long} for 200 more"
        );
    }
}

#[test]
fn a_row_of_wrappers_that_is_too_deep_is_said_to_be() {
    for piece in WRAPPERS {
        let program = read(&format!("rm y; {}rm x", piece.repeat(1000)));
        assert_eq!(program.units[0].text, "rm y", "{piece}");
        assert!(
            program
                .floors
                .iter()
                .any(|floor| floor.sentinel == Sentinel::Unparseable),
            "{piece}"
        );
        assert!(program.units.len() <= 502, "{piece}");
    }
}

#[test]
fn a_nul_is_never_a_command() {
    assert!(unparseable("ls\0; rm x"));
    assert_eq!(read("ls\0; rm x").units[1].text, "rm x");
}
