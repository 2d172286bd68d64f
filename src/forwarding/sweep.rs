//! What dead processes left behind.

use super::folder::{Folder, Unread};
use super::process::Process;
use super::request::MAX_REQUEST;
use super::serving::{MAX_RECORD, Record};
use super::spool::{Spool, record_file};
use super::tempo::Tempo;
use serde::Deserialize;
use std::time::Duration;

/// Removes the records of processes that are gone, and what was written to and by sessions that nobody serves.
pub(super) fn sweep(spool: &Spool, own: &Process, tempo: Tempo) {
    for file in spool.serving.names().unwrap_or_default() {
        let gone = match spool.serving.read(&file, MAX_RECORD) {
            Ok(bytes) => serde_json::from_slice::<Record>(&bytes).is_ok_and(|it| it.process.is_dead(own)),
            Err(Unread::Missing) => false,
            Err(_) => true,
        };
        if gone || is_older(&spool.serving, &file, tempo.leftover()) {
            spool.serving.remove(&file);
        }
    }
    for name in spool.sessions.names().unwrap_or_default() {
        if !spool.serving.has(&format!("{name}.json")) {
            sweep_session(spool, &name, own, tempo);
        }
    }
}

/// Removes the record of a session whose process has ended, and its folders as far as nothing is in them.
pub(super) fn bury(spool: &Spool, session: &str, own: &Process) {
    let file = record_file(session);
    if let Ok(bytes) = spool.serving.read(&file, MAX_RECORD) {
        let dead = Record::read(session, &bytes).is_some_and(|record| record.process.is_dead(own));
        if !dead {
            return;
        }
        spool.serving.remove(&file);
    }
    spool.tidy(session);
}

/// What lies in the folders of a session that nobody serves.
fn sweep_session(spool: &Spool, name: &str, own: &Process, tempo: Tempo) {
    let Ok(folder) = spool.sessions.open(name) else {
        return;
    };
    if let Ok(requests) = folder.open("requests") {
        for file in requests.names().unwrap_or_default() {
            if is_orphan(&requests, &file, own) || is_older(&requests, &file, tempo.leftover()) {
                requests.remove(&file);
            }
        }
        if let Ok(responses) = folder.open("responses") {
            for file in responses.names().unwrap_or_default() {
                // Whoever waits for one reads it at once.
                if !requests.has(&file) && is_older(&responses, &file, tempo.unchanged()) {
                    responses.remove(&file);
                }
            }
        }
    }
    spool.tidy_encoded(name);
}

/// Whether the process that wrote a request is gone.
fn is_orphan(requests: &Folder, file: &str, own: &Process) -> bool {
    let Ok(bytes) = requests.read(file, MAX_REQUEST) else {
        return false;
    };
    serde_json::from_slice::<serde_json::Value>(&bytes)
        .ok()
        .and_then(|value| Process::deserialize(&value).ok())
        .is_some_and(|process| process.is_dead(own))
}

fn is_older(folder: &Folder, file: &str, limit: Duration) -> bool {
    folder.age(file).is_some_and(|age| age > limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::RequestId;
    use crate::forwarding::spool::file;
    use serde_json::json;

    fn dead() -> Process {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = i32::try_from(child.id()).unwrap();
        child.wait().unwrap();
        Process {
            pid: Some(pid),
            process_start: None,
            ..Process::own()
        }
    }

    #[test]
    fn what_the_dead_left_goes_and_what_the_living_wait_for_stays() {
        let state = tempfile::tempdir().unwrap();
        let spool = Spool::open(state.path()).unwrap();
        let (own, dead) = (Process::own(), dead());
        if own.boot_id.is_none() {
            return;
        }
        for (session, process) in [("dead", &dead), ("alive", &own)] {
            let record = Record::of(session, process, "now").write();
            spool.serving.write(&record_file(session), &record).unwrap();
        }
        let request = |session: &str, process: &Process| {
            let id = RequestId::mint();
            let mut request = json!(process);
            request["id"] = json!(id);
            let mailbox = spool.mailbox(session).unwrap();
            mailbox
                .requests
                .write(&file(id), request.to_string().as_bytes())
                .unwrap();
            (mailbox, file(id))
        };
        let (orphaned, orphan) = request("dead", &dead);
        let (unserved, file_there) = request("dead too", &own);
        let (served, served_orphan) = request("alive", &dead);
        sweep(&spool, &own, Tempo::default());
        assert_eq!(spool.serving.names().unwrap(), ["alive.json"]);
        assert!(!orphaned.requests.has(&orphan));
        assert!(unserved.requests.has(&file_there));
        assert!(unserved.is_there(), "the answer is looked for in its folder");
        assert!(served.requests.has(&served_orphan), "its own session sees to it");
        assert_eq!(spool.sessions.names().unwrap(), ["alive", "dead%20too"]);
    }
}
