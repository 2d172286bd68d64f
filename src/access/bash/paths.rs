//! One unit → the paths it names, each in every folder that it may run in.

use super::bases::{self, Places};
use super::globs::{self, Listings};
use super::payload;
use super::words::{Text, is_explicit, is_safe_device, looks_like_path, texts};
use crate::access::path::{entry, spell};
use crate::access::variants::decode_file_url;
use crate::access::{Context, Descent, Group, Intent, Place, Spelled, Spelling, Typed, Writer, lexical};
use crate::decision::{Direction, Gate};
use crate::rule::{Hole, Open};
use crate::shell::grammar::{Beside, Does, Guard, Reach, Touch, Usage, When, assignment, usage};
use crate::shell::{Folder, Program, RedirectOp, RedirectTarget, Unit, Word};
use foldhash::HashSet;

/// Collects the paths of a command line.
pub(super) struct Paths<'p, 'c> {
    pub(super) program: &'p Program,
    command: &'p str,
    pub(super) ctx: &'p Context<'c>,
    bases: Vec<Places>,
    pub(super) listings: Listings,
    /// Some unit so far may make a folder.
    pub(super) folders_made: bool,
    /// Absolute targets that an earlier command may have replaced by something that leads elsewhere.
    disturbed: HashSet<String>,
    /// Absolute folders that an earlier command may have filled with links; they themselves are folders.
    filled: HashSet<String>,
    /// Words of the unit at hand that have been seen: the same word twice is one access.
    seen: HashSet<(String, Does, bool, usize)>,
    intents: Vec<Intent>,
    /// Units that run on another machine.
    remote: HashSet<usize>,
}

/// How one access is to be seen.
#[derive(Clone, Copy)]
pub(super) struct Access<'w> {
    pub(super) unit: usize,
    pub(super) word: &'w Word,
    pub(super) when: When,
    pub(super) does: Does,
    pub(super) proof: &'w str,
    pub(super) leaves_alone: bool,
    pub(super) guard: Guard,
    pub(super) beside: Option<Beside>,
    pub(super) descent: Option<(&'w Usage<'w>, bool)>,
    /// Which of the unit's folders it is resolved in.
    pub(super) place: usize,
}

impl<'p, 'c> Paths<'p, 'c> {
    pub(super) fn new(program: &'p Program, command: &'p str, place: &Place, ctx: &'p Context<'c>) -> Self {
        Self {
            program,
            command,
            ctx,
            bases: bases::places(program, place, ctx),
            listings: Listings::default(),
            folders_made: false,
            disturbed: HashSet::default(),
            filled: HashSet::default(),
            seen: HashSet::default(),
            intents: Vec::new(),
            remote: HashSet::default(),
        }
    }

    pub(super) fn finish(self) -> Vec<Intent> {
        self.intents
    }

    fn places(&self, base: usize) -> Places {
        self.bases.get(base).cloned().unwrap_or(Places {
            places: Vec::new(),
            unknown: true,
        })
    }

    /// Whether what runs the unit, or what runs that, is on another machine. What a wrapper runs follows it, so the
    /// answer of the wrapper is there.
    fn is_remote(&mut self, id: usize, unit: &Unit) -> bool {
        let Some(outer) = unit.wrapped_by.filter(|outer| *outer < id) else {
            return false;
        };
        let carries = |unit: &Unit| unit.wraps.as_ref().is_some_and(|wraps| wraps.remote);
        let remote = self.remote.contains(&outer) || self.program.units.get(outer).is_some_and(carries);
        if remote {
            self.remote.insert(id);
        }
        remote
    }

