//! The bounded render for a human: one fact a row, labels aligned, long facts cut in the middle, evidence as far as
//! the rows go.

use super::PromptPayload;
use super::blamed::Blamed;
use super::core::Core;
use super::pieces::{LINE, Piece, Role, pieces};
use super::rows::{Field, Layout};
use super::squeeze::one_line;
use super::title::title;
use super::visible::{ELISION, chop, columns, fit};

/// How much a render may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Rows in all (`promptMaxRows`).
    pub rows: usize,
    /// Columns of one request fact before it is cut (`promptFieldMaxWidth`).
    pub field: usize,
    /// Columns of a row; less than 20 count as 20.
    pub columns: usize,
}

/// A rendered prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialog {
    /// One line.
    pub title: String,
    /// The rows, each within the budget's columns.
    pub lines: Vec<String>,
    /// Whether anything was cut or left out.
    pub expandable: bool,
}

/// Renders the payload. Request facts are cut but never omitted; where there are more of them than rows, several
/// share one. A piece of evidence or a remark is shown whole or not at all.
pub fn dialog(payload: &PromptPayload, budget: Budget) -> Dialog {
    let budget = Budget {
        rows: budget.rows.max(1),
        field: budget.field.max(8),
        columns: budget.columns.max(20),
    };
    let core = Core::of(payload);
    let blamed = Blamed::of(payload);
    let extra = pieces(payload, blamed.as_ref());
    let render = Render {
        core: &core,
        extra: &extra,
        budget,
    };
    let mut shown = render.with(None);
    // Where the command has no place, at least the part to blame is shown among what stands around it.
    if let Some(blamed) = blamed.filter(|_| !shown.command) {
        shown = render.with(Some(&blamed));
    }
    Dialog {
        title: title(payload),
        lines: shown.lines,
        expandable: shown.cut,
    }
}

/// What is rendered, and in how much room.
struct Render<'a> {
    core: &'a Core,
    extra: &'a [Piece],
    budget: Budget,
}

/// What came of it.
struct Shown {
    lines: Vec<String>,
    /// Something was cut or left out.
    cut: bool,
    /// The whole command is among the evidence shown.
    command: bool,
}

