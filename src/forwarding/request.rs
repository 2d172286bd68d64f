//! A question on its way up, as it is written and as it is read.
//!
//! The reader takes what it can: without facts that it understands the request is one that only somebody who is
//! asked may answer, never one that is allowed or refused unseen.

use super::name::is_session_id;
use super::process::Process;
use super::spool::id_of;
use crate::authority::{Choice, Question, Suggestion};
use crate::decision::{Gate, RequestId};
use crate::presentation::{AccessFact, AskFacts, PromptPayload};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the form.
pub(super) const VERSION: u64 = 1;
/// Bytes of a request at most.
pub(super) const MAX_REQUEST: u64 = 16 << 20;
/// Hops after which an ask goes no further.
pub const MAX_HOPS: u32 = 32;
/// Bytes of the client's id of a call at most.
const MAX_CALL_ID: usize = 256;
/// Rules that a session answer may record at most.
const MAX_PATTERNS: usize = 32;

/// A request of a child, as far as it can be read.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// The request.
    pub id: RequestId,
    /// The session that is asked.
    pub target: String,
    /// The session whose call it is.
    pub requester: String,
    /// Its agent. Whether it can be an agent's name is not looked at here.
    pub agent_name: Option<String>,
    /// The client's id of the call.
    pub tool_call_id: Option<String>,
    /// `tool_call`, `skill_input` or `skill_read`.
    pub source: String,
    /// The requester's working folder.
    pub cwd: String,
    /// Sidecars between the requester and here.
    pub hops: u32,
    /// What it is about; `None` where it does not say, or not in a form that is known.
    pub facts: Option<AskFacts>,
    /// What a human is to see.
    pub payload: Option<PromptPayload>,
    /// The rules that a session answer would record.
    pub suggestion: Option<Vec<Suggestion>>,
    /// The process that waits for the answer.
    pub(super) process: Process,
}

/// Why a file is no request that is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unserved {
    /// It is torn, or still being written.
    Torn,
    /// It is none, or not for this session.
    Foreign(&'static str),
}

/// A rule that would be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PatternOut {
    pub(super) surface: String,
    pub(super) pattern: String,
}

