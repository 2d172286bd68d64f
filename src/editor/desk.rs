//! The open documents, laid over the files on disk.

use super::draft::{Change, Draft, Pending};
use super::view::{Overlay, View};
use super::{NoUsage, Role, Roles, Sheet, Usage};
use crate::policy::{Encoding, FileKind, Places, Source};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The open policy files, by the name that the editor gives each.
///
/// Changing one touches no file; reading what is around one does, and never while a change would have to wait.
pub struct Desk {
    places: Places,
    cwd: String,
    agent: Option<String>,
    roles: Roles,
    encoding: Encoding,
    source: Arc<dyn Source>,
    usage: Mutex<Arc<dyn Usage>>,
    drafts: Mutex<BTreeMap<String, Draft>>,
    /// What was last read from the disk, and the view of each document.
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    disk: HashMap<PathBuf, Arc<Sheet>>,
    views: HashMap<String, Arc<View>>,
}

/// The open texts as they were at one moment.
#[derive(Clone, Debug)]
pub struct Glance {
    name: String,
    own: Pending,
    open: Vec<Pending>,
}

/// A document to be opened.
#[derive(Clone, Debug)]
pub struct Opened<'a> {
    /// The editor's name for it.
    pub name: &'a str,
    /// Its path.
    pub path: &'a Path,
    /// Where that leads, links followed.
    pub real: &'a Path,
    /// The editor's number of the text.
    pub version: i32,
    /// The text.
    pub text: &'a str,
}

impl Desk {
    /// Without documents. `real` follows links, and gives back what it can't follow.
    pub fn new(
        places: Places,
        cwd: &str,
        agent: Option<String>,
        encoding: Encoding,
        source: Arc<dyn Source>,
        real: &dyn Fn(&Path) -> PathBuf,
    ) -> Self {
        Self {
            roles: Roles::new(&places, cwd, real),
            places,
            cwd: cwd.to_owned(),
            agent,
            encoding,
            source,
            usage: Mutex::new(Arc::new(NoUsage)),
            drafts: Mutex::default(),
            kept: Mutex::default(),
        }
    }

