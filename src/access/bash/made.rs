//! What a copy makes: the names of its sources in the folder that it goes into, and what is kept of what was
//! there.

use super::bases::Places;
use super::globs;
use super::paths::{Access, Paths};
use super::words::{Text, texts};
use crate::access::{FileKind, lexical};
use crate::shell::grammar::{Made, Touch};
use crate::shell::{HoleKind, Part, Word};

/// Names that are followed one by one; beyond, any name stands for them.
const MAX_NAMES: usize = 256;

impl Paths<'_, '_> {
    /// What `made` says of the target that `access` writes.
    pub(super) fn made(&mut self, access: &Access<'_>, touch: &Touch<'_>, made: &Made<'_>, places: &Places) {
        let mut written = vec![(*touch.word).clone()];
        if !made.sources.is_empty() && (made.certain || self.is_folder(access.unit, &touch.word, places)) {
            let inside = self.inside(&touch.word, &made.sources, places);
            for word in &inside {
                let access = Access {
                    word,
                    proof: "made in the target",
                    ..*access
                };
                self.access(&access, places);
            }
            written.extend(inside);
            written.drain(..usize::from(made.certain));
        }
        let Some(suffix) = &made.backup else { return };
        for mut word in written {
            word.parts.extend(suffix.parts.iter().cloned());
            let access = Access {
                word: &word,
                proof: "kept beside what is replaced",
                ..*access
            };
            self.access(&access, places);
        }
    }

    /// The entries of the folder `target` that are named as `sources` are.
    fn inside(&self, target: &Word, sources: &[&Word], places: &Places) -> Vec<Word> {
        let mut names: Vec<String> = Vec::new();
        let mut any = false;
        for source in sources {
            for text in texts(source, &places.places, !places.unknown, self.ctx) {
                if text.open.is_some() {
                    any = true;
                    continue;
                }
                for path in self.each_of(&text, places) {
                    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
                    if !matches!(name, "" | "." | "..") && !names.iter().any(|known| known == name) {
                        names.push(name.to_owned());
                    }
                }
                if names.len() > MAX_NAMES {
                    names.clear();
                    any = true;
                    break;
                }
            }
        }
        let below = |last: Part| {
            let mut parts = target.parts.clone();
            parts.push(Part::Text {
                text: "/".to_owned(),
                quoted: true,
            });
            parts.push(last);
            Word {
                span: target.span,
                parts,
            }
        };
        let mut words: Vec<Word> = names
            .into_iter()
            .map(|text| below(Part::Text { text, quoted: true }))
            .collect();
        if any {
            words.push(below(Part::Hole(HoleKind::NoBlank)));
        }
        words
    }

    /// The paths that a text comes to: itself, and where globs stand in it what they come to.
    fn each_of(&self, text: &Text, places: &Places) -> Vec<String> {
        let mut paths = vec![text.text.clone()];
        if let Some(pattern) = &text.pattern {
            for place in &places.places {
                if let Some(more) = globs::expand(pattern, place, &self.listings, self.ctx) {
                    paths.extend(more.iter().cloned());
                }
            }
        }
        paths
    }

    /// Whether a target is a folder, or something earlier in the line may have made it one.
    fn is_folder(&self, unit: usize, target: &Word, places: &Places) -> bool {
        let stands = |name: &str| {
            places.places.iter().any(|place| {
                let path = lexical::join(place.as_str(), name);
                self.ctx.lookups.locate(&path).kind == Some(FileKind::Directory)
            })
        };
        texts(target, &places.places, !places.unknown, self.ctx)
            .iter()
            .any(|text| {
                let named = text.text.trim_end_matches('/');
                text.text.ends_with('/')
                    || stands(&text.text)
                    || (self.folders_made
                        && self.program.units.iter().take(unit).any(|earlier| {
                            earlier
                                .words
                                .iter()
                                .skip(1)
                                .filter_map(Word::literal)
                                .any(|word| word.trim_end_matches('/') == named)
                        }))
            })
    }
}
