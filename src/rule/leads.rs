//! Rules sorted by the literal text that their patterns begin with, for whoever goes down folders and asks what
//! lies there: what does not exist is passed over with everything below it.

use super::Rule;

/// The two lists of a surface, by place and number of the pattern.
#[derive(Debug)]
pub(super) struct LeadLists {
    /// Patterns and forms that begin with `/`.
    rooted: Vec<Lead>,
    /// Patterns that depend on the working folder.
    relative: Vec<Lead>,
}

#[derive(Clone, Copy, Debug)]
struct Lead {
    rule: u32,
    /// Which of the rule's patterns.
    form: u32,
    /// Bytes of the literal text.
    length: u32,
}

/// Rules, sorted by the literal text that they begin with.
#[derive(Clone, Copy, Debug)]
pub struct Leads<'a> {
    rules: &'a [Rule],
    leads: &'a [Lead],
}

/// What comes next in a folder.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Literal text goes on below the folder of this name.
    Folder(&'a str, Leads<'a>),
    /// The literal text of the rule at this place ends here, with a name or a part of one.
    Name(usize),
}

impl LeadLists {
    /// Of the patterns of `rules` that are literal in front.
    pub(super) fn new(rules: &[Rule]) -> Self {
        let (mut rooted, mut relative) = (Vec::new(), Vec::new());
        for (rule, at) in rules.iter().zip(0u32..) {
            for (pattern, form) in rule.patterns().zip(0u32..) {
                let length = u32::try_from(pattern.literal_prefix().len()).unwrap_or(u32::MAX);
                let lead = Lead {
                    rule: at,
                    form,
                    length,
                };
                if pattern.literal_prefix().starts_with('/') {
                    rooted.push(lead);
                } else if form == 0 && !pattern.is_rooted() {
                    relative.push(lead);
                }
            }
        }
        let text = |lead: &Lead| lead.text(rules);
        rooted.sort_by(|a, b| text(a).cmp(text(b)));
        relative.sort_by(|a, b| text(a).cmp(text(b)));
        Self { rooted, relative }
    }

    pub(super) fn rooted<'a>(&'a self, rules: &'a [Rule]) -> Leads<'a> {
        let leads = &self.rooted;
        Leads { rules, leads }
    }

    pub(super) fn relative<'a>(&'a self, rules: &'a [Rule]) -> Leads<'a> {
        let leads = &self.relative;
        Leads { rules, leads }
    }
}

impl<'a> Leads<'a> {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.leads.is_empty()
    }

    /// Those whose text begins with `text`.
    #[must_use]
    pub fn beginning_with(&self, text: &str) -> Self {
        let from = self.leads.partition_point(|lead| lead.text(self.rules) < text);
        let rest = self.leads.get(from..).unwrap_or_default();
        let count = rest.partition_point(|lead| lead.text(self.rules).starts_with(text));
        Self {
            leads: rest.get(..count).unwrap_or_default(),
            ..*self
        }
    }

    /// What comes behind the first `depth` bytes, which all of them share.
    pub fn steps(self, depth: usize) -> impl Iterator<Item = Step<'a>> + use<'a> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = left.leads.first()?;
            let text = first.text(left.rules);
            let Some(end) = text.get(depth..).and_then(|rest| rest.find('/')) else {
                left.leads = left.leads.get(1..).unwrap_or_default();
                return Some(Step::Name(first.rule as usize));
            };
            let shared = text.get(..=depth + end).unwrap_or(text);
            let is_shared = |lead: &Lead| lead.text(left.rules).starts_with(shared);
            // Few share it as a rule: looked for from the front, in steps that double.
            let mut bound = 1;
            while left.leads.get(bound).is_some_and(is_shared) {
                bound *= 2;
            }
            let sure = bound / 2;
            let unsure = left.leads.get(sure..bound.min(left.leads.len()));
            let count = sure + unsure.map_or(0, |unsure| unsure.partition_point(is_shared));
            let (below, rest) = left.leads.split_at_checked(count.max(1))?;
            left.leads = rest;
            let name = text.get(depth..depth + end).unwrap_or_default();
            Some(Step::Folder(name, Leads { leads: below, ..left }))
        })
    }

    /// The places of all of them.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<'a> {
        self.leads.iter().map(|lead| lead.rule as usize)
    }
}

impl Lead {
    fn text(self, rules: &[Rule]) -> &str {
        let rule = rules.get(self.rule as usize);
        let pattern = rule.and_then(|rule| match self.form.checked_sub(1) {
            None => Some(&rule.pattern),
            Some(form) => rule.forms.get(form as usize),
        });
        let text = pattern.map_or("", super::Pattern::expanded);
        text.get(..self.length as usize).unwrap_or(text)
    }
}
