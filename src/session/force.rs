//! The policy in force, for each agent in each folder, kept until something changes.
//!
//! Two locks: the store of the files, held while they are read, and the cache, held for a look. A check takes the
//! cache alone unless it is the first of its agent and folder, so it never waits for a file that is being read.
//! Where both are held, the store's was taken first.

use super::declared::InForce;
use super::examples::KeptExamples;
use super::forms::{KeptForms, with_forms};
use super::judging::Ground;
use super::listing::{report, survey};
use super::members::ActiveAgent;
use super::registrations::Registrations;
use super::stamp::Stamp;
use super::{PolicyReport, SessionConfig};
use crate::access::{Cwd, Files, Footprint};
use crate::policy::{AgentScope, Options, Places, Snapshot, Source, Store};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long the canonical forms of patterns count without a look at the links on their way.
const FORMS_COUNT_FOR: Duration = Duration::from_secs(1);

/// Places that are kept; a session has one, and one for each agent and child folder.
const PLACES: usize = 64;

/// Called when a check was made after a pause.
type Waker = Box<dyn Fn() + Send + Sync>;

/// The policy in force, everywhere it is asked for.
pub(super) struct Force {
    yolo: Option<bool>,
    inbox: Option<bool>,
    files: Arc<dyn Files>,
    store: Mutex<Kept>,
    cache: Mutex<Cache>,
    /// Something was judged since the forms were last looked at in the background.
    used: AtomicBool,
    waker: OnceLock<Waker>,
}

/// The files.
struct Kept {
    store: Store,
    stamps: HashMap<PathBuf, Stamp>,
    forms: HashMap<String, KeptForms>,
    examples: KeptExamples,
}

struct Cache {
    options: Arc<Options>,
    entries: Vec<Entry>,
}

/// What is in force in one place.
#[derive(Clone)]
struct Entry {
    agent: ActiveAgent,
    cwd: Arc<Cwd>,
    registrations: Arc<Registrations>,
    /// Without forms.
    base: Arc<Snapshot>,
    in_force: Arc<InForce>,
    /// What the forms depend on, and when it was last looked at.
    footprint: Arc<Footprint>,
    looked: Instant,
}

impl Entry {
    fn is_of(&self, agent: &ActiveAgent, cwd: &Arc<Cwd>) -> bool {
        self.agent == *agent && (Arc::ptr_eq(&self.cwd, cwd) || self.cwd == *cwd)
    }

    fn is_same_place(&self, other: &Self) -> bool {
        self.is_of(&other.agent, &other.cwd)
    }
}

impl Force {
    /// Reads the files from `source`.
    pub(super) fn open(config: &SessionConfig, files: &Arc<dyn Files>, source: Arc<dyn Source>) -> Self {
        let store = Store::open(places(config), source, &config.cwd);
        let options = store.options();
        Self {
            yolo: config.yolo,
            inbox: config.inbox,
            files: Arc::clone(files),
            store: Mutex::new(Kept {
                store,
                stamps: HashMap::new(),
                forms: HashMap::new(),
                examples: KeptExamples::default(),
            }),
            cache: Mutex::new(Cache {
                options,
                entries: Vec::new(),
            }),
            used: AtomicBool::new(false),
            waker: OnceLock::new(),
        }
    }

    /// Sets whom to wake; once.
    pub(super) fn on_use(&self, waker: Waker) {
        let _ = self.waker.set(waker);
    }

