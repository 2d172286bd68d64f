//! Programs in another language: the paths that their text holds.
//!
//! What such a program does is not known. Of the paths it holds only those of protected files matter, so
//! they go to the gate that guards these and to no other.

use super::bases::Places;
use crate::access::path::{Typed, Writer, spell};
use crate::access::{Context, Intent};
use crate::decision::{Direction, Gate};
use crate::shell::{Part, RedirectTarget, Sentinel, Unit, Word};

/// Tokens that are looked at.
const MAX_TOKENS: usize = 256;

/// Adds the paths in the payloads of a unit whose program is opaque.
pub(super) fn paths(id: usize, unit: &Unit, places: &[Places], ctx: &Context<'_>, intents: &mut Vec<Intent>) {
    let opaque = unit
        .floors
        .iter()
        .any(|floor| floor.sentinel == Sentinel::OpaqueWrapper);
    let Some(places) = places.first().filter(|_| opaque) else {
        return;
    };
    let bodies = unit
        .redirects
        .iter()
        .filter_map(|redirect| match &redirect.target {
            RedirectTarget::Body(body) => Some(body),
            _ => None,
        });
    let mut left = MAX_TOKENS;
    let mut seen: Vec<String> = Vec::new();
    for word in unit.words.iter().skip(1).chain(bodies) {
        let text = known_text(word);
        for token in tokens(&text) {
            if seen.iter().any(|known| known == token) {
                continue;
            }
            if left == 0 {
                return;
            }
            left -= 1;
            seen.push(token.to_owned());
            let expanded = crate::access::path::expand_tilde(token, ctx);
            let spelled = spell(
                &Typed {
                    text: &expanded,
                    writer: Writer::Shell,
                    places: &places.places,
                    direction: Direction::Both,
                },
                ctx,
            );
            let mut intent = spelled
                .intent(token, Direction::Both, "named in an inline program")
                .at(word.span);
            intent.gate = Gate::ProtectedWrite;
            intent.at_least_ask = None;
            if let Some(facts) = &mut intent.path {
                facts.unit = Some(id);
            }
            intents.push(intent);
        }
    }
}

/// The known text of a word; `$HOME` counts as the home folder does.
fn known_text(word: &Word) -> String {
    let mut text = String::new();
    for part in &word.parts {
        match part {
            Part::Text { text: piece, .. } => text.push_str(piece),
            Part::Tilde(_) | Part::Home { .. } => text.push('~'),
            Part::Values { values, .. } | Part::Names { globs: values, .. } => {
                text.push_str(&values.join(" "));
            }
            _ => text.push(' '),
        }
    }
    text
}

/// The pieces of a text that may be paths.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let inside = |character: char| {
        character.is_alphanumeric()
            || matches!(character, '/' | '.' | '_' | '-' | '~' | '+' | '@' | '%' | ',')
    };
    text.split(move |character| !inside(character)).filter(|token| {
        let named = matches!(token.rsplit_once('.'), Some((_, "json" | "jsonc" | "md")))
            || token.starts_with('.')
            || token.contains('/')
            || token.starts_with('~');
        named && token.chars().any(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn tokens_of_a_program() {
        let found: Vec<&str> =
            tokens("import os; open('/etc/hosts'); x.y(\"~/.config/a.jsonc\", 'policy.jsonc') # a-b")
                .collect();
        assert_eq!(found, ["/etc/hosts", "~/.config/a.jsonc", "policy.jsonc"]);
    }
}
