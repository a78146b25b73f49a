//! Names: which tokens refer to the same thing.
//!
//! The least that is known of any language is the text of its names: equal spelling is taken for the same name. Where
//! [`Facts`](crate::Facts) tell which rules define names and which open scopes, a token refers to the definition in the
//! innermost scope around it, or in the namespace that qualifies it ([`scopes`]). Members have names of their own: a field
//! may be called like a variable. The order of definition and use does not matter, because a wrong guess costs a query and
//! no more.

mod scopes;

use rustc_hash::FxHashMap;

use self::scopes::{Defined, Place, Scopes};
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
    /// Those of its definitions that add to another one: overloads, specialisations, members outside of their record.
    pub additions: Vec<NodeId>,
    /// Tokens of another name that make that one known by this name, too: of `using a::f;`, where there are other `f`.
    pub imports: Vec<NodeId>,
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
    // A grammar may show other tokens under the name of its names, and the matcher cannot tell which it was. A name that is
    // no rule is all that is known of a token with alternatives.
    let shown = tree.name(token);
    let holders = &tree.syntax().facts().word_holders;
    let is_held = || tree.parent(token).is_some_and(|parent| holders.contain(tree, parent));
    grammar.is_name(rule)
        || (is_held() && tree.is_named(token) && is_word(tree.text(token)))
        || match grammar.rule_named(shown) {
            Some(rule) => grammar.is_name(rule),
            None => shown.ends_with("identifier") && is_word(tree.text(token)),
        }
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
    let is_name = |token| is_name(program.tree(), token);
    grouped(program, &FxHashMap::default(), is_name, |_, _| (Place::Unknown, false)).0
}

/// The names of a program by what they speak of, in the order in which they first appear.
pub fn by_scope(program: &Program) -> Vec<Name> {
    if !program.tree().syntax().facts().has_names {
        return by_text(program);
    }
    let scopes = Scopes::new(program);
    let is_name = |token| scopes.is_name(token);
    let (mut names, numbers) = grouped(program, &scopes.defined, is_name, |token, text| {
        let place = scopes.place(token, text);
        (place, place == Place::Member || scopes.is_member(token))
    });
    for (token, place) in scopes.imports() {
        if let Some(number) = numbers.get(&((place, false), program.text_of(token))) {
            names[*number].imports.push(token);
        }
    }
    names
}

/// The number of each name, by the place where it is known, whether it is a member's, and its spelling.
type Numbers = FxHashMap<((Place, bool), Vec<u8>), usize>;

/// The names of a program, those that are spelt alike told apart by the place where they are known.
fn grouped(
    program: &Program,
    defined: &FxHashMap<NodeId, Defined>,
    is_name: impl Fn(NodeId) -> bool,
    place: impl Fn(NodeId, &[u8]) -> (Place, bool),
) -> (Vec<Name>, Numbers) {
    let mut names: Vec<Name> = Vec::new();
    let mut numbers = Numbers::default();
    for token in program.live_tokens().filter(|token| is_name(*token)) {
        let text = program.text_of(token);
        if !is_word(&text) {
            continue;
        }
        let (place, is_member) = place(token, &text);
        let number = *numbers.entry(((place, is_member), text.clone())).or_insert(names.len());
        if number == names.len() {
            names.push(Name {
                text: text.into(),
                tokens: Vec::new(),
                definitions: Vec::new(),
                additions: Vec::new(),
                imports: Vec::new(),
                scope: match place {
                    Place::Node(scope) => scope,
                    _ => program.tree().root(),
                },
                is_member,
            });
        }
        names[number].tokens.push(token);
        if let Some(defined) = defined.get(&token) {
            names[number].definitions.push(token);
            names[number].additions.extend(defined.is_addition.then_some(token));
        }
    }
    (names, numbers)
}

/// The first name in a node.
pub fn first_name(program: &Program, node: NodeId) -> Option<NodeId> {
    first(program, node, |node| is_name(program.tree(), node))
}

/// The first node in another one that fits.
fn first(program: &Program, node: NodeId, fits: impl Fn(NodeId) -> bool) -> Option<NodeId> {
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if fits(node) {
            return Some(node);
        }
        let first = todo.len();
        todo.extend(program.children(node));
        todo[first..].reverse();
    }
    None
}

/// The last name in a node: in the callee `a.b.c` of a call, the one that is called.
pub fn last_name(program: &Program, mut node: NodeId) -> Option<NodeId> {
    while !is_name(program.tree(), node) {
        node = program.named_parts(node).last()?;
    }
    Some(node)
}
