//! Where the files of a session lie: the client's options first, then the environment, then the folders
//! below the home folder.

use std::path::{Component, Path, PathBuf};

/// What the client says about folders; each may be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderOptions {
    /// `configDir`.
    pub config_dir: Option<String>,
    /// `agentDir`.
    pub agent_dir: Option<String>,
    /// `stateDir`.
    pub state_dir: Option<String>,
    /// `subagentsDir`.
    pub subagents_dir: Option<String>,
}

/// The folders of a session, absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    /// `policy.jsonc` and `hard-guards.jsonc`.
    pub config_dir: PathBuf,
    /// An environment variable puts a folder whose files may loosen below the working folder, where the
    /// checkout could write it: the guards then count as unreadable.
    pub config_dir_refused: bool,
    /// The global agent files.
    pub agent_dir: PathBuf,
    /// Logs and forwarding.
    pub state_dir: PathBuf,
    /// Folder below which a session folder marks a subagent.
    pub subagents_dir: Option<PathBuf>,
    /// `XDG_RUNTIME_DIR`, where it is absolute: the folder for sockets of the user's login.
    pub runtime_dir: Option<PathBuf>,
}

/// Resolves the folders of a session that works in `cwd`. `home` is the home folder; `variable` looks up an
/// environment variable. Relative options and variables count from `cwd`, but a relative XDG folder counts as
/// absent, as the XDG base directory specification demands.
pub fn resolve(
    options: &FolderOptions,
    cwd: &Path,
    home: &Path,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Folders {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    let at = |text: &str| fold(&cwd.join(expand_home(text, home)));
    let xdg = |name: &str, default: &str| {
        variable(name)
            .filter(|value| Path::new(value).is_absolute())
            .map_or_else(|| home.join(default), PathBuf::from)
            .join("portcullis")
    };
    let pi = variable("PI_CODING_AGENT_DIR").map(|value| at(&value));

    let default_config = fold(&home.join(".config/portcullis"));
    let from_environment = || {
        variable("PORTCULLIS_CONFIG_DIR")
            .map(|value| at(&value))
            .or_else(|| pi.as_ref().map(|pi| pi.join("extensions/pi-permission-system")))
            .unwrap_or_else(|| fold(&xdg("XDG_CONFIG_HOME", ".config")))
    };
    let planted = |folder: &Path| folder != default_config && is_below(folder, cwd);
    let (config_dir, config_planted) = if let Some(option) = &options.config_dir {
        (at(option), false)
    } else {
        let folder = from_environment();
        let planted = planted(&folder);
        (folder, planted)
    };
    let (agent_dir, agents_planted) = match (&options.agent_dir, &pi) {
        (Some(option), _) => (at(option), false),
        (None, Some(pi)) => {
            let folder = pi.join("agents");
            let planted = planted(&folder);
            (folder, planted)
        }
        (None, None) => (config_dir.join("agents"), false),
    };
    let state_dir = options
        .state_dir
        .as_deref()
        .map(at)
        .or_else(|| variable("PORTCULLIS_STATE_DIR").map(|value| at(&value)))
        .unwrap_or_else(|| fold(&xdg("XDG_STATE_HOME", ".local/state")));
    Folders {
        config_dir,
        config_dir_refused: config_planted || agents_planted,
        agent_dir,
        state_dir,
        subagents_dir: options.subagents_dir.as_deref().map(at),
        runtime_dir: variable("XDG_RUNTIME_DIR")
            .map(PathBuf::from)
            .filter(|folder| folder.is_absolute()),
    }
}

/// A leading `~` or `~/` as the home folder; anything else as it stands.
fn expand_home(text: &str, home: &Path) -> PathBuf {
    match text.strip_prefix('~') {
        Some("") => home.to_owned(),
        Some(rest) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
        _ => PathBuf::from(text),
    }
}

/// Folds `.` and `..` by text alone.
fn fold(path: &Path) -> PathBuf {
    let mut folded = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                folded.pop();
            }
            other => folded.push(other),
        }
    }
    folded
}

