//! Names: which tokens speak of the same thing.
//!
//! The least that is known of any language is the text of its names: what is spelt alike is taken for the same. Where
//! a [`Table`] tells which rules define names and which open scopes, a token speaks of the definition in the innermost
//! scope around it. Members have names of their own: a field may be called like a variable. Order does not matter, for a
//! wrong guess costs a question and no more.

mod table;

use rustc_hash::{FxHashMap, FxHashSet};

pub use self::table::{Table, of as table};
use crate::program::Program;
use crate::tree::{Kind, NodeId, Tree};

/// A name and all its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// How it is spelt.
    pub text: Box<[u8]>,
    /// Its tokens, in the order of the text.
    pub tokens: Vec<NodeId>,
    /// Those of its tokens that define it, as far as that is known.
    pub definitions: Vec<NodeId>,
    /// The node in which it is known: the root, if nothing smaller is.
    pub scope: NodeId,
    /// Whether it is the name of a member.
    pub is_member: bool,
}

impl Name {
    /// The tokens that do not define it.
    pub fn uses(&self) -> impl Iterator<Item = NodeId> + '_ {
        let is_use = |token: &NodeId| !self.definitions.contains(token);
        self.tokens.iter().copied().filter(is_use)
    }
}

/// Whether a token is a name: its rule allows any word, and it is one.
pub fn is_name(tree: &Tree, token: NodeId) -> bool {
    let Some(grammar) = tree.syntax().grammar() else {
        return false;
    };
    let Some(rule) = tree.rule(token).filter(|_| tree.kind(token) == Kind::Token) else {
        return false;
    };
    // A grammar may show other tokens under the name of its names, and the matcher cannot tell which it was.
    let shown = || grammar.rule_named(tree.name(token));
    grammar.is_name(rule) || shown().is_some_and(|rule| grammar.is_name(rule))
}

/// Whether a name may be spelt like this, as far as its rule tells: in some languages types begin with a capital.
pub fn may_be(tree: &Tree, token: NodeId, text: &[u8]) -> bool {
    let grammar = tree.syntax().grammar();
    let lexeme = tree.rule(token).and_then(|rule| grammar?.lexeme(rule));
    lexeme.is_none_or(|lexeme| {
        let is_allowed = |text| lexeme.matches(text);
        !lexeme.is_name() || std::str::from_utf8(text).is_ok_and(is_allowed)
    })
}

/// Whether a text is a word.
pub fn is_word(text: &[u8]) -> bool {
    let is_start = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | 0x80..);
    text.first().is_some_and(is_start) && text.iter().all(|byte| is_start(byte) || byte.is_ascii_digit())
}

/// The names of a program by their spelling, in the order in which they first appear.
pub fn by_text(program: &Program) -> Vec<Name> {
    let root = program.tree().root();
    grouped(program, &Definitions::default(), |_, _| (root, false))
}

/// The names of a program by what they speak of, in the order in which they first appear.
pub fn by_scope(program: &Program) -> Vec<Name> {
    let tree = program.tree();
    let Some(table) = table(&tree.syntax().name) else {
        return by_text(program);
    };
    let defined = definitions(program, table);
    // For each spelling the scopes that know it, as no member and as one.
    let mut scopes: FxHashMap<Vec<u8>, [FxHashSet<NodeId>; 2]> = FxHashMap::default();
    for (token, scope) in &defined {
        let known = scopes.entry(program.text_of(*token)).or_default();
        known[usize::from(is_member(tree, *token))].insert(*scope);
    }
    grouped(program, &defined, |token, text| {
        let is_member = is_member(tree, token);
        let own = defined.get(&token).copied();
        let scope = own.or_else(|| {
            let known = &scopes.get(text)?[usize::from(is_member)];
            let mut around = std::iter::successors(Some(token), |node| program.parent(*node));
            around.find(|node| known.contains(node))
        });
        (scope.unwrap_or(tree.root()), is_member)
    })
}

/// Tokens that define something, each with the scope in which it is known.
type Definitions = FxHashMap<NodeId, NodeId>;

