//! The type of a node: what the papers call its grammar rule type.
//!
//! Papers use grammars in which every list and every option is a rule of its own. A tree of tree-sitter has fewer
//! rules, so the type of a node is a text made of the rules around it:
//!
//! | node | type | such as |
//! |---|---|---|
//! | made by a rule | the rule's name | `if_statement` |
//! | the same, an item of the whole file | the file's rule and its own | `translation_unit/declaration` |
//! | list | the rule around it, the items' field if they have one, a star; a plus if an item stays | `compound_statement*`, `declaration.declarator+` |
//! | option | the same with a question mark | `if_statement.alternative?` |
//! | group | the first rule in it, in brackets | `(struct_specifier)` |
//!
//! Items at the top of a file have types of their own because grammars call a global variable and a local one by the same
//! rule, and no other feature predicts removability as well.

use lop_syntax::{Kind, NodeId, Tree};
use rustc_hash::FxHashMap;

/// The number of a type in a [`Vocabulary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleType(pub u16);

impl RuleType {
    /// Its place in tables.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// All types that were met, numbered in the order in which they were.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, RuleType>,
}

impl Vocabulary {
    /// Types with these names, each of which is there once.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut vocabulary = Vocabulary::default();
        for name in names {
            vocabulary.add(name);
        }
        vocabulary
    }

    /// The type with a name, a new one if need be. Of more than 65,535 types the rest are the last.
    pub fn add(&mut self, name: &str) -> RuleType {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let Ok(number) = u16::try_from(self.names.len()) else {
            return RuleType(u16::MAX);
        };
        self.names.push(name.into());
        self.numbers.insert(name.into(), RuleType(number));
        RuleType(number)
    }

    /// The type with a name, if it was met.
    pub fn find(&self, name: &str) -> Option<RuleType> {
        self.numbers.get(name).copied()
    }

    /// The name of a type.
    pub fn name(&self, rule_type: RuleType) -> &str {
        &self.names[rule_type.index()]
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// The types of all nodes of a tree.
#[derive(Debug, Clone)]
pub struct Types(Vec<RuleType>);

/// What the name of a type is made of: kind, own name, name around, field, whether it is an item of the whole file.
type Parts<'a> = (Kind, &'a str, &'a str, &'a str, bool);

impl Types {
    /// The types of a tree's nodes; new ones are added to the vocabulary.
    pub fn of(tree: &Tree, vocabulary: &mut Vocabulary) -> Self {
        let mut known: FxHashMap<Parts<'_>, RuleType> = FxHashMap::default();
        // For every node the innermost one around it that has a name.
        let mut around: Vec<NodeId> = Vec::with_capacity(tree.node_count());
        let mut types = Vec::with_capacity(tree.node_count());
        for node in tree.nodes() {
            let above = match tree.parent(node) {
                None => node,
                Some(parent) if has_name(tree.kind(parent)) => parent,
                Some(parent) => around[parent.index()],
            };
            around.push(above);
            let parts = parts(tree, node, above);
            let rule_type = known.entry(parts).or_insert_with(|| vocabulary.add(&name(&parts)));
            types.push(*rule_type);
        }
        Types(types)
    }

    /// The type of a node.
    pub fn get(&self, node: NodeId) -> RuleType {
        self.0[node.index()]
    }
}

/// Whether a node of this kind has a name of its own.
fn has_name(kind: Kind) -> bool {
    !matches!(kind, Kind::List | Kind::Optional | Kind::Group | Kind::Separator)
}

fn parts(tree: &Tree, node: NodeId, above: NodeId) -> Parts<'_> {
    let kind = tree.kind(node);
    let mut below = tree.children(node);
    let is_list = |parent| tree.kind(parent) == Kind::List;
    let is_top = above == tree.root() && tree.parent(node).is_some_and(is_list);
    match kind {
        Kind::List | Kind::Optional => {
            let field = below.find_map(|child| tree.field(child));
            (
                kind,
                tree.name(node),
                tree.name(above),
                field.unwrap_or_default(),
                false,
            )
        }
        Kind::Group => {
            let first = below.find(|child| tree.is_named(*child));
            let first = first.map_or("", |first| tree.name(first));
            (kind, first, tree.name(above), "", is_top)
        }
        Kind::Separator => (kind, "", tree.name(above), "", false),
        _ => (kind, tree.name(node), tree.name(above), "", is_top),
    }
}

fn name((kind, own, around, field, is_top): &Parts<'_>) -> String {
    let field = if field.is_empty() {
        String::new()
    } else {
        format!(".{field}")
    };
    let top = if *is_top { format!("{around}/") } else { String::new() };
    match kind {
        Kind::List if own.ends_with('+') => format!("{around}{field}+"),
        Kind::List => format!("{around}{field}*"),
        Kind::Optional => format!("{around}{field}?"),
        Kind::Group => format!("{top}({own})"),
        Kind::Separator => format!("{around},"),
        _ => format!("{top}{own}"),
    }
}
