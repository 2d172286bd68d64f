//! Which words a command has.

use super::{all_hold, last_words};

#[test]
fn quotes_go_and_what_they_protect_is_known() {
    all_hold(
        &[
            ("rm a'b'\"c\"\\d", &["rm", "a'bcd'"][..]),
            ("rm '' \"\"", &["rm", "''", "''"]),
            ("rm $'a\\tb\\x41\\'c'", &["rm", "'a\tbA'c'"]),
            ("rm $\"a b\"", &["rm", "'a b'"]),
            ("rm a\\\nb", &["rm", "ab"]),
            ("rm \"a\\\nb\\\"c\\d\"", &["rm", "'ab\"c\\d'"]),
            ("rm a\rb", &["rm", "a\rb"]),
            ("rm a#b #c", &["rm", "a#b"]),
            ("rm a=b", &["rm", "a=b"]),
            ("rm {} a{b}c", &["rm", "{}", "a{b}c"]),
        ],
        last_words,
    );
}

#[test]
fn expansions_stand_for_what_they_may_come_to() {
    all_hold(
        &[
            (
                "rm $x \"$x\" ${x} \"${x}y\"",
                &["rm", "<any>", "<word>", "<any>", "<word>'y'"][..],
            ),
            (
                "rm $? $# $$ $! ${#x} $((1+2)) $[3]",
                &[
                    "rm", "<digits>", "<digits>", "<digits>", "<digits>", "<digits>", "<digits>", "<digits>",
                ],
            ),
            (
                "rm $1 \"$1\" $@ \"$@\" \"$*\"",
                &["rm", "<any>", "<word>", "<any>", "<any>", "<word>"],
            ),
            (
                "rm \"${a[@]}\" \"${a[*]}\" \"${a[0]}\"",
                &["rm", "<any>", "<word>", "<word>"],
            ),
            ("rm \"${x:-a}\" ${x#y} ${!x}", &["rm", "<word>", "<any>", "<any>"]),
            (
                "rm $HOME/a \"${HOME}/b\" $PWD/c",
                &["rm", "<home>/a", "<home>'/b'", "<pwd>/c"],
            ),
            (
                "rm ~ ~/a ~u/b \"~/c\" ~+ a~",
                &["rm", "<~>", "<~>/a", "<~u>/b", "'~/c'", "<pwd>", "a~"],
            ),
            ("rm a=~/b --a=~/b", &["rm", "a=<~>/b", "--a=~/b"]),
            ("rm ~\"u\" \\~", &["rm", "~'u'", "'~'"]),
            (
                "rm *.rs a?b [ab]c [!a-z]",
                &["rm", "<glob:*>.rs", "a<glob:?>b", "<glob:[ab]>c", "<glob:[!a-z]>"],
            ),
            ("rm '*' \\* [ a[", &["rm", "'*'", "'*'", "[", "a["]),
            ("rm !(a|b).c", &["rm", "<glob:!(a|b)>.c"]),
            ("rm <(a", &["a"]),
            ("diff $(a) \"$(a)\" | cat x", &["cat", "x"]),
            (
                "git commit -m \"$(cat <<'E'\nit's $(x)\n\nE\n)\" && a $b",
                &["a", "<any>"],
            ),
        ],
        last_words,
    );
}

#[test]
fn braces_make_several_words() {
    all_hold(
        &[
            ("rm {a,b}c", &["rm", "ac", "bc"][..]),
            ("rm a{b,c}d{e,f}", &["rm", "abde", "abdf", "acde", "acdf"]),
            ("rm {a,{b,c}}", &["rm", "a", "b", "c"]),
            ("rm {a{b,c}}", &["rm", "{ab}", "{ac}"]),
            (
                "rm {1..3} {03..1} {a..c} {1..7..3}",
                &[
                    "rm", "1", "2", "3", "03", "02", "01", "a", "b", "c", "1", "4", "7",
                ],
            ),
            ("rm {a,\"b c\",$x}", &["rm", "a", "'b c'", "<any>"]),
            ("rm {a,*}.b", &["rm", "a.b", "<glob:*>.b"]),
            ("rm {~,a}", &["rm", "<~>", "a"]),
            ("rm {a,b", &["rm", "{a,b"]),
            ("rm '{a,b}' \\{a,b}", &["rm", "'{a,b}'", "'{'a,b}"]),
            ("rm ,{a,}", &["rm", ",a", ","]),
            ("rm {1..5000}", &["rm", "<any>"]),
            (
                "rm {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
                &["rm", "<any>"],
            ),
        ],
        last_words,
    );
}

