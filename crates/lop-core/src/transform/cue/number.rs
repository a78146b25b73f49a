//! Numbers of CUE: integers, and decimal fractions that are exact.

use std::cmp::Ordering;

/// The most digits after the point. Not measured: quotients that do not end by then have no value.
const MOST_DECIMALS: u32 = 18;

/// An integer, or a decimal fraction: its digits, and how many of them stand after the point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    digits: i128,
    decimals: u32,
    is_integer: bool,
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.compare(*other) == Some(Ordering::Equal)
    }
}

impl Number {
    /// A number without a fraction.
    pub(super) fn integer(digits: i128) -> Self {
        Number {
            digits,
            decimals: 0,
            is_integer: true,
        }
    }

    /// The length of something.
    pub(super) fn length(length: usize) -> Option<Self> {
        i128::try_from(length).ok().map(Number::integer)
    }

    /// Reads a literal.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.replace('_', "");
        let radix = [("0x", 16), ("0X", 16), ("0o", 8), ("0b", 2)];
        if let Some((prefix, radix)) = radix.iter().find(|(prefix, _)| text.starts_with(prefix)) {
            let digits = i128::from_str_radix(&text[prefix.len()..], *radix).ok()?;
            return Some(Number::integer(digits));
        }
        let (text, multiplier) = multiplied(&text);
        if let Some(multiplier) = multiplier {
            let scaled = Number::decimal(text)?.times(Number::integer(multiplier))?;
            return scaled.whole().map(Number::integer);
        }
        match text.parse() {
            Ok(digits) => Some(Number::integer(digits)),
            Err(_) => Number::decimal(text),
        }
    }

    /// Reads decimal digits with or without a point and an exponent.
    fn decimal(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        let decimals = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        let (more, decimals) = match u32::try_from(decimals) {
            Ok(decimals) => (0, decimals),
            Err(_) => (decimals.unsigned_abs(), 0),
        };
        let digits = digits.checked_mul(10_i128.checked_pow(more)?)?;
        (decimals <= MOST_DECIMALS).then_some(Number {
            digits,
            decimals,
            is_integer: false,
        })
    }

    /// It as a literal.
    pub(super) fn text(self) -> String {
        if self.is_integer {
            return self.digits.to_string();
        }
        let sign = if self.digits < 0 { "-" } else { "" };
        let mut digits = self.digits.unsigned_abs().to_string();
        if self.decimals == 0 {
            digits.push('0');
        }
        let decimals = self.decimals.max(1) as usize;
        let digits = format!("{digits:0>width$}", width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        format!("{sign}{whole}.{fraction}")
    }

    /// Whether it is written without a fraction.
    pub(super) fn is_integer(self) -> bool {
        self.is_integer
    }

    /// Whether CUE writes it as it is written here: numbers with exponents keep them.
    pub(super) fn is_plain(self) -> bool {
        self.is_integer || self.decimals > 0
    }

    /// Its value, if that is whole.
    pub(super) fn whole(self) -> Option<i128> {
        let unit = 10_i128.checked_pow(self.decimals)?;
        (self.digits % unit == 0).then_some(self.digits / unit)
    }

    /// The largest whole number that is not larger.
    pub(super) fn floor(self) -> Option<i128> {
        Some(self.digits.div_euclid(10_i128.checked_pow(self.decimals)?))
    }

    /// The other sign.
    pub(super) fn negated(self) -> Option<Self> {
        let digits = self.digits.checked_neg()?;
        Some(Number { digits, ..self })
    }

    /// Which of two is larger, where that can be told.
    pub(super) fn compare(self, other: Number) -> Option<Ordering> {
        let decimals = self.decimals.max(other.decimals);
        Some(self.scaled(decimals)?.cmp(&other.scaled(decimals)?))
    }

    /// The digits with so many of them after the point.
    fn scaled(self, decimals: u32) -> Option<i128> {
        let more = decimals.checked_sub(self.decimals)?;
        self.digits.checked_mul(10_i128.checked_pow(more)?)
    }

    /// The product.
    pub(super) fn times(self, other: Number) -> Option<Number> {
        let decimals = self.decimals + other.decimals;
        (decimals <= 2 * MOST_DECIMALS).then_some(Number {
            digits: self.digits.checked_mul(other.digits)?,
            decimals,
            is_integer: self.is_integer && other.is_integer,
        })
    }

    /// The result of an arithmetic operator.
    pub(super) fn operate(self, operator: &str, other: Number) -> Option<Number> {
        let decimals = self.decimals.max(other.decimals);
        let (one, two) = (self.scaled(decimals)?, other.scaled(decimals)?);
        let is_integer = self.is_integer && other.is_integer;
        let number = |digits| Number {
            digits,
            decimals,
            is_integer,
        };
        match operator {
            "+" => one.checked_add(two).map(number),
            "-" => one.checked_sub(two).map(number),
            "*" => self.times(other),
            "/" => quotient(one, two),
            "div" if is_integer => one.checked_div_euclid(two).map(Number::integer),
            "mod" if is_integer => one.checked_rem_euclid(two).map(Number::integer),
            "quo" if is_integer => one.checked_div(two).map(Number::integer),
            "rem" if is_integer => one.checked_rem(two).map(Number::integer),
            _ => None,
        }
    }
}

/// A literal without the multiplier at its end, and the multiplier: `2Ki` is 2 times 1024.
fn multiplied(text: &str) -> (&str, Option<i128>) {
    let (text, base) = match text.strip_suffix('i') {
        Some(text) => (text, 1024_i128),
        None => (text, 1000),
    };
    let powers = ['K', 'M', 'G', 'T', 'P'];
    let power = text.chars().next_back().and_then(|last| {
        let at = powers.iter().position(|power| *power == last)?;
        u32::try_from(at + 1).ok()
    });
    match power {
        Some(power) => (&text[..text.len() - 1], base.checked_pow(power)),
        None => (text, None),
    }
}

/// A quotient that has an end.
fn quotient(one: i128, two: i128) -> Option<Number> {
    let mut digits = one;
    for decimals in 0..MOST_DECIMALS {
        if digits.checked_rem(two)? == 0 {
            return Some(Number {
                digits: digits / two,
                decimals,
                is_integer: false,
            });
        }
        digits = digits.checked_mul(10)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operate(one: &str, operator: &str, two: &str) -> Option<String> {
        let result = Number::parse(one)?.operate(operator, Number::parse(two)?)?;
        Some(result.text())
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
        let most = i128::MAX.to_string();
        assert_eq!(operate(&most, "+", "1"), None);
        assert_eq!(operate(&most, "*", "10.0"), None);
    }

    #[test]
    fn literals_have_exponents_multipliers_and_bases() {
        let read = |text| Number::parse(text).map(Number::text);
        assert_eq!(read("1e3").as_deref(), Some("1000.0"));
        assert_eq!(read("1.25E-2").as_deref(), Some("0.0125"));
        assert_eq!(read(".5").as_deref(), Some("0.5"));
        assert_eq!(read("2Ki").as_deref(), Some("2048"));
        assert_eq!(read("1.5G").as_deref(), Some("1500000000"));
        assert_eq!(read("1_000").as_deref(), Some("1000"));
        assert_eq!(read("0b101").as_deref(), Some("5"));
        assert_eq!(read("1e999999999"), None);
    }

    #[test]
    fn numbers_compare_by_value() {
        let number = |text| Number::parse(text).expect("a literal");
        assert!(number("1_000").compare(number("1000.5")) == Some(Ordering::Less));
        assert_eq!(number("1.0"), number("1.00"));
    }
}
