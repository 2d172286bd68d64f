//! An MCP call → the names under which rules may speak of it.
//!
//! `server_tool` and `server:tool` are equal. An underscore belongs to both names, so what is one server's
//! tool may read like another's: such a spelling never counts towards allow.

use super::{Group, Intent, McpFacts, McpOperation, Spelling, Tier};
use crate::decision::Gate;

/// One thing that an MCP client is asked to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'a> {
    pub(super) operation: McpOperation,
    /// As the call names it; empty counts as absent.
    pub(super) server: Option<&'a str>,
    /// As the call names it.
    pub(super) tool: Option<&'a str>,
}

/// The separators that a client may put between the names of server and tool.
const SEPARATORS: [char; 2] = ['_', ':'];

/// The intent of `call` where the servers `known` exist.
pub(super) fn intent(call: &Call<'_>, known: &[String]) -> Intent {
    let named = call.server.filter(|server| !server.is_empty());
    let Some(tool) = call.tool else {
        return of_server(call.operation, named);
    };
    let inferred = named.is_none().then(|| infer(tool, known)).flatten();
    let (server, bare) = match (named, inferred) {
        (Some(server), _) => (Some(server), tool),
        (None, Some((server, bare))) => (Some(server), bare),
        (None, None) => (None, tool),
    };
    let mut group = Group::default();
    if let Some(server) = server {
        with_server(server, bare, tool, named.is_some(), known, &mut group);
    } else {
        group.equal.push(Spelling::text(tool));
    }
    group.fallback.reserve_exact(1 + usize::from(server.is_some()));
    group.fallback.extend(server.map(tier));
    group.fallback.push(tier(call.operation.as_str()));
    let value = match server {
        Some(_) => named_by_colon(&group).to_owned(),
        None => tool.to_owned(),
    };
    finish(call.operation, server, value, group)
}

/// The spelling `server:tool`, which is shown: [`with_server`] puts it second.
fn named_by_colon(group: &Group) -> &str {
    group.equal.get(1).map_or("", |spelling| spelling.text.as_str())
}

/// An operation on a server, or on none in particular.
fn of_server(operation: McpOperation, server: Option<&str>) -> Intent {
    let word = operation.as_str();
    let Some(server) = server else {
        return finish(operation, None, word.to_owned(), Group::of_texts([word]));
    };
    let mut group = Group::of_texts([server]);
    group.fallback.push(tier(word));
    finish(operation, Some(server), server.to_owned(), group)
}

/// A tier of one spelling.
fn tier(text: &str) -> Tier {
    Tier::from_buf([Spelling::text(text)])
}

fn finish(operation: McpOperation, server: Option<&str>, value: String, group: Group) -> Intent {
    let mut intent = Intent::new(Gate::Tool, "mcp", value);
    intent.groups = vec![group];
    intent.mcp = Some(McpFacts {
        operation,
        server: server.map(str::to_owned),
    });
    intent
}

/// The spellings of the tool `bare` of `server`. `typed` is the tool as the call names it; where the call
/// does not name a server, that text is one of the equal spellings.
fn with_server(server: &str, bare: &str, typed: &str, named: bool, known: &[String], group: &mut Group) {
    let joined = |separator| Spelling::text([server, separator, bare].concat());
    let mut equal = vec![joined("_"), joined(":")];
    let is_equal = |equal: &[Spelling], text: &str| equal.iter().any(|spelling| spelling.text == text);
    if !named && !is_equal(&equal, typed) {
        equal.push(Spelling::text(typed));
    }
    for (index, spelling) in equal.iter().enumerate() {
        if is_ambiguous(&spelling.text, server, known) {
            group.never_allow.push(index);
        }
    }
    group.poses = others(server, known)
        .flat_map(|other| [format!("{other}_"), format!("{}_", plain(other))])
        .filter(|prefix| server.starts_with(prefix.as_str()))
        .collect();
    group.poses.dedup();

    let mut tightening = vec![Spelling::text(bare)];
    // Clients take a tool's name with its server in front where the server is named, too.
    let shortened = if named { strip_server(typed, server) } else { None };
    if let Some(short) = shortened {
        tightening.extend([
            Spelling::text([server, "_", short].concat()),
            Spelling::text([server, ":", short].concat()),
            Spelling::text(short),
        ]);
    }
    // What another server may have meant by the same text.
    let whole = if named {
        equal.first().map_or(typed, |spelling| spelling.text.as_str())
    } else {
        typed
    };
    for other in others(server, known) {
        if let Some(rest) = strip_server(whole, other) {
            tightening.extend([
                Spelling::text([other, "_", rest].concat()),
                Spelling::text([other, ":", rest].concat()),
            ]);
        }
    }
    if !named {
        tightening.push(Spelling::text(typed));
    }
    tightening.retain(|spelling| !is_equal(&equal, &spelling.text));
    tightening.sort_by(|one, other| one.text.cmp(&other.text));
    tightening.dedup();
    group.equal = equal;
    group.tightening = tightening;
}

