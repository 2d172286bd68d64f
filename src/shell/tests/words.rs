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
                "rm $? $# $$ $PPID ${#x} $((1+2)) $[3]",
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
            ("{git,,push}", &["git", "push"]),
            ("rm {a,}", &["rm", "a"]),
            ("rm {,}", &["rm"]),
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
                "ls {1..4000} {a,b}; ls {1..4000}; rm {1..100} {} {a}",
                &["rm", "<any>", "{}", "{a}"],
            ),
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
            ("for x in a/*.b; do rm \"$x\"; done", &["rm", "a/<glob:*>.b"]),
            (
                "for x in *; do rm \"${x}\" $x \"$x.b\" c/\"$x\"; done",
                &["rm", "<glob:*>", "<*>", "<word>'.b'", "c/<word>"],
            ),
            ("for x in *; do cd a; rm \"$x\"; done", &["rm", "<word>"]),
            ("for x in *; do (cd a && rm \"$x\"); done", &["rm", "<word>"]),
            ("for x in *; do read x; rm \"$x\"; done", &["rm", "<word>"]),
            ("for x in *; do x=b; rm \"$x\"; done", &["rm", "'b'"]),
            ("for x in *; do y; done; rm \"$x\"", &["rm", "<word>"]),
            ("for x in * b; do rm \"$x\"; done", &["rm", "<'*|b'>"]),
            ("for x in * 'b c'; do rm \"$x\"; done", &["rm", "<word>"]),
            ("IFS=:; for x in * b; do rm $x; done", &["rm", "<any>"]),
            (
                "for x in *; do for y in \"$x\"; do rm \"$y\"; done; done",
                &["rm", "<glob:*>"],
            ),
            (
                "for x in *; do for y in $x/*; do rm \"$y\"; done; done",
                &["rm", "<word>"],
            ),
            ("for x in *; do y=$x; rm \"$y\"; done", &["rm", "<word>"]),
            (
                "shopt -s dotglob; for x in *; do rm \"$x\"; done",
                &["rm", "<word>"],
            ),
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
            // Digits that are not known stay so in a script.
            ("eval \"rm $? \\\"$?\\\"\"", &["rm", "<digits>", "<digits>"]),
            ("bash -c \"x=$?; rm \\$x\"", &["rm", "<digits>"]),
            ("eval \"rm a$((y))b\"", &["rm", "a<digits>b"]),
            ("eval \"rm $?>a\"", &["rm"]),
            // Braces stay where `sh` knows none.
            ("sh -c 'rm {a,b}{1,2}'", &["rm", "{{a,b}{1,2}|a1 a2 b1 b2}"]),
            ("sh -c 'rm {$x,b}'", &["rm", "<any>"]),
            ("sh -c 'x=a; x+=b; rm $x'", &["rm", "<any>"]),
            ("bash -c 'rm {a,b}'", &["rm", "a", "b"]),
            // Arithmetic may come out negative.
            (
                "rm $((2-5)) \"$((~x))\"",
                &["rm", "{'|-'}<digits>", "{'|-'}<digits>"],
            ),
            ("x=-9; rm $((x+1))", &["rm", "{'|-'}<digits>"]),
            ("x=$(y); rm $((x))", &["rm", "{'|-'}<digits>"]),
            (
                "x=$((2-5)); rm $x x$((x+1))",
                &["rm", "{'|-'}<digits>", "x{'|-'}<digits>"],
            ),
            ("x=1; ((x-=5)); rm $x", &["rm", "{'|-'}<digits>"]),
            (
                "x=1; while y; do rm $x; x=$((x-1)); done",
                &["rm", "{'|-'}<digits>"],
            ),
            ("x=1; while y; do rm $x; x=$((x+1)); done", &["rm", "<digits>"]),
            ("x=1; while y; do rm $((x)); ((x++)); done", &["rm", "<digits>"]),
            (
                "rm $((2**63)) $((99999999999999999999))",
                &["rm", "{'|-'}<digits>", "{'|-'}<digits>"],
            ),
            ("export x=a; rm $x", &["rm", "'a'"]),
            ("x=-r; export x+=f; rm $x", &["rm", "'-rf'"]),
            ("eval \"x=-r; export x+=f; rm \\$x\"", &["rm", "'-rf'"]),
            ("f() { rm $x; }; x=a; f; x=b; f; g $x", &["g", "'b'"]),
            ("x=a; f() { x=b; }; f; rm $x", &["rm", "{a|b}"]),
            ("x=a; bash -c 'rm $x'", &["rm", "<any>"]),
            ("HOME=/x; rm ~/a $HOME", &["rm", "<word>/a", "'/x'"]),
            ("x=a; x=b eval 'rm $x'", &["rm", "{a|b}"]),
            ("x=a; x=b :; rm $x", &["rm", "{a|b}"]),
            ("x=a; declare -n r=x; r=b; rm $x", &["rm", "<any>"]),
            ("declare -n r=x; x=a; r=b; rm $x", &["rm", "<any>"]),
            ("x=a; declare \"$n=b\"; rm $x", &["rm", "<any>"]),
            ("x=a; printf -v \"$n\" b; rm $x", &["rm", "<any>"]),
            ("x=a; printf 'y%n' x; rm $x", &["rm", "<any>"]),
            ("x=a; printf '%s\n' x; rm $x", &["rm", "'a'"]),
            ("x=a; read \"$n\"; rm $x", &["rm", "<any>"]),
            ("x=y; y=; : ${!x:=b}; rm $y", &["rm", "<any>"]),
            ("declare -u x; x=a; rm $x", &["rm", "<any>"]),
            ("declare -i x; x=a; rm $x", &["rm", "<any>"]),
            ("readonly x=a; x=b; rm $x", &["rm", "{a|b}"]),
            ("x=a; trap 'x=b' DEBUG; rm $x", &["rm", "<any>"]),
            ("trap 'x=b' ERR; x=a; rm $x", &["rm", "<any>"]),
            ("f() { x=b; }; trap f DEBUG; x=a; rm $x", &["rm", "<any>"]),
            ("x=a; shopt -s lastpipe; y | read x; rm $x", &["rm", "<any>"]),
            ("x=a; y | read x; rm $x", &["rm", "'a'"]),
            ("x=a; f() { read x; }; while y; do rm $x; f; done", &["f"]),
            ("x=a; coproc x { y; }; rm $x", &["rm", "<any>"]),
            ("REPLY=a; read; rm $REPLY", &["rm", "<any>"]),
            ("RANDOM=1; rm $RANDOM", &["rm", "<any>"]),
            ("PWD=/a; cd b; rm $PWD", &["rm", "<any>"]),
            // `$!` is empty until something runs in the background, and may be so where that is not certain.
            ("rm $! ${!} \"$!\"", &["rm", "<any>", "<any>", "<word>"]),
            (
                "x & rm $! ${!} \"$!\"",
                &["rm", "<digits>", "<digits>", "<digits>"],
            ),
            ("x & y=$!; rm $y", &["rm", "<digits>"]),
            ("x && y & rm $!", &["rm", "<digits>"]),
            ("coproc x; rm $!", &["rm", "<digits>"]),
            ("x & (rm $!)", &["rm", "<digits>"]),
            ("if y; then x & fi; rm $!", &["rm", "<any>"]),
            ("y && { x & }; rm $!", &["rm", "<any>"]),
            ("(x &); rm $!", &["rm", "<any>"]),
            ("x & bash -c 'rm $!'", &["rm", "<any>"]),
            // Numbers in every bash, and in every shell.
            ("rm $COLUMNS $RANDOM", &["rm", "<any>", "<digits>"]),
            (
                "sh -c 'rm $RANDOM $UID $PPID'",
                &["rm", "<any>", "<any>", "<digits>"],
            ),
            ("IFS=,; x=a,b; rm $x \"$x\"", &["rm", "<any>", "'a,b'"]),
            ("IFS=:; x=a,b; rm $x", &["rm", "'a,b'"]),
            ("read IFS; x=ab; rm $x", &["rm", "<any>"]),
            ("shopt -s dotglob; rm *", &["rm", "<any>"]),
            (
                "rm \"${x:y}\" ${x:1:2} \"${@:1}\" \"${a[@]:y}\"",
                &["rm", "<word>", "<any>", "<any>", "<any>"],
            ),
            ("case $y in a) x=a;; b) x=b;; esac; rm $x", &["rm", "<any>"]),
            ("x=a; case $y in b) x=b;; esac; rm $x", &["rm", "{a|b}"]),
        ],
        last_words,
    );
}

#[test]
fn a_loop_knows_what_the_functions_it_calls_may_set() {
    let program = super::read("x=a; f() { read x; }; while y; do rm $x; f; done");
    let rm = program.units.iter().find(|unit| unit.text == "rm $x").unwrap();
    assert_eq!(super::word(&rm.words[1]), "<any>");
}

#[test]
fn a_function_is_walked_once_with_every_value_it_may_see() {
    let program = super::read("x=a; f() { rm $x; }; f; x=b; f");
    assert_eq!(program.units[0].words[1].parts.len(), 1);
    assert_eq!(super::word(&program.units[0].words[1]), "{a|b}");
}
