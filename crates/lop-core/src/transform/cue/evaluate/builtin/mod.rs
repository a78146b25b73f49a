//! Functions of the language and of its standard library, as far as they are exact here.

mod json;
mod list;
mod math;
mod path;
mod regexp;
mod strings;

pub(super) use self::regexp::matches;
use super::super::number::Number;
use super::super::value::Value;

/// The functions that check a value: with one argument less they are constraints.
const CHECKS: [(&str, usize); 12] = [
    ("strings.MinRunes", 1),
    ("strings.MaxRunes", 1),
    ("strings.HasPrefix", 1),
    ("strings.HasSuffix", 1),
    ("strings.Contains", 1),
    ("strings.ContainsAny", 1),
    ("list.MinItems", 1),
    ("list.MaxItems", 1),
    ("list.Contains", 1),
    ("list.UniqueItems", 0),
    ("math.MultipleOf", 1),
    ("regexp.Valid", 0),
];

/// Whether a call with so many arguments is a constraint.
pub(super) fn is_check(function: &str, arguments: usize) -> bool {
    CHECKS.contains(&(function, arguments))
}

/// The result of a call.
pub(super) fn call(function: &str, arguments: &[Value]) -> Option<Value> {
    let (package, name) = function.rsplit_once('.').unwrap_or(("", function));
    match package {
        "" => plain(name, arguments),
        "strings" => strings::call(name, arguments),
        "list" => list::call(name, arguments),
        "math" => math::call(name, arguments),
        "path" => path::call(name, arguments),
        "encoding/json" => json::call(name, arguments),
        "regexp" => regexp::call(name, arguments),
        "strconv" => strconv(name, arguments),
        _ => None,
    }
}

fn plain(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("len", [value]) => Number::length(value.length()?).map(Value::Number),
        ("div" | "mod" | "quo" | "rem", [one, two]) => one.operate(name, two),
        _ => None,
    }
}

fn strconv(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("Atoi", [Value::Text(text)]) => {
            let number: i64 = text.parse().ok()?;
            Some(Value::integer(number.into()))
        }
        ("FormatInt", [Value::Number(number), Value::Number(base)]) if *base == Number::integer(10) => {
            Some(Value::Text(number.whole()?.to_string()))
        }
        ("FormatBool", [Value::Boolean(value)]) => Some(Value::Text(value.to_string())),
        _ => None,
    }
}