    /// The paths of the unit `id`.
    pub(super) fn unit(&mut self, id: usize, unit: &Unit) {
        if self.is_remote(id, unit) {
            return;
        }
        self.seen.clear();
        self.redirects(id, unit);
        let handed = unit
            .wraps
            .as_ref()
            .map_or(&[][..], |wraps| wraps.handed.as_slice());
        let usage = usage(&unit.words, handed, &self.ctx.declarations.programs);
        let start = self.places(unit.base);
        let mut places = vec![start];
        for folder in &usage.folders {
            let from = places.last().cloned().unwrap_or_default();
            places.push(bases::enter(
                &from,
                &Folder::Word(folder.clone().into_owned()),
                self.ctx,
            ));
        }
        let before = self.intents.len();
        let nowhere = Places::default();
        for set in &unit.assignments {
            if let Some(touch) = assignment(&set.name, std::borrow::Cow::Borrowed(&set.value)) {
                let places = places.first().unwrap_or(&nowhere);
                self.touch(id, &touch, &usage, places);
            }
        }
        for touch in &usage.touches {
            let places = places.get(touch.folders).unwrap_or(&nowhere);
            self.touch(id, touch, &usage, places);
        }
        if unit.appends {
            self.appended(id, unit, &usage);
        }
        payload::paths(id, unit, &places, self.ctx, &mut self.intents);
        self.disturb(unit, before);
    }

    fn redirects(&mut self, id: usize, unit: &Unit) {
        for redirect in &unit.redirects {
            let RedirectTarget::File(word) = &redirect.target else {
                continue;
            };
            let (does, proof) = match redirect.op {
                RedirectOp::Read => (Does::Reads, "input redirect"),
                RedirectOp::Write | RedirectOp::Append => (Does::Writes, "output redirect"),
                RedirectOp::ReadWrite => (Does::Unknown, "read-write redirect"),
                RedirectOp::Here | RedirectOp::Duplicate => continue,
            };
            let access = Access {
                unit: id,
                word,
                when: When::Always,
                does,
                proof,
                leaves_alone: false,
                guard: Guard::Usual,
                beside: None,
                descent: None,
                // Redirections are opened where the shell stands.
                place: usize::MAX - redirect.base,
            };
            let places = self.places(redirect.base);
            self.access(&access, &places);
        }
    }

    fn touch(&mut self, id: usize, touch: &Touch<'_>, usage: &Usage<'_>, places: &Places) {
        let access = Access {
            unit: id,
            word: &touch.word,
            when: touch.when,
            does: touch.does,
            proof: touch.proof,
            leaves_alone: usage.leaves_alone && touch.does != Does::Writes && touch.guard == Guard::Usual,
            guard: touch.guard,
            beside: None,
            descent: Some((usage, touch.reach == Reach::Below))
                .filter(|_| touch.reach != Reach::Itself || !usage.known),
            place: touch.folders,
        };
        self.access(&access, places);
        if touch.beside.is_some() {
            let made = Access {
                does: Does::Writes,
                proof: "made beside the operand",
                leaves_alone: false,
                beside: touch.beside,
                ..access
            };
            self.access(&made, places);
        }
        if let Some(made) = &touch.made {
            self.made(&access, touch, made, places);
        }
    }

    /// What xargs appends: any path, done to as the other operands are.
    fn appended(&mut self, id: usize, unit: &Unit, usage: &Usage<'_>) {
        let does = usage.appended.unwrap_or(Does::Unknown);
        if usage.appends_text {
            return;
        }
        let mut intent = Intent::new(Gate::Path, "path", unit.text.clone()).at(unit.span);
        intent.direction = Some(direction(does));
        let mut open = Open::new();
        open.push_hole(Hole::Any);
        intent.groups.push(Group {
            equal: vec![Spelling {
                text: unit.text.clone(),
                open: Some(open),
            }],
            ..Group::default()
        });
        let facts = intent.path.get_or_insert_default();
        unit.text.as_str().clone_into(&mut facts.token);
        facts.unit = Some(id);
        "operands that come at run time".clone_into(&mut facts.proof);
        facts.leaves_alone = usage.leaves_alone && does != Does::Writes;
        self.intents.push(intent);
    }

