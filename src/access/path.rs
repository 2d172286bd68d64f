//! One path, as somebody wrote it, → the groups of spellings under which rules may name it.
//!
//! Two groups: the lexical path (what the text says) and the canonical one (where the kernel ends up), each
//! absolute and relative to the session's folder. Where `..` behind a link makes folding before and after
//! resolving differ, both results are groups. Every group must permit.

use super::resolve::{Doubt, Located};
use super::variants::variants;
use super::{Context, Descent, FileKind, Group, Intent, PathFacts, Place, Spelling, lexical};
use crate::decision::{Direction, Gate};
use crate::shell::Span;
use unicode_normalization::UnicodeNormalization;

/// Who wrote the text, which decides what else it may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Writer {
    /// A tool's input: `~` expands, and the tool may tidy it in ways that tighten.
    Tool,
    /// A word of a command, expanded as far as bash does: every character is what it says.
    Shell,
}

/// A path as it was written.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'t> {
    /// The text.
    pub text: &'t str,
    /// Who wrote it.
    pub writer: Writer,
    /// The folders that it may be resolved in; the groups of all of them must permit.
    pub places: &'t [Place],
    /// What is done to it. Other than a read, the link itself is concerned where the path ends in one.
    pub direction: Direction,
}

/// The groups of a path and what was found on the way.
#[derive(Clone, Debug, Default)]
pub struct Spelled {
    /// The groups; never empty.
    pub groups: Vec<Group>,
    /// The canonical absolute form in the first place, where there is one.
    pub canonical: Option<String>,
    /// Every absolute form, lexical and canonical, of every place.
    pub absolute: Vec<String>,
    /// Every absolute form of the spellings that only tighten.
    pub tightening: Vec<String>,
    /// What stands there in the first place, links followed.
    pub kind: Option<FileKind>,
    /// A directory stands there in some place.
    pub directory: bool,
    /// Why it can never come out better than ask.
    pub doubt: Option<Doubt>,
}

impl Spelled {
    /// A path intent of these groups. `token` is the text as typed, `proof` says what proved the direction.
    pub fn intent(self, token: &str, direction: Direction, proof: &str) -> Intent {
        let mut intent = Intent::new(Gate::Path, "path", token);
        intent.direction = Some(direction);
        intent.at_least_ask = self.doubt.map(|doubt| doubt.why().to_owned());
        intent.groups = self.groups;
        intent.path = Some(PathFacts {
            token: token.to_owned(),
            canonical: self.canonical,
            proof: proof.to_owned(),
            ..PathFacts::default()
        });
        intent
    }

    /// The descent of an access that goes on below this path; `None` where no directory stands there.
    pub fn descent(&self, excludes: Vec<String>, skips_hidden: bool, unproven: bool) -> Option<Descent> {
        self.directory.then(|| Descent {
            roots: self.absolute.clone(),
            excludes,
            skips_hidden,
            unproven,
        })
    }
}

impl Intent {
    /// The same intent, blamed on a place in the command.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.blame.span = Some(span);
        self
    }
}

/// `typed`, spelled out.
pub fn spell(typed: &Typed<'_>, ctx: &Context<'_>) -> Spelled {
    let mut spelled = Spelled::default();
    if typed.text.contains('\0') {
        spelled.doubt = Some(Doubt::Nul);
        spelled.groups.push(Group::of_texts([typed.text]));
        return spelled;
    }
    if typed.text.is_empty() {
        spelled.doubt = Some(Doubt::Empty);
    } else if typed.text.contains(char::REPLACEMENT_CHARACTER) {
        // What is left of a name that was not UTF-8 where the call was written down.
        spelled.doubt = Some(Doubt::NotUtf8);
    }
    let text = match typed.writer {
        Writer::Tool => expand_tilde(typed.text, ctx),
        Writer::Shell => typed.text.into(),
    };
    for place in typed.places {
        add(&text, place, typed.direction, ctx, &mut spelled);
    }
    if spelled.groups.is_empty() {
        add(&text, &ctx.place, typed.direction, ctx, &mut spelled);
    }
    tighten(typed, ctx, &mut spelled);
    spelled
}

/// A path in the call's own folder.
pub fn spell_here(text: &str, writer: Writer, direction: Direction, ctx: &Context<'_>) -> Spelled {
    spell(
        &Typed {
            text,
            writer,
            places: std::slice::from_ref(&ctx.place),
            direction,
        },
        ctx,
    )
}

/// What stands at `text` in `place`, links not followed; `None` for nothing, or what can't be looked at.
pub fn entry(text: &str, place: &Place, ctx: &Context<'_>) -> Option<FileKind> {
    if text.is_empty() || text.contains('\0') {
        return None;
    }
    ctx.lookups
        .kind(lexical::join(place.as_str(), text).trim_end_matches('/'))
        .ok()
}