fn others<'k>(server: &'k str, known: &'k [String]) -> impl Iterator<Item = &'k str> {
    known
        .iter()
        .map(String::as_str)
        .filter(move |other| *other != server && !other.is_empty())
}

/// Whether another known server could also produce `text`.
fn is_ambiguous(text: &str, server: &str, known: &[String]) -> bool {
    let colon = text
        .strip_prefix(server)
        .is_some_and(|rest| rest.starts_with(':'));
    others(server, known).any(|other| match strip_server(text, other) {
        // A colon closes the name of the server; only a server with a colon in its name can pose.
        Some(_) if colon => text.strip_prefix(other).is_some_and(|rest| rest.starts_with(':')),
        Some(_) => true,
        None => false,
    })
}

/// The longest known server whose name, as it is or as clients tidy it, stands in front of `tool`, and what
/// follows it.
fn infer<'k>(tool: &'k str, known: &'k [String]) -> Option<(&'k str, &'k str)> {
    known
        .iter()
        .filter(|server| !server.is_empty())
        .filter_map(|server| strip_server(tool, server).map(|rest| (server.as_str(), rest)))
        .max_by_key(|(server, _)| server.len())
}

/// What follows `server` and a separator in `tool`.
fn strip_server<'t>(tool: &'t str, server: &str) -> Option<&'t str> {
    let rest = tool
        .strip_prefix(server)
        .and_then(|rest| rest.strip_prefix(SEPARATORS))
        .or_else(|| strip_plain(tool, server)?.strip_prefix(SEPARATORS))?;
    (!rest.is_empty()).then_some(rest)
}

/// What follows `server` in `tool` where clients tidied its name.
fn strip_plain<'t>(tool: &'t str, server: &str) -> Option<&'t str> {
    let mut letters = tool.chars();
    for character in server.chars() {
        if letters.next() != Some(tidy(character)) {
            return None;
        }
    }
    Some(letters.as_str())
}

/// A server's name as clients write it into the name of a tool: what is no letter, digit or underscore
/// becomes an underscore.
fn plain(server: &str) -> String {
    server.chars().map(tidy).collect()
}

fn tidy(character: char) -> char {
    if character.is_ascii_alphanumeric() {
        character
    } else {
        '_'
    }
}

/// The server and tool that a tool named `mcp__server__tool` stands for; `None` for any other name. Where the
/// names hold `__` themselves, the longest known server decides, else the first `__`.
pub(super) fn split_name<'t>(name: &'t str, known: &[String]) -> Option<(&'t str, &'t str)> {
    let rest = name.strip_prefix("mcp__")?;
    let by_known = known
        .iter()
        .filter_map(|server| {
            let tidy = plain(server);
            [server.as_str(), tidy.as_str()]
                .into_iter()
                .find(|server| {
                    rest.strip_prefix(server)
                        .is_some_and(|rest| rest.starts_with("__"))
                })
                .map(str::len)
        })
        .max();
    let length = by_known.or_else(|| rest.find("__"))?;
    let server = rest.get(..length)?;
    let tool = rest.get(length + 2..)?;
    (!server.is_empty() && !tool.is_empty()).then_some((server, tool))
}

/// Every other way to part `mcp__server__tool`, as spellings that tighten.
pub(super) fn other_splits(name: &str, chosen: &str) -> Vec<Spelling> {
    let Some(rest) = name.strip_prefix("mcp__") else {
        return Vec::new();
    };
    rest.match_indices("__")
        // Names are short; a longer one is not worth more than this many readings.
        .take(16)
        .filter_map(|(at, _)| Some((rest.get(..at)?, rest.get(at + 2..)?)))
        .filter(|(server, tool)| *server != chosen && !server.is_empty() && !tool.is_empty())
        .flat_map(|(server, tool)| [format!("{server}_{tool}"), format!("{server}:{tool}")])
        .map(Spelling::text)
        .collect()
}

