//! Quoted text that bash evaluates all the same: arithmetic operands, names with subscripts, prompts, and
//! the values of variables where something evaluates those.
//!
//! Source: bash(1), "Arithmetic Evaluation", "Arrays", "Parameter Expansion", "PROMPTING".

use super::{
    code::{
        evaluates, is_code, may_have_subscript, names_something, protected_code, protects_code, takes_numbers,
    },
    frame::{Job, Jobs, ScriptJob},
    names::Value,
    walker::{Walker, floor},
};
use crate::shell::{
    Assignment, BaseId, Context, Part, RedirectTarget, Sentinel, Span, Standing, UnitId, Word,
    syntax::{Event, ParamOp},
    words::may_hold_code,
};
use std::collections::HashSet;

/// A text that is code where something evaluates the value of a variable.
#[derive(Debug)]
pub(super) struct Latent {
    text: String,
    span: Span,
    /// A command writes it, so that a variable takes it only where one takes what a command writes.
    printed: bool,
}

/// A script that no unit runs.
#[derive(Debug)]
struct Loose {
    script: ScriptJob,
    /// What does.
    what: String,
    /// The folder it runs in; `None` where it may run at any time, so in any folder that the text ever stands in.
    base: Option<BaseId>,
}

/// What is known of evaluation so far, and what waits for it.
#[derive(Debug, Default)]
pub(super) struct Evaluation {
    latent: Vec<Latent>,
    /// Something evaluates the value of a variable.
    pub(super) values: bool,
    /// A variable takes what a command writes or what is handed to the shell.
    pub(super) flows: bool,
    /// Scripts that no unit runs.
    loose: Vec<Loose>,
    /// Any of the folders that there are, and how many those were.
    anywhere: Option<(usize, BaseId)>,
    /// Texts that were walked already.
    walked: HashSet<(Span, String)>,
}

impl Evaluation {
    /// Scripts that run the substitutions of texts and nothing else, each once. A subscript within a
    /// subscript is expanded once more, without the backslashes.
    fn scripts(&mut self, texts: Vec<String>, span: Span) -> Vec<ScriptJob> {
        let mut scripts = Vec::new();
        for text in texts {
            if !self.walked.insert((span, text.clone())) {
                continue;
            }
            if text.contains('\\') {
                let plain: String = text.chars().filter(|character| *character != '\\').collect();
                scripts.push(ScriptJob::expansion(plain, span));
            }
            scripts.push(ScriptJob::expansion(text, span));
        }
        scripts
    }
}

