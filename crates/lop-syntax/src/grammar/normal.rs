//! From `grammar.json` to expressions in normal form.
//!
//! Perses rewrites a grammar until every removable part stands below an explicit quantifier, and then
//! generates a parser from the result. Rewriting a tree-sitter grammar ends in LR conflicts, so lop
//! leaves the parser alone and rewrites only its own copy of the rules: `x (sep x)*` becomes one list,
//! an alternative `blank` becomes an optional, direct recursion of a hidden rule becomes a list.
//! Expressions are interned: equal expressions have equal ids, which makes those patterns easy to see.

use rustc_hash::FxHashMap;

use super::json::{GrammarFile, RawRule};
use super::{Expr, ExprId, GrammarError, HiddenId, List, Rule, RuleId, Unit, UnitId};

/// The rules of a grammar in normal form; what [`super::Grammar::compile`] starts from.
#[derive(Default)]
pub(super) struct Normal {
    pub rules: Vec<Rule>,
    pub exprs: Vec<Expr>,
    pub units: Vec<Unit>,
    /// Hidden tokens: `None` for those of a hand-written scanner.
    pub hidden: Vec<Option<RawRule>>,
    /// Rules that the generator expands in place.
    inline: FxHashMap<RuleId, RawRule>,
    ids: FxHashMap<Expr, ExprId>,
    by_name: FxHashMap<(String, bool), RuleId>,
    unit_ids: FxHashMap<Unit, UnitId>,
    hidden_ids: FxHashMap<String, HiddenId>,
}

/// Another name for a node, as the grammar gives it.
pub(super) type Alias = (String, bool);

impl Normal {
    pub(super) fn new(file: &GrammarFile) -> Result<Self, GrammarError> {
        let mut normal = Normal::default();
        let mut bodies = Vec::new();
        for (name, value) in &file.rules {
            let raw: RawRule = serde_json::from_value(value.clone()).map_err(|source| GrammarError::Rule {
                rule: name.clone(),
                source,
            })?;
            let is_hidden = name.starts_with('_') || file.supertypes.contains(name) || file.inline.contains(name);
            let rule = normal.add_rule(name, true, is_hidden, Some(&raw));
            if file.inline.contains(name) {
                normal.inline.insert(rule, raw.clone());
            }
            bodies.push(raw);
        }
        for (index, raw) in bodies.iter().enumerate() {
            if raw.is_token() && raw.literal().is_none() {
                continue;
            }
            let mut body = normal.lower(raw, None);
            let rule = RuleId(index as u16);
            if normal.rules[index].is_hidden {
                body = normal.without_recursion(rule, body);
                if raw.literal().is_some() {
                    // Such a token is a node of its own only when the literal is used elsewhere too.
                    let hidden = normal.hidden_token(raw);
                    body = normal.choice(vec![body, hidden]);
                }
            }
            normal.rules[index].body = Some(body);
        }
        Ok(normal)
    }

    fn add_rule(&mut self, name: &str, named: bool, is_hidden: bool, raw: Option<&RawRule>) -> RuleId {
        let id = RuleId(u16::try_from(self.rules.len()).expect("a grammar has fewer than 65,536 rules"));
        self.rules.push(Rule {
            name: name.to_owned(),
            named,
            is_hidden,
            is_alias: false,
            is_immediate: matches!(raw.map(RawRule::bare), Some(RawRule::ImmediateToken { .. })),
            token: raw.filter(|raw| raw.is_token()).cloned(),
            body: None,
        });
        self.by_name.entry((name.to_owned(), named)).or_insert(id);
        id
    }

