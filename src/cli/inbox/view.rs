//! What the inbox looks like. Nothing that a session says is shown as anything but itself.

use super::ask::Ask;
use super::desk::{Desk, Grant, Mode};
use super::keys::{Action, Key};
use crate::presentation::{fit, visible, wrap};
use crate::protocol::Suggestion;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};
use std::fmt::Write as _;

/// Rows of the list of asks, at most.
const LIST: u16 = 8;
/// Rows of what happened last.
const NOTES: u16 = 2;

/// Draws everything. `colours` is off where nobody wants any.
pub(super) fn draw(frame: &mut Frame<'_>, desk: &Desk, colours: bool) {
    let listed = u16::try_from(desk.asks.len()).unwrap_or(u16::MAX).clamp(1, LIST);
    let [head, list, detail, notes, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(listed),
        Constraint::Min(3),
        Constraint::Length(NOTES),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let paint = Paint { colours };
    frame.render_widget(Paragraph::new(title(desk, head.width)), head);
    frame.render_widget(Paragraph::new(asks(desk, list, paint)), list);
    frame.render_widget(
        Paragraph::new(details(desk, detail, paint)).block(Block::new().borders(Borders::TOP)),
        detail,
    );
    frame.render_widget(Paragraph::new(last_notes(desk, notes)), notes);
    frame.render_widget(Paragraph::new(hints(desk, keys.width, paint)), keys);
}

#[derive(Clone, Copy)]
struct Paint {
    colours: bool,
}

impl Paint {
    fn with(self, colour: Color) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.colours { style.fg(colour) } else { style }
    }
}

/// `text` as it can be shown, in at most `width` columns.
fn shown(text: &str, width: u16) -> String {
    fit(&visible(text), usize::from(width)).0.into_owned()
}

fn title(desk: &Desk, width: u16) -> Line<'static> {
    let text = format!(
        "portcullis inbox   {} waiting   {} sessions",
        desk.asks.len(),
        desk.sessions.len()
    );
    Line::styled(shown(&text, width), Style::new().add_modifier(Modifier::REVERSED))
}

fn asks(desk: &Desk, area: Rect, paint: Paint) -> Vec<Line<'static>> {
    if desk.asks.is_empty() {
        let text = if desk.sessions.is_empty() {
            "No session has opted in (`inbox: true` in the policy). It is looked for."
        } else {
            "Nothing waits."
        };
        return vec![Line::from(shown(text, area.width))];
    }
    let at = desk
        .asks
        .iter()
        .position(|ask| Some(ask.key) == desk.selected)
        .unwrap_or_default();
    let rows = usize::from(area.height);
    let first = at.saturating_sub(rows.saturating_sub(1));
    desk.asks
        .iter()
        .skip(first)
        .take(rows)
        .map(|ask| {
            let is_selected = Some(ask.key) == desk.selected;
            let mark = if is_selected { "> " } else { "  " };
            let text = format!("{mark}{}  {}", ask.session.id, ask.subject());
            let style = if is_selected {
                paint.with(Color::Yellow)
            } else {
                Style::new()
            };
            Line::styled(shown(&text, area.width), style)
        })
        .collect()
}

fn details(desk: &Desk, area: Rect, paint: Paint) -> Vec<Line<'static>> {
    let Some(ask) = desk.looked_at() else {
        return Vec::new();
    };
    match &desk.mode {
        Mode::Evidence { from } => {
            let rows = evidence(ask, area.width, paint);
            // The last row stays in sight.
            let from = (*from).min(rows.len().saturating_sub(1));
            rows.into_iter().skip(from).collect()
        }
        Mode::Grant(grant) => widths(grant, None, area.width, paint),
        Mode::Edit { grant, at, text } => widths(grant, Some((*at, text)), area.width, paint),
        Mode::Reason { text } => {
            let mut rows = vec![Line::styled("Deny, and say why:", paint.with(Color::Red))];
            rows.extend(wrapped(&format!("{text}_"), area.width));
            rows
        }
        Mode::Browse | Mode::Confirm { .. } => facts(ask, area.width, paint),
    }
}

