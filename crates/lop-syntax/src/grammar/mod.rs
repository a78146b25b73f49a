//! A tree-sitter grammar, compiled for matching.
//!
//! Tree-sitter's trees say which rule made a node, but not which of its children belong to which
//! repetition or option. `grammar.json` does. A [`Grammar`] is that file in normal form ([`normal`]),
//! compiled to a small virtual machine ([`machine`]) that matches the children of a node against its
//! rule ([`matcher`]), together with what can be known without any program: which rules may stand in a
//! place ([`slots`]), the shortest text of a rule ([`minimal`]) and the shortest files around a place ([`contexts`]).

pub(crate) mod contexts;
pub mod json;
mod lexeme;
mod machine;
mod matcher;
mod minimal;
mod normal;
mod slots;
mod templates;

use std::sync::OnceLock;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use self::json::{GrammarFile, RawRule};
pub use self::lexeme::Lexeme;
use self::machine::Machine;
use self::matcher::Mark;
pub use self::matcher::{Matcher, Part, Plan, Step};
use self::normal::{Alias, Normal};
pub use self::templates::{Item, Template};
use crate::facts::Unknown;
use crate::parse::lexis::Lexis;
use crate::parse::mask::Masked;
use crate::stated::described;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub $int);

        impl $name {
            /// The id as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use id;

id! {
    /// A rule of the grammar, or a literal or external token of it.
    RuleId(u16)
}
id! {
    /// An expression in normal form.
    ExprId(u32)
}
id! {
    /// A way for a node to appear in the tree.
    UnitId(u32)
}
id! {
    /// A token that has no node.
    HiddenId(u32)
}
id! {
    /// A kind of place: the set of rules that may fill it alone.
    SlotId(u16)
}
id! {
    /// A kind of list.
    ListId(u16)
}

/// What a rule is.
#[derive(Debug)]
pub struct Rule {
    /// Its name in the grammar; for a literal, its text.
    pub name: String,
    /// Literals are not named.
    pub named: bool,
    /// Whether its children appear in place of a node of its own.
    pub is_hidden: bool,
    /// Whether it is part of another rule, and a rule only because that part has a name of its own.
    pub is_alias: bool,
    /// Whether nothing may stand before its text.
    pub is_immediate: bool,
    /// The lexical rule, where the rule is one token.
    pub token: Option<RawRule>,
    /// The body in normal form, where the rule has parts.
    pub body: Option<ExprId>,
}

impl Rule {
    /// The body of a rule that has no node of its own.
    fn hidden_body(&self) -> Option<ExprId> {
        self.body.filter(|_| self.is_hidden)
    }
}

/// A rule as it appears in the tree, perhaps under another name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The rule that makes the node.
    pub rule: RuleId,
    /// The node's other name, and whether that is a named one.
    pub alias: Option<Alias>,
}

/// A rule body in normal form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// Nothing.
    Blank,
    /// One node.
    Unit(UnitId),
    /// Text without a node.
    Hidden(HiddenId),
    /// The parts of a hidden rule.
    Call(RuleId),
    /// One after the other.
    Seq(Box<[ExprId]>),
    /// One of several.
    Choice(Box<[ExprId]>),
    /// Something or nothing.
    Optional(ExprId),
    /// Items, with or without separators.
    List(List),
}

/// A repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct List {
    /// What is repeated.
    pub item: ExprId,
    /// What stands between two items.
    pub separator: Option<ExprId>,
    /// Whether one item has to stay.
    pub is_plus: bool,
    /// Whether a separator may follow the last item.
    pub may_trail: bool,
}

/// What a list is to the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListKind {
    /// What an item is.
    pub item: ExprId,
    /// Which rules may be an item alone.
    pub slot: SlotId,
    /// What stands between two items.
    pub separator: Option<ExprId>,
    /// Whether one item has to stay.
    pub is_plus: bool,
}

