//! What a row of wrappers comes to grows as its length does: what each of them hands on is kept once for all.

use crate::access::{Context, Cwd, Declarations, Known, MemoryFiles, Place};
use crate::shell::Excerpt;

/// The intents of a command, and the bytes of text that they keep for themselves alone.
fn kept(command: &str) -> (usize, usize) {
    let files = MemoryFiles::new().directory("/home/u/proj");
    let cwd = Cwd::resolve("/home/u/proj", &files);
    let (declarations, known) = (Declarations::default(), Known::default());
    let context = Context::new(&files, &cwd, Some("/home/u"), &declarations, &known);
    let found = super::access(command, &Place::at("/home/u/proj"), &context);
    let of_intents = found.intents.iter().map(|intent| {
        let equal = intent
            .groups
            .iter()
            .flat_map(|group| group.equal.iter().chain(&group.tightening));
        let spelled: usize = equal.map(|spelling| spelling.text.own()).sum();
        let executed = intent.unit.as_ref().and_then(|unit| unit.executed.as_ref());
        spelled + intent.blame.value.own() + executed.map_or(0, Excerpt::own)
    });
    let of_units = found.program.units.iter().map(|unit| unit.text.own());
    (
        found.intents.len(),
        of_intents.sum::<usize>() + of_units.sum::<usize>(),
    )
}

#[test]
fn a_row_of_wrappers_keeps_its_text_once() {
    for piece in [
        "timeout 1 ",
        "nohup ",
        "env A=1 ",
        "command ",
        "eval ",
        "xargs -n1 ",
        "sudo ",
        "ssh h ",
    ] {
        let row = |count: usize| kept(&format!("{}rm x", piece.repeat(count)));
        let (short, middle, long) = (row(100), row(200), row(400));
        assert_eq!(long.0 - middle.0, 2 * (middle.0 - short.0), "{piece}: intents");
        assert!(
            long.1 - middle.1 <= 2 * (middle.1 - short.1) + 64,
            "{piece}: {short:?} {middle:?} {long:?}"
        );
    }
}
