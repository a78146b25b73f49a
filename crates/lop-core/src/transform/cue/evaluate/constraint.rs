//! Types, bounds and calls that check a value.

use super::super::value::{Value, holds};
use super::builtin;

/// What a value has to satisfy.
#[derive(Clone)]
pub(super) enum Constraint {
    /// `int`, `string`
    Type(&'static str),
    /// `>5`, `!="a"`, `=~"^a"`
    Bound(String, Value),
    /// `strings.MinRunes(3)`
    Check(String, Vec<Value>),
}

/// The names of types. Bounded integers are integers with bounds.
const TYPES: [&str; 7] = ["string", "int", "float", "number", "bool", "bytes", "null"];
/// The bounds of integer types by their names.
const BOUNDED: [(&str, Option<i128>, Option<i128>); 10] = [
    ("uint", Some(0), None),
    ("uint8", Some(0), Some(u8::MAX as i128)),
    ("byte", Some(0), Some(u8::MAX as i128)),
    ("uint16", Some(0), Some(u16::MAX as i128)),
    ("uint32", Some(0), Some(u32::MAX as i128)),
    ("rune", Some(0), Some(0x0010_ffff)),
    ("int8", Some(i8::MIN as i128), Some(i8::MAX as i128)),
    ("int16", Some(i16::MIN as i128), Some(i16::MAX as i128)),
    ("int32", Some(i32::MIN as i128), Some(i32::MAX as i128)),
    ("int64", Some(i64::MIN as i128), Some(i64::MAX as i128)),
];

/// Whether a name is a type's, unless something else has it.
pub(crate) fn is_type(name: &str) -> bool {
    predeclared(name).is_some()
}

/// The constraints that a predeclared name stands for.
pub(super) fn predeclared(name: &str) -> Option<Vec<Constraint>> {
    let name = name.strip_prefix("__").unwrap_or(name);
    if let Some(known) = TYPES.iter().find(|known| **known == name) {
        return Some(vec![Constraint::Type(known)]);
    }
    let (_, least, most) = BOUNDED.iter().find(|(known, ..)| *known == name)?;
    let bound = |operator: &str, value: &Option<i128>| {
        let value = Value::integer((*value)?);
        Some(Constraint::Bound(operator.to_owned(), value))
    };
    let bounds = [bound(">=", least), bound("<=", most)];
    Some(
        [Constraint::Type("int")]
            .into_iter()
            .chain(bounds.into_iter().flatten())
            .collect(),
    )
}

impl Constraint {
    /// Whether a value satisfies it, where that can be told.
    pub(super) fn allows(&self, value: &Value) -> Option<bool> {
        match self {
            Constraint::Type(name) => Some(is_of_type(value, name)),
            Constraint::Bound(operator, bound) => match operator.as_str() {
                "!=" => Some(!value.equals(bound).unwrap_or(false)),
                "==" => Some(value.equals(bound).unwrap_or(false)),
                "=~" => builtin::matches(bound, value),
                "!~" => builtin::matches(bound, value).map(|matches| !matches),
                operator => Some(value.compare(bound).is_some_and(|order| holds(operator, order))),
            },
            Constraint::Check(function, arguments) => {
                let arguments: Vec<Value> = std::iter::once(value).chain(arguments).cloned().collect();
                match builtin::call(function, &arguments)? {
                    Value::Boolean(holds) => Some(holds),
                    _ => None,
                }
            }
        }
    }

    /// Whether no value can satisfy this and another one, as far as their types tell.
    pub(super) fn excludes(&self, other: &Constraint) -> bool {
        match (self, other) {
            (Constraint::Type(one), Constraint::Type(two)) => {
                let is_number = |name: &str| ["int", "float", "number"].contains(&name);
                let fits = one == two || is_number(one) && is_number(two) && (*one == "number" || *two == "number");
                !fits
            }
            _ => false,
        }
    }

    /// Whether structs or lists may satisfy it.
    pub(super) fn is_for_composites(&self) -> bool {
        match self {
            Constraint::Type(_) => false,
            Constraint::Bound(operator, _) => ["!=", "=="].contains(&operator.as_str()),
            Constraint::Check(function, _) => function.starts_with("list.") || function.starts_with("struct."),
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Boolean(_) => name == "bool",
        Value::Text(_) => name == "string",
        Value::Bytes(_) => name == "bytes",
        Value::Number(number) => name == "number" || name == if number.is_integer() { "int" } else { "float" },
        Value::List(_) | Value::Struct(_) => false,
    }
}
