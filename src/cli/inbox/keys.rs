//! Keys and what they do. All can be given other keys: an input method may keep letters for itself.

use std::fmt;
use std::str::FromStr;

/// A key, as far as this program tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Char(char),
    Control(char),
    Function(u8),
    Enter,
    Escape,
    Backspace,
    Tab,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
}

/// Names of the keys that are no characters.
const NAMES: [(&str, Key); 13] = [
    ("enter", Key::Enter),
    ("esc", Key::Escape),
    ("backspace", Key::Backspace),
    ("tab", Key::Tab),
    ("space", Key::Char(' ')),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
    ("pageup", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("home", Key::Home),
    ("end", Key::End),
];

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMES.iter().find(|(_, key)| key == self) {
            return f.write_str(name);
        }
        match self {
            Self::Char(character) => write!(f, "{character}"),
            Self::Control(character) => write!(f, "ctrl-{character}"),
            Self::Function(number) => write!(f, "f{number}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let lower = text.to_lowercase();
        if let Some((_, key)) = NAMES.iter().find(|(name, _)| *name == lower) {
            return Ok(*key);
        }
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            return Ok(Self::Char(character));
        }
        if let Some(rest) = lower.strip_prefix("ctrl-")
            && let (Some(character @ 'a'..='z'), None) = (rest.chars().next(), rest.chars().nth(1))
        {
            return Ok(Self::Control(character));
        }
        if let Some(number @ 1..=12) = lower.strip_prefix('f').and_then(|rest| rest.parse().ok()) {
            return Ok(Self::Function(number));
        }
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        Err(format!(
            "{text}: no such key; a character, f1 to f12, ctrl-a to ctrl-z, or one of {}",
            names.join(" ")
        ))
    }
}

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Up,
    Down,
    Allow,
    Session,
    Whole,
    Deny,
    Reason,
    Evidence,
    Edit,
    Quit,
}

/// Each action, its name, and its keys where none are given.
const ACTIONS: [(Action, &str, &[Key]); 10] = [
    (Action::Up, "up", &[Key::Up, Key::Char('k')]),
    (Action::Down, "down", &[Key::Down, Key::Char('j')]),
    (Action::Allow, "allow", &[Key::Char('a'), Key::Function(2)]),
    (Action::Session, "session", &[Key::Char('s'), Key::Function(3)]),
    (Action::Whole, "whole", &[Key::Char('w'), Key::Function(4)]),
    (Action::Deny, "deny", &[Key::Char('d'), Key::Function(5)]),
    (Action::Reason, "reason", &[Key::Char('r'), Key::Function(6)]),
    (Action::Evidence, "evidence", &[Key::Char('e'), Key::Char(' ')]),
    (Action::Edit, "edit", &[Key::Tab, Key::Char('i')]),
    (Action::Quit, "quit", &[Key::Char('q')]),
];

/// `ACTION=KEY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    action: Action,
    key: Key,
}

impl FromStr for Binding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The key may be `=` itself.
        let (name, key) = text
            .split_once('=')
            .ok_or_else(|| format!("{text}: not of the form ACTION=KEY"))?;
        let names = || ACTIONS.map(|(_, name, _)| name).join(" ");
        let action = ACTIONS
            .iter()
            .find(|(_, known, _)| *known == name)
            .map(|(action, ..)| *action)
            .ok_or_else(|| format!("{name}: no such action; one of {}", names()))?;
        let key: Key = key.parse()?;
        if matches!(key, Key::Escape | Key::Enter | Key::Control('c')) {
            return Err(format!("{key} always means the same"));
        }
        Ok(Self { action, key })
    }
}

/// Which keys do what.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    bindings: Vec<Binding>,
}

impl Keys {
    /// The usual keys; an action that is given keys has those and no others, and takes them from what had them.
    pub(super) fn new(given: &[Binding]) -> Self {
        let is_given = |action: Action| given.iter().any(|binding| binding.action == action);
        let takes = |key: Key| given.iter().any(|binding| binding.key == key);
        let usual = ACTIONS
            .iter()
            .filter(|(action, ..)| !is_given(*action))
            .flat_map(|(action, _, keys)| {
                keys.iter().map(|key| Binding {
                    action: *action,
                    key: *key,
                })
            })
            .filter(|binding| !takes(binding.key));
        let bindings = given.iter().copied().chain(usual).collect();
        Self { bindings }
    }

    /// What `key` does.
    pub(super) fn action(&self, key: Key) -> Option<Action> {
        self.bindings
            .iter()
            .find(|binding| binding.key == key)
            .map(|binding| binding.action)
    }

    /// The first key of `action`, as it is shown.
    pub(super) fn shown(&self, action: Action) -> String {
        self.bindings
            .iter()
            .find(|binding| binding.action == action)
            .map_or_else(|| "-".to_owned(), |binding| binding.key.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named() {
        #[rustfmt::skip]
        let cases = [
            ("a",      Some(Key::Char('a'))),
            ("=",      Some(Key::Char('='))),
            ("ß",      Some(Key::Char('ß'))),
            ("F5",     Some(Key::Function(5))),
            ("f13",    None),
            ("ctrl-x", Some(Key::Control('x'))),
            ("ctrl-1", None),
            ("Space",  Some(Key::Char(' '))),
            ("pgup",   None),
            ("",       None),
        ];
        for (text, expected) in cases {
            assert_eq!(text.parse::<Key>().ok(), expected, "{text}");
            if let Some(key) = expected {
                assert_eq!(key.to_string().parse(), Ok(key), "{text}");
            }
        }
    }

    #[test]
    fn an_action_that_is_given_a_key_has_only_that() {
        let given = ["allow=f9".parse().unwrap(), "deny=a".parse().unwrap()];
        let keys = Keys::new(&given);
        assert_eq!(keys.action(Key::Function(9)), Some(Action::Allow));
        assert_eq!(keys.action(Key::Char('a')), Some(Action::Deny), "not what it was");
        assert_eq!(keys.action(Key::Char('d')), None);
        assert_eq!(keys.action(Key::Function(2)), None);
        assert_eq!(keys.action(Key::Char('s')), Some(Action::Session));
        assert_eq!(keys.shown(Action::Deny), "a");
    }

    #[test]
    fn what_is_no_binding_says_why() {
        for text in ["allow", "allo=w", "allow=pgup", "deny=enter", "quit=esc"] {
            assert!(text.parse::<Binding>().is_err(), "{text}");
        }
    }
}
