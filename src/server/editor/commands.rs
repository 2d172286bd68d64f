//! `workspace/executeCommand`: questions about the policy as it would be were every open file saved.

use super::evaluate::{self, EVALUATE};
use super::{Editor, Shared};
use crate::protocol::{MessageParams, PolicyParams, severity};
use crate::server::requests::{check, explain, policy};
use crate::session::{Scope, Session};
use crate::transport::Weight;
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::ExecuteCommandParams;

/// The answer of `permissions/explain`, and the same as lines.
const EXPLAIN: &str = "portcullis.explain";
/// The answer of `permissions/policy`.
const EFFECTIVE_POLICY: &str = "portcullis.effectivePolicy";

/// Every command.
pub(super) const ALL: [&str; 3] = [EFFECTIVE_POLICY, EVALUATE, EXPLAIN];

impl Editor {
    pub(in crate::server) async fn execute_command(
        &self,
        params: ExecuteCommandParams,
    ) -> Result<Option<Value>> {
        let shared = Arc::clone(&self.shared);
        let run = move || shared.run(&params).map(Some);
        tokio::task::spawn_blocking(run)
            .await
            .unwrap_or_else(|_| Err(Error::internal_error()))
    }
}

impl Shared {
    fn run(&self, params: &ExecuteCommandParams) -> Result<Value> {
        let argument = params.arguments.first().cloned().unwrap_or_else(|| json!({}));
        match params.command.as_str() {
            EXPLAIN | EVALUATE => self.evaluate(&params.command, argument),
            EFFECTIVE_POLICY => effective(&self.supposed(), &argument, self.encoding),
            _ => Err(Error::invalid_params(format!(
                "there is no command {}",
                params.command
            ))),
        }
    }

    fn evaluate(&self, command: &str, mut argument: Value) -> Result<Value> {
        // Whoever can't show an answer has it shown as a message.
        let show = argument.as_object_mut().and_then(|fields| fields.remove("show")) == Some(json!(true));
        let text = argument.to_string();
        let query = check::read(Some(&text)).map_err(|invalid| Error::invalid_params(invalid.to_string()))?;
        let verdict = self
            .supposed()
            .explain(&query)
            .map_err(|invalid| Error::invalid_params(invalid.to_string()))?;
        let told = evaluate::text(&verdict);
        if show {
            let message = MessageParams {
                kind: severity::INFO,
                message: told.clone(),
            };
            self.outgoing
                .notify("window/showMessage", &message, Weight::Event);
        }
        let mut answer = if command == EXPLAIN {
            json!(explain::result(&verdict))
        } else {
            json!(check::result(&verdict))
        };
        if let Some(answer) = answer.as_object_mut() {
            answer.insert("title".to_owned(), json!(evaluate::title(&verdict)));
            answer.insert("text".to_owned(), json!(told));
        }
        Ok(answer)
    }
}

fn effective(
    session: &Session,
    argument: &Value,
    encoding: crate::server::positions::Encoding,
) -> Result<Value> {
    let params: PolicyParams =
        serde_json::from_value(argument.clone()).map_err(|error| Error::invalid_params(error.to_string()))?;
    let scope = Scope {
        agent_name: params.agent_name.map(Into::into),
        ..Scope::default()
    };
    let report = session
        .policy(&scope)
        .map_err(|invalid| Error::invalid_params(invalid.to_string()))?;
    Ok(json!(policy::result(report, encoding)))
}
