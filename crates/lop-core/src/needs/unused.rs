//! Unused: imports and local variables that a compiler refuses once nothing uses them.
//!
//! An edit that takes the last use of such a name is completed: the import goes with it, and the variable becomes blank where
//! it is defined and where it is assigned to. What a variable was defined with stays, because it may matter; nothing ties it to
//! the rest of the program any more, so it goes like any other statement. A program with a variable that nothing uses shows that its
//! test does not mind, and then variables are left as they are.
//!
//! A node that belongs to another one at a different place goes with it: the lines of a here-document with its mark.

use lop_syntax::edit::Change;
use lop_syntax::facts::Symbols;
use lop_syntax::names::{self, Name};
use lop_syntax::{Candidate, Facts, Kind, NodeId, Program, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::packages;

/// The names of a tree that have to be used.
#[derive(Default)]
pub struct Unused {
    imports: Vec<Import>,
    locals: Vec<Local>,
    definitions: Vec<Definition>,
    blank: &'static str,
    assignment: &'static str,
    /// Nodes, and those that go with them.
    together: Vec<(NodeId, NodeId)>,
}

/// An imported package.
struct Import {
    name: Box<[u8]>,
    /// What goes with its last use.
    node: NodeId,
    uses: Vec<NodeId>,
}

/// A variable of a function.
struct Local {
    name: Box<[u8]>,
    /// Where it is defined, and where it is only assigned to.
    targets: Vec<NodeId>,
    uses: Vec<NodeId>,
}

/// What defines variables with a sign of its own.
struct Definition {
    names: Vec<NodeId>,
    sign: NodeId,
}

/// A program and a candidate of it.
struct Loss<'a> {
    program: &'a Program,
    candidate: &'a Candidate,
    rewritten: Vec<(NodeId, &'a [u8])>,
}

impl Unused {
    /// Whether a language has any.
    pub fn are_in(facts: &Facts) -> bool {
        !facts.blanks.is_empty() || !facts.together.is_empty()
    }

    /// The names of a tree that have to be used.
    pub fn new(program: &Program) -> Self {
        let tree = program.tree();
        let facts = tree.syntax().facts();
        let Some((blank, sign, assignment)) = facts.blanks.first().copied() else {
            return Unused {
                together: together(program, facts),
                ..Unused::default()
            };
        };
        let mut targets: FxHashSet<NodeId> = FxHashSet::default();
        let mut defined: FxHashSet<NodeId> = FxHashSet::default();
        let mut definitions = Vec::new();
        for node in tree.nodes().filter(|node| program.is_live(*node)) {
            let locals = facts.used_locals.of(tree, node).iter();
            let names: Vec<NodeId> = locals
                .flat_map(|part| bare_names(program, part.of(program, node)))
                .collect();
            let sign = sign_of(program, node, sign).filter(|_| !names.is_empty());
            defined.extend(&names);
            definitions.extend(sign.map(|sign| Definition { names, sign }));
            if sign_of(program, node, assignment).is_some() {
                let assigned = facts.assignments.of(tree, node).iter();
                targets.extend(assigned.flat_map(|fact| bare_names(program, fact.name.of(program, node))));
            }
        }
        let names = names::by_scope(program);
        let is_target = |token: &NodeId| defined.contains(token) || targets.contains(token);
        let is_local = |name: &&Name| {
            let is_defined =
                !name.definitions.is_empty() && name.definitions.iter().all(|token| defined.contains(token));
            is_defined && !name.is_member && name.scope != tree.root() && *name.text != *blank.as_bytes()
        };
        let local = |name: &Name| {
            let (targets, uses) = name.tokens.iter().partition(|token| is_target(token));
            let name = name.text.clone();
            Local { name, targets, uses }
        };
        Unused {
            imports: imports(program, facts, &names),
            locals: names.iter().filter(is_local).map(local).collect(),
            definitions,
            blank,
            assignment,
            together: together(program, facts),
        }
    }

    /// What has to be changed besides, for a candidate of a program that has the same tree.
    pub fn completion(&self, program: &Program, candidate: &Candidate) -> Vec<Change> {
        let changes = candidate.edit().changes.iter();
        let rewritten = changes.filter_map(|change| match change {
            Change::Rewrite(node, text) => Some((*node, &**text)),
            _ => None,
        });
        let loss = Loss {
            program,
            candidate,
            rewritten: rewritten.collect(),
        };
        let mut changes = self.lost_imports(&loss);
        let parted = self.together.iter();
        let parted = parted.filter(|(node, other)| program.is_live(*node) && !loss.stays(*node) && loss.stays(*other));
        changes.extend(parted.map(|(_, other)| Change::Remove(*other)));
        let blanks = self.lost_locals(&loss);
        let signs = self.definitions.iter().filter(|definition| {
            let mut left = definition.names.iter().filter(|token| loss.stays(**token));
            let is_blank = |token: &NodeId| blanks.contains(token) || program.text_of(*token) == self.blank.as_bytes();
            loss.stays(definition.sign)
                && definition.names.iter().any(|token| blanks.contains(token))
                && left.all(is_blank)
        });
        changes.extend(signs.map(|definition| Change::Rewrite(definition.sign, self.assignment.as_bytes().into())));
        let mut blanks: Vec<NodeId> = blanks.into_iter().collect();
        blanks.sort_unstable();
        changes.extend(
            blanks
                .into_iter()
                .map(|token| Change::Rewrite(token, self.blank.as_bytes().into())),
        );
        changes
    }

    fn lost_imports(&self, loss: &Loss<'_>) -> Vec<Change> {
        let live = || self.imports.iter().filter(|import| loss.program.is_live(import.node));
        if live().any(|import| loss.is_unused(&import.name, &import.uses)) {
            return Vec::new();
        }
        let lost = live().filter(|import| loss.stays(import.node) && loss.loses(&import.name, &import.uses));
        lost.map(|import| Change::Remove(import.node)).collect()
    }

    /// The tokens that become blank.
    fn lost_locals(&self, loss: &Loss<'_>) -> FxHashSet<NodeId> {
        let live = |local: &&Local| local.targets.iter().any(|token| loss.is_there(&local.name, *token));
        let live = || self.locals.iter().filter(live);
        if live().any(|local| loss.is_unused(&local.name, &local.uses)) {
            return FxHashSet::default();
        }
        let lost = live().filter(|local| loss.loses(&local.name, &local.uses));
        let targets = lost.flat_map(|local| local.targets.iter().filter(|token| loss.is_there(&local.name, **token)));
        targets.copied().filter(|token| loss.stays(*token)).collect()
    }
}

impl Loss<'_> {
    /// Whether a token is in the program and has this name.
    fn is_there(&self, name: &[u8], token: NodeId) -> bool {
        self.program.is_live(token) && self.program.text_of(token) == name
    }

    /// Whether a node of the program is also in the candidate.
    fn stays(&self, node: NodeId) -> bool {
        let program = self.program;
        let is_text = || self.rewritten.iter().any(|(text, _)| program.is_within(node, *text));
        program.is_live(node) && !self.candidate.removes(program, node) && !is_text()
    }

    /// Whether nothing in the program uses a name.
    fn is_unused(&self, name: &[u8], uses: &[NodeId]) -> bool {
        !uses.iter().any(|token| self.is_there(name, *token))
    }

    /// Whether nothing in the candidate uses a name.
    fn loses(&self, name: &[u8], uses: &[NodeId]) -> bool {
        let is_left = |token: &NodeId| self.is_there(name, *token) && self.stays(*token);
        let mentions = |text: &[u8]| text.windows(name.len()).any(|part| part == name);
        !uses.iter().any(is_left) && !self.rewritten.iter().any(|(_, text)| mentions(text))
    }
}

