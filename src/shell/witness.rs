//! The second opinion: the tree of the grammar crate, held against our own reading.
//!
//! Every node of the tree is visited; each command, substitution and redirection that it shows has to be
//! one that was read, and an error in it has to be explained by a construct that the grammar is known to
//! misread. What is not makes the command unparseable: of two readings that disagree neither is trusted.
//! Plain commands, which are most, are held against a count instead (see [`super::plain`]).

use super::{
    RedirectOp, plain,
    syntax::{Compound, Event, Form, Kind, Script},
};
use std::{cell::RefCell, ops::ControlFlow};
use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

/// How often the parser may ask whether to go on, per byte of the command and at least.
const PATIENCE: usize = 4;
/// See [`PATIENCE`].
const LEAST_PATIENCE: usize = 4096;

/// Where the tree shows something that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Disagreement {
    /// First byte.
    pub(super) start: usize,
    /// One past the last byte.
    pub(super) end: usize,
    /// What the tree shows there.
    pub(super) why: &'static str,
}

/// The parser and the numbers of the nodes that are looked at.
struct Witness {
    parser: Parser,
    command: u16,
    substitutions: [u16; 2],
    redirects: [u16; 3],
}

thread_local! {
    static WITNESS: RefCell<Option<Witness>> = RefCell::new(Witness::new());
}

impl Witness {
    fn new() -> Option<Self> {
        let language = Language::new(tree_sitter_bash::LANGUAGE);
        let number = |kind| language.id_for_node_kind(kind, true);
        let command = number("command_name");
        let substitutions = ["command_substitution", "process_substitution"].map(number);
        let redirects = ["file_redirect", "herestring_redirect", "heredoc_redirect"].map(number);
        let mut parser = Parser::new();
        parser.set_language(&language).ok()?;
        Some(Self {
            parser,
            command,
            substitutions,
            redirects,
        })
    }

    /// The tree of a text; `None` where the parser gives up.
    fn parse(&mut self, text: &str) -> Option<Tree> {
        let bytes = text.as_bytes();
        let mut left = bytes
            .len()
            .saturating_mul(PATIENCE)
            .saturating_add(LEAST_PATIENCE);
        let mut go_on = |_: &ParseState| {
            left = left.saturating_sub(1);
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut go_on);
        let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
        let tree = self.parser.parse_with_options(&mut read, None, Some(options));
        if tree.is_none() {
            self.parser.reset();
        }
        tree
    }

    /// The first place where the tree shows what was not read.
    fn disagreement(&self, tree: &Tree, claims: &Claims) -> Option<Disagreement> {
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            let kind = node.kind_id();
            let start = node.start_byte();
            let why = if node.is_error() || node.is_missing() {
                Some("a grammar of bash finds an error here")
            } else if kind == self.command && !claims.commands.has(start) {
                Some("a grammar of bash finds another command here")
            } else if self.substitutions.contains(&kind) && !claims.substitutions.has(start) {
                Some("a grammar of bash finds another substitution here")
            } else if self.redirects.contains(&kind) && !claims.redirects.has(start) {
                Some("a grammar of bash finds another redirection here")
            } else {
                None
            };
            if let Some(why) = why {
                return Some(Disagreement {
                    start,
                    end: node.end_byte(),
                    why,
                });
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return None;
                }
            }
        }
    }
}

/// The first place where a tree of `text` shows what `script` does not.
pub(super) fn disagreement(text: &str, script: &Script) -> Option<Disagreement> {
    let claims = Claims::of(text, script);
    if claims.doubtful {
        // The tree would prove nothing.
        return None;
    }
    if let Some(shape) = plain::shape(text) {
        return claims.contradiction(shape, text.len());
    }
    WITNESS.with_borrow_mut(|witness| {
        let Some(witness) = witness else {
            return Some(Disagreement {
                start: 0,
                end: text.len(),
                why: "there is no grammar to ask",
            });
        };
        let Some(tree) = witness.parse(text) else {
            return Some(Disagreement {
                start: 0,
                end: text.len(),
                why: "the parser gave up",
            });
        };
        witness.disagreement(&tree, &claims)
    })
}

/// Places where something begins, in order.
#[derive(Default)]
struct Starts(Vec<u32>);

impl Starts {
    fn push(&mut self, start: u32) {
        // The reading goes forward, but for a few constructs that are known late.
        match self.0.last() {
            Some(last) if *last > start => {
                let at = self.0.partition_point(|other| *other < start);
                self.0.insert(at, start);
            }
            _ => self.0.push(start),
        }
    }

    fn has(&self, start: usize) -> bool {
        u32::try_from(start).is_ok_and(|start| self.0.binary_search(&start).is_ok())
    }
}

/// Where what was read begins.
#[derive(Default)]
struct Claims {
    commands: Starts,
    substitutions: Starts,
    redirects: Starts,
    /// Something was read that the grammar is known to misread.
    doubtful: bool,
}

impl Claims {
    fn of(text: &str, script: &Script) -> Self {
        let events = &script.events;
        let doubtful = text.contains("\\\n") || text.contains('\r') || script.unusual;
        let mut claims = Self {
            doubtful,
            ..Self::default()
        };
        for (index, event) in events.iter().enumerate() {
            if event.start as usize > text.len() {
                // The inside of backquotes with backslashes, which the grammar does not unfold.
                claims.doubtful = true;
                continue;
            }
            match event.kind {
                Kind::Simple { command: true, .. } | Kind::Prefix | Kind::Coproc => {
                    claims.commands.push(event.start);
                }
                Kind::Substitution { .. } => claims.substitutions.push(event.start),
                Kind::Redirect { .. } => claims.redirects.push(event.start),
                _ => {}
            }
            claims.doubtful |= is_misread(event, events.get(index + 1).map(|event| event.kind));
        }
        claims
    }

    /// What differs from a count of the same text, `length` bytes of it.
    fn contradiction(&self, shape: plain::Shape, length: usize) -> Option<Disagreement> {
        let read = (
            self.commands.0.len(),
            self.redirects.0.len(),
            self.substitutions.0.len(),
        );
        (read != (shape.commands, shape.redirects, 0)).then_some(Disagreement {
            start: 0,
            end: length,
            why: "a count of its commands finds another number of them",
        })
    }
}

/// Constructs of which trees are known to be wrong.
fn is_misread(event: &Event, next: Option<Kind>) -> bool {
    match event.kind {
        Kind::Coproc
        | Kind::ExtendedGlob
        | Kind::DescriptorVariable
        | Kind::Compound(Compound::ArithmeticFor)
        | Kind::Substitution {
            form: Form::Function, ..
        } => true,
        Kind::Redirect { op, heredoc } => heredoc.is_some() || op == RedirectOp::ReadWrite,
        Kind::Pipeline { negated: true, .. } => matches!(next, Some(Kind::Compound(_) | Kind::Function)),
        Kind::Prefix => !matches!(next, Some(Kind::Simple { command: true, .. })),
        _ => false,
    }
}
