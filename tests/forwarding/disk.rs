//! A spool that can't be written, and sidecars that see each other's files but not each other.

use crate::family::{CHILD, Family, PARENT, choose, decided, is_root, prompted, run, unavailable};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file system of its own, for as long as it is held.
struct Mount(PathBuf);

impl Mount {
    /// 64 KiB in memory; `None`, with a line that says so, where this process may not.
    fn small(at: &Path) -> Option<Self> {
        std::fs::create_dir_all(at).unwrap();
        let mounted = is_root()
            && Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs"])
                .arg(at)
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success());
        if !mounted {
            eprintln!("skipped: a full and a read-only file system can't be mounted here");
        }
        mounted.then(|| Self(at.to_owned()))
    }

    fn remount(&self, how: &str) {
        let status = Command::new("mount")
            .args(["-o", &format!("remount,{how}")])
            .arg(&self.0)
            .status();
        assert!(status.unwrap().success());
    }

    fn fill(&self) {
        use std::io::Write;
        let mut filler = std::fs::File::create(self.0.join("filler")).unwrap();
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    fn free(&self) {
        std::fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_is_said_to_be_one() {
    let family = Family::new();
    let Some(disk) = Mount::small(&family.house.state()) else {
        return;
    };
    let mut asked = family
        .member(PARENT)
        .policy(&json!({"permissionReviewLog": false}))
        .prompts()
        .start();
    let mut asking = family
        .member(CHILD)
        .policy(&json!({"permissionReviewLog": false}))
        .parent(PARENT)
        .start();
    disk.fill();
    run(&mut asking, 1, "touch x");
    let result = unavailable(decided(&mut asking, 1), "unreadable");
    let why = result["decidedBy"]["reason"].as_str().unwrap();
    assert!(why.contains("could not be written"), "{why}");
    disk.free();
    // Full while the human thinks: the request makes room for the answer.
    run(&mut asking, 2, "touch x");
    let prompt = prompted(&mut asked);
    disk.fill();
    choose(&mut asked, &prompt, "approve");
    let result = decided(&mut asking, 2);
    if result["decision"] == "deny" {
        unavailable(result, "unreadable");
    } else {
        assert_eq!(result["resolution"], "user_approved");
    }
    disk.free();
    asking.hang_up();
    asking.end();
    asked.hang_up();
    asked.end();
    family.is_clean();
}

#[test]
fn a_spool_that_is_read_only_is_said_to_be_one() {
    let family = Family::new();
    let Some(disk) = Mount::small(&family.house.state()) else {
        return;
    };
    let asked = family
        .member(PARENT)
        .policy(&json!({"permissionReviewLog": false}))
        .prompts()
        .start();
    let mut asking = family
        .member(CHILD)
        .policy(&json!({"permissionReviewLog": false}))
        .parent(PARENT)
        .start();
    disk.remount("ro");
    run(&mut asking, 1, "touch x");
    let result = unavailable(decided(&mut asking, 1), "unreadable");
    assert!(
        result["decidedBy"]["reason"]
            .as_str()
            .unwrap()
            .contains("could not be written"),
        "{result}"
    );
    disk.remount("rw");
    asking.hang_up();
    asking.end();
    let mut asked = asked;
    asked.hang_up();
    asked.end();
    family.is_clean();
}

/// A program that starts another one in a namespace of process numbers of its own.
const UNSHARE: [&str; 5] = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];

fn can_unshare() -> bool {
    let can = Command::new("unshare")
        .args(&UNSHARE[1..])
        .arg("true")
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !can {
        eprintln!("skipped: no namespaces of process numbers can be made here");
    }
    can
}

#[test]
fn a_container_is_served_though_its_process_numbers_mean_nothing_here() {
    if !can_unshare() {
        return;
    }
    let family = Family::new();
    let mut asked = family.parent(&json!({"bash": {"ls *": "allow"}}));
    let mut asking = family.member(CHILD).parent(PARENT).run_by(&UNSHARE).start();
    run(&mut asking, 1, "ls x");
    assert_eq!(decided(&mut asking, 1)["resolution"], "policy_allow");
    run(&mut asking, 2, "touch x");
    let prompt = prompted(&mut asked);
    // Longer than a record may stay as it is.
    std::thread::sleep(std::time::Duration::from_millis(2500));
    choose(&mut asked, &prompt, "approve");
    assert_eq!(decided(&mut asking, 2)["resolution"], "user_approved");
    run(&mut asking, 3, "touch x");
    prompted(&mut asked);
    // Nothing proves its end but its silence.
    asked.kill();
    unavailable(decided(&mut asking, 3), "parent_gone");
    asking.finish();
}

#[test]
fn a_parent_in_a_container_serves_whoever_shares_its_state() {
    if !can_unshare() {
        return;
    }
    let family = Family::new();
    let mut asked = family.member(PARENT).run_by(&UNSHARE).prompts().start();
    let mut asking = family.child();
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asked);
    std::thread::sleep(std::time::Duration::from_millis(2500));
    choose(&mut asked, &prompt, "approve");
    assert_eq!(decided(&mut asking, 1)["resolution"], "user_approved");
    asking.finish();
    asked.finish();
    family.is_clean();
}