#[test]
fn variables_that_the_command_sets_have_their_values() {
    all_hold(
        &[
            ("x=a; rm $x", &["rm", "'a'"][..]),
            ("x=a; rm \"$x/b\"", &["rm", "'a/b'"]),
            ("x='a b'; rm $x \"$x\"", &["rm", "{a b}", "'a b'"]),
            ("x=a x=b; rm $x", &["rm", "'b'"]),
            ("x=a; y=$x/b; rm $y", &["rm", "'a/b'"]),
            ("x=a; x+=b; rm $x", &["rm", "'ab'"]),
            ("x=$HOME/a; rm $x ~/b", &["rm", "<home>'/a'", "<~>/b"]),
            ("x=$(a); rm $x", &["rm", "<any>"]),
            ("x=a; (x=b); rm $x", &["rm", "'a'"]),
            ("x=a | b; rm $x", &["rm", "<any>"]),
            ("x=a; y && x=b; rm $x", &["rm", "{a|b}"]),
            ("y && x=b; rm $x", &["rm", "<any>"]),
            ("if y; then x=a; else x=b; fi; rm $x", &["rm", "{a|b}"]),
            ("if y; then x=a; fi; rm $x", &["rm", "<any>"]),
            (
                "x=a; if y; then x=b; elif z; then x=c; fi; rm $x",
                &["rm", "{a|b|c}"],
            ),
            ("for x in a b; do rm $x; done", &["rm", "{a|b}"]),
            ("for x in {a,b}c; do rm \"$x\"; done", &["rm", "{'ac|bc'}"]),
            ("for x in *; do rm \"$x\"; done", &["rm", "<word>"]),
            ("for x in 'a b'; do rm $x; done", &["rm", "{a b}"]),
            ("x=a; for i in 1; do rm $x; x=b; done", &["rm", "{a|b}"]),
            ("x=a; while read -r x; do rm $x; done", &["rm", "<any>"]),
            ("x=a; read x; rm $x", &["rm", "<any>"]),
            ("x=a; eval \"$y\"; rm $x", &["rm", "<any>"]),
            ("x=a; eval x=b; rm $x", &["rm", "'b'"]),
            ("x=a; . y; rm $x", &["rm", "<any>"]),
            ("x=a; printf -v x b; rm $x", &["rm", "<any>"]),
            ("x=a; unset x; rm $x", &["rm", "<any>"]),
            ("x=a rm $x", &["rm", "<any>"]),
            ("x=1; ((x++)); rm $x", &["rm", "<digits>"]),
            ("x=$((1+2)); rm $x", &["rm", "<digits>"]),
            ("export x=a; rm $x", &["rm", "'a'"]),
            ("f() { rm $x; }; x=a; f; x=b; f; g $x", &["g", "'b'"]),
            ("x=a; f() { x=b; }; f; rm $x", &["rm", "{a|b}"]),
            ("x=a; bash -c 'rm $x'", &["rm", "<any>"]),
            ("HOME=/x; rm ~/a $HOME", &["rm", "<word>/a", "'/x'"]),
            ("case $y in a) x=a;; b) x=b;; esac; rm $x", &["rm", "<any>"]),
            ("x=a; case $y in b) x=b;; esac; rm $x", &["rm", "{a|b}"]),
        ],
        last_words,
    );
}

#[test]
fn a_function_is_walked_once_with_every_value_it_may_see() {
    let program = super::read("x=a; f() { rm $x; }; f; x=b; f");
    assert_eq!(program.units[0].words[1].parts.len(), 1);
    assert_eq!(super::word(&program.units[0].words[1]), "{a|b}");
}
