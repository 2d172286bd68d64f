//! Paths as text: joining, folding and relating them without looking at the file system.

/// `text` below the absolute `base`, unless it is absolute itself. Nothing is folded.
pub fn join(base: &str, text: &str) -> String {
    if text.starts_with('/') {
        return text.to_owned();
    }
    let mut joined = String::with_capacity(base.len() + 1 + text.len());
    joined.push_str(base);
    if !base.ends_with('/') {
        joined.push('/');
    }
    joined.push_str(text);
    joined
}

/// The absolute `path` with repeated slashes, `.` and `..` folded away; `..` at the root stays there. No
/// trailing slash but for the root itself.
pub fn fold(path: &str) -> String {
    let mut folded = String::with_capacity(path.len());
    for component in path.split('/') {
        match component {
            "" | "." => {}
            ".." => folded.truncate(folded.rfind('/').unwrap_or(0)),
            name => {
                folded.push('/');
                folded.push_str(name);
            }
        }
    }
    if folded.is_empty() {
        folded.push('/');
    }
    folded
}

/// Whether [`fold`] leaves `path` as it is.
pub fn is_folded(path: &str) -> bool {
    let Some(rest) = path.strip_prefix('/') else {
        return false;
    };
    let mut components = rest.as_bytes().split(|byte| *byte == b'/');
    rest.is_empty() || !components.any(|component| matches!(component, b"" | b"." | b".."))
}

/// The folded absolute `path` as seen from the folded absolute `from`, with `..` outside it; `.` for `from`
/// itself.
pub fn relative(from: &str, path: &str) -> String {
    if let Some(below) = strip_folder(path, from) {
        return if below.is_empty() {
            ".".to_owned()
        } else {
            below.to_owned()
        };
    }
    let mut ours = from
        .split('/')
        .filter(|component| !component.is_empty())
        .peekable();
    let mut theirs = path
        .split('/')
        .filter(|component| !component.is_empty())
        .peekable();
    while let (Some(left), Some(right)) = (ours.peek(), theirs.peek()) {
        if left != right {
            break;
        }
        ours.next();
        theirs.next();
    }
    let mut relative = String::with_capacity(path.len());
    for _ in ours {
        relative.push_str("../");
    }
    for component in theirs {
        relative.push_str(component);
        relative.push('/');
    }
    relative.pop();
    if relative.is_empty() {
        ".".to_owned()
    } else {
        relative
    }
}

/// What follows `folder` in `path`, without the slash between; empty for the folder itself, `None` outside
/// it. Both are folded and absolute.
pub fn strip_folder<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    if folder == "/" {
        return path.strip_prefix('/');
    }
    let rest = path.strip_prefix(folder)?;
    if rest.is_empty() {
        Some(rest)
    } else {
        rest.strip_prefix('/')
    }
}

/// The folder that holds the folded absolute `path`; the root holds itself.
pub fn parent(path: &str) -> &str {
    match path.bytes().rposition(|byte| byte == b'/') {
        Some(0) | None => "/",
        Some(at) => path.get(..at).unwrap_or("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_names_and_drops_detours() {
        for (path, folded) in [
            ("/", "/"),
            ("//etc//passwd", "/etc/passwd"),
            ("/a/./b/", "/a/b"),
            ("/a/../b", "/b"),
            ("/../..", "/"),
            ("/a/b/../../..", "/"),
            ("/a/...", "/a/..."),
            ("/a/..b", "/a/..b"),
        ] {
            assert_eq!(fold(path), folded, "{path}");
        }
    }

    #[test]
    fn relative_paths_climb_where_they_must() {
        for (from, path, relative_path) in [
            ("/home/u/proj", "/home/u/proj", "."),
            ("/home/u/proj", "/home/u/proj/src/a", "src/a"),
            ("/home/u/proj", "/home/u/proj-backup", "../proj-backup"),
            ("/home/u/proj", "/home/u", ".."),
            ("/home/u/proj", "/etc/passwd", "../../../etc/passwd"),
            ("/home/u/proj", "/", "../../.."),
            ("/", "/etc", "etc"),
            ("/", "/", "."),
        ] {
            assert_eq!(relative(from, path), relative_path, "{path} from {from}");
        }
    }

    #[test]
    fn a_join_keeps_absolute_texts() {
        assert_eq!(join("/a", "b"), "/a/b");
        assert_eq!(join("/", "b"), "/b");
        assert_eq!(join("/a", "/b"), "/b");
    }
}
