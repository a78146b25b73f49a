//! The package `encoding/json`.

use super::super::super::value::{MOST_LENGTH, Value};

/// The result of a call.
pub(super) fn call(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("Marshal", [value]) => {
            let mut text = String::new();
            write(value, &mut text)?;
            Some(Value::Text(text))
        }
        _ => None,
    }
}

fn write(value: &Value, text: &mut String) -> Option<()> {
    if text.len() > MOST_LENGTH {
        return None;
    }
    match value {
        Value::Null => text.push_str("null"),
        Value::Boolean(boolean) => text.push_str(&boolean.to_string()),
        Value::Number(number) => text.push_str(&number.text()),
        Value::Text(content) => write_text(content, text)?,
        // Bytes are written in base 64.
        Value::Bytes(_) => return None,
        Value::List(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(item, text)?;
            }
            text.push(']');
        }
        Value::Struct(fields) => {
            text.push('{');
            for (at, (name, value)) in fields.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_text(name, text)?;
                text.push(':');
                write(value, text)?;
            }
            text.push('}');
        }
    }
    Some(())
}

/// A string. How angle brackets, ampersands and control characters are escaped depends on the version of CUE.
fn write_text(content: &str, text: &mut String) -> Option<()> {
    text.push('"');
    for char in content.chars() {
        match char {
            '"' | '\\' => text.extend(['\\', char]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => return None,
            _ if char.is_control() => return None,
            _ => text.push(char),
        }
    }
    text.push('"');
    Some(())
}
