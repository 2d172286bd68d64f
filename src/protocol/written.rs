//! The answer to `permissions/check` as JSON text, written without a serializer: it is the one message that is sent
//! for every call, and its keys and words never need an escape.
//!
//! A test holds it against what `serde_json` makes of the same answer.

use super::{Action, CheckResult, Gate, GateState, Id, Origin, Source};

impl CheckResult<'_> {
    /// Writes the whole response with this answer to the request `id`.
    pub fn write_response(&self, id: &Id, out: &mut Vec<u8>) {
        out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
        match id {
            Id::Number(number) => integer(out, number.unsigned_abs(), *number < 0),
            Id::Large(number) => integer(out, *number, false),
            Id::Text(text) => string(out, text),
        }
        out.extend_from_slice(br#","result":"#);
        self.write(out);
        out.push(b'}');
    }

    fn write(&self, out: &mut Vec<u8>) {
        word(out, r#"{"state":""#, self.state.as_str());
        text(out, r#"","surface":"#, &self.surface);
        text(out, r#","value":"#, &self.value);
        optional(out, r#","matchedPattern":"#, self.matched_pattern.as_deref());
        word(out, r#","origin":""#, self.origin.as_str());
        word(out, r#"","source":""#, self.source.as_str());
        optional(out, r#"","reason":"#, self.reason.as_deref());
        optional(out, r#","executedUnit":"#, self.executed_unit.as_deref());
        let human_only = if self.human_only { "true" } else { "false" };
        word(out, r#","humanOnly":"#, human_only);
        out.extend_from_slice(br#","gates":["#);
        for (at, gate) in self.gates.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            gate.write(out);
        }
        out.extend_from_slice(b"]}");
    }
}

impl GateState<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        word(out, r#"{"gate":""#, self.gate.as_str());
        word(out, r#"","state":""#, self.state.as_str());
        text(out, r#"","surface":"#, &self.surface);
        text(out, r#","value":"#, &self.value);
        optional(out, r#","matchedPattern":"#, self.matched_pattern.as_deref());
        word(out, r#","origin":""#, self.origin.as_str());
        out.extend_from_slice(br#""}"#);
    }
}

impl Action {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

impl Gate {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Skill => "skill",
            Self::Path => "path",
            Self::Bash => "bash",
            Self::Tool => "tool",
            Self::ProtectedWrite => "protected-write",
        }
    }
}

impl Origin {
    const fn as_str(self) -> &'static str {
        match self {
            Self::HardGuard => "hard-guard",
            Self::ProtectedWrite => "protected-write",
            Self::Session => "session",
            Self::Agent => "agent",
            Self::ProjectAgent => "project-agent",
            Self::Global => "global",
            Self::Baseline => "baseline",
            Self::Builtin => "builtin",
            Self::Yolo => "yolo",
            Self::FailClosed => "fail-closed",
            Self::Floor => "floor",
        }
    }
}

impl Source {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Guard => "guard",
            Self::Session => "session",
            Self::Agent => "agent",
            Self::Config => "config",
            Self::Baseline => "baseline",
            Self::Default => "default",
            Self::Floor => "floor",
        }
    }
}

/// A key with a word behind it, neither of which is escaped.
fn word(out: &mut Vec<u8>, key: &str, word: &str) {
    out.extend_from_slice(key.as_bytes());
    out.extend_from_slice(word.as_bytes());
}

fn text(out: &mut Vec<u8>, key: &str, text: &str) {
    out.extend_from_slice(key.as_bytes());
    string(out, text);
}

fn optional(out: &mut Vec<u8>, key: &str, value: Option<&str>) {
    match value {
        Some(value) => text(out, key, value),
        None => word(out, key, "null"),
    }
}

/// A JSON string. What needs an escape is left to the serializer.
fn string(out: &mut Vec<u8>, text: &str) {
    // No early end: so the compiler looks at many bytes at once.
    let special = |byte: u8| u8::from(byte < b' ' || byte == b'"' || byte == b'\\');
    let found = text.bytes().fold(0, |found, byte| found | special(byte));
    if found != 0 {
        // Writing a string to a vector does not fail.
        let _ = serde_json::to_writer(out, text);
        return;
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// A whole number in decimal digits.
fn integer(out: &mut Vec<u8>, mut number: u64, is_negative: bool) {
    if is_negative {
        out.push(b'-');
    }
    let start = out.len();
    loop {
        // A digit is below ten.
        out.push(b'0' + u8::try_from(number % 10).unwrap_or_default());
        number /= 10;
        if number == 0 {
            break;
        }
    }
    if let Some(digits) = out.get_mut(start..) {
        digits.reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SentResult, Version};
    use super::*;

    fn gate(gate: Gate, state: Action, origin: Origin, text: &str) -> GateState<'_> {
        GateState {
            gate,
            state,
            surface: text.into(),
            value: text.into(),
            matched_pattern: (origin != Origin::Builtin).then(|| text.into()),
            origin,
        }
    }

    #[test]
    fn an_answer_is_written_as_the_serializer_writes_it() {
        let actions = [Action::Allow, Action::Ask, Action::Deny];
        let gates = [
            Gate::Skill,
            Gate::Path,
            Gate::Bash,
            Gate::Tool,
            Gate::ProtectedWrite,
        ];
        #[rustfmt::skip]
        let origins = [
            Origin::HardGuard, Origin::ProtectedWrite, Origin::Session, Origin::Agent, Origin::ProjectAgent,
            Origin::Global, Origin::Baseline, Origin::Builtin, Origin::Yolo, Origin::FailClosed, Origin::Floor,
        ];
        #[rustfmt::skip]
        let sources = [
            Source::Guard, Source::Session, Source::Agent, Source::Config, Source::Baseline, Source::Default,
            Source::Floor,
        ];
        #[rustfmt::skip]
        let texts = [
            "", "git *", "a\"b", "back\\slash", "line\nbreak\ttab\r", "\u{0}\u{1f}\u{7f}", "é\u{2028}🦀", "/",
            "a long text without anything to escape, and at its very end a quote\"",
        ];
        let ids = [
            Id::Number(0),
            Id::Number(-1),
            Id::Number(i64::MIN),
            Id::Number(i64::MAX),
            Id::Large(u64::MAX),
            Id::Text("".into()),
            Id::Text("a\"\\\n".into()),
        ];
        for turn in 0..texts.len() * origins.len() * ids.len() {
            let text = texts[turn % texts.len()];
            let said = || Some(text.into()).filter(|_| turn % 3 > 0);
            let answer = CheckResult {
                state: actions[turn % actions.len()],
                surface: text.into(),
                value: text.into(),
                matched_pattern: said(),
                origin: origins[turn % origins.len()],
                source: sources[turn % sources.len()],
                reason: said(),
                executed_unit: said(),
                human_only: turn % 2 == 0,
                gates: (0..turn % 4)
                    .map(|at| {
                        let (gates, actions) = (gates[(turn + at) % 5], actions[(turn + at) % 3]);
                        gate(gates, actions, origins[(turn + at) % origins.len()], text)
                    })
                    .collect(),
            };
            let id = &ids[turn % ids.len()];
            let mut written = Vec::new();
            answer.write_response(id, &mut written);
            let expected = serde_json::to_string(&SentResult {
                jsonrpc: Version,
                id,
                result: &answer,
            });
            assert_eq!(String::from_utf8(written).ok(), expected.ok());
        }
    }
}