/// The names of a program, those that are spelt alike told apart by their scope and whether they are members.
fn grouped(program: &Program, defined: &Definitions, place: impl Fn(NodeId, &[u8]) -> (NodeId, bool)) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let mut numbers: FxHashMap<((NodeId, bool), Vec<u8>), usize> = FxHashMap::default();
    for token in program.live_tokens().filter(|token| is_name(program.tree(), *token)) {
        let text = program.text_of(token);
        if !is_word(&text) {
            continue;
        }
        let (scope, is_member) = place(token, &text);
        let number = *numbers.entry(((scope, is_member), text.clone())).or_insert(names.len());
        if number == names.len() {
            names.push(Name {
                text: text.into(),
                tokens: Vec::new(),
                definitions: Vec::new(),
                scope,
                is_member,
            });
        }
        names[number].tokens.push(token);
        if defined.contains_key(&token) {
            names[number].definitions.push(token);
        }
    }
    names
}

fn definitions(program: &Program, table: &Table) -> Definitions {
    let tree = program.tree();
    let mut fields: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (rule, field) in table.definitions {
        fields.entry(rule).or_default().push(field);
    }
    let scopes: FxHashSet<&str> = table.scopes.iter().copied().collect();
    let mut defined = Definitions::default();
    for node in tree.nodes() {
        let name = tree.name(node);
        let Some(fields) = fields
            .get(name)
            .filter(|_| tree.rule(node).is_some() && program.is_live(node))
        else {
            continue;
        };
        // `struct S *s` only mentions the structure.
        if name.ends_with("_specifier") && with_field(program, node, "body").next().is_none() {
            continue;
        }
        for field in fields {
            for child in with_field(program, node, field) {
                let Some(token) = first_name(program, child) else {
                    continue;
                };
                let mut around = std::iter::successors(program.parent(node), |node| program.parent(*node));
                // Members are known wherever there is something that has them.
                let scope = if is_member(tree, token) {
                    None
                } else {
                    around.find(|node| scopes.contains(tree.name(*node)))
                };
                defined.insert(token, scope.unwrap_or(tree.root()));
            }
        }
    }
    defined
}

fn is_member(tree: &Tree, token: NodeId) -> bool {
    let name = tree.name(token);
    name.contains("field") || name.contains("property")
}

/// The parts of a node that have a field's name, looked for below lists and options too.
pub fn with_field<'a>(program: &'a Program, node: NodeId, field: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    parts(program, node).filter(move |part| program.tree().field(*part) == Some(field))
}

/// The parts of a node that are nodes of the grammar, in their order.
pub fn parts(program: &Program, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let mut todo: Vec<NodeId> = program.children(node).collect();
    todo.reverse();
    std::iter::from_fn(move || {
        loop {
            let part = todo.pop()?;
            if program.tree().rule(part).is_some() {
                return Some(part);
            }
            let first = todo.len();
            todo.extend(program.children(part));
            todo[first..].reverse();
        }
    })
}

/// The first name in a node.
pub fn first_name(program: &Program, node: NodeId) -> Option<NodeId> {
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if is_name(program.tree(), node) {
            return Some(node);
        }
        let first = todo.len();
        todo.extend(program.children(node));
        todo[first..].reverse();
    }
    None
}

/// The first name in the first of some fields that a node has.
pub fn first_name_of(program: &Program, node: NodeId, fields: &[&str]) -> Option<NodeId> {
    let mut parts = fields
        .iter()
        .filter_map(|field| with_field(program, node, field).next());
    parts.find_map(|part| first_name(program, part))
}

/// The name that a call means: in `a.b.c(d)` the last one of the field, in a declarator the first.
pub fn last_name_of(program: &Program, node: NodeId, fields: &[&str]) -> Option<NodeId> {
    let tree = program.tree();
    for field in fields {
        let Some(mut part) = with_field(program, node, field).next() else {
            continue;
        };
        if *field != "function" {
            return first_name(program, part);
        }
        // Down to the last part that has a name: an argument list of another call is none.
        while !is_name(tree, part) {
            part = parts(program, part).filter(|part| tree.is_named(*part)).last()?;
        }
        return Some(part);
    }
    None
}
