//! The folders that an access goes on below, and which rules lead there: only what stands there is looked at.

use crate::access::{Descent, Files};
use crate::rule::{Leads, Pattern, Surface};
use std::ops::ControlFlow;

/// One descent while rules are held against it.
pub(super) struct Ground<'d> {
    pub(super) descent: &'d Descent,
    pub(super) files: &'d dyn Files,
    pub(super) cwd: &'d str,
    /// What the call leaves out.
    pub(super) excludes: Vec<Pattern>,
}

/// Folders of one folder up to which each is looked at by itself. A look takes about a microsecond, a listing of some
/// thirty entries eleven.
const FEW_FOLDERS: usize = 10;
/// Entries of a folder that are read for each folder that is looked for in it: listing a large folder takes longer than
/// a look at each.
const ENTRIES_FOR_EACH: usize = 4;
/// Entries that are read in any case.
const ENTRIES: usize = 64;

impl<'d> Ground<'d> {
    pub(super) fn new(descent: &'d Descent, files: &'d dyn Files, cwd: &'d str) -> Self {
        Self {
            descent,
            files,
            cwd,
            excludes: descent
                .excludes
                .iter()
                .map(|exclude| Pattern::text(exclude.strip_suffix('/').unwrap_or(exclude)))
                .collect(),
        }
    }

    /// Where rules of `surface` may lead below the folders, and which folder each begins at.
    fn beginnings<'s>(&self, surface: &'s Surface) -> Vec<(Leads<'s>, &'d str)> {
        let mut found = Vec::new();
        let (rooted, relative) = (surface.rooted(), surface.relative());
        let mut went_relative = false;
        for root in &self.descent.roots {
            let folder = without_slash(root);
            if let Some(rooted) = rooted {
                let leads = rooted.within(folder.strip_prefix('/').unwrap_or(folder));
                found.extend(leads.map(|leads| (leads, folder)));
            }
            let Some(relative) = relative else {
                continue;
            };
            if self.cwd == root || below(root, self.cwd).is_some() {
                // Whatever stands in the working folder may lie below.
                if !std::mem::replace(&mut went_relative, true) {
                    found.push((relative, without_slash(self.cwd)));
                }
            } else if let Some(rest) = below(self.cwd, root) {
                let leads = relative.within(without_slash(rest));
                found.extend(leads.map(|leads| (leads, folder)));
            }
        }
        found
    }

    /// The places of the rules of `surface` that may lead below the folders, the most specific first; among them is
    /// each that denies or asks and does.
    pub(super) fn near(&self, surface: &Surface) -> Vec<usize> {
        let mut near = Vec::new();
        for (leads, folder) in self.beginnings(surface) {
            self.go_down(leads, folder, &mut near);
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// The same with no look at what stands, so with all that lead elsewhere below; `None` where these are more than
    /// `most`.
    pub(super) fn near_unseen(&self, surface: &Surface, most: usize) -> Option<Vec<usize>> {
        let beginnings = self.beginnings(surface);
        let all = beginnings.iter().map(|(leads, _)| leads.places());
        if all.clone().map(|places| places.len()).sum::<usize>() > most {
            return None;
        }
        let mut places: Vec<usize> = all.flatten().collect();
        places.sort_unstable();
        places.dedup();
        Some(places)
    }

    /// Adds the places of `leads`, whose texts lead to `folder`, but for those that go on through a folder which is not
    /// there.
    fn go_down(&self, leads: Leads<'_>, folder: &str, near: &mut Vec<usize>) {
        let mut work = vec![(leads, folder.to_owned())];
        while let Some((leads, folder)) = work.pop() {
            near.extend(leads.ends());
            let folders = leads.folders();
            if folders.len() > FEW_FOLDERS && self.go_listed(leads, &folder, near, &mut work) {
                continue;
            }
            for inside in folders {
                if is_odd(inside.name()) {
                    near.extend(inside.places());
                    continue;
                }
                let path = [&folder, "/", inside.name()].concat();
                if self.files.kind(&path).is_ok() {
                    work.push((inside, path));
                }
            }
        }
    }

    /// The same for the folders of one folder that is listed once; `false`, with nothing done, where that takes too long.
    fn go_listed<'a>(
        &self,
        leads: Leads<'a>,
        folder: &str,
        near: &mut Vec<usize>,
        work: &mut Vec<(Leads<'a>, String)>,
    ) -> bool {
        let tasks = work.len();
        let mut left = ENTRIES + leads.folders().len() * ENTRIES_FOR_EACH;
        let mut take = |name: &str| {
            let Some(next) = left.checked_sub(1) else {
                return ControlFlow::Break(());
            };
            left = next;
            if let Some(inside) = leads.folder(name).filter(|_| !is_odd(name)) {
                work.push((inside, [folder, "/", name].concat()));
            }
            ControlFlow::Continue(())
        };
        let listed = if folder.is_empty() { "/" } else { folder };
        // Where case is ignored a name does not say what stands there.
        let is_known = !self.files.ignores_case(listed)
            && matches!(
                self.files.each_name(listed, &mut take),
                Ok(ControlFlow::Continue(()))
            );
        if !is_known {
            work.truncate(tasks);
            return false;
        }
        for odd in ["", ".", ".."].iter().filter_map(|name| leads.folder(name)) {
            near.extend(odd.places());
        }
        true
    }
}

/// Whether a component of a text is for whoever looks closer.
fn is_odd(name: &str) -> bool {
    matches!(name, "" | "." | "..")
}

fn without_slash(path: &str) -> &str {
    path.strip_suffix('/').unwrap_or(path)
}

/// What of `prefix` lies below `root`; empty where it ends there.
pub(super) fn below<'p>(root: &str, prefix: &'p str) -> Option<&'p str> {
    prefix.strip_prefix(without_slash(root))?.strip_prefix('/')
}
