//! Texts of which a part is not known before the command runs.

/// What may stand in the place of an unknown part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hole {
    /// Any text, the empty one and blanks included (an unquoted expansion).
    Any,
    /// Any text without blanks and tabs (an expansion in quotes stays one word).
    NoBlank,
    /// One or more decimal digits (`$?`, `$#`, arithmetic).
    Digits,
}

/// One piece of an [`Open`] text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OpenPart {
    /// Known text.
    Text(String),
    /// An unknown part.
    Hole(Hole),
}

/// A text with holes: the set of all texts that its holes can make of it. [`Hole::Any`] that stands as a word
/// of its own (between blanks, or at an end) and comes out empty takes one of its blanks along, as word
/// splitting does: `git $x push` may be `git push`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Open {
    parts: Vec<OpenPart>,
}

impl Open {
    /// The empty text.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends known text, joining it to a known neighbour.
    pub fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(OpenPart::Text(last)) = self.parts.last_mut() {
            last.push_str(text);
        } else {
            self.parts.push(OpenPart::Text(text.to_owned()));
        }
    }

    /// Appends an unknown part.
    pub fn push_hole(&mut self, hole: Hole) {
        self.parts.push(OpenPart::Hole(hole));
    }

    /// The pieces in order; two texts never stand side by side.
    pub fn parts(&self) -> &[OpenPart] {
        &self.parts
    }

    /// Whether nothing is unknown.
    pub fn is_closed(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, OpenPart::Text(_)))
    }
}
