//! An observer that a test drives step by step.

use crate::support::House;
use crate::wire::{PATIENCE, Sidecar, serve};
use portcullis::client::{Heard, Observer};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::runtime::Runtime;

/// A connection and the runtime that drives it.
pub struct Watch {
    runtime: Runtime,
    observer: Observer,
}

impl Watch {
    pub fn connect(path: &Path) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        // There may be no place for one more for a moment.
        let connect = async {
            loop {
                match Observer::connect(path).await {
                    Ok(observer) => break observer,
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
        };
        let observer = runtime
            .block_on(async { tokio::time::timeout(PATIENCE, connect).await })
            .expect("the socket answers");
        Self { runtime, observer }
    }

    /// One that is subscribed to everything.
    pub fn all(path: &Path) -> Self {
        let mut watch = Self::connect(path);
        watch.call("permissions_subscribe", &json!({})).unwrap();
        watch
    }

    pub fn call(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let call = self.observer.call(method, params);
        self.runtime
            .block_on(async { tokio::time::timeout(PATIENCE, call).await })
            .expect("it answers")
            .unwrap()
    }

    pub fn next(&mut self) -> Option<Heard> {
        let next = self.observer.next();
        self.runtime
            .block_on(async { tokio::time::timeout(PATIENCE, next).await })
            .expect("something is heard")
            .unwrap()
    }

    /// The next event, which is of this name.
    pub fn heard(&mut self, event: &str) -> Value {
        let heard = self.next().expect("the session goes on");
        assert_eq!(heard.event, event, "{}", heard.params);
        heard.params
    }
}

/// A session that is ready, and its event socket.
pub fn observed(house: &House) -> (Sidecar, PathBuf) {
    observed_as(house, "own")
}

/// The same, under an id.
pub fn observed_as(house: &House, id: &str) -> (Sidecar, PathBuf) {
    let mut sidecar = Sidecar::spawn(&mut serve(house));
    sidecar.request(
        0,
        "initialize",
        json!({
            "capabilities": {"experimental": {"permissions": {"prompt": true}}},
            "initializationOptions": {"session": {"id": id, "agentName": "scout"}},
        }),
    );
    let permissions = sidecar.result(0)["capabilities"]["experimental"]["permissions"].clone();
    let socket = permissions["observerSocket"]
        .as_str()
        .expect("there is one")
        .into();
    sidecar.notify("initialized", json!({}));
    sidecar.method("permissions/ready");
    (sidecar, socket)
}

/// A policy that asks about nothing but `ask *`.
pub fn lenient(house: &House) {
    std::fs::create_dir_all(house.config()).unwrap();
    let policy = json!({"permission": {"*": "allow", "bash": {"*": "allow", "touch *": "ask"}}});
    std::fs::write(house.config().join("policy.jsonc"), policy.to_string()).unwrap();
}

/// Has `count` calls decided, with ids from 1000 on, and reads what the client is told of them.
pub fn decide(sidecar: &mut Sidecar, count: i64) {
    for id in 1000..1000 + count {
        let call = json!({"tool": "bash", "input": {"command": "true"}, "toolCallId": format!("c{id}")});
        sidecar.request(id, "permissions/authorize", call);
        sidecar.method("permissions/decision");
        assert_eq!(sidecar.result(id)["decision"], "allow");
    }
}