    /// One word in the place of a path.
    pub(super) fn access(&mut self, access: &Access<'_>, places: &Places) {
        let mut texts = texts(access.word, &places.places, !places.unknown, self.ctx);
        let descends = access.descent.is_some_and(|(_, proven)| proven);
        texts.retain(|text| {
            // Only where a word is wholly literal does its text say everything.
            text.open.is_some()
                || access.when != When::Always
                || access.word.parts.len() > 1
                || text.splits
                || access.beside.is_some()
                || self
                    .seen
                    .insert((text.text.clone(), access.does, descends, access.place))
        });
        let mut found: Option<Found> = None;
        for text in &texts {
            self.one(access, text, places, &mut found);
        }
        let Some(found) = found else {
            return;
        };
        let mut intent = found.intent;
        if access.guard == Guard::Alone {
            intent.gate = Gate::ProtectedWrite;
            intent.at_least_ask = None;
        }
        intent.blame.span = Some(access.word.span);
        if let Some(facts) = &mut intent.path {
            facts.unit = Some(access.unit);
            facts.leaves_alone = access.leaves_alone;
            facts.descent = found.descent;
        }
        let same = |other: &Intent| {
            other.groups == intent.groups
                && other.direction == intent.direction
                && other
                    .path
                    .as_ref()
                    .is_some_and(|facts| facts.unit == Some(access.unit))
        };
        if !self.intents.iter().rev().take(8).any(same) {
            self.intents.push(intent);
        }
    }

    /// One text of a word.
    fn one(&self, access: &Access<'_>, text: &Text, places: &Places, found: &mut Option<Found>) {
        if !self.counts(access.when, text, places) {
            return;
        }
        let direction = direction(access.does);
        let shown = self.shown(access.word, text);
        if let Some(open) = &text.open {
            merge(found, dynamic(&shown, open, direction, access.proof), None);
            return;
        }
        let mut names = vec![text.text.clone()];
        if let Some(pattern) = &text.pattern {
            let mut whole = true;
            for place in &places.places {
                match globs::expand(pattern, place, &self.listings, self.ctx) {
                    Some(more) => names.extend(more.iter().cloned()),
                    None => whole = false,
                }
            }
            let parts = |name: &String| name.contains([' ', '\t', '\n', '*', '?', '[', '\\']);
            if text.splits && names.iter().skip(1).any(parts) {
                whole = false;
            }
            if !whole {
                let mut open = Open::new();
                open.push_hole(Hole::Any);
                merge(found, dynamic(&shown, &open, direction, access.proof), None);
            }
        }
        for name in names {
            let name = match access.beside {
                None => name,
                Some(beside) => match name_beside(&name, beside) {
                    Some(made) => made,
                    None => continue,
                },
            };
            let name = file_url(&name).unwrap_or(name);
            if name.contains("dev") && is_safe_device(&lexical::fold(&name)) {
                continue;
            }
            self.named(access, &name, &shown, places, found);
        }
    }

    /// One static path.
    fn named(
        &self,
        access: &Access<'_>,
        name: &str,
        shown: &str,
        places: &Places,
        found: &mut Option<Found>,
    ) {
        let direction = direction(access.does);
        let absolute = name.starts_with('/');
        if !absolute && places.unknown {
            let mut open = Open::new();
            open.push_hole(Hole::Any);
            merge(found, dynamic(name, &open, direction, access.proof), None);
            if places.places.is_empty() {
                return;
            }
        }
        let here = places.places.first().unwrap_or(&self.ctx.place);
        let spelled = spell(
            &Typed {
                text: name,
                writer: Writer::Shell,
                places: if absolute || places.places.is_empty() {
                    std::slice::from_ref(here)
                } else {
                    &places.places
                },
                direction,
            },
            self.ctx,
        );
        if self.is_disturbed(&spelled) {
            let mut open = Open::new();
            open.push_hole(Hole::Any);
            merge(found, dynamic(name, &open, direction, access.proof), None);
        }
        let descent = access
            .descent
            .and_then(|(usage, proven)| spelled.descent(usage.excludes.clone(), usage.skips_hidden, !proven));
        merge(found, spelled.intent(shown, direction, access.proof), descent);
    }