/// Why a grammar cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GrammarError {
    /// Not the JSON that tree-sitter writes.
    #[error("cannot read grammar.json: {0}")]
    Json(#[from] serde_json::Error),
    /// A rule has a form that lop does not know.
    #[error("cannot read rule \"{rule}\" of grammar.json: {source}")]
    Rule {
        /// The rule's name.
        rule: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A grammar without rules.
    #[error("grammar.json has no rules")]
    Empty,
}

described! {
/// Where a language's compilers ask for more than its tree-sitter grammar does, so that edits stay valid.
#[derive(Debug, Clone, Copy)]
pub struct Validity {
    /// Rules whose lists keep at least one item.
    pub plus: &'static [&'static str],
    /// Rules of which one part of the given rules has to stay.
    pub at_least_one: &'static [(&'static str, &'static [&'static str])],
    /// Rules that are one token, unless there is structure inside.
    pub opaque: &'static [&'static str],
    /// Rules of which one part of the first given rules has to stay while one of the second is there, in the
    /// node or beside it.
    pub needed_beside: &'static [Need],
    /// Rules that may not be put in place of something else.
    pub forbid_hoist: &'static [&'static str],
    /// Rules of whose nodes no part may be replaced by a node of the given rules. A hidden rule stands for all
    /// that it can be.
    pub forbid_in: &'static [(&'static str, &'static [&'static str])],
    /// Rules whose nodes give their place only to nodes of the same rule.
    pub own_kind: &'static [&'static str],
    /// Rules that belong to the next item of their list, and go with it.
    pub leads: &'static [&'static str],
    /// Rules that belong to the item before them in their list, and go with it.
    pub follows: &'static [&'static str],
    /// Rules that never go alone, because something elsewhere needs them.
    pub keep: &'static [&'static str],
    /// Rules between whose parts no space may be put.
    pub glued: &'static [&'static str],
    /// Tokens whose inner lines are indented like the code around them.
    pub indented: &'static [&'static str],
    /// Shortest texts that the grammar cannot tell.
    pub minimal: &'static [(&'static str, &'static str)],
    /// What the parser sees of a text, where that is not the text.
    pub mask: Option<Mask>,
}
}

/// Tells what a parser sees of a text.
pub type Mask = fn(&[u8]) -> Masked;

impl Validity {
    /// The grammar is all there is to know.
    pub const NONE: Validity = Validity {
        plus: &[],
        at_least_one: &[],
        needed_beside: &[],
        opaque: &[],
        forbid_hoist: &[],
        forbid_in: &[],
        own_kind: &[],
        leads: &[],
        follows: &[],
        keep: &[],
        glued: &[],
        indented: &[],
        minimal: &[],
        mask: None,
    };

    /// The names in it of rules.
    fn rules(&self) -> impl Iterator<Item = &'static str> {
        let lists = [
            self.plus,
            self.opaque,
            self.forbid_hoist,
            self.own_kind,
            self.leads,
            self.follows,
            self.keep,
            self.glued,
            self.indented,
        ];
        let lists = lists.into_iter().flatten().copied();
        let needed = self.at_least_one.iter().map(|(rule, _)| *rule);
        let beside = self.needed_beside.iter().map(|(rule, ..)| *rule);
        let forbidden = self.forbid_in.iter();
        let forbidden = forbidden.flat_map(|(rule, parts)| [*rule].into_iter().chain(parts.iter().copied()));
        let minimal = self.minimal.iter().map(|(rule, _)| *rule);
        lists.chain(needed).chain(beside).chain(forbidden).chain(minimal)
    }

    /// The names in it under which nodes are shown: of rules, or other names of them.
    fn shown(&self) -> impl Iterator<Item = &'static str> {
        let needed = self.at_least_one.iter().flat_map(|(_, parts)| *parts);
        let beside = self
            .needed_beside
            .iter()
            .flat_map(|(_, parts, beside)| parts.iter().chain(*beside));
        needed.chain(beside).copied()
    }
}

