//! The folders that the units of a command run in, as far as they can be told.

use super::words::texts;
use crate::access::{Context, FileKind, Place};
use crate::shell::{Base, BaseId, BaseStep, Folder, Program};

/// Folders that are followed one by one; beyond, the folder counts as unknown.
const MAX_PLACES: usize = 16;

/// Bytes of a folder's path (Linux `PATH_MAX`); nothing can be entered beyond.
const MAX_LENGTH: usize = 4096;

/// Where a unit may run.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// Every folder it may be.
    pub(super) places: Vec<Place>,
    /// It may be another one, too.
    pub(super) unknown: bool,
}

impl Places {
    fn unknown() -> Self {
        Self {
            places: Vec::new(),
            unknown: true,
        }
    }

    fn add(&mut self, other: &Self) {
        self.unknown |= other.unknown;
        for place in &other.places {
            if place.as_str().len() > MAX_LENGTH {
                self.unknown = true;
            } else if !self.places.contains(place) {
                self.places.push(place.clone());
            }
        }
        if self.places.len() > MAX_PLACES {
            self.places.truncate(MAX_PLACES);
            self.unknown = true;
        }
    }
}

/// The places of every base of `program`, by its id.
pub(super) fn places(program: &Program, start: &Place, ctx: &Context<'_>) -> Vec<Places> {
    let mut all: Vec<Places> = Vec::with_capacity(program.bases.len().max(1));
    if program.bases.is_empty() {
        all.push(at(start));
    }
    for base in &program.bases {
        let found = of_base(base, &all, start, ctx);
        all.push(found);
    }
    all
}

fn at(place: &Place) -> Places {
    Places {
        places: vec![place.clone()],
        unknown: false,
    }
}

/// What was entered before is in `all`: a base stands behind those it comes from.
fn of_base(base: &Base, all: &[Places], start: &Place, ctx: &Context<'_>) -> Places {
    let known = |id: BaseId| all.get(id).cloned().unwrap_or_else(Places::unknown);
    match &base.step {
        BaseStep::Start => at(start),
        BaseStep::Unknown => Places::unknown(),
        BaseStep::OneOf(ids) => {
            let mut found = Places::default();
            for id in ids {
                found.add(&known(*id));
            }
            found
        }
        BaseStep::Enter {
            folder,
            required,
            disturbed,
        } => {
            let from = base.parent.map_or_else(|| at(start), known);
            let entered = enter(&from, folder, ctx);
            let stands = || {
                !entered.unknown
                    && entered
                        .places
                        .iter()
                        .all(|place| ctx.lookups.locate(place.as_str()).kind == Some(FileKind::Directory))
            };
            if *required || (!*disturbed && stands()) {
                return entered;
            }
            let mut both = entered;
            both.add(&from);
            both
        }
    }
}

/// The folders entered from `from` by `folder`.
pub(super) fn enter(from: &Places, folder: &Folder, ctx: &Context<'_>) -> Places {
    match folder {
        Folder::Home => ctx.home.map_or_else(Places::unknown, |home| at(&Place::at(home))),
        Folder::Word(word) => {
            let mut entered = Places {
                places: Vec::new(),
                unknown: false,
            };
            for text in texts(word, &from.places, !from.unknown, ctx) {
                if text.open.is_some() || text.pattern.is_some() || text.text == "-" {
                    entered.unknown = true;
                    continue;
                }
                if !text.text.starts_with('/') {
                    entered.unknown |= from.unknown;
                }
                let next = Places {
                    places: if text.text.starts_with('/') {
                        vec![Place::at(text.text)]
                    } else {
                        from.places.iter().map(|place| place.enter(&text.text)).collect()
                    },
                    unknown: false,
                };
                entered.add(&next);
            }
            if entered.places.is_empty() {
                entered.unknown = true;
            }
            entered
        }
    }
}
