//! The package `strings`.

use super::super::super::number::Number;
use super::super::super::value::{MOST_LENGTH, Value, repeated};

/// The result of a call.
pub(super) fn call(name: &str, arguments: &[Value]) -> Option<Value> {
    let answer = match arguments {
        [Value::Text(text)] => unary(name, text),
        [Value::Text(one), Value::Text(two)] => binary(name, one, two),
        _ => None,
    };
    answer.or_else(|| several(name, arguments))
}

fn text(text: impl Into<String>) -> Option<Value> {
    Some(Value::Text(text.into()))
}

fn list<'t>(texts: impl Iterator<Item = &'t str>) -> Option<Value> {
    Some(Value::List(texts.map(|text| Value::Text(text.to_owned())).collect()))
}

fn unary(name: &str, of: &str) -> Option<Value> {
    match name {
        "ToUpper" => cased(of, char::to_uppercase),
        "ToLower" => cased(of, char::to_lowercase),
        "ToTitle" => text(first_letters(of, |first| first.to_ascii_uppercase())?),
        "ToCamel" => text(first_letters(of, |first| first.to_ascii_lowercase())?),
        "TrimSpace" => text(of.trim()),
        "Fields" => list(of.split_whitespace()),
        "Runes" => Some(Value::List(
            of.chars().map(|char| Value::integer(u32::from(char).into())).collect(),
        )),
        _ => None,
    }
}

fn binary(name: &str, one: &str, two: &str) -> Option<Value> {
    let any = |char: char| two.contains(char);
    match name {
        "HasPrefix" => Some(Value::Boolean(one.starts_with(two))),
        "HasSuffix" => Some(Value::Boolean(one.ends_with(two))),
        "Contains" => Some(Value::Boolean(one.contains(two))),
        "ContainsAny" => Some(Value::Boolean(one.contains(any))),
        "Compare" => Some(Value::integer(one.cmp(two) as i128)),
        "Index" => position(one.find(two)),
        "IndexAny" => position(one.find(any)),
        "LastIndex" => position(one.rfind(two)),
        "LastIndexAny" => position(one.rfind(any)),
        "Count" if two.is_empty() => position(Some(one.chars().count() + 1)),
        "Count" => position(Some(one.matches(two).count())),
        "TrimPrefix" => text(one.strip_prefix(two).unwrap_or(one)),
        "TrimSuffix" => text(one.strip_suffix(two).unwrap_or(one)),
        "Trim" => text(one.trim_matches(any)),
        "TrimLeft" | "TrimStart" => text(one.trim_start_matches(any)),
        "TrimRight" | "TrimEnd" => text(one.trim_end_matches(any)),
        "Split" if two.is_empty() => list(one.split("").filter(|part| !part.is_empty())),
        "Split" => list(one.split(two)),
        _ => None,
    }
}

fn several(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("Repeat", [Value::Text(of), Value::Number(count)]) => text(repeated(of, count.whole()?)?),
        ("MinRunes", [Value::Text(of), least]) => Some(Value::Boolean(of.chars().count() >= least.index()?)),
        ("MaxRunes", [Value::Text(of), most]) => Some(Value::Boolean(of.chars().count() <= most.index()?)),
        ("Join", [Value::List(parts), Value::Text(between)]) => {
            let parts: Vec<&str> = parts.iter().map(Value::as_name).collect::<Option<_>>()?;
            let length = parts.iter().map(|part| part.len() + between.len()).sum::<usize>();
            if length <= MOST_LENGTH {
                text(parts.join(between))
            } else {
                None
            }
        }
        (
            "Replace",
            [
                Value::Text(of),
                Value::Text(old),
                Value::Text(new),
                Value::Number(count),
            ],
        ) => {
            let places = of.len() + 1;
            if places.checked_mul(new.len() + 1)? > MOST_LENGTH {
                return None;
            }
            match count.whole()? {
                ..0 => text(of.replace(old, new)),
                count => text(of.replacen(old, new, usize::try_from(count).ok()?)),
            }
        }
        ("SplitN", [Value::Text(of), Value::Text(at), Value::Number(count)]) if !at.is_empty() => {
            match count.whole()? {
                ..0 => list(of.split(at.as_str())),
                count => list(of.splitn(usize::try_from(count).ok()?, at.as_str())),
            }
        }
        ("SliceRunes", [Value::Text(of), start, end]) => {
            let runes: Vec<char> = of.chars().collect();
            text(runes.get(start.index()?..end.index()?)?.iter().collect::<String>())
        }
        ("ByteAt", [Value::Text(of), at]) => Some(Value::integer((*of.as_bytes().get(at.index()?)?).into())),
        ("ByteSlice", [Value::Text(of), start, end]) => {
            Some(Value::Bytes(of.as_bytes().get(start.index()?..end.index()?)?.to_vec()))
        }
        _ => None,
    }
}

/// An index, or -1.
fn position(at: Option<usize>) -> Option<Value> {
    match at {
        Some(at) => Number::length(at).map(Value::Number),
        None => Some(Value::integer(-1)),
    }
}

/// A text with each letter changed to one other; CUE knows no other changes.
fn cased<Letters: Iterator<Item = char>>(of: &str, change: impl Fn(char) -> Letters) -> Option<Value> {
    let mut changed = String::new();
    for char in of.chars() {
        let mut letters = change(char);
        changed.push(letters.next()?);
        if letters.next().is_some() {
            return None;
        }
    }
    text(changed)
}

/// A text with the first letter of each word changed, where it is ASCII.
fn first_letters(of: &str, change: impl Fn(char) -> char) -> Option<String> {
    if !of.is_ascii() {
        return None;
    }
    let mut before = ' ';
    let changed = of.chars().map(|char| {
        let is_first = before.is_ascii_whitespace();
        before = char;
        if is_first { change(char) } else { char }
    });
    Some(changed.collect())
}
