//! Changes to the grammar of a crate, written in a short notation.
//!
//! Grammars of crates are not copied; what they lack stands in `grammars/<language>/overlay.txt`, and is put
//! into their `grammar.json` before a parser is generated from it. A statement begins at the beginning of a line, and goes
//! on in lines that are indented:
//!
//! ```text
//! rule = body           defines a rule, or replaces it
//! rule |= body          one more alternative
//! rule -= body          one alternative less, wherever in the rule it is one
//! rule ~ old => new     replaces a part of a rule; consecutive members of a sequence are a part too
//! conflict rule rule    a conflict that the parser is to settle at run time
//! mark 'seen' => 'text' a literal or pattern that stands for another one
//! ```
//!
//! A mark is what the parser sees where the mask (`parse/mask.rs`) has told tokens of the same look apart. The tree's
//! own copy of the grammar has the text, since texts are made from it.
//!
//! A body is made of `rule`, `'literal'`, `/pattern/`, `a b`, `a | b`, `a?`, `a*`, `a+`, `(a)`, `field:a`, `a@shown`, `a@'shown'`,
//! `prec[1](a)`, `prec.left[1](a)`, `prec.right[1](a)`, `prec.dynamic[1](a)`, `token(a)`, `immediate_token(a)`. A change that finds nothing to
//! replace is an error, so that a new version of the crate cannot undo one silently.

use serde_json::{Value, json};

/// A grammar with the changes made: as the parser is made from it, and as texts are made from it.
pub(crate) fn apply(grammar: &str, overlay: &str) -> Result<(String, String), String> {
    let mut grammar: Value = serde_json::from_str(grammar).map_err(|error| error.to_string())?;
    let (marks, changes): (Vec<String>, Vec<String>) = statements(overlay)
        .into_iter()
        .partition(|statement| statement.starts_with("mark "));
    for statement in changes {
        change(&mut grammar, &statement).map_err(|error| format!("{error} in \"{statement}\""))?;
    }
    let parsed = grammar.to_string();
    for mark in marks {
        let (seen, text) = mark[5..].split_once(" => ").ok_or("a mark stands for nothing")?;
        let (seen, text) = (parse(seen)?, parse(text)?);
        let rules = grammar["rules"].as_object_mut().ok_or("no rules")?;
        if rules
            .values_mut()
            .map(|rule| replace(rule, &seen, &text))
            .sum::<usize>()
            == 0
        {
            return Err(format!("no such mark in \"{mark}\""));
        }
    }
    Ok((parsed, grammar.to_string()))
}

/// The statements, each in one line.
fn statements(overlay: &str) -> Vec<String> {
    let mut statements: Vec<String> = Vec::new();
    for line in overlay.lines() {
        if line.trim_start().starts_with('#') || line.trim().is_empty() {
            continue;
        }
        match statements.last_mut() {
            Some(last) if line.starts_with(' ') => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => statements.push(line.trim_end().to_owned()),
        }
    }
    statements
}

fn change(grammar: &mut Value, statement: &str) -> Result<(), String> {
    let (name, rest) = statement.split_once(' ').ok_or("no rule")?;
    if name == "conflict" {
        let rules: Vec<&str> = rest.split_whitespace().collect();
        let conflicts = grammar["conflicts"].as_array_mut().ok_or("no conflicts")?;
        conflicts.push(json!(rules));
        return Ok(());
    }
    let (operator, body) = rest.trim_start().split_once(' ').ok_or("no body")?;
    let rules = grammar["rules"].as_object_mut().ok_or("no rules")?;
    if operator == "=" {
        rules.insert(name.to_owned(), parse(body)?);
        return Ok(());
    }
    let rule = rules.get_mut(name).ok_or("no such rule")?;
    match operator {
        "|=" => *rule = json!({"type": "CHOICE", "members": [rule.take(), parse(body)?]}),
        "-=" => {
            if remove(rule, &parse(body)?) == 0 {
                return Err("nothing to remove".to_owned());
            }
        }
        "~" => {
            let (old, new) = body.split_once(" => ").ok_or("nothing to put in its place")?;
            if replace(rule, &parse(old)?, &parse(new)?) == 0 {
                return Err("nothing to replace".to_owned());
            }
        }
        _ => return Err("no such change".to_owned()),
    }
    Ok(())
}

/// Removes an alternative wherever it is one; returns how often it was.
fn remove(rule: &mut Value, old: &Value) -> usize {
    let mut count = 0;
    let is_choice = rule["type"] == "CHOICE";
    if let Some(members) = rule.get_mut("members").and_then(Value::as_array_mut) {
        let before = members.len();
        members.retain(|member| !is_choice || member != old);
        count += before - members.len();
        count += members.iter_mut().map(|member| remove(member, old)).sum::<usize>();
    }
    if let Some(content) = rule.get_mut("content") {
        count += remove(content, old);
    }
    count
}

