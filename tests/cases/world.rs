//! The folder in which a case is played: home, configuration, agents and the working folder, with their files.

use super::case::Case;
use portcullis::access::{self, Context, Cwd, Known, Lookups, OsFiles, Skill, Skills, forms};
use portcullis::gate::{self, GrantRule, JudgeOptions, Verdict, judge};
use portcullis::policy::{AgentScope, DiskSource, Places, Store};
use portcullis::rule::Pattern;
use serde_json::value::RawValue;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// A case's surroundings on disk.
pub struct World {
    _folder: TempDir,
    root: PathBuf,
    home: String,
    cwd: String,
}

/// The home folder that cases speak of.
const HOME: &str = "/home/u";

impl World {
    /// Creates everything that is there when the session starts.
    pub fn build(case: &Case<'_>) -> Self {
        let folder = tempfile::Builder::new().prefix("cases-").tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let home = root.join("u").to_string_lossy().into_owned();
        let mut world = Self {
            _folder: folder,
            root,
            home,
            cwd: String::new(),
        };
        world.cwd = world.mapped(&case.cwd);
        fs::create_dir_all(&world.cwd).unwrap();
        let config = world.config();
        let guards = case.hard_guards.is_some() || case.protected_writes.is_some();
        let guards = guards.then(|| {
            let permission = case.hard_guards.map_or("{}", RawValue::get);
            let protected = case.protected_writes.map_or("[]", RawValue::get);
            format!("{{\"permission\": {permission}, \"protectedWrites\": {protected}}}")
        });
        let policy = case.policy.map(|permission| {
            let options = case.options.iter().flatten();
            let options: Vec<String> = options
                .map(|(name, value)| format!(", \"{name}\": {value}"))
                .collect();
            let options = options.concat();
            format!("{{\"permission\": {}{options}}}", permission.get())
        });
        let texts = [
            (config.join("policy.jsonc"), case.policy_text.clone().or(policy)),
            (
                config.join("hard-guards.jsonc"),
                case.guards_text.clone().or(guards),
            ),
        ];
        for (path, text) in texts {
            if let Some(text) = text {
                world.write(&path, &text);
            }
        }
        let project = Path::new(&world.cwd).join(".portcullis/agents");
        for (folder, agents) in [
            (config.join("agents"), &case.agents),
            (project, &case.project_agents),
        ] {
            for (name, frontmatter) in agents {
                let path = folder.join(format!("{name}.md"));
                world.write(&path, &format!("---\n{frontmatter}\n---\nAn agent.\n"));
            }
        }
        world.put(&case.files);
        world
    }

    fn config(&self) -> PathBuf {
        self.root.join("config/portcullis")
    }

    fn put(&self, files: &std::collections::BTreeMap<String, String>) {
        for (path, content) in files {
            let at = Path::new(&self.cwd).join(self.mapped(path));
            if let Some(parent) = at.parent() {
                fs::create_dir_all(parent).unwrap();
            }
            let is_folder = at.is_dir() && !at.is_symlink();
            if is_folder && content.starts_with("->") {
                fs::remove_dir_all(&at).unwrap();
            }
            if at.is_symlink() {
                fs::remove_file(&at).unwrap();
            }
            match content.strip_prefix("->") {
                Some(target) => std::os::unix::fs::symlink(self.mapped(target), &at).unwrap(),
                None if path.ends_with('/') => fs::create_dir_all(&at).unwrap(),
                None => fs::write(&at, content).unwrap(),
            }
        }
    }

    fn write(&self, path: &Path, text: &str) {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).unwrap();
        }
        fs::write(path, self.mapped(text)).unwrap();
    }

    /// A text in which the home folder stands for this world's.
    fn mapped(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(HOME) {
            out.push_str(before);
            let ends = !after.starts_with(|next: char| next.is_ascii_alphanumeric() || "_-.".contains(next));
            out.push_str(if ends { &self.home } else { HOME });
            rest = after;
        }
        out.push_str(rest);
        out
    }

    /// Starts a session, lets the files change that the case changes, and judges its call.
    pub fn judge(&self, case: &Case<'_>, explain: bool) -> Verdict {
        let config = self.config();
        let places = Places {
            agent_dir: config.join("agents"),
            state_dir: self.root.join("state"),
            run_dir: Some(self.root.join("run/portcullis")),
            config_dir: config,
            config_dir_refused: false,
            home: self.home.clone(),
        };
        let files = OsFiles::new();
        let cwd = Cwd::resolve(&self.cwd, &files);
        let mut store = Store::open(places, Arc::new(DiskSource), &self.cwd);
        let agent = case.agent.as_ref().map(|name| AgentScope {
            name: name.clone(),
            from_prompt: case.agent_from_prompt,
        });
        let bare = store.snapshot(agent.as_ref(), &self.cwd, case.yolo.then_some(true));
        // The forms of an allow are those at the start of the session, those of a deny or ask the current ones.
        let at_start = Lookups::new(&files).in_cwd(&cwd.canonical);
        let allows: Vec<(Pattern, Vec<Pattern>)> = bare
            .layers()
            .flat_map(|layer| {
                layer
                    .rules
                    .rules()
                    .map(|rule| (rule.pattern.clone(), rule.action))
                    .collect::<Vec<_>>()
            })
            .filter(|(_, action)| *action == portcullis::rule::Action::Allow)
            .map(|(pattern, action)| (pattern.clone(), forms::of_rule(&pattern, action, &cwd, &at_start)))
            .collect();
        let skills: Vec<Skill> = case
            .skills
            .iter()
            .map(|(name, path)| Skill {
                name: name.clone(),
                path: Some(self.mapped(path)),
            })
            .collect();
        let known = Known {
            mcp_servers: case.mcp_servers.clone(),
            skills: Skills::new(&skills, &files),
            tools: None,
        };
        self.put(&case.then);
        let now = Lookups::new(&files).in_cwd(&cwd.canonical);
        let formed = bare.with_forms(|pattern, action| {
            let kept = allows.iter().find(|(known, _)| known == pattern);
            match kept.filter(|_| action == portcullis::rule::Action::Allow) {
                Some((_, forms)) => forms.clone(),
                None => forms::of_rule(pattern, action, &cwd, &now),
            }
        });
        let policy = formed.unwrap_or(bare);
        let declarations = gate::declarations(&policy.options, &self.cwd);
        let context = Context::new(&files, &cwd, Some(&self.home), &declarations, &known);
        let input = serde_json::from_str(&self.mapped(case.call.input.get())).unwrap();
        let access = access::of_call(&case.call.tool, &input, &context);
        let grants: Vec<GrantRule> = case
            .grants
            .iter()
            .map(|grant| GrantRule {
                surface: grant.surface.clone(),
                pattern: Pattern::path(&self.mapped(&grant.pattern), &self.home, &self.cwd),
                agent: grant.agent.clone(),
            })
            .collect();
        let options = JudgeOptions {
            trace: explain,
            agent: case.agent.as_deref(),
            ..JudgeOptions::default()
        };
        let verdict = judge(&access, &policy, &grants, &files, options);
        if explain {
            println!("{} {}: {:#?}", case.id, case.call.input, verdict.trace);
        }
        verdict
    }
}
