//! Code that is kept for later: traps and aliases.

use super::{frame::ScriptJob, walker::Walker};
use crate::shell::{Assignment, Span, UnitId, grammar::Dialect};

impl Walker<'_> {
    pub(super) fn trap(&mut self, id: UnitId) {
        let operands = self.operands(id);
        let [action, _, ..] = operands.as_slice() else {
            return;
        };
        match action.literal() {
            Some(text) if text.trim().is_empty() || text == "-" => {}
            Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {}
            Some(text) => {
                let script = ScriptJob {
                    later: true,
                    ..ScriptJob::code(text, action.span)
                };
                self.run_scripts(id, vec![script], "run by a trap".to_owned());
            }
            None => self.opaque(id, action.span, "what the trap runs is not known before it runs"),
        }
    }

    pub(super) fn alias(&mut self, id: UnitId, declared: &[(usize, Assignment)]) {
        let mut scripts = Vec::new();
        for (_, assignment) in declared {
            match assignment.value.literal() {
                Some(text) => {
                    self.keep_alias(&assignment.name, &text);
                    scripts.push(ScriptJob {
                        later: true,
                        ..ScriptJob::code(text, assignment.value.span)
                    });
                }
                None => self.opaque(id, assignment.span, "what the alias stands for is not known"),
            }
        }
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let mut unknown = None;
        let mut kept = Vec::new();
        for (index, word) in unit.words.iter().enumerate().skip(1) {
            if declared.binary_search_by_key(&index, |(at, _)| *at).is_ok() {
                continue;
            }
            match word.literal() {
                Some(text) => {
                    if let Some((name, value)) = text.split_once('=') {
                        kept.push((name.to_owned(), value.to_owned()));
                        scripts.push(ScriptJob {
                            later: true,
                            ..ScriptJob::code(value.to_owned(), word.span)
                        });
                    }
                }
                None => unknown = Some(word.span),
            }
        }
        for (name, value) in kept {
            self.keep_alias(&name, &value);
        }
        if let Some(span) = unknown {
            self.opaque(id, span, "what the alias stands for is not known");
        }
        if !scripts.is_empty() {
            self.run_scripts(id, scripts, "kept by an alias".to_owned());
        }
    }

    fn keep_alias(&mut self, name: &str, value: &str) {
        let values = self.aliases.entry(name.to_owned()).or_default();
        if !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }

    /// A command whose name the command made an alias: all that it may stand for, with the operands.
    pub(super) fn alias_call(&mut self, id: UnitId, name: &str) {
        if self.aliases.is_empty() || self.in_alias {
            return;
        }
        let Some(values) = self.aliases.get(name) else {
            return;
        };
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let rest = unit.text.strip_prefix(name).unwrap_or_default();
        let span = unit.span;
        let size = values.iter().map(String::len).sum::<usize>() + values.len().saturating_mul(rest.len());
        let scripts = values
            .iter()
            .map(|value| ScriptJob {
                alias: true,
                ..ScriptJob::code(format!("{value}{rest}"), span)
            })
            .collect();
        if self.spend(size) {
            self.run_scripts(id, scripts, format!("alias {name}"));
        }
    }
}

impl ScriptJob {
    /// Bash code that runs elsewhere.
    pub(super) fn code(text: String, span: Span) -> Self {
        Self {
            text,
            span,
            dialect: Dialect::Bash,
            shared: false,
            stdin: false,
            later: false,
            alias: false,
            apart: false,
            expands: false,
        }
    }

    /// Text of which only the substitutions run.
    pub(super) fn expansion(text: String, span: Span) -> Self {
        Self {
            expands: true,
            ..Self::code(text, span)
        }
    }
}
