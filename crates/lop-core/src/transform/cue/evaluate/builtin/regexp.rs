//! The package `regexp`, and the operators that match. CUE's expressions are those of RE2, whose syntax and meaning the
//! crate `regex` shares but for details.

use std::borrow::Cow;

use regex::{Regex, RegexBuilder};

use super::super::super::value::{MOST_LENGTH, Value};

/// The most memory of a compiled expression, in bytes. Not measured.
const MOST_MEMORY: usize = 1 << 20;

fn compiled(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).size_limit(MOST_MEMORY).build().ok()
}

/// Whether a text matches a pattern.
pub(crate) fn matches(pattern: &Value, text: &Value) -> Option<bool> {
    let text = match text {
        Value::Text(text) => Cow::Borrowed(text.as_bytes()),
        Value::Bytes(bytes) => Cow::Borrowed(&bytes[..]),
        _ => return None,
    };
    let text = std::str::from_utf8(&text).ok()?;
    Some(compiled(pattern.as_name()?)?.is_match(text))
}

/// The result of a call.
pub(super) fn call(name: &str, arguments: &[Value]) -> Option<Value> {
    let texts: Vec<&str> = arguments.iter().map_while(Value::as_name).collect();
    let text = |text: &str| Some(Value::Text(text.to_owned()));
    match (name, &texts[..], &arguments[texts.len()..]) {
        ("Valid", [pattern], []) => compiled(pattern).map(|_| Value::Boolean(true)),
        ("Match", [pattern, of], []) => Some(Value::Boolean(compiled(pattern)?.is_match(of))),
        ("Find", [pattern, of], []) => text(compiled(pattern)?.find(of)?.as_str()),
        ("FindAll", [pattern, of], [count]) => {
            let found = compiled(pattern)?;
            let found = found.find_iter(of).map(|found| Value::Text(found.as_str().to_owned()));
            let found: Vec<Value> = match count {
                Value::Number(all) if all.whole()? < 0 => found.collect(),
                count => found.take(count.index()?).collect(),
            };
            (!found.is_empty()).then_some(Value::List(found))
        }
        ("ReplaceAll" | "ReplaceAllLiteral", [pattern, of, by], []) => {
            if (of.len() + 1).checked_mul(by.len() + 1)? > MOST_LENGTH {
                return None;
            }
            let is_literal = name == "ReplaceAllLiteral" || !by.contains('$');
            let replaced = compiled(pattern)?.replace_all(of, regex::NoExpand(by)).into_owned();
            is_literal.then_some(Value::Text(replaced))
        }
        _ => None,
    }
}
