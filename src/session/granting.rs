//! What an answer grants beyond the call: recorded here, or passed on to the session that records it.

use super::Tier;
use super::asking::{Asking, Posed};
use super::judging::{Ground, Judged};
use super::resolution::{Granted, Resolved};
use crate::authority::{GrantScope, Suggestion};
use crate::decision::DecisionSource;
use crate::gate::GrantRule;
use crate::grant::{self, Offer, Proposal};
use crate::record::timestamp;

impl Asking {
    /// What may be granted beyond this call, and whether also for the whole session.
    pub(super) fn offer(&self, ground: &Ground, judged: &Judged) -> (Option<Offer>, bool) {
        let inner = self.inner();
        let setting = judged.setting(ground, &inner.config.home, &*inner.files);
        let Some(carried) = self.call.carried() else {
            return (grant::suggest(&setting), true);
        };
        // Suggested where the call was made. For this session too it counts only where it would answer here.
        let Some(suggested) = &carried.suggestion else {
            return (None, false);
        };
        let plain = |rule: &Suggestion| (rule.surface.clone(), rule.pattern.clone());
        let patterns: Vec<_> = suggested.iter().map(plain).collect();
        let serving = grant::validate_facts(&setting, carried.asking, &patterns).is_ok();
        let proposals = patterns
            .into_iter()
            .map(|(surface, pattern)| Proposal { surface, pattern });
        let offer = Offer {
            patterns: proposals.collect(),
            alternatives: Vec::new(),
        };
        (Some(offer), serving)
    }

    /// Records what a "for this session" answer grants, or passes it on to the session that records it; `None`
    /// where nothing is granted.
    pub(super) fn grant(
        &self,
        ground: &Ground,
        judged: &Judged,
        posed: &Posed,
        allowed: &Resolved,
        scope: GrantScope,
        patterns: Option<Patterns>,
    ) -> Option<Granted> {
        if scope == GrantScope::Once {
            return None;
        }
        let inner = self.inner();
        let elsewhere = self.call.carried().is_some();
        let by_parent = is_recorded_above(scope, allowed);
        if by_parent && !elsewhere {
            return None;
        }
        let patterns = patterns.unwrap_or_else(|| proposed(posed.offer.as_ref()));
        let passed_on = by_parent || (elsewhere && scope == GrantScope::Session);
        let checked = if passed_on {
            named(&patterns, posed.offer.as_ref()).map(|_| Vec::new())
        } else {
            self.checked(ground, judged, posed, scope, &patterns)
        };
        match checked {
            Ok(rules) => {
                if !passed_on {
                    let children = scope == GrantScope::ServingSession;
                    let request_id = self.request_id();
                    inner.record_grants(ground, children, rules, request_id, &timestamp());
                }
                let patterns = named(&patterns, posed.offer.as_ref()).unwrap_or_default();
                Some(Granted { scope, patterns })
            }
            Err(why) => {
                if inner.config.tier == Tier::Runtime {
                    inner.events.warn(&format!(
                        "The call was approved once, and nothing was recorded for the session: {why}."
                    ));
                }
                None
            }
        }
    }

    fn checked(
        &self,
        ground: &Ground,
        judged: &Judged,
        posed: &Posed,
        scope: GrantScope,
        patterns: &Patterns,
    ) -> Result<Vec<GrantRule>, String> {
        if posed.offer.is_none() {
            return Err("no session rule may be offered for it".to_owned());
        }
        if scope == GrantScope::ServingSession && !ground.is_child {
            return Err("the call is not that of a child session".to_owned());
        }
        let setting = judged.setting(ground, &self.inner().config.home, &*self.inner().files);
        let checked = match self.call.carried() {
            None => grant::validate(&setting, patterns),
            Some(carried) => {
                let named: Vec<(String, String)> = named(patterns, posed.offer.as_ref())?
                    .into_iter()
                    .map(|Suggestion { surface, pattern }| (surface, pattern))
                    .collect();
                grant::validate_facts(&setting, carried.asking, &named)
            }
        };
        checked.map_err(|refusal| refusal.to_string())
    }
}

/// Rules as an answer names them; a bare pattern has no surface.
pub(super) type Patterns = Vec<(Option<String>, String)>;

fn proposed(offer: Option<&Offer>) -> Patterns {
    let proposals = offer.map_or(&[][..], |offer| &offer.patterns);
    proposals
        .iter()
        .map(|Proposal { surface, pattern }| (Some(surface.clone()), pattern.clone()))
        .collect()
}

/// The rules of an answer, each under the surface that it was offered for.
fn named(patterns: &Patterns, offer: Option<&Offer>) -> Result<Vec<Suggestion>, String> {
    let offered = offer.map_or(&[][..], |offer| &offer.patterns);
    if patterns.len() != offered.len() {
        return Err(format!(
            "{} patterns were offered, {} came back",
            offered.len(),
            patterns.len()
        ));
    }
    let mut named = Vec::with_capacity(patterns.len());
    for ((surface, pattern), offered) in patterns.iter().zip(offered) {
        if surface
            .as_ref()
            .is_some_and(|surface| *surface != offered.surface)
        {
            return Err(format!("`{pattern}` was offered for `{}`", offered.surface));
        }
        named.push(Suggestion {
            surface: offered.surface.clone(),
            pattern: pattern.clone(),
        });
    }
    Ok(named)
}

/// Whether a grant for the whole session was given, and recorded, by a parent's.
pub(super) fn is_recorded_above(scope: GrantScope, allowed: &Resolved) -> bool {
    scope == GrantScope::ServingSession && matches!(allowed.decided_by, DecisionSource::Forwarded { .. })
}