    /// Whether a text in that place is a path.
    fn counts(&self, when: When, text: &Text, places: &Places) -> bool {
        let plain = text.text.as_str();
        if text.open.is_some() {
            return match when {
                When::Always => true,
                When::Likely => text.rooted || plain.contains('/') || is_explicit(plain),
                When::Shaped | When::Named | When::Written => text.rooted || is_explicit(plain),
                When::Existing => text.rooted,
            };
        }
        if plain.is_empty() || (has_scheme(plain) && file_url(plain).is_none()) {
            return false;
        }
        if when == When::Always || (text.rooted && when != When::Existing) {
            return true;
        }
        let shaped = match when {
            When::Likely | When::Shaped => looks_like_path(plain),
            // An absolute name of a resource leads nowhere here.
            When::Named if plain.starts_with('/') => self.leads_somewhere(plain),
            When::Written | When::Named => is_explicit(plain),
            When::Always | When::Existing => false,
        };
        if shaped && !text.blank && !plain.contains([' ', '\t', '\n']) {
            return true;
        }
        // A bare word that is a name to its program is none, whatever stands in the folder.
        let bare = matches!(when, When::Shaped | When::Named) && !looks_like_path(plain);
        !bare && when != When::Written && self.exists(text, places)
    }

    /// Whether the folder of an absolute path exists.
    fn leads_somewhere(&self, path: &str) -> bool {
        let folder = lexical::fold(path);
        let folder = lexical::parent(&folder);
        self.ctx.lookups.kind(folder).is_ok() && folder != "/" || self.ctx.lookups.kind(path).is_ok()
    }

    fn exists(&self, text: &Text, places: &Places) -> bool {
        let stands = |name: &str| {
            places
                .places
                .iter()
                .any(|place| entry(name, place, self.ctx).is_some())
        };
        match &text.pattern {
            None => stands(&text.text),
            Some(pattern) => places.places.iter().any(|place| {
                globs::expand(pattern, place, &self.listings, self.ctx).is_none_or(|found| !found.is_empty())
            }),
        }
    }

    /// The text to show: what is known of it, else the source.
    fn shown(&self, word: &Word, text: &Text) -> String {
        if text.open.is_none() {
            return text.text.clone();
        }
        self.command
            .get(word.span.start..word.span.end)
            .map_or_else(|| text.text.clone(), str::to_owned)
    }

    /// Remembers what the unit may put in the place of a path.
    fn disturb(&mut self, unit: &Unit, before: usize) {
        let name = unit.words.first().and_then(Word::literal).unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or(&name);
        self.folders_made |= matches!(
            name,
            "mkdir" | "gmkdir" | "install" | "git" | "tar" | "unzip" | "cp" | "mv" | "rsync"
        );
        let carries_links = match name {
            "ln" | "gln" | "rsync" | "tar" | "gtar" | "bsdtar" | "unzip" | "mv" | "gmv" => true,
            "cp" | "gcp" => unit.words.iter().skip(1).any(|word| {
                let text = word.literal().unwrap_or_default();
                text.starts_with("--") || (text.starts_with('-') && text.contains(['a', 'r', 'R', 'd', 'P']))
            }),
            _ => false,
        };
        let fills = name == "git"
            && unit.words.iter().any(|word| {
                matches!(
                    word.literal().as_deref(),
                    Some("clone" | "worktree" | "submodule")
                )
            });
        if !carries_links && !fills {
            return;
        }
        let mine = self.intents.get(before..).unwrap_or_default();
        // A plain file stays one wherever it is moved or copied.
        let sources = mine
            .iter()
            .filter(|intent| intent.direction != Some(Direction::Write) || name == "mv");
        let plain_files = matches!(name, "mv" | "gmv" | "cp" | "gcp")
            && sources.clone().count() > 0
            && sources
                .filter_map(|intent| intent.path.as_ref())
                .take(mine.len().saturating_sub(1).max(1))
                .all(|facts| {
                    let absolute = lexical::join(self.ctx.place.as_str(), &facts.token);
                    self.ctx.lookups.kind(&absolute) == Ok(crate::access::FileKind::File)
                });
        if plain_files {
            return;
        }
        let targets = mine
            .iter()
            .filter(|intent| intent.direction == Some(Direction::Write))
            .flat_map(|intent| &intent.groups)
            .flat_map(|group| &group.equal)
            .filter(|spelling| spelling.open.is_none() && spelling.text.starts_with('/'))
            .map(|spelling| spelling.text.trim_end_matches('/').to_owned());
        let targets: Vec<String> = targets.collect();
        if fills {
            self.filled.extend(targets);
        } else {
            self.disturbed.extend(targets);
        }
    }

