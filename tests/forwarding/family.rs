//! Sidecars that share a state folder, each with a policy of its own.

use crate::support::House;
use crate::wire::{PATIENCE, Sidecar, serve};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The id of the session that is asked.
pub const PARENT: &str = "parent";
/// The id of the session that asks.
pub const CHILD: &str = "child";

/// A state folder, and whoever shares it.
pub struct Family {
    pub house: House,
    /// Milliseconds of a second of liveness.
    second: u32,
}

/// A sidecar to be started.
pub struct Member<'f> {
    family: &'f Family,
    id: String,
    session: Value,
    options: Value,
    prompts: bool,
    second: u32,
    environment: Vec<(String, String)>,
    wrapper: Vec<String>,
}

impl Family {
    pub fn new() -> Self {
        Self::with_second(200)
    }

    /// One whose liveness is as quick as this.
    pub fn with_second(millis: u32) -> Self {
        Self {
            house: House::empty(),
            second: millis,
        }
    }

    /// A sidecar of the session `id` that can prompt nobody and knows no policy.
    pub fn member(&self, id: &str) -> Member<'_> {
        let config = self.house.path(&format!("config-{id}"));
        std::fs::create_dir_all(config.join("agents")).unwrap();
        Member {
            family: self,
            id: id.to_owned(),
            session: json!({"id": id}),
            options: json!({"configDir": config, "stateDir": self.house.state()}),
            prompts: false,
            second: self.second,
            environment: Vec::new(),
            wrapper: Vec::new(),
        }
    }

    /// The session that is asked, with a human.
    pub fn parent(&self, permission: &Value) -> Sidecar {
        self.member(PARENT).permission(permission).prompts().start()
    }

    /// The session that asks, which asks about everything that runs a command.
    pub fn child(&self) -> Sidecar {
        self.member(CHILD).parent(PARENT).start()
    }

    /// Every file that is left in the spool, serving records and drafts included.
    pub fn left(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut open = vec![self.spool()];
        while let Some(folder) = open.pop() {
            let Ok(entries) = std::fs::read_dir(&folder) else {
                continue;
            };
            for entry in entries.map(Result::unwrap) {
                if entry.file_type().unwrap().is_dir() {
                    open.push(entry.path());
                } else {
                    found.push(entry.path());
                }
            }
        }
        found
    }

    pub fn spool(&self) -> PathBuf {
        self.house.state().join("forwarding")
    }

    /// The folder of the requests to a session.
    pub fn requests(&self, session: &str) -> PathBuf {
        self.spool().join("sessions").join(session).join("requests")
    }

    /// The folder of its answers.
    pub fn responses(&self, session: &str) -> PathBuf {
        self.spool().join("sessions").join(session).join("responses")
    }

    pub fn record(&self, session: &str) -> PathBuf {
        self.spool().join("serving").join(format!("{session}.json"))
    }

    /// The lines of the review log whose event begins with `prefix`.
    pub fn log(&self, prefix: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.house.state().join("review.jsonl")).unwrap_or_default();
        text.lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .filter(|line| line["event"].as_str().unwrap().starts_with(prefix))
            .collect()
    }

    /// The line about a request under this event, once it is written.
    pub fn line(&self, event: &str, request: &Value) -> Value {
        let found = || {
            self.log(event)
                .into_iter()
                .find(|line| line["requestId"] == *request)
        };
        until(event, || found().is_some());
        found().unwrap()
    }

    /// Waits until nothing is left in the spool.
    pub fn is_clean(&self) {
        let begun = Instant::now();
        while !self.left().is_empty() {
            assert!(begun.elapsed() < PATIENCE, "left: {:?}", self.left());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills what is left of everybody, and starts and ends another sidecar, which sweeps.
    pub fn sweep(&self) {
        let sweeper = self.member("sweeper").start();
        until("the sweeper serves", || self.record("sweeper").exists());
        sweeper.finish();
    }
}

impl Member<'_> {
    pub fn permission(self, permission: &Value) -> Self {
        self.policy(&json!({ "permission": permission }))
    }

    /// With this as `policy.jsonc`.
    pub fn policy(self, policy: &Value) -> Self {
        self.file("policy.jsonc", &policy.to_string())
    }

    pub fn guards(self, permission: &Value) -> Self {
        self.file(
            "hard-guards.jsonc",
            &json!({ "permission": permission }).to_string(),
        )
    }

    /// A file in its configuration folder.
    pub fn file(self, name: &str, text: &str) -> Self {
        let config = self.options["configDir"].as_str().unwrap().to_owned();
        std::fs::write(Path::new(&config).join(name), text).unwrap();
        self
    }

    pub fn prompts(mut self) -> Self {
        self.prompts = true;
        self
    }

    pub fn parent(self, id: &str) -> Self {
        self.session("parentSessionId", json!(id))
    }

    pub fn agent(self, name: &str) -> Self {
        self.session("agentName", json!(name))
    }

    /// A field of the session's options.
    pub fn session(mut self, key: &str, value: Value) -> Self {
        self.session[key] = value;
        self
    }

    /// A field of the options.
    pub fn option(mut self, key: &str, value: Value) -> Self {
        self.options[key] = value;
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Run by another program.
    pub fn run_by(mut self, words: &[&str]) -> Self {
        self.wrapper = words.iter().map(|word| (*word).to_owned()).collect();
        self
    }

    /// Starts it; it serves when this returns.
    pub fn start(self) -> Sidecar {
        let record = self.family.record(&self.id);
        let sidecar = self.start_unserved();
        until("it serves", || record.exists());
        sidecar
    }

    /// Starts it, whether or not it can serve.
    pub fn start_unserved(self) -> Sidecar {
        let mut command = serve(&self.family.house);
        if let Some((program, words)) = self.wrapper.split_first() {
            let mut wrapped = self.family.house.command(program);
            wrapped.args(words).arg(crate::support::PORTCULLIS).arg("serve");
            command = wrapped;
        }
        command
            .env("PORTCULLIS_FORWARDING_SECOND_MS", self.second.to_string())
            .envs(self.environment.clone());
        let mut options = self.options;
        options["session"] = self.session;
        let mut sidecar = Sidecar::spawn(&mut command);
        sidecar.request(
            0,
            "initialize",
            json!({
                "capabilities": {"experimental": {"permissions": {"prompt": self.prompts}}},
                "initializationOptions": options,
            }),
        );
        sidecar.result(0);
        sidecar.notify("initialized", json!({}));
        sidecar.method("permissions/ready");
        sidecar
    }
}

/// Asks for a command, under the id of the request.
pub fn run(sidecar: &mut Sidecar, id: i64, command: &str) {
    call(sidecar, id, "bash", json!({"command": command}));
}

/// Asks for a call.
pub fn call(sidecar: &mut Sidecar, id: i64, tool: &str, input: impl Into<Value>) {
    let input = input.into();
    let params = json!({"tool": tool, "input": input, "toolCallId": format!("call-{id}")});
    sidecar.request(id, "permissions/authorize", params);
}

/// The decision on a request, which the client hears of in front of the answer.
pub fn decided(sidecar: &mut Sidecar, id: i64) -> Value {
    let decision = sidecar.method("permissions/decision")["params"].take();
    let result = sidecar.result(id);
    assert_eq!(decision["requestId"], result["requestId"]);
    assert_eq!(decision["result"], result["decision"]);
    assert_eq!(decision["resolution"], result["resolution"]);
    assert_eq!(decision["cause"], result["cause"]);
    result
}

/// The prompt at whoever is asked, whole.
pub fn prompted(sidecar: &mut Sidecar) -> Value {
    let announced = sidecar.method("permissions/ui_prompt");
    let prompt = sidecar.method("permissions/prompt");
    assert_eq!(announced["params"]["requestId"], prompt["params"]["requestId"]);
    assert_eq!(announced["params"]["forwarding"], prompt["params"]["forwarding"]);
    prompt
}

/// Answers a prompt, and hears of the decision.
pub fn choose(sidecar: &mut Sidecar, prompt: &Value, choice: &str) -> Value {
    answer(sidecar, prompt, json!({"choice": choice}))
}

/// The same with a whole answer.
pub fn answer(sidecar: &mut Sidecar, prompt: &Value, answer: Value) -> Value {
    sidecar.respond(&prompt["id"], answer);
    let decision = sidecar.method("permissions/decision")["params"].take();
    assert_eq!(decision["requestId"], prompt["params"]["requestId"]);
    decision
}

/// Hears that a prompt is withdrawn: its decision first, then the cancelling.
pub fn withdrawn(sidecar: &mut Sidecar, prompt: &Value, cause: &str) {
    let decision = sidecar.next();
    assert_eq!(decision["method"], "permissions/decision", "{decision}");
    assert_eq!(decision["params"]["requestId"], prompt["params"]["requestId"]);
    assert_eq!(decision["params"]["cause"], cause, "{decision}");
    let cancelled = sidecar.next();
    assert_eq!(cancelled["method"], "$/cancelRequest", "{cancelled}");
    assert_eq!(cancelled["params"]["id"], prompt["id"]);
}

/// Asserts that nobody could be asked, for this reason, and gives the answer back.
pub fn unavailable(result: Value, cause: &str) -> Value {
    assert_eq!(result["decision"], "deny", "{result}");
    assert_eq!(result["resolution"], "confirmation_unavailable", "{result}");
    assert_eq!(result["cause"], cause, "{result}");
    result
}

/// Waits until something is so.
pub fn until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < PATIENCE, "{what} does not come about");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The files in a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The request that lies in a folder, once there is one.
pub fn request_in(folder: &Path) -> PathBuf {
    let found = || {
        files(folder)
            .into_iter()
            .find(|path| path.extension().is_some_and(|it| it == "json"))
    };
    until("a request", || found().is_some());
    found().unwrap()
}

/// Whether this process may do what only root may.
pub fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout == b"0\n")
}
