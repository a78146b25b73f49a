//! Values of CUE that are known: numbers, strings, booleans, null, lists and structs of them.

use std::cmp::Ordering;

use super::syntax::{as_label, encoded};

/// The most digits after the point of a quotient.
const MOST_DECIMALS: u32 = 18;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// `3`, `2.50`
    Number(Number),
    /// `"abc"`
    Text(String),
    /// `[1, 2]`
    List(Vec<Value>),
    /// `{a: 1}`
    Struct(Vec<(String, Value)>),
}

impl Value {
    /// It as an expression.
    pub fn text(&self) -> String {
        match self {
            Value::Null => "null".to_owned(),
            Value::Boolean(boolean) => boolean.to_string(),
            Value::Number(number) => number.text(),
            Value::Text(text) => format!("\"{}\"", encoded(text)),
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

    /// It inside a string, where it can stand there.
    pub fn interpolated(&self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text.clone()),
            Value::Boolean(_) | Value::Number(_) => Some(self.text()),
            Value::Null | Value::List(_) | Value::Struct(_) => None,
        }
    }

    /// The result of an operator, where there is one.
    pub fn operate(&self, operator: &str, other: &Value) -> Option<Value> {
        match (self, operator, other) {
            (Value::Number(one), _, Value::Number(two)) => one.operate(operator, *two),
            (Value::Text(one), "+", Value::Text(two)) => Some(Value::Text(format!("{one}{two}"))),
            (Value::Text(one), _, Value::Text(two)) => compare(one.cmp(two), operator),
            (Value::Boolean(one), "&&", Value::Boolean(two)) => Some(Value::Boolean(*one && *two)),
            (Value::Boolean(one), "||", Value::Boolean(two)) => Some(Value::Boolean(*one || *two)),
            (_, "==", _) => Some(Value::Boolean(self == other)),
            (_, "!=", _) => Some(Value::Boolean(self != other)),
            _ => None,
        }
    }

    /// The result of an operator before it.
    pub fn negate(&self, operator: &str) -> Option<Value> {
        match (operator, self) {
            ("!", Value::Boolean(boolean)) => Some(Value::Boolean(!boolean)),
            ("+", Value::Number(number)) => Some(Value::Number(*number)),
            ("-", Value::Number(number)) => Some(Value::Number(Number {
                digits: number.digits.checked_neg()?,
                ..*number
            })),
            _ => None,
        }
    }
}

fn compare(order: Ordering, operator: &str) -> Option<Value> {
    let holds = match operator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => return None,
    };
    Some(Value::Boolean(holds))
}

/// An integer, or a decimal fraction: its digits, and how many of them stand after the point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    digits: i128,
    decimals: u32,
    is_integer: bool,
}

impl Number {
    /// A number without a fraction.
    pub fn integer(digits: i128) -> Self {
        Number {
            digits,
            decimals: 0,
            is_integer: true,
        }
    }

    /// Reads a literal.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.replace('_', "");
        let radix = [("0x", 16), ("0X", 16), ("0o", 8), ("0b", 2)];
        if let Some((prefix, radix)) = radix.iter().find(|(prefix, _)| text.starts_with(prefix)) {
            return i128::from_str_radix(&text[prefix.len()..], *radix)
                .ok()
                .map(Number::integer);
        }
        if let Ok(digits) = text.parse() {
            return Some(Number::integer(digits));
        }
        let (whole, fraction) = text.split_once('.')?;
        let digits = format!("{whole}{fraction}").parse().ok()?;
        let decimals = u32::try_from(fraction.len())
            .ok()
            .filter(|decimals| *decimals <= MOST_DECIMALS)?;
        Some(Number {
            digits,
            decimals,
            is_integer: false,
        })
    }

    fn text(self) -> String {
        if self.is_integer {
            return self.digits.to_string();
        }
        let sign = if self.digits < 0 { "-" } else { "" };
        let decimals = self.decimals.max(1) as usize;
        let digits = self.digits.unsigned_abs() * if self.decimals == 0 { 10 } else { 1 };
        let digits = format!("{digits:0>width$}", width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        format!("{sign}{whole}.{fraction}")
    }

    /// The digits with so many of them after the point.
    fn scaled(self, decimals: u32) -> Option<i128> {
        let more = decimals.checked_sub(self.decimals)?;
        self.digits.checked_mul(10_i128.checked_pow(more)?)
    }

    fn operate(self, operator: &str, other: Number) -> Option<Value> {
        let decimals = self.decimals.max(other.decimals);
        let (one, two) = (self.scaled(decimals)?, other.scaled(decimals)?);
        let is_integer = self.is_integer && other.is_integer;
        let number = |digits, decimals| {
            Value::Number(Number {
                digits,
                decimals,
                is_integer,
            })
        };
        match operator {
            "+" => Some(number(one.checked_add(two)?, decimals)),
            "-" => Some(number(one.checked_sub(two)?, decimals)),
            "*" => Some(number(
                self.digits.checked_mul(other.digits)?,
                self.decimals + other.decimals,
            )),
            "/" => quotient(one, two),
            "div" if is_integer => one.checked_div_euclid(two).map(Number::integer).map(Value::Number),
            "mod" if is_integer => one.checked_rem_euclid(two).map(Number::integer).map(Value::Number),
            "quo" if is_integer => one.checked_div(two).map(Number::integer).map(Value::Number),
            "rem" if is_integer => one.checked_rem(two).map(Number::integer).map(Value::Number),
            _ => compare(one.cmp(&two), operator),
        }
    }
}

/// A quotient that has an end.
fn quotient(one: i128, two: i128) -> Option<Value> {
    let mut digits = one;
    for decimals in 0..MOST_DECIMALS {
        if digits.checked_rem(two)? == 0 {
            return Some(Value::Number(Number {
                digits: digits / two,
                decimals,
                is_integer: false,
            }));
        }
        digits = digits.checked_mul(10)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operate(one: &str, operator: &str, two: &str) -> Option<String> {
        let number = |text| Number::parse(text).map(Value::Number);
        Some(number(one)?.operate(operator, &number(two)?)?.text())
    }

    #[test]
    fn arithmetic_is_exact_or_does_not_apply() {
        assert_eq!(operate("7", "+", "0x10").as_deref(), Some("23"));
        assert_eq!(operate("1.5", "*", "4").as_deref(), Some("6.0"));
        assert_eq!(operate("10", "/", "4").as_deref(), Some("2.5"));
        assert_eq!(operate("10", "/", "5").as_deref(), Some("2.0"));
        assert_eq!(operate("0.1", "-", "1").as_deref(), Some("-0.9"));
        assert_eq!(operate("1", "/", "3"), None);
        assert_eq!(operate("1", "/", "0"), None);
        assert_eq!(operate("-7", "div", "2").as_deref(), Some("-4"));
        assert_eq!(operate("-7", "quo", "2").as_deref(), Some("-3"));
        assert_eq!(operate("1_000", "<", "1000.5").as_deref(), Some("true"));
        let most = i128::MAX.to_string();
        assert_eq!(operate(&most, "+", "1"), None);
    }

    #[test]
    fn values_are_written_as_cue_reads_them() {
        let fields = vec![
            ("a".to_owned(), Value::Text("x\"\n".to_owned())),
            ("b c".to_owned(), Value::List(vec![Value::Null, Value::Boolean(true)])),
        ];
        let written = r#"{a: "x\"\n", "b c": [null, true]}"#;
        assert_eq!(Value::Struct(fields).text(), written);
    }
}
