//! The second opinion on plain commands: words, quotes without escapes, variables by name, `&& || ; |` and
//! output redirections. What most commands are made of can be read in one glance, without a tree.
//!
//! It follows bash's own rules for exactly these characters and knows nothing of any other; a text that holds
//! another, or a reserved word, is not plain.

/// What a plain command is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// Simple commands that have a command word.
    pub(super) commands: usize,
    /// Redirections.
    pub(super) redirects: usize,
}

/// The shape of `text`, where it is plain.
pub(super) fn shape(text: &str) -> Option<Shape> {
    let mut glance = Glance {
        bytes: text.as_bytes(),
        at: 0,
        part: Part::Empty,
        shape: Shape::default(),
    };
    glance.read()?;
    Some(glance.shape)
}

/// What stands between two operators so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Empty,
    /// Assignments and redirections only.
    NoCommand,
    Command,
}

struct Glance<'a> {
    bytes: &'a [u8],
    at: usize,
    part: Part,
    shape: Shape,
}

impl Glance<'_> {
    fn here(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&self) -> Option<u8> {
        self.bytes.get(self.at + 1).copied()
    }

    /// Reads to the end; `None` where the text is not plain.
    fn read(&mut self) -> Option<()> {
        loop {
            self.skip_blanks();
            match self.here() {
                None => break,
                Some(byte @ (b'|' | b'&')) if self.next() == Some(byte) => self.operator(2)?,
                Some(b';' | b'|') => self.operator(1)?,
                Some(b'>') => self.redirect()?,
                Some(_) => self.operand()?,
            }
        }
        // Only a `;` may stand last.
        let ended = self.bytes.trim_ascii_end().last() == Some(&b';');
        (self.part != Part::Empty || (ended && self.shape != Shape::default())).then_some(())
    }

    fn skip_blanks(&mut self) {
        while matches!(self.here(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// An operator between two commands, of so many bytes.
    fn operator(&mut self, length: usize) -> Option<()> {
        self.at += length;
        if self.part == Part::Empty {
            return None;
        }
        self.part = Part::Empty;
        Some(())
    }

    /// `>`, `>>` or `>&1`; a number in front of it has been read as a word.
    fn redirect(&mut self) -> Option<()> {
        self.shape.redirects += 1;
        if self.part == Part::Empty {
            self.part = Part::NoCommand;
        }
        self.at += 1;
        match self.here() {
            Some(b'&') => {
                self.at += 1;
                let digit = self.here()?.is_ascii_digit();
                self.at += 1;
                return (digit && self.here().is_none_or(ends_word)).then_some(());
            }
            Some(b'>') => self.at += 1,
            _ => {}
        }
        self.skip_blanks();
        self.word().map(|_| ())
    }

    /// An assignment, the number of a redirection, a command word or an argument.
    fn operand(&mut self) -> Option<()> {
        let start = self.at;
        let bare = self.word()?;
        let word = self.bytes.get(start..self.at).unwrap_or_default();
        if bare && self.here() == Some(b'>') && word.iter().all(u8::is_ascii_digit) {
            return Some(());
        }
        if bare && is_reserved(word) {
            return None;
        }
        if self.part == Part::Command {
            return Some(());
        }
        if is_assignment(word) {
            self.part = Part::NoCommand;
        } else {
            self.part = Part::Command;
            self.shape.commands += 1;
        }
        Some(())
    }

    /// Moves behind a word; whether it is without quotes and variables. `None` where it is not plain.
    fn word(&mut self) -> Option<bool> {
        let start = self.at;
        let mut bare = true;
        while let Some(byte) = self.here() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {}
                _ if b"_-./:,@+%=^~*?".contains(&byte) => {}
                b'$' => {
                    bare = false;
                    self.variable()?;
                }
                b'\'' => {
                    bare = false;
                    let rest = self.bytes.get(self.at + 1..)?;
                    self.at += 1 + rest.iter().position(|byte| *byte == b'\'')?;
                }
                b'"' => {
                    bare = false;
                    self.quoted()?;
                }
                _ if ends_word(byte) => break,
                _ => return None,
            }
            self.at += 1;
        }
        (self.at > start).then_some(bare)
    }

    /// From the opening to the closing double quote.
    fn quoted(&mut self) -> Option<()> {
        loop {
            self.at += 1;
            match self.here()? {
                b'"' => return Some(()),
                b'$' => self.variable()?,
                b'`' | b'\\' | b'!' => return None,
                _ => {}
            }
        }
    }

    /// At the dollar of a variable by its name.
    fn variable(&self) -> Option<()> {
        self.next()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            .then_some(())
    }
}

const fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b';' | b'|' | b'&' | b'>')
}

/// Whether a word sets a variable where no command word stands in front of it.
fn is_assignment(word: &[u8]) -> bool {
    let Some(equals) = word.iter().position(|byte| *byte == b'=') else {
        return false;
    };
    let name = word.get(..equals).unwrap_or_default();
    let name = name.strip_suffix(b"+").unwrap_or(name);
    name.first().is_some_and(|byte| !byte.is_ascii_digit())
        && name
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Reserved words of bash that are made of plain characters (its manual, "Reserved Words").
fn is_reserved(word: &[u8]) -> bool {
    matches!(
        word,
        b"if"
            | b"then"
            | b"elif"
            | b"else"
            | b"fi"
            | b"time"
            | b"for"
            | b"in"
            | b"until"
            | b"while"
            | b"do"
            | b"done"
            | b"case"
            | b"esac"
            | b"coproc"
            | b"select"
            | b"function"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::{analyze, grammar::Declared};
    use proptest::prelude::*;

    #[test]
    fn plain_commands_and_others() {
        let shape_of = |commands, redirects| Some(Shape { commands, redirects });
        #[rustfmt::skip]
        let cases = [
            ("ls", shape_of(1, 0)),
            ("  git log --oneline -3 ", shape_of(1, 0)),
            ("cd a && ls | head -5; pwd || x;", shape_of(5, 0)),
            ("make 2>&1 | tail -3 > out.txt", shape_of(2, 2)),
            ("echo 2 >f; echo a2>f; echo 2>f", shape_of(3, 3)),
            ("echo \"2\">f", shape_of(1, 1)),
            ("A=b C+=d ls E=f", shape_of(1, 0)),
            ("A=b; B=\"$A x\"", shape_of(0, 0)),
            (">f", shape_of(0, 1)),
            ("grep 'a;b|c' \"$HOME/x y\" *.rs", shape_of(1, 0)),
            ("echo done-ish \"done\"", shape_of(1, 0)),
            // Not plain.
            ("", None),
            (";", None),
            ("ls &&", None),
            ("ls ;; ls", None),
            ("ls |& cat", None),
            ("ls & ls", None),
            ("ls &> f", None),
            ("ls >& f", None),
            ("ls >&12", None),
            ("ls >| f", None),
            ("ls > > f", None),
            ("cat <f", None),
            ("echo done", None),
            ("time ls", None),
            ("echo $(ls)", None),
            ("echo \"$(ls)\"", None),
            ("echo `ls`", None),
            ("echo ${x}", None),
            ("echo $'x'", None),
            ("echo $1", None),
            ("echo \\a", None),
            ("echo \"a\\\"b\"", None),
            ("echo 'a", None),
            ("echo \"a", None),
            ("ls\nls", None),
            ("ls # x", None),
            ("! ls", None),
            ("{ ls; }", None),
            ("(ls)", None),
            ("[ -f x ]", None),
            ("a[1]=2", None),
            ("echo é", None),
        ];
        for (text, expected) in cases {
            assert_eq!(shape(text), expected, "{text:?}");
        }
    }

    proptest! {
        /// What is built of known parts has as many of them, and is read as so many.
        #[test]
        fn parts_are_counted(parts in proptest::collection::vec((
            proptest::sample::select(vec!["", "A=b ", "_x1+=$y "]),
            proptest::sample::select(vec!["", "ls ", "git log -3 ", "echo 'a && b' \"$x; y\" ", "a/b=c~ @*? "]),
            proptest::sample::select(vec![("", 0), ("> f", 1), ("2>&1 ", 1), (">>\"a b\" 2>/dev/null", 2)]),
            proptest::sample::select(vec![" && ", "||", "; ", "|"]),
        ), 1..8)) {
            let mut text = String::new();
            let mut expected = Shape { commands: 1, redirects: 0 };
            for (set, command, (redirects, count), operator) in &parts {
                prop_assume!(!(set.is_empty() && command.is_empty() && *count == 0));
                text.extend([*set, *command, *redirects, *operator]);
                expected.commands += usize::from(!command.is_empty());
                expected.redirects += count;
            }
            text += "end";
            prop_assert_eq!(shape(&text), Some(expected), "{}", &text);
            let program = analyze(&text, &Declared::default());
            let words = program.units.iter().filter(|unit| !unit.words.is_empty()).count();
            let redirects: usize = program.units.iter().map(|unit| unit.redirects.len()).sum();
            prop_assert_eq!((words, redirects), (expected.commands, expected.redirects), "{}", text);
        }
    }
}
