//! Values of CUE that are known: numbers, strings, bytes, booleans, null, lists and structs of them.

use std::cmp::Ordering;

use super::literal::{self, Literal};
use super::number::Number;
use super::syntax::as_label;

/// The longest text and the longest list that is worked out. Not measured: a bound for programs that double a text at
/// every step.
pub(super) const MOST_LENGTH: usize = 10_000;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// `3`, `2.50`
    Number(Number),
    /// `"abc"`
    Text(String),
    /// `'abc'`
    Bytes(Vec<u8>),
    /// `[1, 2]`
    List(Vec<Value>),
    /// `{a: 1}`
    Struct(Vec<(String, Value)>),
}

impl Value {
    /// A whole number.
    pub(super) fn integer(digits: i128) -> Self {
        Value::Number(Number::integer(digits))
    }

    /// It as an expression.
    pub(super) fn text(&self) -> String {
        match self {
            Value::Null => "null".to_owned(),
            Value::Boolean(boolean) => boolean.to_string(),
            Value::Number(number) => number.text(),
            Value::Text(text) => format!("\"{}\"", literal::TEXT.encoded(text.as_bytes())),
            Value::Bytes(bytes) => format!("'{}'", literal::BYTES.encoded(bytes)),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(Value::text).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Struct(fields) => {
                let field = |(name, value): &(String, Value)| format!("{}: {}", as_label(name), value.text());
                let fields: Vec<String> = fields.iter().map(field).collect();
                format!("{{{}}}", fields.join(", "))
            }
        }
    }

    /// What it adds to a literal that it is interpolated into, where it can stand there.
    pub(super) fn interpolated(&self) -> Option<Vec<u8>> {
        match self {
            Value::Text(text) => Some(text.clone().into_bytes()),
            Value::Bytes(bytes) => Some(bytes.clone()),
            Value::Number(number) if !number.is_plain() => None,
            Value::Boolean(_) | Value::Number(_) => Some(self.text().into_bytes()),
            Value::Null | Value::List(_) | Value::Struct(_) => None,
        }
    }

    /// The value of a literal with this content.
    pub(super) fn of_literal(literal: Literal, content: Vec<u8>) -> Option<Value> {
        if literal.is_bytes {
            return Some(Value::Bytes(content));
        }
        String::from_utf8(content).ok().map(Value::Text)
    }

    /// It as the name of a field.
    pub(super) fn as_name(&self) -> Option<&str> {
        match self {
            Value::Text(name) => Some(name),
            _ => None,
        }
    }

    /// It as the place of an element.
    pub(super) fn index(&self) -> Option<usize> {
        match self {
            Value::Number(number) => usize::try_from(number.whole()?).ok(),
            _ => None,
        }
    }

    /// How long it is, as `len` says.
    pub(super) fn length(&self) -> Option<usize> {
        match self {
            Value::Text(text) => Some(text.len()),
            Value::Bytes(bytes) => Some(bytes.len()),
            Value::List(items) => Some(items.len()),
            Value::Struct(fields) => Some(fields.len()),
            _ => None,
        }
    }

    /// The result of an operator, where there is one.
    pub(super) fn operate(&self, operator: &str, other: &Value) -> Option<Value> {
        match (self, operator, other) {
            (_, "==", _) => self.equals(other).map(Value::Boolean),
            (_, "!=", _) => self.equals(other).map(|equals| Value::Boolean(!equals)),
            (_, "<" | "<=" | ">" | ">=", _) => {
                let order = self.compare(other)?;
                Some(Value::Boolean(holds(operator, order)))
            }
            (Value::Number(one), _, Value::Number(two)) => one.operate(operator, *two).map(Value::Number),
            (Value::Text(one), "+", Value::Text(two)) if one.len() + two.len() <= MOST_LENGTH => {
                Some(Value::Text(format!("{one}{two}")))
            }
            (Value::Bytes(one), "+", Value::Bytes(two)) if one.len() + two.len() <= MOST_LENGTH => {
                Some(Value::Bytes([&one[..], two].concat()))
            }
            (Value::List(one), "+", Value::List(two)) if one.len() + two.len() <= MOST_LENGTH => {
                Some(Value::List([&one[..], two].concat()))
            }
            (Value::Text(text), "*", Value::Number(count)) | (Value::Number(count), "*", Value::Text(text)) => {
                repeated(text, count.whole()?).map(Value::Text)
            }
            _ => None,
        }
    }

    /// Whether two values are the same. Whether values of different kinds can be compared at all depends on the version
    /// of CUE, so that these have no answer, but for null.
    pub(super) fn equals(&self, other: &Value) -> Option<bool> {
        let is_null = |value: &Value| *value == Value::Null;
        let is_same_kind = std::mem::discriminant(self) == std::mem::discriminant(other);
        if !is_same_kind {
            return (is_null(self) || is_null(other)).then_some(false);
        }
        match (self, other) {
            (Value::Struct(one), Value::Struct(two)) => {
                let has = |(name, value): &(String, Value)| {
                    let same = two.iter().find(|(other, _)| other == name);
                    same.is_some_and(|(_, other)| value == other)
                };
                Some(one.len() == two.len() && one.iter().all(has))
            }
            _ => Some(self == other),
        }
    }

    /// Which of two values is larger, where they have an order.
    pub(super) fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Number(one), Value::Number(two)) => one.compare(*two),
            (Value::Text(one), Value::Text(two)) => Some(one.cmp(two)),
            (Value::Bytes(one), Value::Bytes(two)) => Some(one.cmp(two)),
            _ => None,
        }
    }

    /// The result of an operator before it.
    pub(super) fn negate(&self, operator: &str) -> Option<Value> {
        match (operator, self) {
            ("!", Value::Boolean(boolean)) => Some(Value::Boolean(!boolean)),
            ("+", Value::Number(number)) => Some(Value::Number(*number)),
            ("-", Value::Number(number)) => number.negated().map(Value::Number),
            _ => None,
        }
    }
}

/// Whether an order is what a comparison asks for.
pub(super) fn holds(operator: &str, order: Ordering) -> bool {
    match operator {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// A text several times.
pub(super) fn repeated(text: &str, count: i128) -> Option<String> {
    let count = usize::try_from(count).ok()?;
    let length = text.len().checked_mul(count)?;
    (length <= MOST_LENGTH).then(|| text.repeat(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_cue_reads_them() {
        let fields = vec![
            ("a".to_owned(), Value::Text("x\"\n".to_owned())),
            ("b c".to_owned(), Value::List(vec![Value::Null, Value::Boolean(true)])),
            ("d".to_owned(), Value::Bytes(b"it's \xff".to_vec())),
        ];
        let written = r#"{a: "x\"\n", "b c": [null, true], d: 'it\'s \xff'}"#;
        assert_eq!(Value::Struct(fields).text(), written);
    }

    #[test]
    fn values_of_different_kinds_have_no_order_and_only_null_is_unequal() {
        let one = Value::integer(1);
        assert_eq!(one.operate("==", &Value::Text("1".to_owned())), None);
        assert_eq!(one.operate("==", &Value::Null), Some(Value::Boolean(false)));
        assert_eq!(one.operate("<", &Value::Null), None);
    }

    #[test]
    fn texts_do_not_grow_without_end() {
        let long = Value::Text("x".repeat(MOST_LENGTH));
        assert_eq!(long.operate("+", &long), None);
        assert_eq!(long.operate("*", &Value::integer(i128::MAX)), None);
    }
}
