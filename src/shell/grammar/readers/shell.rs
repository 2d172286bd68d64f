//! Builtins and programs whose words are no files, or files in their own way.

use crate::shell::grammar::option::{Act, Grammar, flag, value};
use crate::shell::grammar::program::{Operands, Program, options};

const NUMBERED: Grammar = Grammar {
    numbers: true,
    ..Grammar::NONE
};

pub(super) static TEST: Program = Program {
    operands: Operands::Test,
    ..Program::text(Grammar::NONE)
};

// Programs whose words are paths where they look like it, and that leave them alone.
pub(super) static SHAPED: Program = Program {
    operands: Operands::Each(Act::Shaped),
    ..TEXT
};

// Programs that print their words.
pub(super) static TEXT: Program = Program::text(Grammar {
    flags: "neEvpqsjxlaPLVtdgfibcruwkmhzDFRIUCyGHJKMNOQSTWXYZABo0123456789",
    ..NUMBERED
});

pub(super) static CD: Program = Program {
    operands: Operands::Each(Act::Read),
    ..Program::text(Grammar {
        numbers: true,
        ..options("LPe@n", &["help"], "", &[], &[])
    })
};

// `-w` and `-a` write the file, `-r` and `-n` read it.
pub(super) static HISTORY: Program = Program {
    operands: Operands::Each(Act::Shaped),
    leaves_alone: false,
    ..Program::text(Grammar {
        numbers: true,
        ..options(
            "cpsrn",
            &[],
            "d",
            &[],
            &[flag(b'w', "", Act::Edit), flag(b'a', "", Act::Edit)],
        )
    })
};

pub(super) static SOURCE: Program = Program {
    operands: Operands::Each(Act::Read),
    ..Program::text(Grammar::NONE)
};

pub(super) static LESS: Program = Program {
    leaves_alone: true,
    ..Program::reader(Grammar {
        numbers: true,
        ..options(
            "aABcCdeEfFgGiIJKLmMnNQqrRsSuUVwWXFd",
            &["RAW-CONTROL-CHARS", "quit-if-one-screen", "no-init", "chop-long-lines", "help", "version"],
            "bhjptTxyz",
            &["pattern", "tag", "tabs"],
            &[value(b'o', "log-file", Act::Write), value(b'O', "LOG-FILE", Act::Write)],
        )
    })
};

pub(super) static MAN: Program = Program {
    ..Program::text(options(
        "fkKlwWadDuitXTZ7cV",
        &["whatis", "apropos", "local-file", "where", "path", "all", "help", "version", "no-hyphenation"],
        "CRLmMSserpE",
        &["locale", "manpath", "sections", "extension", "prompt", "encoding", "preprocessor", "config-file"],
        &[value(b'P', "pager", Act::Run), value(b'H', "html", Act::Run)],
    ))
};
