//! Which files redirections open.

use super::{all_hold, read, redirects, units};

#[test]
fn every_operator_names_its_target() {
    all_hold(
        &[
            ("a >b", &["Write b"][..]),
            ("a >>b <c", &["Append b", "Read c"]),
            ("a >|b 2>c <>d", &["Write b", "Write c", "ReadWrite d"]),
            ("a &>b", &["Write b"]),
            ("a &>>b", &["Append b"]),
            ("a >&b", &["Write b"]),
            (
                "a >&2 2>&1 <&3 >&- 3>&1-",
                &[
                    "Duplicate &2",
                    "Duplicate &1",
                    "Duplicate &3",
                    "Duplicate &-",
                    "Duplicate &1-",
                ],
            ),
            ("a >&$x", &["Write <any>"]),
            ("a {fd}>b {fd}<&-", &["Write b", "Duplicate &-"]),
            ("a 10>b", &["Write b"]),
            ("a b10>c", &["Write c"]),
            ("a >$x", &["Write <any>"]),
            ("a > 'b c'", &["Write 'b c'"]),
            ("a >~/b", &["Write <~>/b"]),
            ("a >{b,c}", &["Write b", "Write c"]),
            ("a <<<b", &["Here <<b"]),
            ("a <<<\"b $x\"", &["Here <<'b '<word>"]),
            ("a <<E\nb\nE", &["Here <<'b\n'"]),
            ("a <<-E\n\t\tb\n\tE", &["Here <<'b\n'"]),
            ("a >\r& b", &["Write \r"]),
            ("(a) >b", &["Write b"]),
            ("{ a; } >b", &["Write b"]),
            ("if a; then b; fi >c", &["Write c"]),
            ("while a; do b; done <c", &["Read c"]),
            ("{ { a; } >b; } >c", &["Write c", "Write b"]),
            ("f() { a; } >b; f", &["Write b"]),
            (">b", &["Write b"]),
            ("x=1 >b", &["Write b"]),
            ("{ x=1; } >b", &["Write b"]),
            ("[[ a ]] >b", &["Write b"]),
            // What runs in a substitution does not take the redirections around the command that it is part of.
            ("{ x=$(a); } >b", &["Write b"]),
            ("{ x=`a`; } >b", &["Write b"]),
            ("{ x=(a $(c) `d`); } >b", &["Write b"]),
            ("{ x=<(a); } >b", &["Write b"]),
            ("(x=$(a >c)) >b", &["Write c", "Write b"]),
            ("[[ $(a) ]] >b", &["Write b"]),
            ("(( $(a) )) >b", &["Write b"]),
            ("{ [[ $(a) ]]; } >b", &["Write b"]),
            ("case $(a) in x) ;; esac >b", &["Write b"]),
            ("for x in $(a); do y=; done >b", &["Write b"]),
            ("if [[ $(a) ]]; then x=$(c); fi >b", &["Write b"]),
            ("{ { x=$(a); } >b; } >c", &["Write c", "Write b"]),
            ("coproc { x=$(a); } >b", &["Write b"]),
            ("f() { x=$(a); } >b; f", &["Write b"]),
            ("echo $(<b)", &["Read b"]),
            ("a > >(b)", &["Write <pipe>"]),
        ],
        redirects,
    );
}

#[test]
fn a_redirection_without_a_command_is_a_unit() {
    let table = [
        ("> a", &["> a"][..]),
        (">a 2>&1", &[">a 2>&1"]),
        ("x=1 >a", &[">a"]),
        ("{ x=1; } > a; ls", &["> a", "ls"]),
        ("x=1", &[]),
    ];
    all_hold(&table, units);
    for (text, _) in table {
        let program = read(text);
        assert!(
            program
                .units
                .iter()
                .all(|unit| unit.words.is_empty() || !unit.text.starts_with('>'))
        );
    }
}