    fn is_disturbed(&self, spelled: &Spelled) -> bool {
        !(self.disturbed.is_empty() && self.filled.is_empty())
            && spelled.absolute.iter().any(|path| {
                let mut folder = path.as_str();
                loop {
                    let plain = folder.trim_end_matches('/');
                    let is_below = plain.len() < path.trim_end_matches('/').len();
                    if self.disturbed.contains(plain) || (is_below && self.filled.contains(plain)) {
                        return true;
                    }
                    match folder.rfind('/') {
                        Some(at) if at > 0 => folder = folder.get(..at).unwrap_or_default(),
                        _ => return self.disturbed.contains(""),
                    }
                }
            })
    }
}

/// The name of what a compressor makes of `name`.
fn name_beside(name: &str, beside: Beside) -> Option<String> {
    match beside {
        Beside::Packed(suffix) => Some(format!("{name}{suffix}")),
        Beside::Unpacked => {
            for (short, long) in [
                (".tgz", ".tar"),
                (".tbz2", ".tar"),
                (".tbz", ".tar"),
                (".txz", ".tar"),
                (".tzst", ".tar"),
            ] {
                if let Some(stem) = name.strip_suffix(short) {
                    return Some(format!("{stem}{long}"));
                }
            }
            let (stem, suffix) = name.rsplit_once('.')?;
            (!stem.is_empty() && !suffix.contains('/')).then(|| stem.to_owned())
        }
    }
}

/// What has been found of one word so far.
struct Found {
    intent: Intent,
    descent: Option<Descent>,
}

/// Every text of a word is one more thing that must be permitted.
fn merge(found: &mut Option<Found>, intent: Intent, descent: Option<Descent>) {
    match found {
        None => *found = Some(Found { intent, descent }),
        Some(known) => {
            for group in intent.groups {
                // What a glob comes to is distinct; only neighbours may be the same.
                if !known
                    .intent
                    .groups
                    .iter()
                    .rev()
                    .take(4)
                    .any(|other| *other == group)
                {
                    known.intent.groups.push(group);
                }
            }
            if known.intent.at_least_ask.is_none() {
                known.intent.at_least_ask = intent.at_least_ask;
            }
            match (&mut known.descent, descent) {
                (Some(known), Some(more)) => known.roots.extend(more.roots),
                (none @ None, more) => *none = more,
                _ => {}
            }
        }
    }
}

/// A path of which a piece is not known.
fn dynamic(shown: &str, open: &Open, direction: Direction, proof: &str) -> Intent {
    let spelled = Spelled {
        groups: vec![Group {
            equal: vec![Spelling {
                text: shown.into(),
                open: Some(open.clone()),
            }],
            ..Group::default()
        }],
        ..Spelled::default()
    };
    spelled.intent(shown, direction, proof)
}

pub(super) const fn direction(does: Does) -> Direction {
    match does {
        Does::Reads => Direction::Read,
        Does::Writes => Direction::Write,
        Does::Unknown => Direction::Both,
    }
}

/// Whether a text begins with a scheme.
fn has_scheme(text: &str) -> bool {
    text.find("://").is_some_and(|at| {
        text.get(..at).is_some_and(|scheme| {
            !scheme.is_empty()
                && scheme
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-'))
        })
    })
}

/// The path of a `file:/…` URL.
fn file_url(text: &str) -> Option<String> {
    text.get(..6)
        .filter(|front| front.eq_ignore_ascii_case("file:/"))
        .and_then(|_| decode_file_url(text))
}