/// A rule, parts of which one has to stay, and parts that need it.
type Need = (&'static str, &'static [&'static str], &'static [&'static str]);

/// Parts of which a node has to keep one.
#[derive(Debug)]
pub(crate) struct Needed {
    /// One that is shown under one of these names has to stay.
    pub parts: &'static [&'static str],
    /// While one of these is there; always if these are none.
    pub beside: Option<&'static [&'static str]>,
}

/// A compiled grammar.
#[derive(Debug)]
pub struct Grammar {
    /// The grammar's own name.
    pub name: String,
    rules: Vec<Rule>,
    exprs: Vec<Expr>,
    units: Vec<Unit>,
    lists: Vec<ListKind>,
    slots: Vec<FixedBitSet>,
    /// For every expression the rules that can be all there is of it.
    alone: Vec<FixedBitSet>,
    /// The shortest texts of tokens without a node.
    hidden: Vec<Option<String>>,
    /// Their lexical rules, where they are known.
    hidden_tokens: Vec<Option<RawRule>>,
    minimal: Vec<Option<String>>,
    /// What tokens may look like, read when first asked for.
    lexemes: Vec<OnceLock<Option<Lexeme>>>,
    machine: Machine,
    by_name: FxHashMap<(String, bool), RuleId>,
    opaque: FixedBitSet,
    forbid_hoist: FixedBitSet,
    keep: FixedBitSet,
    glued: FixedBitSet,
    indented: FixedBitSet,
    own_kind: FixedBitSet,
    leads: FixedBitSet,
    follows: FixedBitSet,
    needs: FxHashMap<RuleId, Vec<Needed>>,
    mask: Option<Mask>,
    lexis: Option<Lexis>,
    /// Names in the validity that the grammar does not have.
    pub unknown: Vec<Unknown>,
}

impl Grammar {
    /// Reads and compiles a `grammar.json`.
    pub fn compile(text: &str, validity: &Validity) -> Result<Self, GrammarError> {
        let file: GrammarFile = serde_json::from_str(text)?;
        if file.rules.is_empty() {
            return Err(GrammarError::Empty);
        }
        let normal = Normal::new(&file)?;
        let count = normal.rules.len();
        let mut by_name = FxHashMap::default();
        for (index, rule) in normal.rules.iter().enumerate() {
            by_name
                .entry((rule.name.clone(), rule.named))
                .or_insert(RuleId(index as u16));
        }
        let named = |names: &[&str]| {
            let mut set = FixedBitSet::with_capacity(count);
            for name in names {
                for named in [true, false] {
                    if let Some(rule) = by_name.get(&((*name).to_owned(), named)) {
                        set.insert(rule.index());
                    }
                }
            }
            set
        };
        let is_rule = |name: &str| {
            [true, false]
                .map(|named| by_name.contains_key(&(name.to_owned(), named)))
                .contains(&true)
        };
        let is_alias = |name: &str| {
            let mut aliases = normal.units.iter().filter_map(|unit| unit.alias.as_ref());
            aliases.any(|(alias, _)| alias == name)
        };
        let unknown = validity.rules().filter(|name| !is_rule(name));
        let unknown = unknown.chain(validity.shown().filter(|name| !is_rule(name) && !is_alias(name)));
        let unknown = unknown.map(|name| Unknown { name, is_field: false }).collect();
        let plus = named(validity.plus);
        let mut needs: FxHashMap<RuleId, Vec<Needed>> = FxHashMap::default();
        let always = validity.at_least_one.iter().map(|(rule, parts)| (rule, *parts, None));
        let beside = validity.needed_beside.iter();
        let beside = beside.map(|(rule, parts, beside)| (rule, *parts, Some(*beside)));
        for (rule, parts, beside) in always.chain(beside) {
            if let Some(rule) = by_name.get(&((*rule).to_owned(), true)) {
                needs.entry(*rule).or_default().push(Needed { parts, beside });
            }
        }
        let opaque = named(validity.opaque);
        let forbid_hoist = named(validity.forbid_hoist);
        let own_kind = named(validity.own_kind);
        let leads = named(validity.leads);
        let follows = named(validity.follows);
        let keep = named(validity.keep);
        let glued = named(validity.glued);
        let indented = named(validity.indented);
        let sets = slots::alone_sets(&normal);
        let forbidden = validity
            .forbid_in
            .iter()
            .filter_map(|(rule, names)| {
                let mut set = named(names);
                let hidden = names.iter().filter_map(|name| by_name.get(&((*name).to_owned(), true)));
                for body in hidden.filter_map(|rule: &RuleId| normal.rules[rule.index()].hidden_body()) {
                    set.union_with(&sets[body.index()]);
                }
                Some((*by_name.get(&((*rule).to_owned(), true))?, set))
            })
            .collect();
        let (machine, lists, slots) = Machine::compile(&normal, &sets, &plus, &forbidden);
        let minimal = minimal::shortest_texts(&normal, validity.minimal);
        let hidden = normal.hidden.iter();
        let hidden = hidden.map(|raw| raw.as_ref().and_then(minimal::token_text)).collect();
        let Normal {
            rules,
            exprs,
            units,
            hidden: hidden_tokens,
            ..
        } = normal;
        Ok(Grammar {
            name: file.name,
            rules,
            exprs,
            units,
            lists,
            slots,
            alone: sets,
            hidden,
            hidden_tokens,
            minimal,
            lexemes: (0..count).map(|_| OnceLock::new()).collect(),
            machine,
            by_name,
            opaque,
            forbid_hoist,
            keep,
            glued,
            indented,
            own_kind,
            leads,
            follows,
            needs,
            mask: validity.mask,
            lexis: Lexis::of(&file.rules),
            unknown,
        })
    }

    /// The rule at which a program starts.
    pub fn start(&self) -> RuleId {
        RuleId(0)
    }

    /// A rule by its id.
    pub fn rule(&self, rule: RuleId) -> &Rule {
        &self.rules[rule.index()]
    }

    /// A rule by its name.
    pub fn rule_named(&self, name: &str) -> Option<RuleId> {
        self.by_name.get(&(name.to_owned(), true)).copied()
    }

    /// All rules, literals among them.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = (RuleId, &Rule)> {
        self.rules
            .iter()
            .enumerate()
            .map(|(index, rule)| (RuleId(index as u16), rule))
    }

    /// An expression by its id.
    pub fn expr(&self, expr: ExprId) -> &Expr {
        &self.exprs[expr.index()]
    }

    /// A unit by its id.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// The alternatives of a rule's body; one if it has no choice at its top.
    pub fn alternatives(&self, rule: RuleId) -> &[ExprId] {
        match self.rule(rule).body.as_ref() {
            None => &[],
            Some(body) => match self.expr(*body) {
                Expr::Choice(parts) => parts,
                _ => std::slice::from_ref(body),
            },
        }
    }

    /// A kind of list by its id.
    pub fn list(&self, list: ListId) -> &ListKind {
        &self.lists[list.index()]
    }

    /// The rules that may fill a place alone.
    pub fn slot(&self, slot: SlotId) -> &FixedBitSet {
        &self.slots[slot.index()]
    }

    /// Whether a node of this rule may stand alone in a place.
    pub fn accepts(&self, slot: SlotId, rule: RuleId) -> bool {
        self.slot(slot).contains(rule.index()) && !self.forbid_hoist.contains(rule.index())
    }

    /// The shortest text that the rule can derive, where the grammar tells.
    pub fn minimal_text(&self, rule: RuleId) -> Option<&str> {
        self.minimal[rule.index()].as_deref()
    }

    /// What a token of this rule may look like, where it is more than a literal.
    pub fn lexeme(&self, rule: RuleId) -> Option<&Lexeme> {
        let lexeme = self.lexemes[rule.index()].get_or_init(|| match &self.rule(rule).token {
            Some(token) => Some(token)
                .filter(|token| token.literal().is_none())
                .and_then(Lexeme::of),
            None => self.hidden_name(rule),
        });
        lexeme.as_ref()
    }

    /// What names look like, where a rule is a choice of tokens that have no nodes of their own and names are one.
    fn hidden_name(&self, rule: RuleId) -> Option<Lexeme> {
        let Expr::Choice(parts) = &self.exprs[self.rule(rule).body?.index()] else {
            return None;
        };
        let lexemes = parts.iter().filter_map(|part| match &self.exprs[part.index()] {
            Expr::Hidden(hidden) => Lexeme::of(self.hidden_tokens[hidden.index()].as_ref()?),
            _ => None,
        });
        lexemes.into_iter().find(Lexeme::is_name)
    }

    /// Whether tokens of this rule are names. What a scanner delivers is known by what it is called only.
    pub fn is_name(&self, rule: RuleId) -> bool {
        let Rule {
            name,
            token,
            body,
            named,
            ..
        } = self.rule(rule);
        match (token, body) {
            (Some(_), _) | (None, Some(_)) => self.lexeme(rule).is_some_and(Lexeme::is_name),
            (None, None) => *named && (name.ends_with("identifier") || name.ends_with("name")),
        }
    }

    /// Whether a word has a meaning of its own in the language.
    pub fn is_keyword(&self, word: &str) -> bool {
        self.by_name.contains_key(&(word.to_owned(), false))
    }

    /// The parts of which a node of this rule has to keep one.
    pub(crate) fn needs(&self, rule: RuleId) -> Option<&[Needed]> {
        self.needs.get(&rule).map(Vec::as_slice)
    }

    /// Whether a node of this rule gives its place only to its own kind.
    pub(crate) fn wants_own_kind(&self, rule: RuleId) -> bool {
        self.own_kind.contains(rule.index())
    }

    /// Whether there are rules whose nodes go with others.
    pub(crate) fn has_attached(&self) -> bool {
        !self.leads.is_clear() || !self.follows.is_clear()
    }

    /// Whether a node of this rule goes with the next item of its list.
    pub(crate) fn is_lead(&self, rule: RuleId) -> bool {
        self.leads.contains(rule.index())
    }

    /// Whether a node of this rule goes with the item before it.
    pub(crate) fn is_follower(&self, rule: RuleId) -> bool {
        self.follows.contains(rule.index())
    }

    /// What the parser sees of a text, where that is not the text.
    pub(crate) fn mask(&self) -> Option<Mask> {
        self.mask
    }

    /// How comments and strings are written, in a language with braces.
    pub(crate) fn lexis(&self) -> Option<Lexis> {
        self.lexis
    }

    pub(crate) fn is_opaque(&self, rule: RuleId) -> bool {
        self.opaque.contains(rule.index())
    }

    pub(crate) fn is_kept(&self, rule: RuleId) -> bool {
        self.keep.contains(rule.index())
    }

    pub(crate) fn is_glued(&self, rule: RuleId) -> bool {
        self.glued.contains(rule.index())
    }

    pub(crate) fn is_indented(&self, rule: RuleId) -> bool {
        self.indented.contains(rule.index())
    }
}

