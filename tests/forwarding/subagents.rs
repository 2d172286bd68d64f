//! How a sidecar knows that it is a subagent's, and of whom.

use crate::family::{CHILD, Family, PARENT, choose, decided, prompted, run, unavailable};
use serde_json::json;

const PARENT_VARIABLE: &str = "PI_AGENT_ROUTER_PARENT_SESSION_ID";

#[test]
fn a_parent_is_known_from_the_client_or_the_environment() {
    let family = Family::new();
    let mut asked = family.parent(&json!({}));
    let asks = [
        family.member(CHILD).parent(PARENT),
        family.member(CHILD).env(PARENT_VARIABLE, PARENT),
        family
            .member(CHILD)
            .parent(PARENT)
            .env(PARENT_VARIABLE, "another"),
    ];
    for asking in asks {
        let mut asking = asking.start();
        run(&mut asking, 1, "touch x");
        let prompt = prompted(&mut asked);
        choose(&mut asked, &prompt, "approve");
        assert_eq!(decided(&mut asking, 1)["resolution"], "user_approved");
        asking.finish();
    }
    asked.finish();
    family.is_clean();
}

#[test]
fn a_subagent_without_a_known_parent_is_one_all_the_same() {
    let family = Family::new();
    let agents = family.house.path("agents");
    #[rustfmt::skip]
    let cases = [
        (family.member(CHILD).env("PI_SUBAGENT_DEPTH", "1"),                      "no_parent"),
        (family.member(CHILD).env("PI_SUBAGENT_DEPTH", " "),                      "no_ui"),
        (family.member(CHILD).env("PI_SUBAGENT_DEPTH", "unknown"),                "no_ui"),
        (family.member(CHILD).env("PI_IS_SUBAGENT", "1").env(PARENT_VARIABLE, "unknown"), "no_parent"),
        (family.member(CHILD).option("subagentsDir", json!(agents)).session("sessionDir", json!(agents.join("7"))), "no_parent"),
        (family.member(CHILD).option("subagentsDir", json!(agents)).session("sessionDir", json!(agents)), "no_ui"),
    ];
    for (asking, cause) in cases {
        let mut asking = asking.start();
        run(&mut asking, 1, "touch x");
        unavailable(decided(&mut asking, 1), cause);
        asking.finish();
    }
    family.is_clean();
}

#[test]
fn a_subagent_with_a_human_of_its_own_asks_that_one() {
    let family = Family::new();
    let asked = family.parent(&json!({}));
    let mut asking = family.member(CHILD).parent(PARENT).prompts().start();
    run(&mut asking, 1, "touch x");
    let prompt = prompted(&mut asking);
    assert_eq!(prompt["params"]["forwarding"], json!(null));
    choose(&mut asking, &prompt, "approve");
    assert_eq!(asking.result(1)["resolution"], "user_approved");
    asking.finish();
    asked.finish();
    family.is_clean();
}