    /// What the log says from now on.
    pub fn learn(&self, usage: Arc<dyn Usage>) {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner) = usage;
    }

    /// Opens a document; false where it is no policy file.
    pub fn open(&self, document: &Opened<'_>) -> bool {
        let Some(role) = self.roles.of(document.path, document.real) else {
            return false;
        };
        let draft = Draft::new(role, document.version, document.text, self.encoding);
        self.drafts().insert(document.name.to_owned(), draft);
        true
    }

    /// Changes one; false where it is not open here.
    pub fn change(&self, name: &str, version: i32, changes: Vec<Change>) -> bool {
        let mut drafts = self.drafts();
        let Some(draft) = drafts.get_mut(name) else {
            return false;
        };
        draft.change(version, changes);
        true
    }

    /// Closes one; false where it was not open here.
    pub fn close(&self, name: &str) -> bool {
        let was_open = self.drafts().remove(name).is_some();
        self.kept().views.remove(name);
        was_open
    }

    /// Whether a document is open here.
    pub fn is_open(&self, name: &str) -> bool {
        self.drafts().contains_key(name)
    }

    /// The editor's number of the text of a document, where it is open.
    pub fn version_of(&self, name: &str) -> Option<i32> {
        self.drafts().get(name).map(|draft| draft.version)
    }

    /// The documents that are judged together with one, itself first.
    pub fn judged_with(&self, name: &str) -> Vec<String> {
        let drafts = self.drafts();
        let is_in_force = drafts.get(name).is_none_or(|draft| draft.role.is_in_force);
        let others = drafts
            .iter()
            .filter(|(other, draft)| *other != name && is_in_force && draft.role.is_in_force)
            .map(|(other, _)| other.clone());
        let own = drafts.contains_key(name).then(|| name.to_owned());
        own.into_iter().chain(others).collect()
    }

    /// The editor's name for a file that is open.
    pub fn name_of(&self, file: &str) -> Option<String> {
        let drafts = self.drafts();
        let found = drafts
            .iter()
            .find(|(_, draft)| draft.role.file.as_os_str() == file);
        found.map(|(name, _)| name.clone())
    }

    /// The open texts as they are now: what a question of this moment is about, whatever is typed meanwhile.
    pub fn glance(&self, name: &str) -> Option<Glance> {
        let drafts = self.drafts();
        let open = drafts.values().filter(|draft| draft.role.is_in_force);
        Some(Glance {
            own: drafts.get(name)?.pending(),
            open: open.map(Draft::pending).collect(),
            name: name.to_owned(),
        })
    }

    /// A document with what is around it. The same one as long as nothing changed.
    pub fn view(&self, name: &str) -> Option<Arc<View>> {
        Some(self.view_of(&self.glance(name)?))
    }

    /// A document as it was seen, with what is around it.
    pub fn view_of(&self, Glance { name, own, open }: &Glance) -> Arc<View> {
        let sheet = own.sheet();
        let beside = |kind: FileKind, path: PathBuf| -> Option<Arc<Sheet>> {
            if !own.role().is_in_force || own.role().kind == kind {
                return None;
            }
            match open.iter().find(|pending| pending.role().file == path) {
                Some(pending) => Some(pending.sheet()),
                None => self.on_disk(kind, path),
            }
        };
        let guards = beside(FileKind::Guards, self.places.guards());
        let policy = beside(FileKind::Policy, self.places.policy());
        let texts: HashMap<PathBuf, Arc<str>> = open
            .iter()
            .map(|pending| (pending.role().file.clone(), Arc::clone(pending.text())))
            .collect();
        let usage = Arc::clone(&self.usage.lock().unwrap_or_else(PoisonError::into_inner));
        let mut kept = self.kept();
        let same = |a: &Option<Arc<Sheet>>, b: &Option<Arc<Sheet>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if let Some(view) = kept.views.get(name)
            && Arc::ptr_eq(&view.sheet, &sheet)
            && same(&view.guards, &guards)
            && same(&view.policy, &policy)
            && Arc::ptr_eq(&view.usage, &usage)
            && view.overlay.texts == texts
        {
            return Arc::clone(view);
        }
        let view = Arc::new(View {
            sheet,
            guards,
            policy,
            places: self.places.clone(),
            cwd: self.cwd.clone(),
            agent: self.agent.clone(),
            usage,
            overlay: Overlay {
                texts,
                below: Arc::clone(&self.source),
            },
            composed: OnceLock::new(),
        });
        kept.views.insert(name.clone(), Arc::clone(&view));
        view
    }

    /// Does something with the version of a document if `sheet` is still its text; a change waits until that is done.
    pub fn if_current<T>(&self, name: &str, sheet: &Arc<Sheet>, then: impl FnOnce(i32) -> T) -> Option<T> {
        let drafts = self.drafts();
        let draft = drafts.get(name)?;
        Arc::ptr_eq(draft.text(), &sheet.text).then(|| then(draft.version))
    }

    /// The open texts in force, laid over the disk.
    pub fn overlay(&self) -> Overlay {
        let drafts = self.drafts();
        let texts = drafts.values().filter(|draft| draft.role.is_in_force);
        Overlay {
            texts: texts
                .map(|draft| (draft.role.file.clone(), Arc::clone(draft.text())))
                .collect(),
            below: Arc::clone(&self.source),
        }
    }

    /// A file as it is on disk, read once for each of its states.
    fn on_disk(&self, kind: FileKind, path: PathBuf) -> Option<Arc<Sheet>> {
        let text = self.source.read(&path).ok()?;
        if let Some(sheet) = self.kept().disk.get(&path)
            && *sheet.text == *text
        {
            return Some(Arc::clone(sheet));
        }
        let role = Role {
            kind,
            is_in_force: true,
            is_project: false,
            file: path.clone(),
        };
        let file = path.to_string_lossy().into();
        let sheet = Arc::new(Sheet::read(file, role, text.into(), self.encoding));
        self.kept().disk.insert(path, Arc::clone(&sheet));
        Some(sheet)
    }

    fn drafts(&self) -> MutexGuard<'_, BTreeMap<String, Draft>> {
        // Each change of it is one insert, remove or replacement: a panic leaves it whole.
        self.drafts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