    fn lower(&mut self, raw: &RawRule, alias: Option<&Alias>) -> ExprId {
        match raw {
            RawRule::Blank => self.intern(Expr::Blank),
            RawRule::String { .. }
            | RawRule::Pattern { .. }
            | RawRule::Token { .. }
            | RawRule::ImmediateToken { .. } => self.token(raw, alias),
            RawRule::Symbol { name } => self.symbol(name, alias),
            RawRule::Seq { members } => {
                let parts = members.iter().map(|part| self.lower(part, alias)).collect();
                self.seq(parts)
            }
            RawRule::Choice { members } => {
                let parts = members.iter().map(|part| self.lower(part, alias)).collect();
                self.choice(parts)
            }
            RawRule::Repeat { content } | RawRule::Repeat1 { content } => {
                let is_plus = matches!(raw, RawRule::Repeat1 { .. });
                let Some((name, named)) = alias else {
                    let item = self.lower(content, None);
                    return self.list(item, None, is_plus);
                };
                // The generator makes a rule of every repetition, and it is this rule that is renamed.
                let rule = self.add_rule(name, *named, false, None);
                self.rules[rule.index()].is_alias = true;
                let item = self.lower(content, None);
                self.rules[rule.index()].body = Some(self.list(item, None, true));
                let unit = self.unit(rule, alias);
                if is_plus { unit } else { self.optional(unit) }
            }
            RawRule::Alias { content, named, value } => self.lower(content, Some(&(value.clone(), *named))),
            RawRule::Field { content }
            | RawRule::Prec { content }
            | RawRule::PrecLeft { content }
            | RawRule::PrecRight { content }
            | RawRule::PrecDynamic { content }
            | RawRule::Reserved { content } => self.lower(content, alias),
        }
    }

    fn token(&mut self, raw: &RawRule, alias: Option<&Alias>) -> ExprId {
        if let Some(text) = raw.literal() {
            if text.is_empty() {
                return self.intern(Expr::Blank);
            }
            let rule = match self.by_name.get(&(text.to_owned(), false)) {
                Some(rule) => *rule,
                None => self.add_rule(text, false, false, Some(raw)),
            };
            return self.unit(rule, alias);
        }
        match alias {
            Some((name, named)) => {
                let rule = self.add_rule(name, *named, false, Some(raw));
                self.rules[rule.index()].is_alias = true;
                self.unit(rule, alias)
            }
            None => self.hidden_token(raw),
        }
    }

    fn symbol(&mut self, name: &str, alias: Option<&Alias>) -> ExprId {
        let rule = match self.by_name.get(&(name.to_owned(), true)) {
            Some(rule) => *rule,
            None if name.starts_with('_') && alias.is_none() => {
                return self.hidden(name.to_owned(), None);
            }
            None => self.add_rule(name, true, false, None),
        };
        if let Some(raw) = alias.and_then(|_| self.inline.remove(&rule)) {
            // What is expanded in place hands the other name on to its parts. While it is expanded it is no
            // inline rule, so that one that holds itself comes to an end.
            let expr = self.lower(&raw, alias);
            self.inline.insert(rule, raw);
            return expr;
        }
        let Rule { is_hidden, token, .. } = &self.rules[rule.index()];
        match (is_hidden, alias, token) {
            (true, None, Some(token)) if token.literal().is_none() => {
                let token = token.clone();
                self.hidden_token(&token)
            }
            (true, None, _) => self.intern(Expr::Call(rule)),
            _ => self.unit(rule, alias),
        }
    }

    fn unit(&mut self, rule: RuleId, alias: Option<&Alias>) -> ExprId {
        let unit = Unit {
            rule,
            alias: alias.cloned(),
        };
        let next = UnitId(self.units.len() as u32);
        let id = *self.unit_ids.entry(unit.clone()).or_insert(next);
        if id == next {
            self.units.push(unit);
        }
        self.intern(Expr::Unit(id))
    }

    fn hidden_token(&mut self, raw: &RawRule) -> ExprId {
        self.hidden(format!("{raw:?}"), Some(raw))
    }

    fn hidden(&mut self, key: String, raw: Option<&RawRule>) -> ExprId {
        let next = HiddenId(self.hidden.len() as u32);
        let id = *self.hidden_ids.entry(key).or_insert(next);
        if id == next {
            self.hidden.push(raw.cloned());
        }
        self.intern(Expr::Hidden(id))
    }

    fn intern(&mut self, expr: Expr) -> ExprId {
        let next = ExprId(self.exprs.len() as u32);
        let id = *self.ids.entry(expr.clone()).or_insert(next);
        if id == next {
            self.exprs.push(expr);
        }
        id
    }

