//! What the analysis found of a command, held against what the command did.

use super::bash::{Bash, Ran, Record};
use portcullis::{
    access::{self, Context, Cwd, Declarations, Intent, Known, OsFiles, Place},
    decision::{Direction, Gate},
    shell::{HoleKind, Part, Program, Sentinel, Unit, Word},
};
use std::collections::BTreeSet;
use std::path::Path;

/// What the analysis found.
pub struct Found {
    program: Program,
    intents: Vec<Intent>,
}

/// What ran or was written without having been found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Missed {
    pub records: Vec<Record>,
    pub changed: BTreeSet<String>,
}

impl Missed {
    pub fn is_nothing(&self) -> bool {
        self.records.is_empty() && self.changed.is_empty()
    }
}

/// Analyses `text` as it would run in `place`, which is the home folder, too.
pub fn find(text: &str, place: &Path) -> Found {
    let files = OsFiles::new();
    let cwd = Cwd::resolve(&place.to_string_lossy(), &files);
    let (declarations, known) = (Declarations::default(), Known::default());
    let home = place.to_string_lossy();
    let context = Context::new(&files, &cwd, Some(&home), &declarations, &known);
    let found = access::bash::access(text, &Place::at(cwd.typed.clone()), &context);
    Found {
        program: found.program,
        intents: found.intents,
    }
}

impl Found {
    /// Whether a sentinel says that the command could not be established. That something runs by way of a wrapper
    /// excuses nothing, nor that a command word comes from a variable whose values are known.
    pub fn is_floored(&self) -> bool {
        let excuses = |unit: &Unit| {
            let word = unit.words.first();
            let known = word.is_some_and(|word| matches!(word.parts.as_slice(), [Part::Values { .. }]));
            unit.floors.iter().any(|floor| match floor.sentinel {
                Sentinel::IndirectionWrapper => false,
                Sentinel::DynamicCommand => !known,
                _ => true,
            })
        };
        !self.program.floors.is_empty() || self.program.units.iter().any(excuses)
    }

    /// Why it carries a floor, each reason once.
    pub fn floors(&self) -> BTreeSet<String> {
        let units = self.program.units.iter().flat_map(|unit| &unit.floors);
        let all = self.program.floors.iter().chain(units);
        all.map(|floor| format!("{} {}", floor.sentinel.pattern(), floor.why))
            .collect()
    }

    /// What `ran` shows and was not found.
    pub fn missed(&self, ran: Ran, bash: &Bash) -> Missed {
        if self.is_floored() {
            return Missed::default();
        }
        let mut records = ran.records;
        records.retain(|record| !self.program.units.iter().any(|unit| covers(unit, record)));
        records.sort();
        records.dedup();
        let mut changed = ran.changed;
        changed.retain(|path| !self.intents.iter().any(|intent| writes(intent, path, bash)));
        Missed { records, changed }
    }
}

/// A piece of what the words of a unit may be, joined by NUL.
#[derive(Debug)]
enum Piece {
    Text(String),
    /// Anything, several words included.
    Any,
    /// Anything that is one word.
    One,
    /// Digits.
    Digits,
}

/// Whether a unit says that `record` may run.
fn covers(unit: &Unit, record: &Record) -> bool {
    let Some((name, arguments)) = record.split_first() else {
        return true;
    };
    let Some((command, operands)) = unit.words.split_first() else {
        return false;
    };
    let text: String = arguments.iter().flat_map(|argument| ["\0", argument]).collect();
    names(command).iter().any(|command| {
        // A command word from a variable may hold operands.
        let mut words = command.split_ascii_whitespace();
        if words.next().and_then(|word| word.rsplit('/').next()) != Some(name) {
            return false;
        }
        let mut pieces: Vec<Piece> = words.map(|word| Piece::Text(format!("\0{word}"))).collect();
        for word in operands {
            pieces.push(Piece::Text("\0".to_owned()));
            push(word, &mut pieces);
        }
        if unit.appends {
            pieces.push(Piece::Any);
        }
        matches(&pieces, &text)
    })
}

/// The texts that a command word may be.
fn names(word: &Word) -> Vec<String> {
    match word.parts.as_slice() {
        [Part::Values { values, .. }] => values.clone(),
        _ => word.literal().into_iter().collect(),
    }
}

fn push(word: &Word, pieces: &mut Vec<Piece>) {
    let mut vanishes = !word.parts.is_empty();
    for part in &word.parts {
        let piece = match part {
            Part::Text { text, .. } => {
                vanishes = false;
                Piece::Text(text.clone())
            }
            Part::Glob(_) | Part::Values { quoted: false, .. } | Part::Hole(HoleKind::Any) => Piece::Any,
            Part::Hole(HoleKind::Digits) => {
                vanishes = false;
                Piece::Digits
            }
            _ => {
                vanishes = false;
                Piece::One
            }
        };
        pieces.push(piece);
    }
    // An expansion that comes out empty is no word at all.
    if vanishes
        && let Some(at) = pieces
            .iter()
            .rposition(|piece| matches!(piece, Piece::Text(text) if text == "\0"))
    {
        pieces.remove(at);
    }
}

/// Whether `text` is one that `pieces` may be.
fn matches(pieces: &[Piece], text: &str) -> bool {
    let mut ends: BTreeSet<usize> = BTreeSet::from([0]);
    for piece in pieces {
        let mut next = BTreeSet::new();
        for start in ends {
            let rest = &text[start..];
            match piece {
                Piece::Text(piece) => {
                    if rest.starts_with(piece.as_str()) {
                        next.insert(start + piece.len());
                    }
                }
                Piece::Any => next.extend((start..=text.len()).filter(|at| text.is_char_boundary(*at))),
                Piece::Digits => {
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    next.extend((1..=digits).map(|length| start + length));
                }
                Piece::One => {
                    let end = rest.find('\0').map_or(text.len(), |at| start + at);
                    next.extend((start..=end).filter(|at| text.is_char_boundary(*at)));
                }
            }
        }
        ends = next;
    }
    ends.contains(&text.len())
}

/// Whether an intent says that `path` may be written.
fn writes(intent: &Intent, path: &str, bash: &Bash) -> bool {
    if intent.gate != Gate::Path || intent.direction.is_none_or(|way| way == Direction::Read) {
        return false;
    }
    let below = |root: &str| {
        path.strip_prefix(root.trim_end_matches('/'))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let descends = intent
        .path
        .as_ref()
        .and_then(|facts| facts.descent.as_ref())
        .is_some_and(|descent| descent.roots.iter().any(|root| below(root)));
    descends
        || intent
            .groups
            .iter()
            .flat_map(|group| &group.equal)
            .any(|spelling| {
                let text = spelling.text.as_str();
                // What nothing stood at may be a folder by now; and the folders above are made along with it.
                spelling.open.is_some()
                    || text == path
                    || (!bash.held(text) && below(text))
                    || (!bash.held(path) && text.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
            })
}

#[cfg(test)]
mod tests {
    use super::{Piece, matches};

    #[test]
    fn words_are_held_against_what_ran() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let pieces = [text("\0"), text("a"), text("\0"), Piece::One, text("b")];
        assert!(matches(&pieces, "\0a\0xb"));
        assert!(matches(&pieces, "\0a\0b"));
        assert!(!matches(&pieces, "\0a\0x\0b"));
        assert!(!matches(&pieces, "\0a"));
        let pieces = [text("\0"), text("a"), Piece::Any];
        assert!(matches(&pieces, "\0a\0x\0b"));
        assert!(!matches(&pieces, "\0b\0a"));
    }
}