    /// What is in force for an agent in a folder.
    pub(super) fn at(
        &self,
        agent: &ActiveAgent,
        cwd: &Arc<Cwd>,
        registrations: &Arc<Registrations>,
    ) -> Arc<InForce> {
        // A look costs less than a swap, and most find it set.
        if !self.used.load(Ordering::Relaxed)
            && !self.used.swap(true, Ordering::Relaxed)
            && let Some(wake) = self.waker.get()
        {
            wake();
        }
        let known = {
            let cache = self.cache();
            let entry = cache.entries.iter().find(|entry| entry.is_of(agent, cwd));
            match entry {
                Some(entry) if Arc::ptr_eq(&entry.registrations, registrations) => {
                    if entry.looked.elapsed() < FORMS_COUNT_FOR {
                        return Arc::clone(&entry.in_force);
                    }
                    Some(entry.clone())
                }
                _ => None,
            }
        };
        if let Some(entry) = known {
            // Nobody looked for a while; mostly nothing has moved.
            let now = Instant::now();
            if !entry.footprint.is_stale(&*self.files) {
                let mut cache = self.cache();
                if let Some(same) = cache.entries.iter_mut().find(|other| other.is_same_place(&entry)) {
                    same.looked = now;
                    return Arc::clone(&same.in_force);
                }
                return entry.in_force;
            }
        }
        let mut kept = self.store();
        let entry = self.make(&mut kept, agent, cwd, registrations);
        let in_force = Arc::clone(&entry.in_force);
        self.put(entry);
        in_force
    }

    /// The options in force.
    pub(super) fn options(&self) -> Arc<Options> {
        Arc::clone(&self.cache().options)
    }

    /// Looks at the files, and reads them if one may have changed. Whether something did.
    pub(super) fn look_for_changes(&self) -> bool {
        let mut kept = self.store();
        let outdated = {
            let stamps = &kept.stamps;
            kept.store
                .watched()
                .any(|path| stamps.get(path).is_none_or(|stamp| stamp.is_outdated(path)))
        };
        outdated && self.read_again(&mut kept)
    }

    /// Reads every file again.
    pub(super) fn reload(&self) {
        let mut kept = self.store();
        self.read_again(&mut kept);
    }

    /// Whether anything changed. What is in force everywhere is made anew before anybody sees any of it.
    fn read_again(&self, kept: &mut Kept) -> bool {
        // Stamped before they are read: a change in between is seen the next time.
        kept.stamps = kept
            .store
            .watched()
            .map(|path| (path.to_owned(), Stamp::of(path)))
            .collect();
        if !kept.store.refresh() {
            return false;
        }
        let places = self.cache().entries.clone();
        let entries = places
            .iter()
            .map(|place| self.make(kept, &place.agent, &place.cwd, &place.registrations))
            .collect();
        let mut cache = self.cache();
        *cache = Cache {
            options: kept.store.options(),
            entries,
        };
        true
    }

    /// Makes the forms anew whose links have moved; what the background does while checks are made. Whether
    /// any were made since the last time.
    pub(super) fn refresh_forms(&self) -> bool {
        let used = self.used.swap(false, Ordering::Relaxed);
        let entries = self.cache().entries.clone();
        for entry in entries {
            let looked = Instant::now();
            let renewed = entry.footprint.is_stale(&*self.files).then(|| {
                let mut kept = self.store();
                let (in_force, footprint) =
                    self.formed(&mut kept, &entry.base, &entry.cwd, &entry.registrations);
                Entry {
                    in_force,
                    footprint,
                    looked,
                    ..entry.clone()
                }
            });
            let mut cache = self.cache();
            let current = cache
                .entries
                .iter_mut()
                .find(|other| other.is_same_place(&entry) && Arc::ptr_eq(&other.base, &entry.base));
            if let Some(current) = current {
                match renewed {
                    Some(renewed) if Arc::ptr_eq(&current.registrations, &renewed.registrations) => {
                        *current = renewed;
                    }
                    // Made anew by a check in the meantime.
                    Some(_) => {}
                    None => current.looked = looked,
                }
            }
        }
        used
    }

    /// Whether the reading of the files alone found something wrong.
    pub(super) fn has_found_problems(&self) -> bool {
        self.store().store.has_found_problems()
    }

    /// Makes what look-ups in large policies need; for a thread of the background.
    pub(super) fn warm(&self) {
        let snapshots: Vec<_> = self
            .cache()
            .entries
            .iter()
            .map(|entry| Arc::clone(&entry.in_force))
            .collect();
        for in_force in snapshots {
            for layer in in_force.snapshot.layers() {
                layer.rules.all_surfaces().for_each(|surface| surface.warm());
            }
        }
    }