impl Render<'_> {
    fn with(&self, blamed: Option<&Blamed<'_>>) -> Shown {
        let pieces = self.extra.iter().map(|piece| &piece.field);
        let layout = Layout::of(self.core.fields().chain(pieces), self.budget.columns);
        let (core, cut) = self.core_rows(layout, blamed);
        let left = self.budget.rows.saturating_sub(core.len());
        let mut shown = self.admit(layout, &core, left);
        if shown.cut {
            // What is left out leaves a mark, which takes a row of its own.
            shown = self.admit(layout, &core, left.saturating_sub(1));
            let mark = format!("{ELISION} more in the complete view");
            if shown.lines.len() < self.budget.rows {
                shown.lines.push(fit(&mark, self.budget.columns).0.into_owned());
            } else if !cut && let Some(last) = shown.lines.last_mut() {
                *last = fit(&format!("{last} {ELISION}"), self.budget.columns)
                    .0
                    .into_owned();
            }
        }
        shown.cut |= cut;
        shown
    }

    /// Evidence behind the facts: a piece that does not fit gives way to a shorter one behind it.
    fn admit(&self, layout: Layout, core: &[String], mut left: usize) -> Shown {
        let mut shown = Shown {
            lines: core.to_vec(),
            cut: false,
            command: false,
        };
        let mut head = None;
        for piece in self.extra {
            if piece.role == Role::Head {
                head = Some(&piece.field);
                continue;
            }
            let rows = layout.rows(&piece.field, left);
            let fits = rows.len() <= left;
            shown.command |= fits && piece.role == Role::Command;
            shown.cut |= !fits;
            // The head of what is shown whole says nothing more.
            let rows = match head.take() {
                _ if fits => rows,
                Some(head) => layout.rows(head, left),
                None => continue,
            };
            if rows.len() <= left {
                left -= rows.len();
                shown.lines.extend(rows);
            }
        }
        shown
    }

    /// The request facts: each under the widest cut that keeps them within the rows; where a row for each is too many,
    /// what is not to blame in the first place shares rows, and in the end all do.
    fn core_rows(&self, layout: Layout, blamed: Option<&Blamed<'_>>) -> (Vec<String>, bool) {
        let rows = self.budget.rows;
        let excerpt = |width: usize| blamed.map(|blamed| blamed.excerpt(width));
        let all: Vec<&Field> = self.core.fields().collect();
        let mut width = self.budget.field;
        loop {
            let (lines, cut) = cut_rows(&all, layout, width, excerpt(width));
            if lines.len() <= rows {
                return (lines, cut);
            }
            if width <= layout.room() {
                break;
            }
            width = (width.min(lines.len() * layout.room()) / 2).max(layout.room());
        }
        let (first, rest) = self
            .core
            .asks
            .split_first()
            .map_or((&[][..], &[][..]), |(first, rest)| (first, rest));
        let leading: Vec<&Field> = self.core.head.iter().chain(first).collect();
        let (mut lines, mut cut) = cut_rows(&leading, layout, layout.room(), excerpt(layout.room()));
        if lines.len() + rest.len() <= rows {
            for ask in rest {
                let (text, shortened) = shared(ask, layout.room());
                cut |= shortened;
                lines.extend(layout.rows(&Field::new("also", text), 1).into_iter().take(1));
            }
            return (lines, cut);
        }
        if lines.len() < rows {
            // Of these not more than what they are about.
            let values = rest.iter().filter_map(|ask| Some(one_line(&ask.first()?.text).0));
            let mut text = values.collect::<Vec<_>>().join(" · ");
            text.push_str(" …");
            let field = Field::new("also", fit(&text, layout.room()).0);
            lines.extend(layout.rows(&field, 1).into_iter().take(1));
            return (lines, true);
        }
        (self.paragraph(blamed), true)
    }

    /// All facts one behind the other, as wide as the rows allow.
    fn paragraph(&self, blamed: Option<&Blamed<'_>>) -> Vec<String> {
        let room = self.budget.rows * self.budget.columns;
        let mut texts: Vec<String> = self.core.fields().map(|field| one_line(&field.text).0).collect();
        texts.extend(blamed.map(|blamed| blamed.excerpt(self.budget.field).0));
        let mut width = self.budget.field.min(room);
        loop {
            let parts: Vec<_> = texts.iter().map(|text| fit(text, width).0).collect();
            // Labels are left out, if nothing else.
            let joined = parts.join("·") + ELISION;
            let rows: Vec<String> = chop(&joined, self.budget.columns)
                .take(self.budget.rows + 1)
                .map(str::to_owned)
                .collect();
            if rows.len() <= self.budget.rows {
                return rows;
            }
            if width <= 2 {
                let mut rows = rows;
                rows.truncate(self.budget.rows);
                if let Some(last) = rows.last_mut() {
                    *last = fit(&format!("{last}{ELISION}"), self.budget.columns)
                        .0
                        .into_owned();
                }
                return rows;
            }
            width = (width * 3 / 4).max(2);
        }
    }
}

/// A row or more for each fact, cut to `width` columns, and the excerpt of the command behind them; whether any was
/// cut.
fn cut_rows(
    fields: &[&Field],
    layout: Layout,
    width: usize,
    excerpt: Option<(String, bool)>,
) -> (Vec<String>, bool) {
    let mut lines = Vec::new();
    let mut cut = false;
    for field in fields {
        let (text, squeezed) = one_line(&field.text);
        let (text, shortened) = fit(&text, width);
        cut |= squeezed || shortened;
        lines.extend(layout.rows(&Field::new(&field.label, text), usize::MAX));
    }
    if let Some((text, shortened)) = excerpt {
        cut |= shortened;
        lines.extend(layout.rows(&Field::new(LINE, text), usize::MAX));
    }
    (lines, cut)
}

/// Several facts in one row, each with its share of it; whether any was cut.
fn shared(facts: &[Field], room: usize) -> (String, bool) {
    let between = " · ";
    let texts: Vec<(String, bool)> = facts.iter().map(|field| one_line(&field.text)).collect();
    let count = texts.len().max(1);
    let room = room.saturating_sub(columns(between) * (count - 1));
    // What a short one leaves over is for the others.
    let share = room / count;
    let over: usize = texts
        .iter()
        .map(|(text, _)| share.saturating_sub(columns(text)))
        .sum();
    let long = texts
        .iter()
        .filter(|(text, _)| columns(text) > share)
        .count()
        .max(1);
    let share = (share + over / long).max(1);
    let mut cut = false;
    let parts: Vec<String> = texts
        .iter()
        .map(|(text, squeezed)| {
            let (part, shortened) = fit(text, share);
            cut |= shortened || *squeezed;
            part.into_owned()
        })
        .collect();
    (parts.join(between), cut)
}