/// A leading `~` or `~/` as the home folder; any other text as it is.
pub fn expand_tilde<'t>(text: &'t str, ctx: &Context<'_>) -> std::borrow::Cow<'t, str> {
    match (text.strip_prefix('~'), ctx.home) {
        (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
            format!("{}{rest}", home.trim_end_matches('/')).into()
        }
        _ => text.into(),
    }
}

/// Adds the groups of `text` in `place`.
fn add(text: &str, place: &Place, direction: Direction, ctx: &Context<'_>, spelled: &mut Spelled) {
    let typed = lexical::join(place.as_str(), text);
    let folded = lexical::fold(&typed);
    // Without `..` there is no detour to take: a walk passes over dots and repeated slashes.
    let detours = typed != folded && typed.split('/').any(|component| component == "..");
    let kernel = ctx.lookups.locate(if detours { &typed } else { &folded });
    let tidy = detours.then(|| ctx.lookups.locate(&folded));
    if spelled.groups.is_empty() {
        spelled.canonical.clone_from(&kernel.canonical);
        spelled.kind = kernel.kind;
    }
    let is_directory = |located: &Located| located.kind == Some(FileKind::Directory);
    let folded_directory = is_directory(tidy.as_deref().unwrap_or(&kernel));
    push(
        &folded,
        &ctx.cwd.typed,
        folded_directory || names_folder(text),
        spelled,
    );
    for located in [Some(&kernel), tidy.as_ref()].into_iter().flatten() {
        spelled.doubt = spelled.doubt.or(located.doubt);
        if let Some(canonical) = &located.canonical {
            push(
                canonical,
                &ctx.cwd.canonical,
                is_directory(located) || names_folder(text),
                spelled,
            );
        }
        if let Some(link) = located.link.as_ref().filter(|_| direction != Direction::Read) {
            push(link, &ctx.cwd.canonical, is_directory(located), spelled);
        }
        spelled.directory |= is_directory(located);
    }
}

/// Whether the text itself says that it names a folder.
fn names_folder(text: &str) -> bool {
    text.ends_with('/')
}

/// Adds the group of one folded absolute path, unless it is there already.
fn push(path: &str, cwd: &str, directory: bool, spelled: &mut Spelled) {
    let group = Group::of_texts(forms(path, cwd, directory));
    if !spelled.groups.contains(&group) {
        spelled.groups.push(group);
    }
    if !spelled.absolute.iter().any(|known| known == path) {
        spelled.absolute.push(path.to_owned());
    }
}

/// The equal forms of one folded absolute path.
fn forms(path: &str, cwd: &str, directory: bool) -> Vec<String> {
    let relative = lexical::relative(cwd, path);
    let mut forms = Vec::with_capacity(if directory { 4 } else { 2 });
    if directory {
        if path != "/" {
            forms.push([path, "/"].concat());
        }
        forms.push([&relative, "/"].concat());
    }
    forms.insert(0, path.to_owned());
    forms.insert(1, relative);
    forms
}

/// Adds the spellings that are only likely.
fn tighten(typed: &Typed<'_>, ctx: &Context<'_>, spelled: &mut Spelled) {
    let texts = match typed.writer {
        Writer::Tool => variants(typed.text, ctx),
        Writer::Shell => Vec::new(),
    };
    let mut likely = Spelled::default();
    for text in &texts {
        for place in typed.places {
            add(text, place, typed.direction, ctx, &mut likely);
        }
    }
    spelled.doubt = spelled.doubt.or(likely.doubt);
    let mut spellings: Vec<Spelling> = likely.groups.into_iter().flat_map(|group| group.equal).collect();
    without_case(spelled, &mut spellings, ctx);
    spellings.retain(|spelling| !spelled.groups.iter().any(|group| group.equal.contains(spelling)));
    spelled.tightening = likely.absolute;
    if let Some(first) = spelled.groups.first_mut() {
        first.tightening = spellings;
    }
}

/// Where the file system ignores case: every spelling in lower case, too.
fn without_case(spelled: &Spelled, spellings: &mut Vec<Spelling>, ctx: &Context<'_>) {
    let Some(path) = spelled
        .canonical
        .as_deref()
        .or(spelled.absolute.first().map(String::as_str))
    else {
        return;
    };
    let folder = if lexical::strip_folder(path, &ctx.cwd.canonical).is_some() {
        ctx.cwd.canonical.as_str()
    } else {
        lexical::parent(path)
    };
    if !ctx.lookups.ignores_case(folder) {
        return;
    }
    let all = spelled
        .groups
        .iter()
        .flat_map(|group| &group.equal)
        .chain(spellings.iter());
    let lower: Vec<Spelling> = all
        .filter_map(|spelling| {
            let lower = if spelling.text.is_ascii() {
                spelling.text.to_ascii_lowercase()
            } else {
                spelling.text.nfc().collect::<String>().to_lowercase()
            };
            (spelling.text != lower).then(|| Spelling::text(lower))
        })
        .collect();
    spellings.extend(lower);
}

#[cfg(test)]
pub(super) mod tests;
