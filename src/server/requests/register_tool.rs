//! `permissions/registerTool`: a runtime says what a tool of its own accesses.

use crate::policy::{Pointers, ShellAccess, ToolAccess};
use crate::protocol::{
    self, ErrorObject, Invalid, Params, Pointers as WirePointers, RegisterToolParams, RegistrationResult,
};
use crate::server::convert;
use crate::session::{Registration, Session};

pub(in crate::server) fn handle(
    session: &Session,
    params: Params<'_>,
) -> Result<RegistrationResult, ErrorObject> {
    let params: RegisterToolParams = protocol::read(params)?;
    let registration_id = session
        .register_tool(registration(params)?)
        .map_err(convert::register_error)?;
    Ok(RegistrationResult { registration_id })
}

fn registration(params: RegisterToolParams) -> Result<Registration, Invalid> {
    if params.tool.is_empty() {
        return Err(Invalid::new("/tool", "a tool has a name"));
    }
    let access = params.access.unwrap_or_default();
    let path = match access.path {
        None => None,
        Some(WirePointers::One(path)) => Some(vec![pointer("/access/path", path)?]),
        Some(WirePointers::Many(paths)) => Some(
            paths
                .into_iter()
                .enumerate()
                .map(|(index, path)| pointer(&format!("/access/path/{index}"), path))
                .collect::<Result<_, _>>()?,
        ),
    };
    let value = access
        .value
        .map(|value| pointer("/access/value", value))
        .transpose()?;
    let shell = match access.shell {
        None => None,
        Some(shell) => Some(ShellAccess {
            command: pointer("/access/shell/command", shell.command)?,
            workdir: shell
                .workdir
                .map(|workdir| pointer("/access/shell/workdir", workdir))
                .transpose()?,
        }),
    };
    let evidence = params
        .evidence
        .unwrap_or_default()
        .into_iter()
        .enumerate()
        .map(|(index, entry)| {
            Ok((
                entry.label,
                pointer(&format!("/evidence/{index}/pointer"), entry.pointer)?,
            ))
        })
        .collect::<Result<_, Invalid>>()?;
    Ok(Registration {
        tool: params.tool,
        access: ToolAccess {
            path: path.map(Pointers),
            value,
            remote: access.remote.unwrap_or_default(),
            shell,
            evidence,
        },
    })
}

/// A JSON Pointer (RFC 6901): empty, or each token behind a slash, with `~0` and `~1` as its only escapes.
fn pointer(field: &str, text: String) -> Result<String, Invalid> {
    let sound = (text.is_empty() || text.starts_with('/'))
        && text
            .split('~')
            .skip(1)
            .all(|rest| rest.starts_with('0') || rest.starts_with('1'));
    if sound {
        Ok(text)
    } else {
        Err(Invalid::new(field, "a JSON Pointer is empty or starts with /"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_checked_where_they_stand() {
        #[rustfmt::skip]
        let cases: &[(&str, Option<&str>)] = &[
            (r#"{"tool":"t"}"#, None),
            (r#"{"tool":"t","access":{"path":"/a/b~1c","value":"/v","shell":{"command":"/c"}}}"#, None),
            (r#"{"tool":"t","access":{"path":["/a",""]}}"#, None),
            (r#"{"tool":""}"#, Some("/tool")),
            (r#"{"tool":"t","access":{"path":"a"}}"#, Some("/access/path")),
            (r#"{"tool":"t","access":{"path":["/a","/b~2"]}}"#, Some("/access/path/1")),
            (r#"{"tool":"t","access":{"path":7}}"#, Some("/access/path")),
            (r#"{"tool":"t","access":{"shell":{}}}"#, Some("/access/shell/command")),
            (r#"{"tool":"t","access":{"shell":{"command":"/c","workdir":"d"}}}"#, Some("/access/shell/workdir")),
            (r#"{"tool":"t","evidence":[{"label":"l","pointer":"p"}]}"#, Some("/evidence/0/pointer")),
        ];
        for (params, field) in cases {
            let found = protocol::read(Some(params)).and_then(registration);
            assert_eq!(
                found.err().map(|invalid| invalid.field).as_deref(),
                *field,
                "{params}"
            );
        }
    }
}
