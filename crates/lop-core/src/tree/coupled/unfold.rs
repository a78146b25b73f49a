//! Calls that become what their function does.
//!
//! Where the body of a function stands in place of a call, its names have to mean what they meant: what hides from it
//! at the call something that it speaks of gets another name, and so does what it would hide there itself.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::names::{self, Name};
use lop_syntax::{Kind, Layout, NodeId, Program};
use rustc_hash::FxHashMap;

use super::calls::{Listed, body, calls, functions};
use super::{grouped, is_within, removable_around, statement_around};
use crate::tree::spelling::{fresh_names, joined};

/// Fields of a parameter that hold its name.
const NAMES: [&str; 3] = ["declarator", "name", "pattern"];

/// Tokens that get another name.
type Renamed = FxHashMap<NodeId, Box<[u8]>>;

/// A function and one of its calls.
struct Unfolding<'a> {
    program: &'a Program,
    function: &'a Listed,
    body: NodeId,
    call: &'a Listed,
    is_only_call: bool,
    renamed: &'a Renamed,
}

/// Calls that become what their function returns.
pub fn returns(program: &Program) -> Vec<Edit> {
    unfolded(program, |unfolding| {
        let (_, value) = unfolding.only_return()?;
        Some((unfolding.call.node, unfolding.with_arguments(value?)))
    })
}

/// Calls that become their function's body.
pub fn bodies(program: &Program) -> Vec<Edit> {
    if program.tree().syntax().layout == Layout::Indent {
        return Vec::new();
    }
    unfolded(program, |unfolding| {
        let call = unfolding.call.node;
        let statement = statement_around(program, call)?;
        let is_all = program.weight(statement) <= program.weight(call) + 1;
        is_all.then(|| (statement, unfolding.with_arguments(unfolding.body)))
    })
}

/// Functions that are called once, with their statements in front of the call's own: parameters become variables, and
/// the call what is returned at the end.
pub fn inlined(program: &Program) -> Vec<Edit> {
    let table = names::table(&program.tree().syntax().name);
    let Some(keyword) = table.and_then(|table| table.variable) else {
        return Vec::new();
    };
    unfolded(program, |unfolding| {
        if !unfolding.is_only_call {
            return None;
        }
        let place = innermost_statement(program, unfolding.call.node)?;
        let texts = unfolding.statements(keyword, place)?;
        let is_item = program
            .parent(place)
            .is_some_and(|parent| program.tree().kind(parent) == Kind::List);
        let text = joined(&texts);
        Some((
            place,
            if is_item {
                text
            } else {
                [b"{", &text[..], b"}"].concat()
            },
        ))
    })
}

impl Unfolding<'_> {
    /// The only return statement in the body, with its value.
    fn only_return(&self) -> Option<(NodeId, Option<NodeId>)> {
        let tree = self.program.tree();
        let mut returns = self.returns();
        let statement = returns.next().filter(|_| returns.next().is_none())?;
        let value = names::parts(self.program, statement).find(|part| tree.is_named(*part));
        Some((statement, value))
    }

    fn returns(&self) -> impl Iterator<Item = NodeId> + '_ {
        let tree = self.program.tree();
        let mut todo = vec![self.body];
        let below = std::iter::from_fn(move || {
            let node = todo.pop()?;
            todo.extend(self.program.children(node));
            Some(node)
        });
        below.filter(|node| tree.name(*node) == "return_statement")
    }

    /// The text of a part of the function, with the arguments in place of the parameters.
    fn with_arguments(&self, part: NodeId) -> Vec<u8> {
        let parameters = self.function.items.iter().map(|item| {
            let name = names::last_name_of(self.program, *item, &NAMES);
            let name = name.or_else(|| names::first_name(self.program, *item));
            name.map(|name| self.program.text_of(name)).unwrap_or_default()
        });
        let parameters: Vec<Vec<u8>> = parameters.collect();
        let texts: Vec<Box<[u8]>> = self
            .program
            .tokens_of(part)
            .map(|token| {
                let own = self.program.text_of(token);
                let index = parameters.iter().position(|parameter| *parameter == own);
                let argument = index.and_then(|index| self.call.items.get(index));
                argument.map_or_else(|| self.spelt(token), |argument| self.grouped(*argument))
            })
            .collect();
        joined(&texts)
    }

    /// The statements that stand in place of the one with the call.
    fn statements(&self, keyword: &str, place: NodeId) -> Option<Vec<Box<[u8]>>> {
        let program = self.program;
        let body: Vec<NodeId> = program.tokens_of(self.body).collect();
        let [open, inside @ .., close] = &body[..] else {
            return None;
        };
        if program.text_of(*open) != b"{" || program.text_of(*close) != b"}" {
            return None;
        }
        let (end, value) = match self.only_return() {
            Some((end, value)) if inside.last().is_some_and(|last| is_within(program, *last, end)) => {
                (Some(end), value)
            }
            None if self.returns().next().is_none() => (None, None),
            _ => return None,
        };
        let mut texts: Vec<Box<[u8]>> = Vec::new();
        for (parameter, argument) in self.function.items.iter().zip(&self.call.items) {
            texts.push(keyword.as_bytes().into());
            texts.extend(program.tokens_of(*parameter).map(|token| self.spelt(token)));
            texts.push((*b"=").into());
            texts.push(self.text_of(*argument).into());
            texts.push((*b";").into());
        }
        let is_kept = |token: &&NodeId| end.is_none_or(|end| !is_within(program, **token, end));
        texts.extend(inside.iter().filter(is_kept).map(|token| self.spelt(*token)));
        match value {
            Some(value) => texts.extend(self.statement_with(place, &self.grouped(value))),
            None if program.weight(place) > program.weight(self.call.node) + 1 => return None,
            None => {}
        }
        Some(texts)
    }

    /// The statement with a value in place of the call.
    fn statement_with(&self, place: NodeId, value: &[u8]) -> Vec<Box<[u8]>> {
        let (mut texts, mut is_put) = (Vec::new(), false);
        for token in self.program.tokens_of(place) {
            if !is_within(self.program, token, self.call.node) {
                texts.push(self.spelt(token));
            } else if !std::mem::replace(&mut is_put, true) {
                texts.push(value.into());
            }
        }
        texts
    }

    fn grouped(&self, node: NodeId) -> Box<[u8]> {
        grouped(self.program, node, self.text_of(node)).into()
    }

    fn text_of(&self, node: NodeId) -> Vec<u8> {
        if self
            .program
            .tokens_of(node)
            .any(|token| self.renamed.contains_key(&token))
        {
            let texts: Vec<Box<[u8]>> = self.program.tokens_of(node).map(|token| self.spelt(token)).collect();
            joined(&texts)
        } else {
            self.program.text_of(node)
        }
    }

    fn spelt(&self, token: NodeId) -> Box<[u8]> {
        let new = self.renamed.get(&token).cloned();
        new.unwrap_or_else(|| self.program.text_of(token).into())
    }
}