    fn list(&mut self, item: ExprId, separator: Option<ExprId>, is_plus: bool) -> ExprId {
        match self.exprs[item.index()].clone() {
            Expr::Blank => item,
            Expr::List(list) if separator.is_none() && list.separator.is_none() => self.intern(Expr::List(List {
                is_plus: list.is_plus && is_plus,
                ..list
            })),
            _ => self.intern(Expr::List(List {
                item,
                separator,
                is_plus,
                may_trail: false,
            })),
        }
    }

    fn optional(&mut self, part: ExprId) -> ExprId {
        match self.exprs[part.index()].clone() {
            Expr::Blank | Expr::Optional(_) => part,
            Expr::List(list) => self.intern(Expr::List(List { is_plus: false, ..list })),
            _ => self.intern(Expr::Optional(part)),
        }
    }

    fn choice(&mut self, parts: Vec<ExprId>) -> ExprId {
        let mut flat = Vec::new();
        let mut may_be_blank = false;
        for part in parts {
            match &self.exprs[part.index()] {
                Expr::Blank => may_be_blank = true,
                Expr::Choice(inner) => flat.extend(inner.iter().copied()),
                Expr::Optional(inner) => {
                    may_be_blank = true;
                    match &self.exprs[inner.index()] {
                        Expr::Choice(inner) => flat.extend(inner.iter().copied()),
                        _ => flat.push(*inner),
                    }
                }
                _ => flat.push(part),
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        flat.retain(|part| seen.insert(*part));
        let choice = match flat.as_slice() {
            [] => self.intern(Expr::Blank),
            [only] => *only,
            _ => self.intern(Expr::Choice(flat.into())),
        };
        if may_be_blank { self.optional(choice) } else { choice }
    }

    /// A sequence, with the lists in it made explicit.
    fn seq(&mut self, parts: Vec<ExprId>) -> ExprId {
        let mut flat: Vec<ExprId> = Vec::new();
        for part in parts {
            match &self.exprs[part.index()] {
                Expr::Blank => {}
                Expr::Seq(inner) => flat.extend(inner.iter().copied()),
                _ => flat.push(part),
            }
        }
        while self.fold_one_list(&mut flat) {}
        match flat.as_slice() {
            [] => self.intern(Expr::Blank),
            [only] => *only,
            _ => self.intern(Expr::Seq(flat.into())),
        }
    }

    /// Finds one list that is spelt out in a sequence and puts it there as a list.
    fn fold_one_list(&mut self, flat: &mut Vec<ExprId>) -> bool {
        for at in 0..flat.len() {
            let Expr::List(list) = self.exprs[flat[at].index()].clone() else {
                continue;
            };
            if let Some(separator) = list.separator {
                // `x (sep x)*` followed by `sep?`: the last separator belongs to the list.
                let trailing = self.optional(separator);
                if !list.may_trail && flat.get(at + 1) == Some(&trailing) {
                    let folded = self.intern(Expr::List(List {
                        may_trail: true,
                        ..list
                    }));
                    flat.splice(at..at + 2, [folded]);
                    return true;
                }
                continue;
            }
            // `x+ x` is at least two, and there is no list for that.
            if list.is_plus {
                continue;
            }
            let parts = self.parts(list.item);
            // `x x*` and `x* x`.
            if ends_with(&flat[..at], &parts) {
                let folded = self.list(list.item, None, true);
                flat.splice(at - parts.len()..=at, [folded]);
                return true;
            }
            if flat[at + 1..].starts_with(&parts) {
                let folded = self.list(list.item, None, true);
                flat.splice(at..=at + parts.len(), [folded]);
                return true;
            }
            for split in 1..parts.len() {
                // `x (sep x)*`: the item is the longest common part, so the separator is short.
                let (separator, item) = parts.split_at(split);
                if self.are_items(item, separator) && (ends_with(&flat[..at], item) || self.is_wider(item, &flat[..at]))
                {
                    let folded = self.separated(item, separator, true);
                    flat.splice(at - item.len()..=at, [folded]);
                    return true;
                }
                // `(x sep)* x` and `(x sep)* x?`.
                let (item, separator) = parts.split_at(parts.len() - split);
                if !self.are_items(item, separator) {
                    continue;
                }
                if flat[at + 1..].starts_with(item) {
                    let folded = self.separated(item, separator, true);
                    flat.splice(at..=at + item.len(), [folded]);
                    return true;
                }
                let whole = self.seq(item.to_vec());
                let last = self.optional(whole);
                if flat.get(at + 1) == Some(&last) {
                    let folded = self.separated(item, separator, false);
                    let Expr::List(list) = self.exprs[folded.index()].clone() else {
                        return false;
                    };
                    let folded = self.intern(Expr::List(List {
                        may_trail: true,
                        ..list
                    }));
                    flat.splice(at..at + 2, [folded]);
                    return true;
                }
            }
        }
        false
    }

    /// Whether these are the items of a list, and not what stands between them: in `x (sep y)* sep?` each `sep` is
    /// followed by a `y`, and still `y` is no separator.
    fn are_items(&self, item: &[ExprId], separator: &[ExprId]) -> bool {
        let is_punctuation = |parts: &[ExprId]| parts.iter().all(|part| self.is_punctuation(*part));
        !is_punctuation(item) || is_punctuation(separator)
    }

    /// Whether nothing but literals and text without nodes can be here.
    fn is_punctuation(&self, expr: ExprId) -> bool {
        match &self.exprs[expr.index()] {
            Expr::Blank | Expr::Hidden(_) => true,
            Expr::Call(_) => false,
            Expr::Unit(unit) => {
                let Unit { rule, alias } = &self.units[unit.index()];
                !alias
                    .as_ref()
                    .map_or(self.rules[rule.index()].named, |(_, named)| *named)
            }
            Expr::Seq(parts) | Expr::Choice(parts) => parts.iter().all(|part| self.is_punctuation(*part)),
            Expr::Optional(part) => self.is_punctuation(*part),
            Expr::List(list) => self.is_punctuation(list.item),
        }
    }

    /// `x (sep (x | y))*`: whether the item is a choice, and what stands before the list one of it. That the first item
    /// can be no `y` is forgotten.
    fn is_wider(&self, item: &[ExprId], before: &[ExprId]) -> bool {
        let ([item], Some(first)) = (item, before.last()) else {
            return false;
        };
        match (&self.exprs[item.index()], &self.exprs[first.index()]) {
            (Expr::Choice(all), Expr::Choice(some)) => some.iter().all(|one| all.contains(one)),
            (Expr::Choice(all), _) => all.contains(first),
            _ => false,
        }
    }

    fn separated(&mut self, item: &[ExprId], separator: &[ExprId], is_plus: bool) -> ExprId {
        let item = self.seq(item.to_vec());
        let separator = self.seq(separator.to_vec());
        self.list(item, Some(separator), is_plus)
    }

    fn parts(&self, expr: ExprId) -> Vec<ExprId> {
        match &self.exprs[expr.index()] {
            Expr::Seq(parts) => parts.to_vec(),
            _ => vec![expr],
        }
    }

    /// Direct recursion of a hidden rule, written as a list: `a → a x | b` is `b x*`, `a → x a | b` is `x* b`.
    fn without_recursion(&mut self, rule: RuleId, body: ExprId) -> ExprId {
        let itself = self.intern(Expr::Call(rule));
        let alternatives = match &self.exprs[body.index()] {
            Expr::Choice(parts) => parts.to_vec(),
            _ => return body,
        };
        let (mut left, mut right, mut plain) = (Vec::new(), Vec::new(), Vec::new());
        for alternative in alternatives {
            let parts = self.parts(alternative);
            match parts.as_slice() {
                [first, rest @ ..] if *first == itself && !rest.is_empty() => left.push(rest.to_vec()),
                [rest @ .., last] if *last == itself && !rest.is_empty() => right.push(rest.to_vec()),
                _ => plain.push(alternative),
            }
        }
        let (tails, is_left) = match (left.is_empty(), right.is_empty()) {
            (false, true) => (left, true),
            (true, false) => (right, false),
            _ => return body,
        };
        let tails = tails.into_iter().map(|tail| self.seq(tail)).collect();
        let item = self.choice(tails);
        let list = self.list(item, None, false);
        let base = self.choice(plain);
        self.seq(if is_left { vec![base, list] } else { vec![list, base] })
    }
}

fn ends_with(parts: &[ExprId], end: &[ExprId]) -> bool {
    !end.is_empty() && parts.ends_with(end)
}
