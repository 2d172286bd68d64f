//! `initialize`: opens the session.

use crate::protocol::{
    self, ClientPermissions, InitializeParams, Invalid, NOTIFICATIONS_SENT, Params, REQUESTS_SERVED,
    ServerPermissions, SessionOptions, VERSION,
};
use crate::server::editor;
use crate::server::inboxes::Inboxes;
use crate::server::outgoing::Outgoing;
use crate::server::positions::{self, Encoding};
use crate::server::prompter::{self, Prompter};
use crate::server::publisher::Publisher;
use crate::server::uri::file_path;
use crate::session::folders::{self, FolderOptions};
use crate::session::{Hints, Session, SessionConfig, Tier};
use crate::transport::{Door, SocketError, SocketKind, run_folders};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tower_lsp::ls_types::{InitializeResult, PositionEncodingKind, ServerCapabilities, ServerInfo};

/// Columns of a prompt where the client says none.
const PROMPT_COLUMNS: u32 = 80;

/// What `initialize` brings about.
pub(in crate::server) struct Opened {
    pub(in crate::server) session: Session,
    pub(in crate::server) publisher: Arc<Publisher>,
    pub(in crate::server) process_id: Option<i64>,
    pub(in crate::server) greeting: InitializeResult,
    /// The socket for observers, where there is one, or why there is none. An editor needs none.
    pub(in crate::server) door: Option<Result<Door, SocketError>>,
    /// The way for inboxes. An editor has none.
    pub(in crate::server) inboxes: Option<Inboxes>,
}

/// Opens what the params ask for.
pub(in crate::server) fn open(params: Params<'_>, outgoing: &Arc<Outgoing>) -> Result<Opened, Invalid> {
    let params: InitializeParams = protocol::read(params)?;
    let process_id = params.process_id;
    let capabilities = params.capabilities.as_ref();
    let encodings = capabilities
        .and_then(|capabilities| capabilities.general.as_ref())
        .and_then(|general| general.position_encodings.as_deref());
    let encoding = positions::negotiate(encodings);
    let permissions = permissions(&params)?;
    let config = config(params, permissions.as_ref())?;
    let is_runtime = config.tier == Tier::Runtime;
    let folders = run_folders(&config.state_dir, config.runtime_dir.as_deref());
    let door = is_runtime.then(|| Door::bind(&folders, SocketKind::Observer));
    let inbox = prompter::inboxes();
    let publisher = Arc::new(Publisher::new(outgoing, &inbox, config.tier, encoding));
    let session = Session::prepare(
        config,
        Arc::new(Prompter::new(outgoing, &inbox)),
        Arc::clone(&publisher) as Arc<dyn crate::session::Events>,
    );
    let observer_socket = door
        .as_ref()
        .and_then(|door| door.as_ref().ok())
        .and_then(|door| door.path().to_str());
    let greeting = greeting(&session, encoding, observer_socket);
    let inboxes = is_runtime.then(|| Inboxes::new(inbox, folders, process_id, publisher.options_changed()));
    Ok(Opened {
        session,
        publisher,
        process_id,
        greeting,
        door,
        inboxes,
    })
}

/// What the client declares under `capabilities.experimental.permissions`. Whatever else stands in
/// `experimental` is none of ours.
fn permissions(params: &InitializeParams) -> Result<Option<ClientPermissions>, Invalid> {
    let declared = params
        .capabilities
        .as_ref()
        .and_then(|capabilities| capabilities.experimental.as_ref())
        .and_then(|experimental| experimental.get("permissions"))
        .filter(|permissions| !permissions.is_null());
    let Some(declared) = declared else {
        return Ok(None);
    };
    serde_json::from_value(declared.clone())
        .map(Some)
        .map_err(|error| Invalid::new("/capabilities/experimental/permissions", error.to_string()))
}

fn config(
    params: InitializeParams,
    permissions: Option<&ClientPermissions>,
) -> Result<SessionConfig, Invalid> {
    let options = params.initialization_options.unwrap_or_default();
    let tier = if permissions.is_some() || options.session.is_some() {
        Tier::Runtime
    } else {
        Tier::Editor
    };
    let SessionOptions {
        id,
        cwd,
        agent_name,
        parent_session_id,
        session_dir,
        tools,
        mcp_servers,
    } = options.session.unwrap_or_default();
    let workspace = params
        .workspace_folders
        .as_ref()
        .and_then(|folders| folders.first())
        .and_then(|folder| file_path(&folder.uri))
        .or_else(|| params.root_uri.as_deref().and_then(file_path));
    let cwd = match cwd.map(String::from).or(workspace) {
        Some(cwd) => cwd,
        None => own_cwd()?,
    };
    let home = std::env::home_dir()
        .filter(|home| home.is_absolute())
        .unwrap_or_else(|| PathBuf::from("/"));
    let folders = folders::resolve(
        &FolderOptions {
            config_dir: options.config_dir,
            agent_dir: options.agent_dir,
            state_dir: options.state_dir,
            subagents_dir: options.subagents_dir,
        },
        Path::new(&cwd),
        &home,
        &|name| std::env::var(name).ok(),
    );
    Ok(SessionConfig {
        id: id.map(Into::into),
        cwd,
        home: home.to_string_lossy().into_owned(),
        agent_name: agent_name.map(Into::into),
        parent_session_id: parent_session_id.map(Into::into),
        hints: Hints::read(&|name| std::env::var(name).ok()),
        forwards: tier == Tier::Runtime,
        session_dir,
        tools,
        mcp_servers: mcp_servers.unwrap_or_default(),
        config_dir: folders.config_dir,
        config_dir_refused: folders.config_dir_refused,
        agent_dir: folders.agent_dir,
        state_dir: folders.state_dir,
        runtime_dir: folders.runtime_dir,
        subagents_dir: folders.subagents_dir,
        yolo: options.yolo,
        inbox: options.inbox,
        can_prompt: permissions
            .and_then(|permissions| permissions.prompt)
            .unwrap_or_default(),
        completes_models: permissions
            .and_then(|permissions| permissions.complete_model)
            .unwrap_or_default(),
        prompt_columns: permissions
            .and_then(|permissions| permissions.prompt_columns)
            .unwrap_or(PROMPT_COLUMNS),
        tier,
    })
}

