//! Calls that are replaced by a part of their function.
//!
//! Inlining is hygienic: locals at a call that would capture free names of the function's body are renamed, and so are
//! locals of the body that would shadow names at the call.

use lop_syntax::edit::{Change, Edit};
use lop_syntax::names::{self, Name};
use lop_syntax::{Facts, NodeId};
use rustc_hash::FxHashMap;

use super::View;
use super::calls::{Definition, Listed, definition};
use super::layout::laid_out;
use crate::tree::spelling::fresh_names;

/// New texts of tokens.
type Renamed = FxHashMap<NodeId, Box<[u8]>>;

/// Whether a language has functions with bodies, and calls.
pub(super) fn can_unfold(facts: &Facts) -> bool {
    !facts.signatures.is_empty() && !facts.functions.is_empty() && !facts.calls.is_empty()
}

/// A function and one of its calls.
pub(super) struct Unfolding<'a> {
    view: &'a View<'a>,
    /// The function's name and parameters.
    pub function: &'a Listed,
    /// Its definition.
    pub definition: &'a Definition<'a>,
    /// The call.
    pub call: &'a Listed,
    /// Whether the function is called nowhere else.
    pub is_only_call: bool,
    renamed: &'a Renamed,
}

/// The place in a body that gives the function's result.
pub(super) struct Outcome {
    /// The return statement, or the last expression.
    pub node: NodeId,
    /// The value, if there is one.
    pub value: Option<NodeId>,
}

impl Unfolding<'_> {
    /// The only result of the body: of its only return statement, or its last expression.
    pub(super) fn result(&self) -> Option<Outcome> {
        let program = self.view.program;
        let mut returns = self.returns();
        if let Some(node) = returns.next() {
            let value = program.named_parts(node).next();
            // The statement that holds only it, where a return is an expression.
            let mut around = program.around(node).skip(1);
            let is_all = |around: &NodeId| program.weight(*around) == program.weight(node) + 1;
            let node = around
                .find(is_all)
                .filter(|around| self.is_statement(*around))
                .unwrap_or(node);
            return returns.next().is_none().then_some(Outcome { node, value });
        }
        let value = self
            .last_expression()
            .filter(|_| self.definition.facts.tail_is_result)?;
        Some(Outcome {
            node: value,
            value: Some(value),
        })
    }

    /// Whether there are return statements.
    pub(super) fn returns_early(&self) -> bool {
        self.returns().next().is_some()
    }

    fn returns(&self) -> impl Iterator<Item = NodeId> + '_ {
        let View {
            program, tree, facts, ..
        } = *self.view;
        let mut todo = vec![self.definition.body];
        let below = std::iter::from_fn(move || {
            let node = todo.pop()?;
            todo.extend(program.children(node));
            Some(node)
        });
        below.filter(move |node| facts.returns.contain(tree, *node))
    }

    /// The expression at the end of the body, through blocks whose value is their last part.
    fn last_expression(&self) -> Option<NodeId> {
        let View {
            program, tree, facts, ..
        } = *self.view;
        let mut node = self.definition.body;
        while facts.value_blocks.contain(tree, node) {
            node = program.named_parts(node).last()?;
        }
        let text = program.text_of(node);
        let (open, _) = facts.braces.unwrap_or((";", ";"));
        (!text.ends_with(b";") && !text.starts_with(open.as_bytes())).then_some(node)
    }

    fn is_statement(&self, node: NodeId) -> bool {
        self.view.facts.statements.contain(self.view.tree, node)
    }

    /// The text of a part of the function, with the arguments in place of the parameters.
    pub(super) fn with_arguments(&self, part: NodeId) -> Vec<u8> {
        let program = self.view.program;
        let parameters = self.function.items.iter();
        let parameters: Vec<Option<NodeId>> = parameters.map(|item| self.name_of(*item)).collect();
        let mut replaced: Option<NodeId> = None;
        laid_out(self.view, program.tokens_of(part), |token| {
            let whole = self.view.whole_name(token);
            // Other tokens of a name with a sign are replaced with it.
            if replaced == Some(whole) {
                return None;
            }
            let name = names::first_name(program, whole).unwrap_or(token);
            let is_meant = |parameter: &Option<NodeId>| parameter.is_some_and(|own| self.is_same(own, name));
            let index = parameters.iter().position(is_meant);
            let Some(argument) = index.and_then(|index| self.call.items.get(index)) else {
                return Some(self.spelt(token));
            };
            replaced = Some(whole);
            Some(self.grouped(*argument))
        })
    }

    /// The token of a parameter's name.
    pub(super) fn name_of(&self, parameter: NodeId) -> Option<NodeId> {
        let View { program, facts, .. } = *self.view;
        let mut tokens = program.tokens_of(parameter);
        let defined = tokens.find(|token| self.view.is_definition(*token));
        let guessed = || {
            facts
                .parameter_names
                .iter()
                .find_map(|part| part.first(program, parameter))
        };
        defined.or_else(|| names::first_name(program, guessed().unwrap_or(parameter)))
    }

    /// Whether two tokens refer to the same thing.
    fn is_same(&self, one: NodeId, other: NodeId) -> bool {
        match (self.view.name_of(one), self.view.name_of(other)) {
            (Some(one), Some(other)) if self.view.facts.has_names && !one.definitions.is_empty() => {
                std::ptr::eq(one, other)
            }
            _ => self.view.program.text_of(one) == self.view.program.text_of(other),
        }
    }

    /// A node's text as an operand.
    pub(super) fn grouped(&self, node: NodeId) -> Box<[u8]> {
        self.view.grouped(node, self.text_of(node)).into()
    }

    /// A node's text with new names.
    pub(super) fn text_of(&self, node: NodeId) -> Vec<u8> {
        laid_out(self.view, self.view.program.tokens_of(node), |token| {
            Some(self.spelt(token))
        })
    }

    /// A token's text, or its new one.
    pub(super) fn spelt(&self, token: NodeId) -> Box<[u8]> {
        let new = self.renamed.get(&token).cloned();
        new.unwrap_or_else(|| self.view.program.text_of(token).into())
    }
}

