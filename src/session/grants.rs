//! What was granted "for this session".

use super::SessionRule;
use crate::decision::RequestId;
use crate::gate::GrantRule;
use foldhash::HashMap;
use std::sync::Arc;

/// One grant.
#[derive(Clone, Debug)]
struct Grant {
    id: String,
    session_id: Arc<str>,
    covers_children: bool,
    rule: GrantRule,
    created_at: String,
    request_id: RequestId,
}

/// Who is covered by what is being recorded.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    /// The session.
    pub(super) session_id: Arc<str>,
    /// And every session below it.
    pub(super) children: bool,
}

/// All grants of the process, oldest first.
#[derive(Debug, Default)]
pub(super) struct Grants {
    list: Vec<Grant>,
    /// What covers a session, as it was last asked for.
    views: HashMap<Arc<str>, Arc<[GrantRule]>>,
}

impl Grants {
    /// Records rules; how many.
    pub(super) fn record(
        &mut self,
        rules: Vec<GrantRule>,
        coverage: &Coverage,
        request_id: RequestId,
        now: &str,
    ) {
        self.views.clear();
        for rule in rules {
            self.list.push(Grant {
                id: RequestId::mint().to_string(),
                session_id: Arc::clone(&coverage.session_id),
                covers_children: coverage.children,
                rule,
                created_at: now.to_owned(),
                request_id,
            });
        }
    }

    /// What covers the session `own`; `line` goes from it upwards.
    pub(super) fn covering(
        &mut self,
        own: &Arc<str>,
        line: impl FnOnce() -> Vec<Arc<str>>,
    ) -> Arc<[GrantRule]> {
        if let Some(view) = self.views.get(own) {
            return Arc::clone(view);
        }
        let line = line();
        let view: Arc<[GrantRule]> = self
            .list
            .iter()
            .filter(|grant| {
                grant.session_id == *own || (grant.covers_children && line.contains(&grant.session_id))
            })
            .map(|grant| grant.rule.clone())
            .collect();
        self.views.insert(Arc::clone(own), Arc::clone(&view));
        view
    }

    /// What covers a session in another process whose ask is answered by the sessions of `line`: what was granted
    /// for one of them and its children.
    pub(super) fn covering_elsewhere(&self, line: &[Arc<str>]) -> Arc<[GrantRule]> {
        self.list
            .iter()
            .filter(|grant| grant.covers_children && line.contains(&grant.session_id))
            .map(|grant| grant.rule.clone())
            .collect()
    }

    /// Those recorded for a session, oldest first.
    pub(super) fn of(&self, session_id: &str) -> Vec<SessionRule> {
        self.list
            .iter()
            .filter(|grant| &*grant.session_id == session_id)
            .map(|grant| SessionRule {
                id: grant.id.clone(),
                session_id: grant.session_id.to_string(),
                surface: grant.rule.surface.clone(),
                pattern: grant.rule.pattern.source().to_owned(),
                created_at: grant.created_at.clone(),
                request_id: grant.request_id,
            })
            .collect()
    }

    /// Takes one back; what it was.
    pub(super) fn revoke(&mut self, id: &str) -> Option<SessionRule> {
        let at = self.list.iter().position(|grant| grant.id == id)?;
        self.views.clear();
        let grant = self.list.remove(at);
        Some(SessionRule {
            id: grant.id,
            session_id: grant.session_id.to_string(),
            surface: grant.rule.surface,
            pattern: grant.rule.pattern.source().to_owned(),
            created_at: grant.created_at,
            request_id: grant.request_id,
        })
    }

    /// Drops those of sessions that are gone; whether there were any.
    pub(super) fn drop_of(&mut self, gone: &[Arc<str>]) -> bool {
        self.views.clear();
        let before = self.list.len();
        self.list.retain(|grant| !gone.contains(&grant.session_id));
        self.list.len() != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Pattern;

    fn rule(pattern: &str) -> GrantRule {
        GrantRule {
            surface: "bash".to_owned(),
            pattern: Pattern::text(pattern),
            agent: None,
        }
    }

    #[test]
    fn a_grant_covers_its_session_and_children_only_when_so_chosen() {
        let mut grants = Grants::default();
        let record = |grants: &mut Grants, session: &str, children, pattern| {
            let coverage = Coverage {
                session_id: session.into(),
                children,
            };
            grants.record(vec![rule(pattern)], &coverage, RequestId::mint(), "now");
        };
        record(&mut grants, "own", false, "own alone");
        record(&mut grants, "own", true, "own and children");
        record(&mut grants, "child", false, "child alone");
        let mut covering = |line: &[&str]| -> Vec<String> {
            let line: Vec<Arc<str>> = line.iter().map(|id| Arc::from(*id)).collect();
            let Some(own) = line.first().cloned() else {
                return Vec::new();
            };
            grants
                .covering(&own, || line)
                .iter()
                .map(|rule| rule.pattern.source().to_owned())
                .collect()
        };
        assert_eq!(covering(&["own"]), ["own alone", "own and children"]);
        assert_eq!(covering(&["child", "own"]), ["own and children", "child alone"]);
        assert_eq!(covering(&["grandchild", "child", "own"]), ["own and children"]);
        record(&mut grants, "own", true, "later");
    }

    #[test]
    fn a_stale_id_revokes_nothing() {
        let mut grants = Grants::default();
        let coverage = Coverage {
            session_id: "own".into(),
            children: false,
        };
        grants.record(vec![rule("a"), rule("b")], &coverage, RequestId::mint(), "now");
        let id = grants.of("own")[0].id.clone();
        assert_eq!(grants.revoke(&id).unwrap().pattern, "a");
        assert_eq!(grants.revoke(&id), None);
        assert_eq!(grants.of("own").len(), 1);
    }
}
