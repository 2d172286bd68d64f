//! Session grants: they answer an ask, never a deny, and only as far as they are as specific as what asked.

use super::GrantRule;
use super::authority::{GrantReach, Ruling};
use super::covering::covers;
use super::layer::{Pool, Thing, earns};
use crate::access::Group;
use crate::rule::{Action, Rule};

/// The grants that are in force, and for whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grants<'a> {
    /// All in scope.
    pub(super) rules: &'a [GrantRule],
    /// The active agent.
    pub(super) agent: Option<&'a str>,
}

impl<'a> Grants<'a> {
    /// The grant that answers `ruling`, which asks about `group`.
    pub(super) fn answer(
        self,
        ruling: &Ruling<'_>,
        pool: Pool<'_>,
        group: &Group,
        thing: &Thing<'_>,
        cwd: &str,
    ) -> Option<&'a GrantRule> {
        if ruling.state != Action::Ask || ruling.answerable.grants == GrantReach::Nothing {
            return None;
        }
        self.on(pool).find(|grant| {
            if is_exactly(grant, group) {
                return true;
            }
            ruling.answerable.grants == GrantReach::AsSpecific
                && reaches(grant, pool, group, thing)
                && ruling.askers.iter().all(|asker| stands(grant, asker, pool, cwd))
        })
    }

    /// The grant that answers an ask rule of which some path below a folder is meant.
    pub(super) fn answer_below(self, asker: &Rule, pool: Pool<'_>, cwd: &str) -> Option<&'a GrantRule> {
        self.on(pool)
            .find(|grant| covers(&grant.pattern, &asker.pattern, cwd))
    }

    fn on(self, pool: Pool<'_>) -> impl Iterator<Item = &'a GrantRule> {
        self.rules.iter().filter(move |grant| {
            let surface = match pool {
                Pool::Named(name) | Pool::NamedPaths(name) => grant.surface == name,
                Pool::Path(way) => grant.surface == "path" || grant.surface == way.key(),
            };
            surface && grant.agent.as_deref() == self.agent
        })
    }
}

fn is_exactly(grant: &GrantRule, group: &Group) -> bool {
    let source = grant.pattern.source();
    !source.contains(['*', '?'])
        && group
            .equal
            .iter()
            .enumerate()
            .any(|(index, spelling)| group.may_allow(index, source) && grant.pattern.matches(&spelling.text))
}

fn reaches(grant: &GrantRule, pool: Pool<'_>, group: &Group, thing: &Thing<'_>) -> bool {
    let pattern = &grant.pattern;
    if pool.is_path_like() && thing.leads_anywhere() && !pattern.is_bare_star() {
        return false;
    }
    if group.equal.is_empty() {
        return pattern.is_bare_star();
    }
    earns(group, pattern)
}

/// Whether `asker` is not more specific than `grant`.
fn stands(grant: &GrantRule, asker: &Rule, pool: Pool<'_>, cwd: &str) -> bool {
    if pool.is_path_like() {
        return covers(&asker.pattern, &grant.pattern, cwd);
    }
    // Surfaces rank first, and a grant stands under the very name.
    *asker.surface != *grant.surface || grant.pattern.rank() >= asker.pattern.rank()
}