impl From<&Suggestion> for PatternOut {
    fn from(suggestion: &Suggestion) -> Self {
        Self {
            surface: suggestion.surface.clone(),
            pattern: suggestion.pattern.clone(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RequestOut<'a> {
    version: u64,
    id: RequestId,
    target_session_id: &'a str,
    requester_session_id: &'a str,
    agent_name: Option<&'a str>,
    tool_call_id: Option<&'a str>,
    source: &'a str,
    cwd: &'a str,
    created_at: String,
    #[serde(flatten)]
    process: &'a Process,
    access_intents: Option<Vec<EntryOut<'a>>>,
    payload: &'a Value,
    suggestion: Option<Vec<PatternOut>>,
    hops: u32,
    other_access: Option<&'a [AccessFact]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryOut<'a> {
    #[serde(flatten)]
    fact: &'a AccessFact,
    principal: PrincipalOut<'a>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct PrincipalOut<'a> {
    session_id: &'a str,
    agent_name: Option<&'a str>,
}

/// Now, RFC 3339 in UTC with milliseconds.
pub(super) fn now() -> String {
    format!("{:.3}", jiff::Timestamp::now())
}

/// `question`, to be asked of the session `parent` by this process. The session whose call it is stays the same
/// on every hop.
pub(super) fn write(parent: &str, question: &Question, process: &Process) -> Result<Vec<u8>, String> {
    let prompt = &question.prompt;
    let forwarding = prompt.forwarding.as_ref();
    let agent_name = match forwarding {
        Some(forwarding) => forwarding.requester_agent_name.as_deref(),
        None => prompt.agent_name.as_deref(),
    };
    let requester = forwarding.map_or(prompt.session_id.as_str(), |it| it.requester_session_id.as_str());
    let principal = PrincipalOut {
        session_id: requester,
        agent_name,
    };
    let facts = question.facts.as_deref();
    let entries = facts.map(|facts| {
        let entry = |fact| EntryOut { fact, principal };
        facts.asking.iter().map(entry).collect()
    });
    let suggestion = prompt
        .options
        .iter()
        .find(|option| option.choice == Choice::ApproveForSession)
        .map(|option| option.patterns.iter().map(PatternOut::from).collect());
    let request = RequestOut {
        version: VERSION,
        id: prompt.request_id,
        target_session_id: parent,
        requester_session_id: requester,
        agent_name,
        tool_call_id: prompt.tool_call_id.as_deref(),
        source: question.source,
        cwd: &question.cwd,
        created_at: now(),
        process,
        access_intents: entries,
        payload: &prompt.payload,
        suggestion,
        hops: forwarding
            .map_or(0, |forwarding| forwarding.hops)
            .saturating_add(1),
        other_access: facts.map(|facts| facts.beside.as_slice()),
    };
    let bytes = serde_json::to_vec(&request).map_err(|error| error.to_string())?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_REQUEST {
        return Err("the call is too long to be put to another session".to_owned());
    }
    Ok(bytes)
}

/// Reads the file `name` of the requests to `target`.
pub(super) fn read(name: &str, target: &str, bytes: &[u8]) -> Result<Incoming, Unserved> {
    let id = id_of(name).ok_or(Unserved::Foreign("its name is no request's"))?;
    let value: Value = serde_json::from_slice(bytes).map_err(|_| Unserved::Torn)?;
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    if text("id") != Some(id.to_string().as_str()) {
        return Err(Unserved::Foreign("it is not the request that its name says"));
    }
    if text("targetSessionId") != Some(target) {
        return Err(Unserved::Foreign("it is for another session"));
    }
    let requester = text("requesterSessionId")
        .filter(|id| is_session_id(id))
        .ok_or(Unserved::Foreign("it does not say whose call it is"))?;
    let known_form = value.get("version").and_then(Value::as_u64) == Some(VERSION);
    let agent_name = text("agentName");
    let payload = value.get("payload").filter(|payload| !payload.is_null());
    let payload = payload.and_then(|payload| PromptPayload::deserialize(payload).ok());
    Ok(Incoming {
        id,
        target: target.to_owned(),
        requester: requester.to_owned(),
        agent_name: agent_name.map(str::to_owned),
        tool_call_id: text("toolCallId")
            .filter(|id| id.len() <= MAX_CALL_ID)
            .map(str::to_owned),
        source: text("source").unwrap_or_default().to_owned(),
        cwd: text("cwd").unwrap_or_default().to_owned(),
        hops: hops(&value),
        facts: if known_form {
            facts(&value, agent_name)
        } else {
            None
        },
        payload,
        suggestion: suggestion(&value),
        process: Process::deserialize(&value).unwrap_or_default(),
    })
}

/// A request that says nothing came straight here.
fn hops(value: &Value) -> u32 {
    let hops = value.get("hops").and_then(Value::as_u64).unwrap_or(1);
    u32::try_from(hops).unwrap_or(u32::MAX).max(1)
}

/// The facts, if all of them are there and in a known form, and the agent is the one that is named on top.
fn facts(value: &Value, agent_name: Option<&str>) -> Option<AskFacts> {
    let entries = value.get("accessIntents")?.as_array()?;
    let asking: Vec<AccessFact> = entries
        .iter()
        .map(|entry| {
            let named = entry.get("principal")?;
            let of_whom = is_session_id(named.get("sessionId")?.as_str()?)
                && named.get("agentName").and_then(Value::as_str) == agent_name;
            fact(entry).filter(|_| of_whom)
        })
        .collect::<Option<_>>()?;
    let beside = match value.get("otherAccess") {
        None | Some(Value::Null) => Vec::new(),
        Some(others) => others.as_array()?.iter().map(fact).collect::<Option<_>>()?,
    };
    (!asking.is_empty()).then_some(AskFacts { asking, beside })
}

fn fact(entry: &Value) -> Option<AccessFact> {
    let fact = AccessFact::deserialize(entry).ok()?;
    let is_known = fact
        .groups
        .iter()
        .all(|group| !group.equal.is_empty() || fact.gate == Gate::Tool);
    (is_known && !fact.groups.is_empty()).then_some(fact)
}

fn suggestion(value: &Value) -> Option<Vec<Suggestion>> {
    let patterns = Vec::<PatternOut>::deserialize(value.get("suggestion")?).ok()?;
    let patterns: Vec<Suggestion> = patterns
        .into_iter()
        .map(|PatternOut { surface, pattern }| Suggestion { surface, pattern })
        .collect();
    (1..=MAX_PATTERNS).contains(&patterns.len()).then_some(patterns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

    fn entry() -> Value {
        json!({
            "gate": "bash", "surface": "bash", "direction": null, "boundaryValue": null, "sentinel": null,
            "groups": [{"equal": ["rm x"], "tightening": []}],
            "principal": {"sessionId": "kid", "agentName": "helper"},
        })
    }

    fn request() -> Value {
        json!({
            "version": 1, "id": ID, "targetSessionId": "own", "requesterSessionId": "kid", "agentName": "helper",
            "toolCallId": "c", "source": "tool_call", "cwd": "/p", "createdAt": "2026-01-01T00:00:00.000Z",
            "pid": 7, "processStart": 8, "bootId": "b", "pidNamespace": "n",
            "accessIntents": [entry()], "payload": null, "suggestion": null, "later": {"unknown": [1]},
        })
    }

    fn changed(pointer: &str, to: Value) -> Value {
        let mut value = request();
        if let Some(place) = value.pointer_mut(pointer) {
            *place = to;
        } else {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            value.pointer_mut(parent).unwrap()[key] = to;
        }
        value
    }

    fn read_value(value: &Value) -> Result<Incoming, Unserved> {
        read(&format!("{ID}.json"), "own", value.to_string().as_bytes())
    }

    #[test]
    fn facts_count_only_where_all_of_them_are_known() {
        assert!(read_value(&request()).unwrap().facts.is_some());
        #[rustfmt::skip]
        let unknown: [(&str, Value); 17] = [
            ("/version",                                json!(2)),
            ("/version",                                json!(null)),
            ("/accessIntents",                          json!(null)),
            ("/accessIntents",                          json!([])),
            ("/accessIntents",                          json!({"gate": "bash"})),
            ("/accessIntents/0",                        json!("rm x")),
            ("/accessIntents/0/gate",                   json!("external_directory")),
            ("/accessIntents/0/groups",                 json!([])),
            ("/accessIntents/0/groups",                 json!([{}])),
            ("/accessIntents/0/groups",                 json!([{"equal": []}])),
            ("/accessIntents/0/groups",                 json!([{"equal": "rm x"}])),
            ("/accessIntents/0/direction",              json!("sideways")),
            ("/accessIntents/0/principal",              json!(null)),
            ("/accessIntents/0/principal/sessionId",    json!("")),
            ("/accessIntents/0/principal/agentName",    json!("other")),
            ("/otherAccess",                            json!([{"gate": "new"}])),
            ("/otherAccess",                            json!("x")),
        ];
        for (pointer, to) in unknown {
            let incoming = read_value(&changed(pointer, to.clone())).unwrap();
            assert!(incoming.facts.is_none(), "{pointer} {to}");
        }
    }

    #[test]
    fn what_is_no_request_to_this_session_is_not_served() {
        #[rustfmt::skip]
        let cases = [
            ("/id",                 json!("01890a5d-ac96-774b-bcce-b302099a8058")),
            ("/id",                 json!(7)),
            ("/targetSessionId",    json!("other")),
            ("/targetSessionId",    json!(null)),
            ("/requesterSessionId", json!(null)),
            ("/requesterSessionId", json!("")),
            ("/requesterSessionId", json!("a\nb")),
            ("/requesterSessionId", json!("x".repeat(81))),
        ];
        for (pointer, to) in cases {
            let read = read_value(&changed(pointer, to.clone()));
            assert!(matches!(read, Err(Unserved::Foreign(_))), "{pointer} {to}");
        }
        let deep = "[".repeat(100_000);
        for torn in ["", "{", "7 7", "\u{0}", &deep] {
            let read = read(&format!("{ID}.json"), "own", torn.as_bytes());
            assert_eq!(read.map(|_| ()), Err(Unserved::Torn), "{}", torn.len());
        }
    }

    #[test]
    fn what_else_can_not_be_read_is_left_out() {
        let incoming = read_value(&changed("/suggestion", json!([{"surface": "bash"}]))).unwrap();
        assert_eq!(incoming.suggestion, None);
        assert_eq!(
            read_value(&changed("/suggestion", json!([]))).unwrap().suggestion,
            None
        );
        let many: Vec<Value> = (0..33)
            .map(|n| json!({"surface": "bash", "pattern": n.to_string()}))
            .collect();
        assert_eq!(
            read_value(&changed("/suggestion", json!(many)))
                .unwrap()
                .suggestion,
            None
        );
        assert!(
            read_value(&changed("/payload", json!({"kind": "new"})))
                .unwrap()
                .payload
                .is_none()
        );
        let long = json!("x".repeat(257));
        assert_eq!(
            read_value(&changed("/toolCallId", long)).unwrap().tool_call_id,
            None
        );
        assert_eq!(
            read_value(&changed("/pid", json!("x"))).unwrap().process,
            Process::default()
        );
        assert_eq!(read_value(&request()).unwrap().hops, 1);
    }
}