/// Replaces a part wherever it stands; returns how often it was found.
fn replace(rule: &mut Value, old: &Value, new: &Value) -> usize {
    if rule == old {
        *rule = new.clone();
        return 1;
    }
    let mut count = 0;
    if let (Some("SEQ"), Some("SEQ")) = (rule["type"].as_str(), old["type"].as_str())
        && let (Some(members), Some(part)) = (rule["members"].as_array_mut(), old["members"].as_array())
        && let Some(at) = members.windows(part.len()).position(|window| window == &part[..])
    {
        members.splice(at..at + part.len(), [new.clone()]);
        return 1;
    }
    if let Some(members) = rule.get_mut("members").and_then(Value::as_array_mut) {
        count += members
            .iter_mut()
            .map(|member| replace(member, old, new))
            .sum::<usize>();
    }
    if let Some(content) = rule.get_mut("content") {
        count += replace(content, old, new);
    }
    count
}

/// Reads a body.
fn parse(text: &str) -> Result<Value, String> {
    let mut reader = Reader { rest: text.trim() };
    let body = reader.choice()?;
    match reader.rest {
        "" => Ok(body),
        rest => Err(format!("cannot read \"{rest}\"")),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest.strip_prefix(token);
        self.rest = found.map_or(self.rest, str::trim_start);
        found.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) {
            Ok(())
        } else {
            Err(format!("no \"{token}\" before \"{}\"", self.rest))
        }
    }

    fn choice(&mut self) -> Result<Value, String> {
        let mut members = vec![self.sequence()?];
        while self.eat("|") {
            members.push(self.sequence()?);
        }
        Ok(alone_or("CHOICE", members))
    }

    fn sequence(&mut self) -> Result<Value, String> {
        let mut members = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            members.push(self.item()?);
        }
        Ok(alone_or("SEQ", members))
    }

    fn item(&mut self) -> Result<Value, String> {
        let mut item = self.primary()?;
        loop {
            if self.eat("?") {
                item = json!({"type": "CHOICE", "members": [item, {"type": "BLANK"}]});
            } else if self.eat("*") {
                item = json!({"type": "REPEAT", "content": item});
            } else if self.eat("+") {
                item = json!({"type": "REPEAT1", "content": item});
            } else if self.eat("@") {
                let is_literal = self.rest.starts_with('\'');
                let shown = if is_literal { self.quoted('\'')? } else { self.name()? };
                item = json!({"type": "ALIAS", "content": item, "named": !is_literal, "value": shown});
            } else {
                return Ok(item);
            }
        }
    }

    fn primary(&mut self) -> Result<Value, String> {
        if self.rest.starts_with('\'') {
            return Ok(json!({"type": "STRING", "value": self.quoted('\'')?}));
        }
        if self.rest.starts_with('/') {
            return Ok(json!({"type": "PATTERN", "value": self.quoted('/')?}));
        }
        if self.eat("(") {
            let inner = self.choice()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let name = self.name()?;
        let kind = name.to_uppercase().replace('.', "_");
        if name.starts_with("prec") && self.eat("[") {
            let (value, rest) = self.rest.split_once(']').ok_or("no end of a precedence")?;
            self.rest = rest.trim_start();
            let value: i32 = value.parse().map_err(|_| "no number")?;
            return Ok(json!({"type": kind, "value": value, "content": self.primary()?}));
        }
        if name.ends_with("token") && self.rest.starts_with('(') {
            return Ok(json!({"type": kind, "content": self.primary()?}));
        }
        if self.eat(":") {
            return Ok(json!({"type": "FIELD", "name": name, "content": self.item()?}));
        }
        Ok(json!({"type": "SYMBOL", "name": name}))
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let end = self
            .rest
            .find(|char: char| !char.is_ascii_alphanumeric() && char != '_' && char != '.');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if name.is_empty() {
            return Err(format!("no name before \"{rest}\""));
        }
        self.rest = rest.trim_start();
        Ok(name)
    }

    /// What stands between two of these characters.
    fn quoted(&mut self, quote: char) -> Result<&'a str, String> {
        let (text, rest) = self.rest[1..].split_once(quote).ok_or("no end of a literal")?;
        self.rest = rest.trim_start();
        Ok(text)
    }
}

/// The only member, or all of them as what they are together.
fn alone_or(kind: &str, mut members: Vec<Value>) -> Value {
    match members.len() {
        0 => json!({"type": "BLANK"}),
        1 => members.remove(0),
        _ => json!({"type": kind, "members": members}),
    }
}