/// The known server that clients write as `name` in the name of a tool.
pub(super) fn known_as<'k>(name: &'k str, known: &'k [String]) -> &'k str {
    known
        .iter()
        .map(String::as_str)
        .find(|server| *server == name)
        .or_else(|| {
            known
                .iter()
                .map(String::as_str)
                .find(|server| plain(server) == name)
        })
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call<'a>(server: Option<&'a str>, tool: &'a str) -> Call<'a> {
        Call {
            operation: McpOperation::Call,
            server,
            tool: Some(tool),
        }
    }

    fn servers(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn texts(spellings: &[Spelling]) -> Vec<&str> {
        spellings.iter().map(|spelling| spelling.text.as_str()).collect()
    }

    fn group(intent: &Intent) -> &Group {
        &intent.groups[0]
    }

    #[test]
    fn both_joins_of_the_names_are_equal_and_the_bare_name_tightens() {
        let intent = intent(&call(Some("exa"), "search"), &[]);
        assert_eq!(texts(&group(&intent).equal), ["exa_search", "exa:search"]);
        assert_eq!(texts(&group(&intent).tightening), ["search"]);
        assert_eq!(group(&intent).fallback.len(), 2);
        assert_eq!(texts(&group(&intent).fallback[0]), ["exa"]);
        assert_eq!(texts(&group(&intent).fallback[1]), ["mcp_call"]);
    }

    #[test]
    fn a_tool_without_a_server_is_itself_alone() {
        let intent = intent(&call(None, "search"), &servers(&["exa"]));
        assert_eq!(texts(&group(&intent).equal), ["search"]);
        assert!(group(&intent).tightening.is_empty());
        assert_eq!(texts(&group(&intent).fallback[0]), ["mcp_call"]);
    }

    #[test]
    fn the_server_is_the_longest_known_one_in_front() {
        for (known, tool, server) in [
            (&["exa"][..], "exa_search", Some("exa")),
            (&["exa", "exa_pro"], "exa_pro_search", Some("exa_pro")),
            (&["exa"], "exa:search", Some("exa")),
            (&["exa"], "exa2_search", None),
            (&["exa"], "exa_", None),
            (&["exa"], "exa", None),
            (&["my-server"], "my_server_run", Some("my-server")),
        ] {
            let intent = intent(&call(None, tool), &servers(known));
            let found = intent.mcp.as_ref().and_then(|facts| facts.server.as_deref());
            assert_eq!(found, server, "{tool} among {known:?}");
        }
    }

    #[test]
    fn a_name_that_another_server_could_have_made_earns_no_allow() {
        // known, server, tool, pattern, spelling index, counts
        for (known, server, tool, pattern, index, counts) in [
            // `exa_*` speaks of exa; the call goes to exa_evil.
            (&["exa", "exa_evil"][..], "exa_evil", "run", "exa_*", 0, false),
            (&["exa", "exa_evil"], "exa_evil", "run", "exa_*", 1, false),
            (&["exa", "exa_evil"], "exa_evil", "run", "exa_evil:*", 1, true),
            (&["exa", "exa_evil"], "exa_evil", "run", "*", 1, true),
            // `exa_evil_*` speaks of exa_evil; the call goes to exa.
            (&["exa", "exa_evil"], "exa", "evil_run", "exa_evil_*", 0, false),
            (&["exa", "exa_evil"], "exa", "evil_run", "exa:*", 1, true),
            // Nobody else could be meant.
            (&["exa"], "exa", "search", "exa_*", 0, true),
            (&["exa", "github"], "exa", "search", "exa_*", 0, true),
            (&["exa", "exa:b"], "exa:b", "run", "exa:*", 1, false),
        ] {
            let intent = intent(&call(Some(server), tool), &servers(known));
            assert_eq!(
                group(&intent).may_allow(index, pattern),
                counts,
                "{server} {tool} by {pattern}"
            );
        }
    }

    #[test]
    fn what_another_server_may_have_meant_tightens() {
        let evil = intent(&call(Some("exa_evil"), "run"), &servers(&["exa", "exa_evil"]));
        assert_eq!(texts(&group(&evil).tightening), ["exa:evil_run", "run"]);
        let prefixed = intent(&call(Some("exa"), "exa_delete"), &[]);
        assert_eq!(
            texts(&group(&prefixed).tightening),
            ["delete", "exa:delete", "exa_delete"]
        );
    }

    #[test]
    fn tool_names_part_at_the_known_server() {
        for (name, known, parts) in [
            ("mcp__exa__search", &[][..], Some(("exa", "search"))),
            ("mcp__a__b__c", &[], Some(("a", "b__c"))),
            ("mcp__a__b__c", &["a__b"], Some(("a__b", "c"))),
            ("mcp__a__b__c", &["a", "a__b"], Some(("a__b", "c"))),
            ("mcp__my_server__run", &["my-server"], Some(("my_server", "run"))),
            ("mcp__exa", &[], None),
            ("mcp____x", &[], None),
            ("mcp__exa__", &[], None),
            ("read", &[], None),
        ] {
            assert_eq!(split_name(name, &servers(known)), parts, "{name}");
        }
        assert_eq!(
            texts(&other_splits("mcp__a__b__c", "a")),
            ["a__b_c", "a__b:c"],
            "the other reading tightens"
        );
    }

    #[test]
    fn operations_without_a_tool_go_by_server_then_by_name() {
        let list = intent(
            &Call {
                operation: McpOperation::List,
                server: Some("exa"),
                tool: None,
            },
            &[],
        );
        assert_eq!(texts(&group(&list).equal), ["exa"]);
        assert_eq!(texts(&group(&list).fallback[0]), ["mcp_list"]);
        let status = intent(
            &Call {
                operation: McpOperation::Status,
                server: None,
                tool: None,
            },
            &[],
        );
        assert_eq!(texts(&group(&status).equal), ["mcp_status"]);
    }
}
