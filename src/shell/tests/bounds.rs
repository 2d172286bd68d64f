//! Hostile input: what is found before a bound is passed is found, and the bound is said.

use super::{Sentinel, read};

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

#[test]
fn a_nul_is_never_a_command() {
    assert!(unparseable("ls\0; rm x"));
    assert_eq!(read("ls\0; rm x").units[1].text, "rm x");
}