/// Nodes, and those that stand elsewhere and go with them.
fn together(program: &Program, facts: &Facts) -> Vec<(NodeId, NodeId)> {
    let tree = program.tree();
    let mut pairs = Vec::new();
    for (one, other) in &facts.together {
        let all = |symbols: &Symbols| {
            let mut nodes: Vec<NodeId> = tree.nodes().filter(|node| symbols.contain(tree, *node)).collect();
            nodes.sort_by_key(|node| tree.span(*node).start);
            nodes
        };
        let (ones, others) = (all(one), all(other));
        if ones.len() == others.len() {
            pairs.extend(ones.into_iter().zip(others));
        }
    }
    pairs
}

fn imports(program: &Program, facts: &Facts, names: &[Name]) -> Vec<Import> {
    let tree = program.tree();
    let packages = packages(program);
    let mut uses: FxHashMap<&[u8], Vec<NodeId>> = FxHashMap::default();
    let unknown = names
        .iter()
        .filter(|name| name.definitions.is_empty() && !name.is_member);
    for name in unknown {
        uses.entry(&name.text).or_default().extend(&name.tokens);
    }
    let mut imports = Vec::new();
    for (name, path) in packages {
        let is_import = |node: &NodeId| facts.used_imports.contain(tree, *node);
        let import = program.around(path).find(is_import);
        let is_plain = |node: &NodeId| program.weight(*node) == program.weight(path);
        let node = import.filter(is_plain).and_then(|_| removable(program, path));
        if let (Some(node), Some(uses)) = (node, uses.remove(&*name)) {
            imports.push(Import { name, node, uses });
        }
    }
    imports.sort_by_key(|import| import.node);
    imports
}

/// The innermost node around a token that can go.
fn removable(program: &Program, token: NodeId) -> Option<NodeId> {
    program.around(token).find(|node| program.is_removable(*node))
}

/// The names that are parts, or items of lists, alone: `a` and `b` in `a, b.c, b`, but not `c`.
fn bare_names(program: &Program, parts: Vec<NodeId>) -> Vec<NodeId> {
    let tree = program.tree();
    let is_list = |part: NodeId| program.children(part).any(|child| tree.kind(child) == Kind::List);
    let items = parts.into_iter().flat_map(|part| {
        if is_list(part) {
            program.named_parts(part).collect()
        } else {
            vec![part]
        }
    });
    let alone = items.filter(|item| program.weight(*item) == 1);
    let tokens = alone.filter_map(|item| program.tokens_of(item).next());
    tokens.filter(|token| names::is_name(tree, *token)).collect()
}

/// The token of a node itself that is this sign.
fn sign_of(program: &Program, node: NodeId, sign: &str) -> Option<NodeId> {
    let tree: &Tree = program.tree();
    let is_sign = |token: &NodeId| tree.kind(*token) == Kind::Token && program.text_of(*token) == sign.as_bytes();
    let owner = |token: NodeId| {
        program
            .around(token)
            .skip(1)
            .find(|node| tree.kind(*node) == Kind::Regular)
    };
    let facts = tree.syntax().facts();
    let may_have = !facts.used_locals.of(tree, node).is_empty() || !facts.assignments.of(tree, node).is_empty();
    let mut tokens = program.tokens_of(node).filter(|_| may_have);
    tokens.find(|token| is_sign(token) && owner(*token) == Some(node))
}