/// Functions that go, with a text in place of every call or of something around it.
fn unfolded(program: &Program, unfold: impl Fn(&Unfolding<'_>) -> Option<(NodeId, Vec<u8>)>) -> Vec<Edit> {
    let calls = calls(program);
    let names = names::by_scope(program);
    let homonyms = homonyms(&names);
    let mut fresh = fresh_names(program, &names);
    let mut edits = Vec::new();
    for function in functions(program) {
        let body = body(program, &function);
        let definition = body.and_then(|body| removable_around(program, program.parent(body)?));
        let (Some(body), Some(definition)) = (body, definition) else {
            continue;
        };
        let text = program.text_of(function.name);
        let own: Vec<&Listed> = calls.iter().filter(|call| program.text_of(call.name) == text).collect();
        let renamed = told_apart(program, &homonyms, definition, &own, &mut fresh);
        let texts: Option<Vec<(NodeId, Vec<u8>)>> = own
            .iter()
            .map(|call| {
                unfold(&Unfolding {
                    program,
                    function: &function,
                    body,
                    call,
                    is_only_call: own.len() == 1,
                    renamed: &renamed,
                })
            })
            .collect();
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
            continue;
        };
        let mut changes = vec![Change::Remove(definition)];
        changes.extend(
            texts
                .into_iter()
                .map(|(place, text)| Change::Rewrite(place, text.into())),
        );
        // Those inside of what goes or is written anew are dropped when the edit is made.
        let mut renamed: Vec<(NodeId, Box<[u8]>)> = renamed.into_iter().collect();
        renamed.sort_unstable();
        changes.extend(renamed.into_iter().map(|(token, text)| Change::Rewrite(token, text)));
        edits.push(Edit { changes });
    }
    edits
}

/// Names that are spelt alike and mean different things.
fn homonyms(names: &[Name]) -> Vec<Vec<&Name>> {
    let mut groups: FxHashMap<&[u8], Vec<&Name>> = FxHashMap::default();
    for name in names.iter().filter(|name| !name.is_member) {
        groups.entry(&name.text).or_default().push(name);
    }
    let mut groups: Vec<Vec<&Name>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable_by_key(|group| group[0].tokens[0]);
    groups
}

/// New names for what would mean something else if a definition's parts stood where its calls are.
fn told_apart(
    program: &Program,
    homonyms: &[Vec<&Name>],
    definition: NodeId,
    calls: &[&Listed],
    fresh: &mut impl Iterator<Item = String>,
) -> Renamed {
    let is_inside = |node: NodeId| is_within(program, node, definition);
    let is_known_at_call = |name: &Name| calls.iter().any(|call| is_within(program, call.node, name.scope));
    let mut renamed = Renamed::default();
    for group in homonyms {
        let (own, others): (Vec<&Name>, Vec<&Name>) = group.iter().partition(|name| is_inside(name.scope));
        let (meant, others): (Vec<&Name>, Vec<&Name>) = others
            .into_iter()
            .partition(|name| name.tokens.iter().any(|token| is_inside(*token)));
        let hiding = others
            .into_iter()
            .filter(|name| !meant.is_empty() && is_known_at_call(name));
        let hidden = own.into_iter().filter(|_| {
            group
                .iter()
                .any(|name| !is_inside(name.scope) && is_known_at_call(name))
        });
        for name in hiding.chain(hidden) {
            let may_be = |text: &String| names::may_be(program.tree(), name.tokens[0], text.as_bytes());
            if let Some(text) = fresh.find(may_be) {
                renamed.extend(name.tokens.iter().map(|token| (*token, text.as_bytes().into())));
            }
        }
    }
    renamed
}

/// The smallest statement or declaration around a node.
fn innermost_statement(program: &Program, node: NodeId) -> Option<NodeId> {
    let tree = program.tree();
    let mut around = std::iter::successors(Some(node), |node| program.parent(*node));
    around.find(|node| tree.name(*node).ends_with("statement") || tree.name(*node).ends_with("declaration"))
}
