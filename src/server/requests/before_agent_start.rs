//! `permissions/beforeAgentStart`: learns the active agent and leaves out denied skills.

use super::scope;
use crate::protocol::{self, BeforeAgentStartParams, BeforeAgentStartResult, ErrorObject, Params, Skill};
use crate::server::convert;
use crate::session::{AgentStart, Session, SkillEntry};

pub(in crate::server) fn handle(
    session: &Session,
    params: Params<'_>,
) -> Result<BeforeAgentStartResult, ErrorObject> {
    let params: BeforeAgentStartParams = protocol::read(params)?;
    let start = AgentStart {
        system_prompt: params.system_prompt,
        skills: params.skills.as_ref().map(|skills| {
            skills
                .iter()
                .map(|skill| SkillEntry {
                    name: skill.name.clone(),
                    path: skill.path.clone(),
                })
                .collect()
        }),
        scope: scope(params.session_id, params.agent_name, None),
    };
    let started = session.before_agent_start(&start).map_err(convert::invalid)?;
    Ok(BeforeAgentStartResult {
        agent_name: started.agent_name,
        skills: params
            .skills
            .map(|skills| kept(skills, started.kept_skills.as_deref().unwrap_or_default())),
        system_prompt: started.system_prompt,
    })
}

/// The skills that stay, as the client wrote them.
fn kept(skills: Vec<Skill>, indices: &[usize]) -> Vec<Skill> {
    skills
        .into_iter()
        .enumerate()
        .filter(|(index, _)| indices.contains(index))
        .map(|(_, skill)| skill)
        .collect()
}
