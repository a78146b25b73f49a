//! The package `path`, for paths with slashes.

use super::super::super::value::Value;

/// The result of a call. Without another argument that says so, paths are those of Unix.
pub(super) fn call(name: &str, arguments: &[Value]) -> Option<Value> {
    let (system, arguments) = match arguments.split_last()? {
        (Value::Text(system), others) if arguments.len() > 1 => (system.as_str(), others),
        _ => ("unix", arguments),
    };
    if !["unix", "linux", "darwin"].contains(&system) {
        return None;
    }
    let text = |text: &str| Some(Value::Text(text.to_owned()));
    match (name, arguments) {
        ("Join", [Value::List(parts)]) => {
            let parts: Vec<&str> = parts.iter().map(Value::as_name).collect::<Option<_>>()?;
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            if parts.is_empty() {
                text("")
            } else {
                text(&clean(&parts.join("/")))
            }
        }
        ("Clean", [Value::Text(path)]) => text(&clean(path)),
        ("Base", [Value::Text(path)]) => match path.trim_end_matches('/') {
            "" => text(if path.is_empty() { "." } else { "/" }),
            path => text(path.rsplit('/').next()?),
        },
        ("Dir", [Value::Text(path)]) => {
            let folder = path.rfind('/').map_or("", |at| &path[..=at]);
            text(&clean(folder))
        }
        ("Ext", [Value::Text(path)]) => {
            let name = path.rsplit('/').next()?;
            text(name.rfind('.').map_or("", |at| &name[at..]))
        }
        ("IsAbs", [Value::Text(path)]) => Some(Value::Boolean(path.starts_with('/'))),
        ("ToSlash" | "FromSlash", [Value::Text(path)]) => text(path),
        _ => None,
    }
}

/// The shortest path that says the same.
fn clean(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    match (is_absolute, parts.join("/")) {
        (true, path) => format!("/{path}"),
        (false, path) if path.is_empty() => ".".to_owned(),
        (false, path) => path,
    }
}