impl Walker<'_> {
    /// Words that a builtin takes as names or arithmetic.
    pub(super) fn evaluate_words(&mut self, id: UnitId, name: &str, words: &[Word]) {
        self.evaluation.values |= words.iter().any(may_have_subscript);
        let scripts: Vec<ScriptJob> = words
            .iter()
            .flat_map(|word| self.evaluation.scripts(protected_code(word), word.span))
            .collect();
        if !scripts.is_empty() {
            self.run_scripts(id, scripts, format!("evaluated by {name}"));
        }
    }

    /// The operands of `test` and `[`, where one of them is a name or a number.
    pub(super) fn test_operands(&mut self, id: UnitId, name: &str) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        if evaluates(&unit.words) {
            let words: Vec<Word> = unit.words.iter().skip(1).cloned().collect();
            self.evaluation.values = true;
            self.evaluate_words(id, name, &words);
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
            unit.text = text.into();
            unit.words = all.into();
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
        self.evaluation.values = true;
        let scripts: Vec<ScriptJob> = words
            .iter()
            .flat_map(|word| self.evaluation.scripts(protected_code(word), word.span))
            .collect();
        self.run_loose(scripts, "evaluated by [[", Some(self.here));
    }

    /// An expansion that evaluates a value: as a prompt, an offset, the name of a variable.
    pub(super) fn evaluate_parameter(&mut self, event: &Event, op: ParamOp) {
        match op {
            ParamOp::Prompt => {
                self.evaluation.values = true;
                let text = self.text_of(event);
                let end = text
                    .bytes()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                    .count();
                let known = text.as_bytes().get(end) == Some(&b'@')
                    && matches!(
                        self.names.get(text.get(..end).unwrap_or_default()),
                        Some(Value::Texts(_))
                    );
                if !known {
                    let span = self.script.span_of(event);
                    self.floor_here(floor(
                        Sentinel::OpaqueWrapper,
                        span,
                        "the prompt that is expanded is not known before it runs",
                    ));
                }
            }
            ParamOp::Offset | ParamOp::Indirect => self.evaluation.values = true,
            _ => {}
        }
    }

    /// Assignments whose value bash evaluates at some time.
    pub(super) fn evaluated_assignment(&mut self, assignment: &Assignment) {
        let name = assignment.name.split('[').next().unwrap_or_default();
        let span = assignment.value.span;
        match name {
            "PS0" | "PS1" | "PS2" | "PS4" => {
                let scripts = self.evaluation.scripts(protected_code(&assignment.value), span);
                self.run_loose(scripts, "evaluated as a prompt", None);
            }
            "PROMPT_COMMAND" => {
                if let Some(text) = assignment.value.literal().filter(|text| !text.trim().is_empty()) {
                    let script = ScriptJob::code(text, span);
                    self.run_loose(vec![script], "run before each prompt", None);
                }
            }
            _ if takes_numbers(name) => {
                let number = assignment
                    .value
                    .literal()
                    .is_some_and(|text| !names_something(&text));
                self.evaluation.values |= !number;
            }
            _ => {}
        }
    }

    /// A name takes a value that is not an assignment's; some are evaluated at some time.
    pub(super) fn evaluated_name(&mut self, name: &str) {
        if matches!(name, "PS0" | "PS1" | "PS2" | "PS4") || takes_numbers(name) {
            self.evaluation.values = true;
            self.evaluation.flows = true;
        }
    }

    /// A variable takes a text that is code where something evaluates the variable.
    pub(super) fn keep_code(&mut self, word: &Word) {
        self.keep_latent(word, false);
    }

    /// What `${name…}` may put in the place of the value: where quotes in it protect a substitution, the text is code
    /// for what evaluates it. The pieces of `"…"` and `$'…'` in it come by themselves.
    pub(super) fn keep_operand(&mut self, event: &Event) {
        let text = self.text_of(event);
        if !protects_code(text) {
            return;
        }
        let plain: String = text
            .chars()
            .filter(|character| !matches!(character, '\'' | '"' | '\\'))
            .collect();
        let span = self.script.span_of(event);
        if is_code(&plain) && self.spend(plain.len().saturating_add(64)) {
            self.evaluation.latent.push(Latent {
                text: plain,
                span,
                printed: false,
            });
        }
    }

    /// A command writes a text, which a variable may take.
    pub(super) fn keep_printed(&mut self, word: &Word) {
        self.keep_latent(word, true);
    }

    fn keep_latent(&mut self, word: &Word, printed: bool) {
        for text in protected_code(word) {
            // Each is walked once at most.
            if self.spend(text.len().saturating_add(64)) {
                let span = word.span;
                self.evaluation.latent.push(Latent { text, span, printed });
            }
        }
    }

    /// What a variable takes by appending to what it was.
    pub(super) fn keep_value(&mut self, value: &Value, span: Span) {
        let Value::Texts(texts) = value else { return };
        for text in texts.iter().filter(|text| is_code(text)) {
            if self.spend(text.len().saturating_add(64)) {
                let text = text.clone();
                self.evaluation.latent.push(Latent {
                    text,
                    span,
                    printed: false,
                });
            }
        }
    }

    /// Texts that reach a variable by way of this command: what it writes, what it is handed, what its
    /// environment holds.
    pub(super) fn keep_operands(&mut self, id: UnitId, name: &str, function: bool) {
        let Some(unit) = self.program.units.get(id) else {
            return;
        };
        let bodies: Vec<Word> = unit
            .redirects
            .iter()
            .filter_map(|redirect| match &redirect.target {
                RedirectTarget::Body(body) if may_hold_code(body) => Some(body.clone()),
                _ => None,
            })
            .collect();
        let handed = function
            || matches!(
                name,
                "set" | "bash" | "sh" | "dash" | "ksh" | "zsh" | "env" | "source" | "."
            );
        let writes = matches!(name, "echo" | "printf");
        let mut words = Vec::new();
        let words_of_it = if unit.words.may_hold_code() {
            unit.words.get(1..)
        } else {
            None
        };
        for word in words_of_it.unwrap_or_default() {
            if may_hold_code(word)
                && (handed
                    || writes
                    || matches!(word.joined_front().parts.first(), Some(Part::Text { text, .. }) if text.contains('=')))
            {
                words.push(word.clone());
            }
        }
        for body in bodies {
            self.keep_printed(&body);
        }
        for word in &words {
            if let Some((name, _)) = word.literal().as_deref().and_then(|text| text.split_once('='))
                && matches!(name, "PS0" | "PS1" | "PS2" | "PS4")
            {
                // The environment of a shell that prompts.
                let scripts = self.evaluation.scripts(protected_code(word), word.span);
                self.run_loose(scripts, "evaluated as a prompt", None);
            }
        }
        for word in words {
            self.keep_latent(&word, writes);
        }
    }

    /// Scripts that no unit runs.
    fn run_loose(&mut self, scripts: Vec<ScriptJob>, what: &str, base: Option<BaseId>) {
        for script in scripts {
            let what = what.to_owned();
            self.evaluation.loose.push(Loose { script, what, base });
        }
    }

    /// Any folder that the text has stood in.
    fn any_base(&mut self) -> BaseId {
        if let Some((known, base)) = self.evaluation.anywhere
            && known == self.program.bases.len()
        {
            return base;
        }
        let base = self.join_all();
        self.evaluation.anywhere = Some((self.program.bases.len(), base));
        base
    }

    /// Walks what was put aside: scripts that no unit runs, and quoted text that holds a substitution where
    /// something evaluates the value of a variable. `false` where nothing is left.
    pub(super) fn evaluate_latent(&mut self) -> bool {
        if self.evaluation.values {
            let flows = self.evaluation.flows;
            let (walked, kept) = std::mem::take(&mut self.evaluation.latent)
                .into_iter()
                .partition(|latent: &Latent| flows || !latent.printed);
            self.evaluation.latent = kept;
            let walked: Vec<Latent> = walked;
            for latent in walked.into_iter().rev() {
                let scripts = self.evaluation.scripts(vec![latent.text], latent.span);
                self.run_loose(scripts, "evaluated as arithmetic or as a name", None);
            }
        }
        let Some(Loose { script, what, base }) = self.evaluation.loose.pop() else {
            return false;
        };
        let base = base.unwrap_or_else(|| self.any_base());
        let context = Context {
            text: what,
            span: script.span,
        };
        self.begin_jobs(Jobs {
            queue: [Job::Script(script)].into(),
            unit: UnitId::MAX,
            wraps: false,
            standing: Standing::Full,
            base,
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
