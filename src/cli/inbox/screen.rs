//! The terminal: taken over at the beginning, given back at the end, whatever that is.

use super::desk::Desk;
use super::keys::Key;
use super::view;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};

/// What came from the terminal.
pub(super) enum Seen {
    Key(Key),
    Paste(String),
    Resize,
}

/// A terminal that is ours.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    colours: bool,
}

impl Screen {
    /// Takes the terminal over.
    pub(super) fn open() -> io::Result<Self> {
        enable_raw_mode()?;
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match taken {
            Ok(terminal) => Ok(Self {
                terminal,
                // <https://no-color.org>
                colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Has a thread read keys, for as long as `takes` takes them.
    pub(super) fn watch(takes: impl Fn(Seen) -> bool + Send + 'static) {
        std::thread::spawn(move || {
            while let Ok(event) = event::read() {
                let seen = match event {
                    Event::Key(event) if event.kind != KeyEventKind::Release => key(event).map(Seen::Key),
                    Event::Paste(text) => Some(Seen::Paste(text)),
                    Event::Resize(..) => Some(Seen::Resize),
                    _ => None,
                };
                if seen.is_some_and(|seen| !takes(seen)) {
                    break;
                }
            }
        });
    }

    /// Draws everything, in the size that the terminal has now.
    pub(super) fn draw(&mut self, desk: &Desk) -> io::Result<()> {
        let colours = self.colours;
        self.terminal.draw(|frame| view::draw(frame, desk, colours))?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn give_back() {
    // Nobody is left to be told.
    let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

fn key(event: KeyEvent) -> Option<Key> {
    let is_control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char(character) if is_control => Key::Control(character.to_ascii_lowercase()),
        KeyCode::Char(character) => Key::Char(character),
        KeyCode::F(number) => Key::Function(number),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        _ => return None,
    })
}