    /// What is in force on a ground, as lists.
    pub(super) fn report(&self, ground: &Ground) -> PolicyReport {
        let in_force = self.at(&ground.agent, &ground.cwd, &ground.registrations);
        let kept = &mut *self.store();
        report(
            &kept.store,
            &mut kept.examples,
            &in_force.snapshot,
            &scopes(&ground.agent),
            ground.agent.name(),
        )
    }

    /// The files in force on a ground and what is wrong with them, without the rules.
    pub(super) fn survey(&self, ground: &Ground) -> PolicyReport {
        let in_force = self.at(&ground.agent, &ground.cwd, &ground.registrations);
        let kept = &mut *self.store();
        survey(
            &kept.store,
            &mut kept.examples,
            &in_force.snapshot.cwd,
            &scopes(&ground.agent),
        )
    }

    fn make(
        &self,
        kept: &mut Kept,
        agent: &ActiveAgent,
        cwd: &Arc<Cwd>,
        registrations: &Arc<Registrations>,
    ) -> Entry {
        let base = Arc::new(self.snapshot(&mut kept.store, agent, &cwd.typed));
        let looked = Instant::now();
        let (in_force, footprint) = self.formed(kept, &base, cwd, registrations);
        Entry {
            agent: agent.clone(),
            cwd: Arc::clone(cwd),
            registrations: Arc::clone(registrations),
            base,
            in_force,
            footprint,
            looked,
        }
    }

    /// What is in force with the forms as they are now, and what these depend on.
    fn formed(
        &self,
        kept: &mut Kept,
        base: &Arc<Snapshot>,
        cwd: &Cwd,
        registrations: &Registrations,
    ) -> (Arc<InForce>, Arc<Footprint>) {
        let forms = kept.forms.entry(cwd.typed.clone()).or_default();
        let (snapshot, footprint) = with_forms(base, cwd, &*self.files, forms);
        (
            Arc::new(InForce::new(snapshot, registrations)),
            Arc::new(footprint),
        )
    }

    /// The snapshot of an agent. One learnt from a prompt, or of a session in another process, adds its
    /// restrictions to those of the named one.
    fn snapshot(&self, store: &mut Store, agent: &ActiveAgent, cwd: &str) -> Snapshot {
        let [named, tightening @ ..] = scopes(agent);
        let mut snapshot = store.snapshot(named.as_ref(), cwd, self.yolo);
        for agent in tightening.iter().filter(|agent| agent.is_some()) {
            let learnt = store.snapshot(agent.as_ref(), cwd, self.yolo);
            snapshot
                .restrictions
                .extend(learnt.agent.into_iter().chain(learnt.restrictions));
            snapshot.health.agent_unreadable |= learnt.health.agent_unreadable;
        }
        if let Some(inbox) = self.inbox.filter(|inbox| *inbox != snapshot.options.inbox) {
            Arc::make_mut(&mut snapshot.options).inbox = inbox;
        }
        snapshot
    }

    fn put(&self, entry: Entry) {
        let mut cache = self.cache();
        cache.entries.retain(|other| !other.is_same_place(&entry));
        if cache.entries.len() >= PLACES {
            cache.entries.remove(0);
        }
        cache.entries.push(entry);
    }

    fn store(&self) -> MutexGuard<'_, Kept> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the files of a session lie.
pub(super) fn places(config: &SessionConfig) -> Places {
    Places {
        config_dir: config.config_dir.clone(),
        config_dir_refused: config.config_dir_refused,
        agent_dir: config.agent_dir.clone(),
        state_dir: config.state_dir.clone(),
        run_dir: config
            .runtime_dir
            .as_ref()
            .map(|folder| folder.join("portcullis")),
        home: config.home.clone(),
    }
}

/// The named agent, the one learnt from a prompt, and that of a session in another process.
fn scopes(agent: &ActiveAgent) -> [Option<AgentScope>; 3] {
    let scope = |name: &Option<Arc<str>>, from_prompt| {
        name.as_ref().map(|name| AgentScope {
            name: name.to_string(),
            from_prompt,
        })
    };
    [
        scope(&agent.named, false),
        scope(&agent.prompted, true),
        scope(&agent.requester, true),
    ]
}