/// Whether `folder` is `cwd` or lies below it, as written or as the file system resolves either.
fn is_below(folder: &Path, cwd: &Path) -> bool {
    let forms = |path: &Path| [fold(path), resolved(path)];
    let bases = forms(cwd);
    forms(folder)
        .iter()
        .any(|form| bases.iter().any(|base| form.starts_with(base)))
}

/// The canonical form of the nearest ancestor that exists, with the rest behind it.
fn resolved(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        if let Ok(canonical) = std::fs::canonicalize(ancestor) {
            let rest = path.strip_prefix(ancestor).unwrap_or(Path::new(""));
            return fold(&canonical.join(rest));
        }
    }
    fold(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is set, and the folder that comes of it, for a session in `/home/u/proj`.
    #[test]
    fn options_win_over_the_environment_and_that_over_the_home_folder() {
        type Case<'a> = (&'a str, Option<&'a str>, &'a [(&'a str, &'a str)], &'a str, bool);
        #[rustfmt::skip]
        let cases: &[Case<'_>] = &[
            // what                                option          variables                                     configuration folder                   refused
            ("nothing set",                        None,           &[],                                          "/home/u/.config/portcullis",          false),
            ("XDG",                                None,           &[("XDG_CONFIG_HOME", "/x")],                 "/x/portcullis",                       false),
            ("relative XDG is absent",             None,           &[("XDG_CONFIG_HOME", "x")],                  "/home/u/.config/portcullis",          false),
            ("empty is absent",                    None,           &[("PORTCULLIS_CONFIG_DIR", "")],             "/home/u/.config/portcullis",          false),
            ("pi",                                 None,           &[("PI_CODING_AGENT_DIR", "/pi")],            "/pi/extensions/pi-permission-system", false),
            ("own variable wins over pi",          None,           &[("PI_CODING_AGENT_DIR", "/pi"),
                                                                     ("PORTCULLIS_CONFIG_DIR", "/own")],         "/own",                                false),
            ("option wins",                        Some("/opt/c"), &[("PORTCULLIS_CONFIG_DIR", "/own")],         "/opt/c",                              false),
            ("option below the cwd is the client's word", Some("conf"), &[],                                     "/home/u/proj/conf",                   false),
            ("a variable below the cwd is refused", None,          &[("PORTCULLIS_CONFIG_DIR", "/home/u/proj/c")], "/home/u/proj/c",                    true),
            ("also by way of ..",                  None,           &[("PORTCULLIS_CONFIG_DIR", "/home/u/x/../proj")], "/home/u/proj",                   true),
            ("also a relative one",                None,           &[("PORTCULLIS_CONFIG_DIR", "c")],            "/home/u/proj/c",                      true),
            ("also pi's",                          None,           &[("PI_CODING_AGENT_DIR", "/home/u/proj/.pi")], "/home/u/proj/.pi/extensions/pi-permission-system", true),
            ("also pi's agents alone",             Some("/opt/c"), &[("PI_CODING_AGENT_DIR", "/home/u/proj/.pi")], "/opt/c",                            true),
        ];
        for (what, option, variables, expected, refused) in cases {
            let options = FolderOptions {
                config_dir: option.map(str::to_owned),
                ..Default::default()
            };
            let variable = |name: &str| {
                variables
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, value)| (*value).to_owned())
            };
            let found = resolve(
                &options,
                Path::new("/home/u/proj"),
                Path::new("/home/u"),
                &variable,
            );
            assert_eq!(found.config_dir, Path::new(expected), "{what}");
            assert_eq!(found.config_dir_refused, *refused, "{what}");
        }
    }

    #[test]
    fn the_default_below_the_home_folder_counts_even_when_the_home_folder_is_worked_in() {
        let found = resolve(
            &FolderOptions::default(),
            Path::new("/home/u"),
            Path::new("/home/u"),
            &|_| None,
        );
        assert!(!found.config_dir_refused);
        let named = resolve(
            &FolderOptions::default(),
            Path::new("/home/u"),
            Path::new("/home/u"),
            &|name| (name == "XDG_CONFIG_HOME").then(|| "/home/u/.config".to_owned()),
        );
        assert!(
            !named.config_dir_refused,
            "a variable that names the default changes nothing"
        );
    }
}
