//! Which documents are policy files, and what they would be in force as.

use crate::policy::{FileKind, Places};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What a document is to the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// What kind of file.
    pub kind: FileKind,
    /// Whether it is one of the files that count here. One that is not has only the name of one.
    pub is_in_force: bool,
    /// Whether it came with the checkout, so that it only tightens.
    pub is_project: bool,
    /// The path under which the loader reads it; its own where it is not in force.
    pub file: PathBuf,
}

impl Role {
    /// The agent that the file is of.
    pub fn agent(&self) -> Option<&str> {
        let name = (self.kind == FileKind::Agent).then(|| self.file.file_stem())??;
        name.to_str()
    }
}

/// The places of policy files.
#[derive(Clone, Debug)]
pub struct Roles {
    config: Folder,
    agents: Folder,
    project_agents: Vec<Folder>,
}

/// A folder as it is named, and as it is once links are followed: editors open files under either.
#[derive(Clone, Debug)]
struct Folder {
    named: PathBuf,
    real: PathBuf,
}

impl Folder {
    fn new(named: PathBuf, real: &dyn Fn(&Path) -> PathBuf) -> Self {
        let real = real(&named);
        Self { named, real }
    }

    /// The path below it as it is named, of a file that lies in it.
    fn holds(&self, path: &Path) -> Option<PathBuf> {
        let folder = path.parent()?;
        (folder == self.named || folder == self.real)
            .then(|| path.file_name().map(|name| self.named.join(name)))
            .flatten()
    }
}

impl Roles {
    /// The places of a session in `cwd`; `real` follows links, and gives back what it can't follow.
    pub fn new(places: &Places, cwd: &str, real: &dyn Fn(&Path) -> PathBuf) -> Self {
        Self {
            config: Folder::new(places.config_dir.clone(), real),
            agents: Folder::new(places.agent_dir.clone(), real),
            project_agents: Places::project_agent_dirs(cwd)
                .map(|folder| Folder::new(folder, real))
                .collect(),
        }
    }

    /// What the document at `path` is, which leads to `real`; `None` where it is no policy file.
    pub fn of(&self, path: &Path, real: &Path) -> Option<Role> {
        [path, real]
            .into_iter()
            .find_map(|path| self.placed(path))
            .or_else(|| {
                let kind = by_name(path.file_name()?)?;
                Some(Role {
                    kind,
                    is_in_force: false,
                    is_project: false,
                    file: path.to_owned(),
                })
            })
    }

    fn placed(&self, path: &Path) -> Option<Role> {
        let role = |kind, is_project, file| Role {
            kind,
            is_in_force: true,
            is_project,
            file,
        };
        let name = path.file_name()?;
        if let (Some(file), Some(kind)) = (self.config.holds(path), by_name(name)) {
            return Some(role(kind, false, file));
        }
        if path.extension() != Some(OsStr::new("md")) {
            return None;
        }
        if let Some(file) = self.agents.holds(path) {
            return Some(role(FileKind::Agent, false, file));
        }
        let file = self.project_agents.iter().find_map(|folder| folder.holds(path))?;
        Some(role(FileKind::Agent, true, file))
    }
}

/// The kind of file that has this name wherever it lies. Markdown is an agent's file only among agents.
fn by_name(name: &OsStr) -> Option<FileKind> {
    FileKind::of_name(name.to_str()?).filter(|kind| *kind != FileKind::Agent)
}
