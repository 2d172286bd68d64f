//! The folder that a command runs in, as far as the text says.

use super::walker::Walker;
use crate::shell::{Base, BaseId, BaseStep, Folder};

/// How many folders a place may stand for.
const MAX_ALTERNATIVES: usize = 16;

/// The folder in which the line goes on after a command: where it succeeded, where it failed. `None`: it
/// does not go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) ok: Option<BaseId>,
    pub(super) fail: Option<BaseId>,
}

impl Flow {
    /// The folder does not change.
    pub(super) const fn still(base: BaseId) -> Self {
        Self {
            ok: Some(base),
            fail: Some(base),
        }
    }

    /// The line ends here.
    pub(super) const fn dead() -> Self {
        Self { ok: None, fail: None }
    }
}

impl Walker<'_> {
    fn add_base(&mut self, parent: BaseId, step: BaseStep) -> BaseId {
        self.program.bases.push(Base {
            parent: Some(parent),
            step,
        });
        self.program.bases.len() - 1
    }

    /// The folder that a word names, entered from `from`.
    pub(super) fn enter(&mut self, from: BaseId, folder: Folder, disturbed: bool) -> BaseId {
        self.add_base(
            from,
            BaseStep::Enter {
                folder,
                required: true,
                disturbed,
            },
        )
    }

    /// A folder that is not known.
    pub(super) fn unknown_base(&mut self, from: BaseId) -> BaseId {
        if matches!(
            self.program.bases.get(from),
            Some(Base {
                step: BaseStep::Unknown,
                ..
            })
        ) {
            return from;
        }
        self.add_base(from, BaseStep::Unknown)
    }

    /// Either of two folders.
    pub(super) fn join(&mut self, left: BaseId, right: BaseId) -> BaseId {
        if left == right {
            return left;
        }
        for (inner, outer) in [(left, right), (right, left)] {
            if let Some(Base {
                parent: Some(parent),
                step: BaseStep::Enter {
                    folder, disturbed, ..
                },
            }) = self.program.bases.get(inner)
                && *parent == outer
            {
                let (folder, disturbed) = (folder.clone(), *disturbed);
                return self.add_base(
                    outer,
                    BaseStep::Enter {
                        folder,
                        required: false,
                        disturbed,
                    },
                );
            }
        }
        for (sure, unsure) in [(left, right), (right, left)] {
            if self.covers(unsure, sure) {
                return unsure;
            }
        }
        let mut all = Vec::new();
        for base in [left, right] {
            match self.program.bases.get(base).map(|base| &base.step) {
                Some(BaseStep::OneOf(bases)) => all.extend_from_slice(bases),
                Some(BaseStep::Unknown) => return base,
                _ => all.push(base),
            }
        }
        all.sort_unstable();
        all.dedup();
        let parent = left.min(right);
        if all.len() > MAX_ALTERNATIVES {
            return self.unknown_base(parent);
        }
        self.add_base(parent, BaseStep::OneOf(all))
    }

    /// Any of the folders that there are so far.
    pub(super) fn join_all(&mut self) -> BaseId {
        let mut all = Vec::new();
        for (id, base) in self.program.bases.iter().enumerate() {
            match &base.step {
                BaseStep::Unknown => return id,
                // Its folders stand in front of it.
                BaseStep::OneOf(_) => {}
                BaseStep::Start | BaseStep::Enter { .. } => all.push(id),
            }
            if all.len() > MAX_ALTERNATIVES {
                return self.unknown_base(0);
            }
        }
        match all.as_slice() {
            [only] => *only,
            _ => self.add_base(0, BaseStep::OneOf(all)),
        }
    }

    /// Whether `unsure` is the folder that `sure` enters, or the one it is entered from.
    fn covers(&self, unsure: BaseId, sure: BaseId) -> bool {
        let (Some(unsure), Some(sure)) = (self.program.bases.get(unsure), self.program.bases.get(sure))
        else {
            return false;
        };
        let (
            BaseStep::Enter {
                folder,
                required: false,
                ..
            },
            BaseStep::Enter { folder: other, .. },
        ) = (&unsure.step, &sure.step)
        else {
            return false;
        };
        let same = match (folder, other) {
            (Folder::Home, Folder::Home) => true,
            (Folder::Word(folder), Folder::Word(other)) => folder == other,
            _ => false,
        };
        same && unsure.parent == sure.parent
    }

    pub(super) fn join_options(&mut self, left: Option<BaseId>, right: Option<BaseId>) -> Option<BaseId> {
        match (left, right) {
            (Some(left), Some(right)) => Some(self.join(left, right)),
            (one, other) => one.or(other),
        }
    }

    pub(super) fn join_flows(&mut self, left: Flow, right: Flow) -> Flow {
        Flow {
            ok: self.join_options(left.ok, right.ok),
            fail: self.join_options(left.fail, right.fail),
        }
    }

    /// The folder in which the line goes on, whatever came of the last command.
    pub(super) fn after(&mut self, flow: Flow) -> Option<BaseId> {
        self.join_options(flow.ok, flow.fail)
    }
}
