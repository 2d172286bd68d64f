//! Which assignments bend what runs.

use crate::shell::{Floor, Sentinel, Word};

/// What is known of the folder in which an assignment is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place<'a> {
    /// The working folder of the session, absolute.
    pub cwd: &'a str,
    /// The line has changed its folder, so that a relative entry need not lie below `cwd`.
    pub moved: bool,
}

/// Whether an assignment to `name` floors the command. `value` is `None` where it is not known (`read`,
/// `for` over unknown words). `exported`: the value reaches another program (a prefix, `export`,
/// `declare -x`, `env`). The span of the floor is the value's, else empty: the caller knows better.
pub fn judge(name: &str, value: Option<&Word>, exported: bool, place: &Place<'_>) -> Option<Floor> {
    let dangerous = name.starts_with("LD_") && exported && !place.cwd.is_empty();
    dangerous.then(|| Floor {
        sentinel: Sentinel::EnvironmentOverride,
        span: value.map(|word| word.span).unwrap_or_default(),
        why: format!("{name} bends what runs"),
        released_by: Vec::new(),
    })
}
