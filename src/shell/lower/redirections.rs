//! Redirections, with the heredocs whose bodies stand elsewhere.

use super::{
    frame::{Frame, Simple, Then},
    walker::Walker,
};
use crate::shell::{
    BaseId, HoleKind, Part, Redirect, RedirectOp, RedirectTarget, Span, UnitId, Word, syntax::Event,
};

/// Whether a redirection is of the descriptor 0: by its number, or by its operator where it has none.
fn opens_stdin(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, operator) = text.split_at_checked(digits).unwrap_or(("", text));
    if number.is_empty() {
        operator.starts_with('<')
    } else {
        number.bytes().all(|digit| digit == b'0')
    }
}

impl Walker<'_> {
    pub(super) fn begin_redirect(&mut self, event: Event, op: RedirectOp, heredoc: Option<u32>) {
        let start = event.start as usize;
        match self.frames.last_mut() {
            Some(Frame::Simple(simple)) => {
                simple.broken = true;
                simple.redirects.open = Some((op, start));
            }
            Some(Frame::Call(_)) => {
                // The redirections of a compound: the frame of the compound lies below.
                let below = self.frames.len().saturating_sub(2);
                if let Some(Frame::Compound(state)) = self.frames.get_mut(below) {
                    state.redirects.open = Some((op, start));
                }
            }
            _ => return,
        }
        let Some(heredoc) = heredoc
            .and_then(|index| self.script.heredocs.get(index as usize))
            .copied()
        else {
            return;
        };
        let end = event.end as usize;
        if let Some((body, body_end)) = heredoc.body {
            self.heredoc_end = end;
            self.call(body as usize, body_end as usize, Then::Body);
        } else {
            let span = self.script.span(start, end);
            self.take_redirect(
                end,
                Word {
                    span,
                    parts: vec![Part::Hole(HoleKind::Any)],
                },
            );
        }
    }

    /// The body of a heredoc has been read.
    pub(super) fn take_body(&mut self, body: Option<Word>) {
        let end = self.heredoc_end;
        let body = body.unwrap_or(Word {
            span: Span::default(),
            parts: vec![Part::Hole(HoleKind::Any)],
        });
        self.take_redirect(end, body);
    }

    /// The target of the redirection that is open.
    pub(super) fn take_redirect(&mut self, end: usize, word: Word) {
        let base = self.here;
        let below = self.frames.len().saturating_sub(2);
        let redirects = match self.frames.last() {
            Some(Frame::Simple(_)) => self.frames.len().saturating_sub(1),
            _ => below,
        };
        let script = &self.script;
        let redirects = match self.frames.get_mut(redirects) {
            Some(Frame::Simple(simple)) => &mut simple.redirects,
            Some(Frame::Compound(state)) => &mut state.redirects,
            _ => return,
        };
        let Some((op, start)) = redirects.open.take() else {
            return;
        };
        let target = match op {
            RedirectOp::Here => RedirectTarget::Body(word),
            RedirectOp::Duplicate => match word.literal() {
                Some(text) => RedirectTarget::Descriptor(text),
                None => RedirectTarget::Descriptor(script.slice(start, end).to_owned()),
            },
            _ => RedirectTarget::File(word),
        };
        redirects.list.push(Redirect {
            op,
            target,
            stdin: opens_stdin(script.slice(start, end)),
            span: script.span(start, end),
            base,
        });
    }

    pub(super) fn repeat_redirect(&mut self, word: Word) {
        let top = self.frames.len().saturating_sub(1);
        let at = if matches!(self.frames.last(), Some(Frame::Call(_))) {
            top.saturating_sub(1)
        } else {
            top
        };
        let redirects = match self.frames.get_mut(at) {
            Some(Frame::Simple(simple)) => &mut simple.redirects,
            Some(Frame::Compound(state)) => &mut state.redirects,
            _ => return,
        };
        if let Some(mut redirect) = redirects.list.last().cloned() {
            redirect.target = RedirectTarget::File(word);
            redirects.list.push(redirect);
        }
    }

    /// A unit for redirections that stand without a command.
    pub(super) fn redirect_unit(&mut self, redirects: Vec<Redirect>, base: BaseId) {
        let start = redirects
            .iter()
            .map(|redirect| redirect.span.start)
            .min()
            .unwrap_or(0);
        let end = redirects
            .iter()
            .map(|redirect| redirect.span.end)
            .max()
            .unwrap_or(start);
        let text = self.script.slice(start, end).trim().to_owned();
        let id = self.new_unit();
        if let Some(unit) = self.program.units.get_mut(id) {
            unit.span = Span { start, end };
            unit.text = text.into();
            unit.redirects = redirects;
            unit.base = base;
        }
    }

    pub(super) fn finish_redirects(&mut self, id: UnitId, mut simple: Simple) {
        let redirects = std::mem::take(&mut simple.redirects.list);
        let start = redirects
            .iter()
            .map(|redirect| redirect.span.start)
            .min()
            .unwrap_or(0);
        let end = redirects
            .iter()
            .map(|redirect| redirect.span.end)
            .max()
            .unwrap_or(start);
        let text = self.script.slice(start, end).trim().to_owned();
        let assignments = std::mem::take(&mut simple.assignments);
        if let Some(unit) = self.program.units.get_mut(id) {
            unit.span = Span { start, end };
            unit.text = text.into();
            unit.assignments = assignments;
            let around = std::mem::replace(&mut unit.redirects, redirects);
            unit.redirects.extend(around);
        }
    }
}