/// For every function with calls the edit that removes it, and puts at every call the text that `unfold` makes in place of
/// the node that it names: the call, or something around it.
pub(super) fn unfolded(view: &View<'_>, unfold: impl Fn(&Unfolding<'_>) -> Option<(NodeId, Vec<u8>)>) -> Vec<Edit> {
    let program = view.program;
    let homonyms = homonyms(view.names());
    let mut fresh = fresh_names(program, view.names());
    let mut edits = Vec::new();
    for function in view.functions() {
        let Some(definition) = definition(view, function) else {
            continue;
        };
        let Some(gone) = view.removable_around(definition.node) else {
            continue;
        };
        let text = program.text_of(function.name);
        let calls = view.calls().iter();
        let calls: Vec<&Listed> = calls.filter(|call| program.text_of(call.name) == text).collect();
        let renamed = told_apart(view, &homonyms, gone, &calls, &mut fresh);
        let texts: Option<Vec<(NodeId, Vec<u8>)>> = calls
            .iter()
            .map(|call| {
                unfold(&Unfolding {
                    view,
                    function,
                    definition: &definition,
                    call,
                    is_only_call: calls.len() == 1,
                    renamed: &renamed,
                })
            })
            .collect();
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
            continue;
        };
        let mut changes = vec![Change::Remove(gone)];
        // Declarations of what is gone go, too.
        let name = view.name_of(function.name);
        let declared = name.into_iter().flat_map(|name| &name.definitions);
        let declared = declared.filter(|token| !program.is_within(**token, gone));
        changes.extend(
            declared
                .filter_map(|token| view.removable_around(*token))
                .map(Change::Remove),
        );
        let texts = texts.into_iter();
        changes.extend(texts.map(|(place, text)| Change::Rewrite(place, text.into())));
        // The program drops those inside of a node that goes or is rewritten.
        let mut renamed: Vec<(NodeId, Box<[u8]>)> = renamed.into_iter().collect();
        renamed.sort_unstable();
        changes.extend(renamed.into_iter().map(|(token, text)| Change::Rewrite(token, text)));
        edits.push(Edit { changes });
    }
    edits
}

/// Names that are spelled alike and refer to different things.
fn homonyms(names: &[Name]) -> Vec<Vec<&Name>> {
    let mut groups: FxHashMap<&[u8], Vec<&Name>> = FxHashMap::default();
    for name in names.iter().filter(|name| !name.is_member) {
        groups.entry(&name.text).or_default().push(name);
    }
    let mut groups: Vec<Vec<&Name>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable_by_key(|group| group[0].tokens[0]);
    groups
}

/// New names for those that would refer to something else if parts of a definition stood at its calls.
fn told_apart(
    view: &View<'_>,
    homonyms: &[Vec<&Name>],
    definition: NodeId,
    calls: &[&Listed],
    fresh: &mut impl Iterator<Item = String>,
) -> Renamed {
    let is_inside = |node: NodeId| view.program.is_within(node, definition);
    let is_known_at_call = |name: &Name| calls.iter().any(|call| view.program.is_within(call.node, name.scope));
    let mut renamed = Renamed::default();
    for group in homonyms {
        let (own, others): (Vec<&Name>, Vec<&Name>) = group.iter().partition(|name| is_inside(name.scope));
        let (free, others): (Vec<&Name>, Vec<&Name>) = others
            .into_iter()
            .partition(|name| name.tokens.iter().any(|token| is_inside(*token)));
        let capturing = others
            .into_iter()
            .filter(|name| !free.is_empty() && is_known_at_call(name));
        let shadowing = own.into_iter().filter(|_| {
            group
                .iter()
                .any(|name| !is_inside(name.scope) && is_known_at_call(name))
        });
        for name in capturing.chain(shadowing) {
            let may_be = |text: &String| names::may_be(view.tree, name.tokens[0], text.as_bytes());
            if let Some(text) = fresh.find(may_be) {
                renamed.extend(name.tokens.iter().map(|token| (*token, text.as_bytes().into())));
            }
        }
    }
    renamed
}
