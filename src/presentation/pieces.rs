//! What is shown beside the request facts: evidence as it stands, then what links said of it.

use super::blamed::{Blamed, COMMAND};
use super::rows::Field;
use super::{HEAD, PromptPayload};

/// The label of the whole command, where parts of it are facts under `command`.
pub(super) const LINE: &str = "line";

/// A labelled text and what it is.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) field: Field,
    pub(super) role: Role,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The whole command.
    Command,
    /// The head of the piece behind it, which says more.
    Head,
    /// Anything else.
    Other,
}

/// The pieces of `payload` that the request facts do not state.
pub(super) fn pieces(payload: &PromptPayload, blamed: Option<&Blamed<'_>>) -> Vec<Piece> {
    let request = &payload.request;
    let is_shown = |text: &str| {
        let gates = request.gates.iter();
        let texts = gates.flat_map(|gate| [Some(&gate.value), gate.resolves_to.as_ref()]);
        // Of a request that says nothing of its gates, its own value is on the screen.
        let alone = request.gates.is_empty().then_some(&request.value);
        texts
            .flatten()
            .chain([alone].into_iter().flatten())
            .any(|shown| shown == text)
    };
    let mut pieces = Vec::new();
    let mut evidence = payload.evidence.iter().peekable();
    while let Some(piece) = evidence.next() {
        if is_shown(&piece.text) {
            continue;
        }
        let is_head = piece.label == HEAD
            && evidence
                .peek()
                .is_some_and(|next| next.text.starts_with(&piece.text) && !is_shown(&next.text));
        let (field, role) = match (piece.label.as_str(), blamed) {
            (COMMAND, Some(blamed)) => (Field::new(LINE, blamed.whole()), Role::Command),
            (COMMAND, None) => (Field::new(LINE, &piece.text), Role::Command),
            (label, _) if is_head => (Field::new(label, &piece.text), Role::Head),
            (label, _) => (Field::new(label, &piece.text), Role::Other),
        };
        pieces.push(Piece { field, role });
    }
    for note in &payload.annotations {
        pieces.push(Piece {
            field: Field::new("model", format!("{}: {}", note.source, note.text)),
            role: Role::Other,
        });
    }
    pieces
}
