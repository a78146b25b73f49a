//! The package `math`, where the result is exact.

use super::super::super::number::Number;
use super::super::super::value::Value;

/// The result of a call.
pub(super) fn call(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("Abs", [Value::Number(number)]) => match number.compare(Number::integer(0))? {
            std::cmp::Ordering::Less => number.negated().map(Value::Number),
            _ => Some(Value::Number(*number)),
        },
        ("Floor", [Value::Number(number)]) => number.floor().map(Value::integer),
        ("Ceil", [Value::Number(number)]) => ceiling(*number).map(Value::integer),
        ("Trunc", [Value::Number(number)]) => match number.compare(Number::integer(0))? {
            std::cmp::Ordering::Less => ceiling(*number).map(Value::integer),
            _ => number.floor().map(Value::integer),
        },
        ("Pow", [Value::Number(base), Value::Number(exponent)]) => {
            let exponent = u32::try_from(exponent.whole()?).ok()?;
            base.whole()?.checked_pow(exponent).map(Value::integer)
        }
        ("MultipleOf", [Value::Number(one), Value::Number(two)]) => {
            let remainder = one.whole()?.checked_rem(two.whole()?)?;
            Some(Value::Boolean(remainder == 0))
        }
        _ => None,
    }
}

fn ceiling(number: Number) -> Option<i128> {
    number.negated()?.floor()?.checked_neg()
}