fn facts(ask: &Ask, width: u16, paint: Paint) -> Vec<Line<'static>> {
    let mut rows = vec![Line::styled(
        shown(&ask.prompt.title, width),
        paint.with(Color::Cyan),
    )];
    let mut place = format!("{} in {}", ask.session.id, ask.session.cwd);
    if let Some(agent) = &ask.prompt.agent_name {
        let _ = write!(place, ", agent {agent}");
    }
    if let Some(forwarding) = &ask.prompt.forwarding {
        let _ = write!(place, ", asked by {}", forwarding.requester_session_id);
    }
    rows.extend(wrapped(&place, width));
    for line in &ask.prompt.lines {
        rows.extend(wrapped(line, width));
    }
    rows
}

fn evidence(ask: &Ask, width: u16, paint: Paint) -> Vec<Line<'static>> {
    let mut rows = Vec::new();
    for (label, text) in ask.evidence() {
        rows.push(Line::styled(shown(&label, width), paint.with(Color::Cyan)));
        for line in text.lines() {
            rows.extend(wrapped(&format!("  {line}"), width));
        }
    }
    rows
}

fn widths(grant: &Grant, edited: Option<(usize, &str)>, width: u16, paint: Paint) -> Vec<Line<'static>> {
    let mut rows = vec![Line::styled(
        "Allow for the session what matches:",
        paint.with(Color::Yellow),
    )];
    for (at, patterns) in grant.widths.iter().enumerate() {
        let is_chosen = at == grant.chosen;
        let pattern = |(index, suggestion): (usize, &Suggestion)| match edited {
            Some((typed, text)) if is_chosen && typed == index => format!("{} {text}_", suggestion.surface),
            _ => format!("{} {}", suggestion.surface, suggestion.pattern),
        };
        let text: Vec<String> = patterns.iter().enumerate().map(pattern).collect();
        let mark = if is_chosen { "> " } else { "  " };
        let style = if is_chosen {
            paint.with(Color::Yellow)
        } else {
            Style::new()
        };
        for row in wrapped(&format!("{mark}{}", text.join("   ")), width) {
            rows.push(row.style(style));
        }
    }
    rows
}

fn wrapped(text: &str, width: u16) -> Vec<Line<'static>> {
    let text = visible(text);
    wrap(&text, usize::from(width.max(1)))
        .map(|row| Line::from(row.to_owned()))
        .collect()
}

fn last_notes(desk: &Desk, area: Rect) -> Vec<Line<'static>> {
    let rows = usize::from(area.height);
    let first = desk.notes.len().saturating_sub(rows);
    desk.notes
        .iter()
        .skip(first)
        .map(|note| Line::styled(shown(note, area.width), Style::new().add_modifier(Modifier::DIM)))
        .collect()
}

/// What keys do now.
fn hints(desk: &Desk, width: u16, paint: Paint) -> Line<'static> {
    let key = |action| desk.keys().shown(action);
    let text = match &desk.mode {
        Mode::Confirm { by, answer } => {
            let what = serde_json::to_value(answer.choice).unwrap_or_default();
            let what = what.as_str().unwrap_or_default().replace('_', " ");
            let text = format!("{by} again: {what}   any other key: back");
            return Line::from(Span::styled(shown(&text, width), paint.with(Color::Green)));
        }
        Mode::Browse if desk.asks.is_empty() => format!("{}: quit", key(Action::Quit)),
        Mode::Browse => format!(
            "{}: allow once  {}: for the session  {}: deny  {}: deny with a reason  {}: evidence  {}: quit",
            key(Action::Allow),
            key(Action::Session),
            key(Action::Deny),
            key(Action::Reason),
            key(Action::Evidence),
            key(Action::Quit),
        ),
        Mode::Evidence { .. } => format!(
            "{}/{}: scroll  {}: back",
            key(Action::Up),
            key(Action::Down),
            Key::Escape
        ),
        Mode::Grant(_) => format!(
            "{}/{}: width  {}: edit  enter: take it  esc: back",
            key(Action::Up),
            key(Action::Down),
            key(Action::Edit)
        ),
        Mode::Edit { .. } | Mode::Reason { .. } => "enter: done  ctrl-u: empty  esc: back".to_owned(),
    };
    Line::from(shown(&text, width))
}
