//! The package `list`.

use super::super::super::number::Number;
use super::super::super::value::{MOST_LENGTH, Value};

/// The result of a call.
pub(super) fn call(name: &str, arguments: &[Value]) -> Option<Value> {
    match (name, arguments) {
        ("Range", [Value::Number(start), Value::Number(limit), Value::Number(step)]) => range(*start, *limit, *step),
        ("Repeat", [Value::List(items), count]) => {
            let count = count.index()?;
            let length = items.len().checked_mul(count)?;
            let repeated = items.iter().cycle().take(length).cloned();
            (length <= MOST_LENGTH).then(|| Value::List(repeated.collect()))
        }
        ("Concat", [Value::List(lists)]) => flattened(lists, 1, true),
        ("FlattenN", [Value::List(items), Value::Number(depth)]) => flattened(items, depth.whole()?, false),
        ("Contains", [Value::List(items), value]) => Some(Value::Boolean(contains(items, value)?)),
        ("MinItems", [Value::List(items), least]) => Some(Value::Boolean(items.len() >= least.index()?)),
        ("MaxItems", [Value::List(items), most]) => Some(Value::Boolean(items.len() <= most.index()?)),
        ("Slice", [Value::List(items), low, high]) => {
            Some(Value::List(items.get(low.index()?..high.index()?)?.to_vec()))
        }
        ("Take", [Value::List(items), count]) => Some(Value::List(items[..count.index()?.min(items.len())].to_vec())),
        ("Drop", [Value::List(items), count]) => Some(Value::List(items[count.index()?.min(items.len())..].to_vec())),
        ("Sort", [Value::List(items), Value::Text(order)]) => match order.as_str() {
            "Ascending" => sorted(items, false),
            "Descending" => sorted(items, true),
            _ => None,
        },
        (_, [Value::List(items)]) => unary(name, items),
        _ => None,
    }
}

fn unary(name: &str, items: &[Value]) -> Option<Value> {
    let numbers = || {
        let number = |item: &Value| match item {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        items.iter().map(number).collect::<Option<Vec<Number>>>()
    };
    let folded = |start: i128, operator: &str| {
        let mut numbers = numbers()?.into_iter();
        numbers.try_fold(Number::integer(start), |all, next| all.operate(operator, next))
    };
    match name {
        "Sum" => folded(0, "+").map(Value::Number),
        "Product" => folded(1, "*").map(Value::Number),
        "Avg" => {
            let average = folded(0, "+")?.operate("/", Number::length(items.len())?)?;
            let whole = average.whole().map(Value::integer);
            Some(whole.unwrap_or(Value::Number(average)))
        }
        "Max" | "Min" => {
            let mut numbers = numbers()?.into_iter();
            let first = numbers.next()?;
            let best = numbers.try_fold(first, |best, next| {
                let is_better = next.compare(best)? == if name == "Max" { 1.cmp(&0) } else { 0.cmp(&1) };
                Some(if is_better { next } else { best })
            });
            best.map(Value::Number)
        }
        "Reverse" => Some(Value::List(items.iter().rev().cloned().collect())),
        "SortStrings" if items.iter().all(|item| item.as_name().is_some()) => sorted(items, false),
        "IsSortedStrings" => {
            let texts: Vec<&str> = items.iter().map(Value::as_name).collect::<Option<_>>()?;
            Some(Value::Boolean(texts.is_sorted()))
        }
        "UniqueItems" => {
            let is_new = |at: usize| Some(!contains(&items[..at], &items[at])?);
            let mut are_new = (0..items.len()).map(is_new);
            let all = are_new.try_fold(true, |all, is_new| Some(all && is_new?));
            all.map(Value::Boolean)
        }
        _ => None,
    }
}

fn range(start: Number, limit: Number, step: Number) -> Option<Value> {
    let zero = Number::integer(0);
    let direction = step.compare(zero).filter(|direction| direction.is_ne())?;
    let mut items = Vec::new();
    let mut next = start;
    while limit.compare(next)? == direction {
        items.push(Value::Number(next));
        if items.len() > MOST_LENGTH {
            return None;
        }
        next = next.operate("+", step)?;
    }
    Some(Value::List(items))
}

/// Whether a list has a value, where that can be told.
fn contains(items: &[Value], value: &Value) -> Option<bool> {
    for item in items {
        // Values of different kinds are not the same, whether or not they can be compared.
        if item.equals(value).unwrap_or(false) {
            return Some(true);
        }
    }
    Some(false)
}

/// The items of lists in a list; a negative depth is any depth.
fn flattened(items: &[Value], depth: i128, is_all_lists: bool) -> Option<Value> {
    let mut flat = Vec::new();
    let mut todo: Vec<(&Value, i128)> = items.iter().rev().map(|item| (item, depth)).collect();
    while let Some((item, depth)) = todo.pop() {
        match item {
            Value::List(inner) if depth != 0 => {
                todo.extend(inner.iter().rev().map(|item| (item, depth.saturating_sub(1))));
            }
            item => flat.push(item.clone()),
        }
        if flat.len() > MOST_LENGTH {
            return None;
        }
    }
    let is_well = !is_all_lists || items.iter().all(|item| matches!(item, Value::List(_)));
    is_well.then_some(Value::List(flat))
}

/// Values of one kind in their order.
fn sorted(items: &[Value], is_descending: bool) -> Option<Value> {
    let mut pairs = items.windows(2);
    if !pairs.all(|pair| pair[0].compare(&pair[1]).is_some()) {
        return None;
    }
    let mut items = items.to_vec();
    items.sort_by(|one, two| {
        let order = one.compare(two).unwrap_or(std::cmp::Ordering::Equal);
        if is_descending { order.reverse() } else { order }
    });
    Some(Value::List(items))
}
