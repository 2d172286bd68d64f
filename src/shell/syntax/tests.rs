//! The reading by itself.
use super::{Reader, Script};

fn faults(text: &str) -> Vec<&'static str> {
    let mut script = Script::new(text);
    Reader::new(&mut script, 0, crate::shell::grammar::Dialect::Bash).read(0, text.len());
    script.faults.iter().map(|fault| fault.why).collect()
}

#[test]
fn what_bash_reads_is_read_without_a_fault() {
    for text in [
        "",
        "ls",
        "ls -la | grep x && echo 'a b' \"c $d\"; (cd x; ls) > y 2>&1 &",
        "for i in a b; do echo $i; done",
        "case $x in a|b) ls;; (c) rm;& *) true; esac",
        "cat <<EOF | grep x 2>&1\nfoo $(ls `pwd`)\nEOF\necho",
        "f() { local x=1; }; f",
        "if [ -f x ]; then a; elif b; then c; else d; fi",
        "while read -r l; do echo \"$l\"; done < x",
        "[[ $x =~ ^(a|b) ]] && ((i++)) || echo $((1+2))",
        "arr=(a b $(c)); arr[0]=x",
        "time -p ls",
        "coproc W { ls; }",
        "echo ${x:-\"$(y)\"} ${#x} ${x%%*.} ${x//a/b} ${!x} ${x[@]} ${ ls; }",
        "select x in a; do ls; done",
        "for ((i=0;i<3;i++)); do ls; done",
        "echo $'a\\'b'",
        "function f { ls; }",
        "echo \"`echo \\\"x\\\"`\"",
        "{fd}>x ls",
        "diff <(a) <(b)",
        "! ls",
        "ls |& cat",
        "ls rm !(x|y)",
    ] {
        assert_eq!(faults(text), Vec::<&str>::new(), "{text:?}");
    }
}
