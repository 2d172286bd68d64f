//! Quoted text that bash evaluates all the same: arithmetic operands, names with subscripts, prompts.

use super::{
    frame::{Job, Jobs, ScriptJob},
    walker::Walker,
};
use crate::shell::{Assignment, Context, Part, Span, Standing, UnitId, Word};

/// The text of a word whatever its quoting, where it holds a substitution that quotes protect.
fn protected_code(word: &Word) -> Option<String> {
    let mut text = String::new();
    let mut code = false;
    for part in &word.parts {
        match part {
            Part::Text { text: piece, .. } => {
                code |= piece.contains("$(") || piece.contains('`');
                text.push_str(piece);
            }
            Part::Values { values, .. } => {
                for value in values {
                    code |= value.contains("$(") || value.contains('`');
                    text.push_str(value);
                    text.push(' ');
                }
            }
            _ => text.push('0'),
        }
    }
    code.then_some(text)
}

/// Whether a test has an operator whose operands are names or numbers.
fn evaluates(words: &[Word]) -> bool {
    words.iter().any(|word| {
        matches!(
            word.literal().as_deref(),
            Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" | "-v" | "-R")
        )
    })
}

/// A script that runs the substitutions of a text and nothing else.
fn evaluation(text: &str, span: Span) -> ScriptJob {
    ScriptJob::code(format!("((\n{text}\n))"), span)
}

impl Walker<'_> {
    /// Operands of a builtin that takes them as names or arithmetic.
    pub(super) fn evaluate_operands(&mut self, id: UnitId, name: &str) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let scripts: Vec<ScriptJob> = unit
            .words
            .iter()
            .skip(1)
            .filter_map(|word| Some(evaluation(&protected_code(word)?, word.span)))
            .collect();
        if !scripts.is_empty() {
            self.run_scripts(id, scripts, format!("evaluated by {name}"), false);
        }
    }

    /// The operands of `test` and `[`, where one of them is a name or a number.
    pub(super) fn test_operands(&mut self, id: UnitId, name: &str) {
        if self
            .program
            .units
            .get(id)
            .is_some_and(|unit| evaluates(&unit.words))
        {
            self.evaluates = true;
            self.evaluate_operands(id, name);
        }
    }

    /// `[[ … ]]` that looks at files is a unit, as `[ … ]` is.
    pub(super) fn test_files(&mut self, words: &[Word]) {
        let looks = |word: &Word| {
            let text = word.literal().unwrap_or_default();
            matches!(text.as_str(), "-nt" | "-ot" | "-ef")
                || matches!(text.as_bytes(), [b'-', letter] if b"abcdefghkprsuwxGLNOS".contains(letter))
        };
        if !words.iter().any(looks) {
            return;
        }
        let span = Span {
            start: words.first().map_or(0, |word| word.span.start),
            end: words.last().map_or(0, |word| word.span.end),
        };
        let bracket = |text: &str| Word {
            span,
            parts: vec![Part::Text {
                text: text.to_owned(),
                quoted: false,
            }],
        };
        let mut all = Vec::with_capacity(words.len() + 2);
        all.push(bracket("[["));
        all.extend(words.iter().cloned());
        all.push(bracket("]]"));
        let text = all
            .iter()
            .map(|word| {
                let source = || self.script.slice(word.span.start, word.span.end).to_owned();
                word.literal().unwrap_or_else(source)
            })
            .collect::<Vec<_>>()
            .join(" ");
        let id = self.new_unit();
        if let Some(unit) = self.program.units.get_mut(id) {
            unit.span = span;
            unit.text = text;
            unit.words = all;
            if unit.standing == Standing::Full {
                unit.standing = Standing::Quiet;
            }
        }
    }

    /// The operands of `[[ … ]]` that are arithmetic or names.
    pub(super) fn evaluate_test(&mut self, words: &[Word]) {
        if !evaluates(words) {
            return;
        }
        self.evaluates = true;
        let scripts: Vec<ScriptJob> = words
            .iter()
            .filter_map(|word| Some(evaluation(&protected_code(word)?, word.span)))
            .collect();
        self.run_loose(scripts, "evaluated by [[");
    }

    /// Assignments whose value bash evaluates at some time.
    pub(super) fn evaluated_assignment(&mut self, assignment: &Assignment) {
        let what = match assignment.name.as_str() {
            "PS0" | "PS1" | "PS2" | "PS4" => {
                let script = protected_code(&assignment.value).map(|text| evaluation(&text, assignment.span));
                return self.run_loose(script.into_iter().collect(), "evaluated as a prompt");
            }
            "PROMPT_COMMAND" => "run before each prompt",
            _ => return,
        };
        if let Some(text) = assignment.value.literal().filter(|text| !text.trim().is_empty()) {
            let span = assignment.value.span;
            self.run_loose(vec![ScriptJob::code(text, span)], what);
        }
    }

    /// A variable takes a text that is code where something evaluates the variable.
    pub(super) fn keep_code(&mut self, word: &Word) {
        if let Some(text) = protected_code(word) {
            // Each is walked once at most.
            if self.spend(text.len().saturating_add(64)) {
                self.latent.push((text, word.span));
            }
        }
    }

    /// Scripts that no unit runs.
    fn run_loose(&mut self, scripts: Vec<ScriptJob>, what: &str) {
        for script in scripts {
            self.loose.push((script, what.to_owned()));
        }
    }

    /// Walks what was put aside: scripts that no unit runs, and quoted text that holds a substitution where
    /// something evaluates the value of a variable. `false` where nothing is left.
    pub(super) fn evaluate_latent(&mut self) -> bool {
        if std::mem::take(&mut self.evaluates) {
            for (text, span) in std::mem::take(&mut self.latent) {
                self.loose.push((
                    evaluation(&text, span),
                    "evaluated as arithmetic or as a name".to_owned(),
                ));
            }
        }
        let Some((script, what)) = self.loose.pop() else {
            return false;
        };
        let context = Context {
            text: what,
            span: script.span,
        };
        self.begin_jobs(Jobs {
            queue: [Job::Script(script)].into(),
            unit: UnitId::MAX,
            wraps: false,
            standing: Standing::Full,
            base: 0,
            appends: false,
            context,
            shared: false,
            depth: 1,
            kept_flow: None,
            kept_wrapper: None,
        });
        self.advance_jobs();
        true
    }
}