fn own_cwd() -> Result<String, Invalid> {
    std::env::current_dir()
        .ok()
        .and_then(|cwd| cwd.into_os_string().into_string().ok())
        .ok_or_else(|| {
            let field = "/initializationOptions/session/cwd";
            Invalid::new(field, "needed: the process's own working folder can't be named")
        })
}

fn greeting(session: &Session, encoding: Encoding, observer_socket: Option<&str>) -> InitializeResult {
    let permissions = ServerPermissions {
        version: VERSION,
        session_id: session.id().to_owned(),
        observer_socket: observer_socket.map(str::to_owned),
        methods: REQUESTS_SERVED.iter().map(ToString::to_string).collect(),
        notifications: NOTIFICATIONS_SENT.iter().map(ToString::to_string).collect(),
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(PositionEncodingKind::new(positions::name(encoding))),
            experimental: Some(json!({"permissions": permissions})),
            ..editor::capabilities()
        },
        server_info: Some(ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        ..InitializeResult::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_from_the_best_source() {
        #[rustfmt::skip]
        let cases: &[(&str, &str)] = &[
            (r#"{"initializationOptions":{"session":{"cwd":"/s"}},"rootUri":"file:///r","workspaceFolders":[{"uri":"file:///w"}]}"#, "/s"),
            (r#"{"rootUri":"file:///r","workspaceFolders":[{"uri":"file:///w"},{"uri":"file:///x"}]}"#, "/w"),
            (r#"{"rootUri":"file:///r%20%C3%A9","workspaceFolders":null}"#, "/r é"),
            (r#"{"rootUri":"FILE://localhost/r"}"#, "/r"),
            (r#"{"rootUri":"untitled:x","workspaceFolders":[]}"#, ""),
            (r"{}", ""),
        ];
        let own = own_cwd().unwrap();
        for (params, expected) in cases {
            let params = protocol::read(Some(params)).unwrap();
            let cwd = config(params, None).unwrap().cwd;
            assert_eq!(cwd, if expected.is_empty() { &own } else { *expected });
        }
    }

    #[test]
    fn a_client_that_declares_nothing_is_an_editor() {
        #[rustfmt::skip]
        let cases: &[(&str, Tier, bool, u32)] = &[
            (r"{}", Tier::Editor, false, 80),
            (r#"{"capabilities":{"experimental":true}}"#, Tier::Editor, false, 80),
            (r#"{"capabilities":{"experimental":{"other":1}}}"#, Tier::Editor, false, 80),
            (r#"{"capabilities":{"experimental":{"permissions":null}}}"#, Tier::Editor, false, 80),
            (r#"{"initializationOptions":{"configDir":"/c"}}"#, Tier::Editor, false, 80),
            (r#"{"capabilities":{"experimental":{"permissions":{}}}}"#, Tier::Runtime, false, 80),
            (r#"{"initializationOptions":{"session":{}}}"#, Tier::Runtime, false, 80),
            (r#"{"capabilities":{"experimental":{"permissions":{"prompt":true,"promptColumns":40}}}}"#, Tier::Runtime, true, 40),
        ];
        for (text, tier, can_prompt, columns) in cases {
            let params = protocol::read(Some(text)).unwrap();
            let permissions = permissions(&params).unwrap();
            let config = config(params, permissions.as_ref()).unwrap();
            assert_eq!(
                (config.tier, config.can_prompt, config.prompt_columns),
                (*tier, *can_prompt, *columns),
                "{text}"
            );
        }
    }

    #[test]
    fn options_that_cannot_be_taken_say_where() {
        let cases = [
            (
                r#"{"initializationOptions":{"session":{"cwd":"rel"}}}"#,
                "/initializationOptions/session/cwd",
            ),
            (
                r#"{"initializationOptions":{"session":{"id":""}}}"#,
                "/initializationOptions/session/id",
            ),
            (
                r#"{"initializationOptions":{"session":{"agentName":"../x"}}}"#,
                "/initializationOptions/session/agentName",
            ),
            (
                r#"{"initializationOptions":{"yolo":"yes"}}"#,
                "/initializationOptions/yolo",
            ),
        ];
        for (text, field) in cases {
            let invalid = protocol::read::<InitializeParams>(Some(text)).expect_err(text);
            assert_eq!(invalid.field, field);
        }
    }
}
