//! What an observer may ask.

use super::Queries;
use super::subscribers::Subscribers;
use crate::protocol::{self, ErrorObject, SubscribeParams};
use jsonrpsee::core::RegisterMethodError;
use jsonrpsee::types::{ErrorObjectOwned, Params};
use jsonrpsee::{RpcModule, SubscriptionCloseResponse};
use serde_json::value::to_raw_value;
use std::sync::Arc;

/// The methods, over the session that `queries` asks.
pub(super) fn module(
    queries: Arc<dyn Queries>,
    subscribers: Subscribers,
) -> Result<RpcModule<()>, RegisterMethodError> {
    let mut module = RpcModule::new(());
    module.register_subscription(
        "permissions_subscribe",
        "permissions_event",
        "permissions_unsubscribe",
        move |params, pending, _, _| {
            let subscribers = subscribers.clone();
            async move {
                match protocol::read::<SubscribeParams>(text(&params)) {
                    Ok(wanted) => {
                        if let Ok(sink) = pending.accept().await {
                            subscribers.keep(sink, wanted).await;
                        }
                    }
                    Err(invalid) => pending.reject(error(invalid.into())).await,
                }
                SubscriptionCloseResponse::None
            }
        },
    )?;
    let checked = Arc::clone(&queries);
    module.register_method("permissions_check", move |params, (), _| {
        checked.check(text(&params)).map_err(error)
    })?;
    module.register_method("permissions_session", move |params, (), _| {
        protocol::read::<protocol::Empty>(text(&params)).map_err(|invalid| error(invalid.into()))?;
        to_raw_value(&queries.session()).map_err(|_| {
            ErrorObjectOwned::owned(
                i32::try_from(protocol::code::INTERNAL).unwrap_or(i32::MIN),
                "Internal error",
                None::<()>,
            )
        })
    })?;
    Ok(module)
}

/// The text of the params, where there are any.
fn text<'a>(params: &'a Params<'_>) -> protocol::Params<'a> {
    params.as_str()
}

fn error(error: ErrorObject) -> ErrorObjectOwned {
    ErrorObjectOwned::owned(
        i32::try_from(error.code).unwrap_or(i32::MIN),
        error.message,
        error.data,
    )
}