#[cfg(test)]
mod tests {
    use super::{Expr, ExprId, Grammar};
    use crate::lang::LANGUAGES;

    /// Whether a node with a name can be here.
    fn has_rule(grammar: &Grammar, expr: ExprId, seen: &mut Vec<ExprId>) -> bool {
        if seen.contains(&expr) {
            return false;
        }
        seen.push(expr);
        let below: Vec<ExprId> = match &grammar.exprs[expr.index()] {
            Expr::Blank | Expr::Hidden(_) => Vec::new(),
            Expr::Unit(unit) => {
                let unit = &grammar.units[unit.index()];
                let alias = unit.alias.as_ref().map(|(_, named)| *named);
                return alias.unwrap_or(grammar.rules[unit.rule.index()].named);
            }
            Expr::Call(rule) => grammar.rules[rule.index()].body.into_iter().collect(),
            Expr::Seq(parts) | Expr::Choice(parts) => parts.to_vec(),
            Expr::Optional(part) => vec![*part],
            Expr::List(list) => list.separator.into_iter().chain([list.item]).collect(),
        };
        below.into_iter().any(|part| has_rule(grammar, part, seen))
    }

    /// Where commas were the items of a list, what stood between them could not go.
    #[test]
    fn punctuation_is_no_item_of_a_list_of_rules() {
        for language in LANGUAGES {
            let syntax = language.syntax().expect("a shipped grammar");
            let grammar = syntax.grammar().expect("a language with a grammar");
            for list in &grammar.lists {
                let Some(separator) = list.separator else { continue };
                let is_list_of_rules = has_rule(grammar, list.item, &mut Vec::new());
                assert!(
                    is_list_of_rules || !has_rule(grammar, separator, &mut Vec::new()),
                    "{}: {:?} between {:?}",
                    language.name,
                    grammar.exprs[separator.index()],
                    grammar.exprs[list.item.index()]
                );
            }
        }
    }
}
