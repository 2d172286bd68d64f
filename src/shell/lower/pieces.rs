//! Pieces of a word → its parts.

use super::{
    braces,
    frame::{Frame, Then, WordState},
    names::{Value, number},
    patterns::{globs, push_text, tildes, values, widen_globs},
    walker::Walker,
};
use crate::shell::{
    HoleKind, Part, Word,
    grammar::Dialect,
    syntax::{Event, Kind, ParamOp, Role},
};
use std::rc::Rc;

impl Walker<'_> {
    pub(super) fn begin_word(&mut self, index: usize, event: Event, role: Role) {
        if role == Role::Body
            && !matches!(self.frames.last(), Some(Frame::Call(call)) if matches!(call.then, Then::Body))
        {
            // The body of a heredoc is read where its redirection stands.
            self.pc = event.pair as usize + 1;
            return;
        }
        let state = WordState {
            role,
            event: index,
            parts: Vec::new(),
            mute: 0,
            globs: false,
            braces: false,
            tildes: false,
            expanded: false,
            equals: None,
        };
        // Words come one after the other: the next is kept where the last was.
        let kept = match self.spare_word.take() {
            Some(mut spare) => {
                *spare = state;
                spare
            }
            None => Box::new(state),
        };
        self.frames.push(Frame::Word(kept));
    }

    /// The word on top, if its text is listened to.
    fn listening(&mut self) -> Option<&mut WordState> {
        match self.frames.last_mut() {
            Some(Frame::Word(word)) if word.mute == 0 => Some(word),
            _ => None,
        }
    }

    /// Adds a part to the word on top.
    pub(super) fn add_part(&mut self, part: Part, expanded: bool) {
        if let Some(word) = self.listening() {
            word.expanded |= expanded;
            word.parts.push(part);
        }
    }

    fn mute(&mut self, step: bool) {
        if let Some(Frame::Word(word)) = self.frames.last_mut() {
            word.mute = if step {
                word.mute.saturating_add(1)
            } else {
                word.mute.saturating_sub(1)
            };
        }
    }

    pub(super) fn piece(&mut self, event: Event) {
        match event.kind {
            Kind::Bare => self.bare(&event),
            Kind::Quoted | Kind::Escaped => self.literal(&event),
            Kind::Ansi => {
                let text = super::braces::ansi(self.text_of(&event));
                if self.listening().is_none()
                    && let Some(text) = &text
                {
                    self.keep_piece(text, &event);
                }
                match text {
                    Some(text) => self.add_part(Part::Text { text, quoted: true }, false),
                    None => self.add_part(Part::Hole(HoleKind::NoBlank), false),
                }
            }
            Kind::Variable { quoted } => self.variable(&event, quoted),
            Kind::Hole(kind) => self.add_part(Part::Hole(kind), true),
            Kind::Parameter { op, quoted } => self.parameter(&event, op, quoted),
            Kind::Arithmetic => {
                if self.may_be_negative(&event) {
                    for part in number() {
                        self.add_part(part, true);
                    }
                } else {
                    self.add_part(Part::Hole(HoleKind::Digits), true);
                }
                self.mute(true);
                self.arithmetic_sets(&event);
            }
            Kind::Array => {
                self.add_part(Part::Hole(HoleKind::Any), true);
                self.mute(true);
            }
            Kind::ExtendedGlob => {
                let text = self.text_of(&event);
                let part = if text.contains(['$', '`', '\\', '\'', '"']) {
                    Part::Hole(HoleKind::Any)
                } else {
                    Part::Glob(text.to_owned())
                };
                self.add_part(part, false);
                self.mute(true);
            }
            Kind::ParameterEnd | Kind::ArithmeticEnd | Kind::ArrayEnd | Kind::ExtendedGlobEnd => {
                self.mute(false);
            }
            Kind::Equals => {
                let append = event.end - event.start == 2;
                if let Some(Frame::Word(word)) = self.frames.last_mut() {
                    word.equals = Some((event.start as usize, append));
                    word.parts.clear();
                    word.globs = false;
                    word.braces = false;
                    word.tildes = false;
                    word.expanded = false;
                }
            }
            _ => {}
        }
    }

    fn bare(&mut self, event: &Event) {
        if self.listening().is_none() {
            return;
        }
        let text = self.text_of(event);
        let (mut globs, mut braces, mut tildes) = (false, false, false);
        for byte in text.bytes() {
            match byte {
                b'*' | b'?' | b'[' => globs = true,
                b'{' => braces = true,
                b'~' => tildes = true,
                _ => {}
            }
        }
        let text = text.to_owned();
        if let Some(word) = self.listening() {
            word.globs |= globs;
            word.braces |= braces;
            word.tildes |= tildes;
            push_text(&mut word.parts, text, false);
        }
    }

    pub(super) fn literal(&mut self, event: &Event) {
        let text = self.text_of(event).to_owned();
        if let Some(word) = self.listening() {
            push_text(&mut word.parts, text, true);
        } else {
            self.keep_piece(&text, event);
        }
    }

    /// A text within an expansion, which may come out as its value.
    fn keep_piece(&mut self, text: &str, event: &Event) {
        if text.contains(['$', '`']) {
            let part = Part::Text {
                text: text.to_owned(),
                quoted: true,
            };
            let span = self.script.span_of(event);
            self.keep_code(&Word {
                span,
                parts: vec![part],
            });
        }
    }

    fn variable(&mut self, event: &Event, quoted: bool) {
        if self.listening().is_none() {
            return;
        }
        let name = self.text_of(event);
        let hole = if quoted { HoleKind::NoBlank } else { HoleKind::Any };
        let part = match self.names.get(name) {
            None => match name {
                "HOME" => Part::Home { quoted },
                "PWD" => Part::Pwd { quoted },
                // Every shell sets these itself, to numbers (POSIX, Shell Command Language, 2.5.3).
                "PPID" | "OPTIND" => Part::Hole(HoleKind::Digits),
                // Bash sets these (bash(1), Shell Variables), in every version of it: `BASHPID`, `SRANDOM` and
                // `EPOCHSECONDS` are younger, `COLUMNS` and `LINES` are empty where there is no terminal.
                "UID" | "EUID" | "RANDOM" | "SECONDS" | "LINENO" | "SHLVL" | "BASH_SUBSHELL"
                    if self.dialect == Dialect::Bash =>
                {
                    Part::Hole(HoleKind::Digits)
                }
                _ => Part::Hole(hole),
            },
            Some(Value::Dynamic(HoleKind::Digits)) => Part::Hole(HoleKind::Digits),
            Some(Value::Number) => {
                for part in number() {
                    self.add_part(part, true);
                }
                return;
            }
            Some(Value::Dynamic(_)) => Part::Hole(hole),
            Some(Value::Texts(texts)) if !quoted && self.splits_otherwise(texts) => Part::Hole(hole),
            Some(Value::Texts(texts)) => {
                let texts = texts.clone();
                let size: usize = texts.iter().map(String::len).sum();
                if self.spend(size.saturating_add(1)) {
                    values(&texts, quoted)
                } else {
                    Part::Hole(hole)
                }
            }
            Some(Value::Globs { words, base }) => {
                // As a word of its own it is what the globs stand for where the loop began; within another word,
                // or in another folder it is any text.
                if *base != self.here || !self.is_whole_word() {
                    Part::Hole(hole)
                } else if let ([parts], true) = (&**words, quoted) {
                    let parts = parts.clone();
                    for part in parts.iter() {
                        self.add_part(part.clone(), true);
                    }
                    return;
                } else if let Some(globs) = glob_texts(words)
                    && (quoted || self.names.get("IFS").is_none())
                    && self.spend(globs.iter().map(String::len).sum())
                {
                    Part::Names {
                        globs,
                        splits: !quoted,
                    }
                } else {
                    Part::Hole(hole)
                }
            }
            Some(Value::Parts(parts)) => {
                let parts = parts.clone();
                return self.splice(&parts, quoted);
            }
        };
        self.add_part(part, true);
    }

    /// Whether the piece that is read is all that the word holds.
    fn is_whole_word(&self) -> bool {
        let Some(Frame::Word(word)) = self.frames.last() else {
            return false;
        };
        let end = self.event_at(word.event).map_or(0, |event| event.pair as usize);
        matches!(word.role, Role::Plain | Role::Target | Role::Item) && end == word.event + 2
    }

    /// Whether `IFS` was changed, so that these texts split differently.
    fn splits_otherwise(&self, texts: &[String]) -> bool {
        match self.names.get("IFS") {
            None => false,
            Some(Value::Texts(separators)) => {
                let splits = |letter: char| {
                    separators.iter().any(|separators| separators.contains(letter))
                        || " \t\n".contains(letter)
                };
                texts.iter().any(|text| text.contains(splits))
            }
            Some(_) => true,
        }
    }

    /// The parts of a variable's only value, in the place of its use.
    fn splice(&mut self, parts: &[Part], quoted: bool) {
        let splits = |text: &str| text.contains([' ', '\t', '\n', '*', '?', '[']);
        if !quoted
            && (self.names.get("IFS").is_some()
                || parts
                    .iter()
                    .any(|part| matches!(part, Part::Text { text, .. } if splits(text))))
        {
            return self.add_part(Part::Hole(HoleKind::Any), true);
        }
        for part in parts {
            let part = match part {
                Part::Home { .. } => Part::Home { quoted },
                Part::Pwd { .. } => Part::Pwd { quoted },
                part => part.clone(),
            };
            self.add_part(part, true);
        }
    }

    fn parameter(&mut self, event: &Event, op: ParamOp, quoted: bool) {
        let part = match op {
            ParamOp::Length => Part::Hole(HoleKind::Digits),
            ParamOp::Offset if quoted => {
                let text = self.text_of(event);
                let several = text.starts_with('@') || text.contains("[@]");
                Part::Hole(if several { HoleKind::Any } else { HoleKind::NoBlank })
            }
            ParamOp::Assign | ParamOp::Prompt | ParamOp::Other if quoted => Part::Hole(HoleKind::NoBlank),
            _ => Part::Hole(HoleKind::Any),
        };
        self.add_part(part, true);
        self.mute(true);
        match op {
            ParamOp::Assign => {
                let text = self.text_of(event);
                let end = text
                    .bytes()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                    .count();
                let name = text.get(..end).unwrap_or_default().to_owned();
                let span = self.script.span_of(event);
                self.assign_unknown(&name, span);
            }
            ParamOp::Indirect if self.text_of(event).contains('=') => self.names.forget_all(),
            _ => {}
        }
        self.evaluate_parameter(event, op);
        self.keep_operand(event);
    }

    pub(super) fn end_word(&mut self, event: Event) {
        let Some(Frame::Word(mut word)) = self.frames.pop() else {
            return;
        };
        let opened = self.event_at(word.event).unwrap_or(event);
        let span = self.script.span(opened.start as usize, event.end as usize);
        let assigned = word.equals.is_some();
        if assigned && word.braces && self.declares_operand() {
            // Here braces do expand, so that the name is set several times.
            word.parts = vec![Part::Hole(HoleKind::Any)];
        }
        let whole = assigned || matches!(word.role, Role::Whole | Role::Body);
        let stretch = (opened.start as usize, event.end as usize);
        if whole || !word.braces {
            let mut parts = std::mem::take(&mut word.parts);
            self.expand_parts(&mut parts, &word);
            let made = Word { span, parts };
            match word.equals {
                Some((equals, append)) => self.take_assignment(stretch, equals, append, made, word.role),
                None => self.take_word(stretch, made, word.role, word.expanded, false),
            }
            self.spare_word = Some(word);
            return;
        }
        let mut words =
            braces::expand(&word.parts, self.words).unwrap_or_else(|| vec![vec![Part::Hole(HoleKind::Any)]]);
        if words.is_empty() && word.role != Role::Plain {
            // A target or item is looked at even where braces leave nothing of it.
            words.push(Vec::new());
        }
        if words.len() > 1 {
            let size = (event.end - opened.start) as usize;
            let left = self.words.checked_sub(words.len());
            self.words = left.unwrap_or(0);
            if left.is_none() || !self.spend(size.saturating_mul(words.len())) {
                words = vec![vec![Part::Hole(HoleKind::Any)]];
            }
        }
        if words.len() > 1 && self.dialect == Dialect::Posix && matches!(word.role, Role::Plain | Role::Item)
        {
            // Where `sh` is another shell the braces stay (POSIX knows none).
            words = vec![vec![braces::unexpanded(&word.parts, &words)]];
        }
        for parts in &mut words {
            self.expand_parts(parts, &word);
        }
        for (index, parts) in words.into_iter().enumerate() {
            self.take_word(stretch, Word { span, parts }, word.role, word.expanded, index > 0);
        }
    }

    /// Takes tildes and globs out of the parts of `word`.
    fn expand_parts(&self, parts: &mut Vec<Part>, word: &WordState) {
        let assigned = word.equals.is_some();
        if word.tildes {
            tildes(parts, assigned, self.names.get("HOME").is_some());
        }
        if word.globs && !(assigned || word.role == Role::Body) {
            globs(parts);
            if self.options.wide_globs {
                widen_globs(parts);
            }
        }
    }
}

/// Words of literal text and globs as one text each; nothing where quotes keep a character of theirs from being
/// special.
fn glob_texts(words: &[Rc<[Part]>]) -> Option<Vec<String>> {
    let special =
        |text: &str| text.is_empty() || text.contains([' ', '\t', '\n', '*', '?', '[', ']', '{', '}', '\\']);
    let text_of = |parts: &Rc<[Part]>| {
        let mut whole = String::new();
        for part in parts.iter() {
            match part {
                Part::Text { text, .. } if !special(text) => whole.push_str(text),
                Part::Glob(glob) if !glob.contains(['(', '{', '\\']) => whole.push_str(glob),
                _ => return None,
            }
        }
        Some(whole)
    };
    words.iter().map(text_of).collect()
}
