//! Programs whose operands are known by position.

use super::{Build, Does, When};
use crate::shell::Word;
use crate::shell::grammar::option::{Act, Item, Opt, Style, lead, may_be_option, read};
use crate::shell::grammar::program::{Below, Operands, Program};
use std::borrow::Cow;

/// What proves the target of a copy.
const TARGET: &str = "target of a known writer";

impl<'a> Build<'a, '_> {
    /// The words that a program reads itself: where its operands are texts, those from some word to the end that what
    /// it runs is made of are read by that.
    fn read_by_itself(&self, program: &Program) -> &'a [Word] {
        match self.handed {
            [(start, end)] if program.operands == Operands::Text && *end == self.words.len() => {
                self.words.get(..*start).unwrap_or(self.words)
            }
            _ => self.words,
        }
    }

    pub(super) fn program(&mut self, program: &'static Program) {
        self.out.leaves_alone = program.leaves_alone;
        self.out.skips_hidden = program.skips_hidden;
        match program.operands {
            Operands::Find => return self.find(),
            Operands::Tar => return self.tar(),
            Operands::Git => return self.git(),
            Operands::Test => return self.test(),
            Operands::Assignments => return self.assignments(),
            Operands::Named => return self.named(false, 1),
            Operands::Names => return self.named(true, 1),
            Operands::Compress => return self.compress(program),
            Operands::Unpacker => return self.unpacker(),
            _ => {}
        }
        let items = read(self.read_by_itself(program), 1, &program.grammar);
        let mut pattern = false;
        let mut into = false;
        let mut edits = false;
        let mut operands = Vec::new();
        let mut target = None;
        self.descends = program.below == Below::Always;
        for item in &items {
            match item {
                Item::Unknown(_) => self.unsure = true,
                Item::Option {
                    act: Act::Code,
                    value: Some((index, from)),
                    ..
                } => {
                    // gawk's own way to write its operands.
                    edits |= self.words.get(*index).is_some_and(|word| {
                        let text = lead(word).0;
                        text.get(*from..).is_some_and(|text| text.starts_with("inplace"))
                    });
                }
                Item::Option { act, value, .. } => match act {
                    Act::Recurse => {
                        self.descends |= value.is_some_and(|(index, from)| {
                            self.words
                                .get(index)
                                .is_none_or(|word| !matches!(lead(word).0.get(from..), Some("skip" | "read")))
                        });
                    }
                    Act::Pattern | Act::PatternFile | Act::NoPattern => pattern = true,
                    Act::Into => into = true,
                    Act::Edit => edits = true,
                    Act::Descend => self.descends = true,
                    Act::Hidden => self.out.skips_hidden = false,
                    _ => {}
                },
                Item::Operand(index) => operands.push(*index),
                Item::Dashes(_) => {}
            }
        }
        let writes = program
            .grammar
            .special
            .iter()
            .any(|opt| matches!(opt.act, Act::Write | Act::Edit | Act::Run | Act::RunRest));
        if writes
            && operands
                .iter()
                .filter_map(|index| self.words.get(*index))
                .any(may_be_option)
        {
            self.unsure = true;
            self.out.leaves_alone = false;
        }
        if edits {
            self.out.leaves_alone = false;
        }
        let below = self.descends;
        self.descends = false;
        for item in &items {
            match *item {
                Item::Option {
                    act,
                    value: Some((index, from)),
                    ..
                } if !self.is_handed(index) => {
                    self.descends = below && act == Act::Into;
                    if act == Act::Into {
                        target = Some(self.out.touches.len());
                    }
                    if act == Act::Edit || act == Act::Exclude && program.grammar.special.iter().any(negated)
                    {
                        self.glob(act, index, from);
                    } else {
                        self.act(act, index, from, "value of an option");
                    }
                }
                Item::Unknown(index) => self.likely(index, When::Likely),
                _ => {}
            }
        }
        self.descends = below;
        let first = self.out.touches.len();
        self.operands(program, &operands, pattern, into, edits);
        self.beyond(program, &operands, &items, (first, target), edits);
        self.in_their_own_way(&operands, &items);
    }

    /// What is written beyond what the operands name; they were pushed from `first` on, the folder that an option
    /// names is the touch at `target`.
    fn beyond(
        &mut self,
        program: &Program,
        operands: &[usize],
        items: &[Item],
        (first, target): (usize, Option<usize>),
        edits: bool,
    ) {
        match program.operands {
            _ if matches!(self.name.as_str(), "split" | "csplit") => self.numbered(operands, items),
            Operands::Copy(_) | Operands::Remote(_) if !edits => {
                if let Some(target) = target {
                    self.made(target, operands, items, true);
                } else if let Some((_, sources)) =
                    operands.split_last().filter(|(_, sources)| !sources.is_empty())
                {
                    // The last operand is pushed first, unless it is somewhere else.
                    let written = |touch: &super::Touch<'_>| touch.proof == TARGET;
                    if self.out.touches.get(first).is_some_and(written) {
                        self.made(first, sources, items, sources.len() > 1);
                    }
                } else if program.operands == Operands::Copy(Act::Touch) {
                    self.linked_here(operands);
                }
            }
            Operands::Script(_) if edits => self.kept(first, items),
            _ => {}
        }
    }

    pub(super) fn operands(
        &mut self,
        program: &Program,
        operands: &[usize],
        pattern: bool,
        into: bool,
        edits: bool,
    ) {
        let mut rest = operands;
        let remote = matches!(program.operands, Operands::Remote(_));
        self.proof = "operand of a known reader";
        let act = match program.operands {
            Operands::Each(act) => act,
            Operands::After(skip, act) => {
                rest = if pattern {
                    rest
                } else {
                    rest.get(skip..).unwrap_or_default()
                };
                act
            }
            Operands::Script(act) => {
                // `sed -i '' script file`: the empty word is the suffix of the BSD dialect.
                let empty = edits
                    && rest.len() > 1
                    && matches!(
                        rest.first().and_then(|index| self.words.get(*index)).map(lead),
                        Some((text, true)) if text.is_empty()
                    );
                let skip = usize::from(!pattern) + usize::from(empty);
                if self.unsure && !pattern {
                    // The option that is not known may have taken the script for its value.
                    for index in rest.iter().take(skip) {
                        self.likely(*index, When::Likely);
                    }
                }
                rest = rest.get(skip..).unwrap_or_default();
                act
            }
            Operands::Copy(act) | Operands::Remote(act) => {
                if edits {
                    Act::Write
                } else {
                    if !into
                        && rest.len() > 1
                        && let Some((last, sources)) = rest.split_last()
                    {
                        self.copy_into(*last, remote);
                        rest = sources;
                    }
                    act
                }
            }
            Operands::Archive => {
                if let Some((first, files)) = rest.split_first() {
                    self.push(*first, 0, When::Always, Does::Writes, "archive written");
                    rest = files;
                }
                Act::Read
            }
            Operands::Unpack => return self.unpack(operands, into),
            Operands::Database => return self.database(operands),
            Operands::Patch => return self.patch(operands),
            _ => {
                self.out.appends_text = true;
                return self.texts(operands);
            }
        };
        let act = if edits { Act::Write } else { act };
        if act == Act::Write {
            self.proof = "operand of a known writer";
        }
        self.out.appended = match act {
            _ if self.unsure => None,
            Act::Read => Some(Does::Reads),
            Act::Write => Some(Does::Writes),
            _ => None,
        };
        for index in rest {
            let Some((text, whole)) = self.words.get(*index).map(lead) else {
                continue;
            };
            if (text == "-" && whole) || (remote && is_remote(&text)) || has_scheme(&text) {
                continue;
            }
            if matches!(program.operands, Operands::Script(_)) && is_awk_assignment(program, &text) {
                continue;
            }
            if act == Act::Shaped {
                self.likely(*index, When::Likely);
            } else if act == Act::Touch {
                self.push(*index, 0, When::Always, Does::Unknown, self.proof);
            } else {
                self.act(act, *index, 0, self.proof);
                if text.starts_with('@') {
                    // A file of more options, for those programs that know such.
                    self.push(*index, 1, When::Existing, Does::Reads, "behind @");
                }
            }
        }
        let told =
            program.below == Below::Told && self.descends && matches!(program.operands, Operands::Script(_));
        if rest.is_empty() && (program.here || told) {
            self.here(Does::Reads, "the working folder");
        }
    }

    /// A database file; the other operands are statements.
    fn database(&mut self, operands: &[usize]) {
        if let Some(first) = operands.first() {
            self.act(Act::Touch, *first, 0, "database");
        }
        self.out.appends_text = !operands.is_empty();
    }

    /// The file to patch and the patch; without the former the patch says which.
    fn patch(&mut self, operands: &[usize]) {
        let Some((first, rest)) = operands.split_first() else {
            return self.writes_somewhere("written by a patch");
        };
        self.act(Act::Write, *first, 0, "patched");
        // What was there before, and what could not be applied.
        for suffix in [".orig", ".rej"] {
            let Some(word) = self.words.get(*first) else { break };
            let mut word = word.clone();
            word.parts.push(crate::shell::Part::Text {
                text: suffix.to_owned(),
                quoted: true,
            });
            self.push_word(
                Cow::Owned(word),
                When::Always,
                Does::Writes,
                "left beside what is patched",
            );
        }
        for index in rest {
            self.act(Act::Read, *index, 0, "patch read");
        }
    }

    /// The last operand of a copy.
    pub(super) fn copy_into(&mut self, index: usize, remote: bool) {
        let Some((text, whole)) = self.words.get(index).map(lead) else {
            return;
        };
        if (text == "-" && whole) || (remote && is_remote(&text)) {
            return;
        }
        self.push(index, 0, When::Always, Does::Writes, TARGET);
    }

    /// Words that are texts; a glob among them still lists a folder.
    pub(super) fn texts(&mut self, operands: &[usize]) {
        for index in operands {
            let Some(word) = self.words.get(*index) else {
                continue;
            };
            let text = lead(word).0;
            if text
                .get(..6)
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:/"))
            {
                self.push(*index, 0, When::Always, Does::Reads, "file URL");
            } else if word.has_glob() && text.contains('/') {
                self.push(*index, 0, When::Shaped, Does::Reads, "glob");
            }
        }
    }
}

/// Whether a program's excluding option is `-g`, whose value leaves out only behind a `!`.
fn negated(opt: &Opt) -> bool {
    opt.act == Act::Exclude && opt.short == b'g'
}

/// `n=5` among the operands of awk.
fn is_awk_assignment(program: &Program, text: &str) -> bool {
    program.grammar.style == Style::Mixed
        && program.grammar.special.iter().any(|opt| opt.long == "source")
        && text.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
        })
}

/// `host:path` and `rsync://…`.
pub(super) fn is_remote(text: &str) -> bool {
    text.find(':')
        .is_some_and(|colon| colon > 0 && !text.get(..colon).is_some_and(|host| host.contains('/')))
}

/// Whether a text begins with a scheme other than `file:`.
pub(super) fn has_scheme(text: &str) -> bool {
    text.find("://").is_some_and(|at| {
        text.get(..at).is_some_and(|scheme| {
            !scheme.is_empty()
                && !scheme.eq_ignore_ascii_case("file")
                && scheme
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'))
        })
    })
}
