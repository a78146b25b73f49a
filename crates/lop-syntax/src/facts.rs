//! Facts: what is known of a language, by the numbers that its trees use.
//!
//! A language is described by the names of its rules and fields ([`lang::description`](crate::lang::description)). A tree
//! knows numbers. [`Facts::new`] looks every name up once, so that asking about a node is a look-up in a small table and
//! no algorithm spells a rule. A name that the grammar does not have is collected in [`Facts::unknown`].
//!
//! A grammar that the user brings without a `language.toml` states nothing. Its functions, calls and variables are guessed
//! from the fields that most grammars have: `name`, `parameters`, `arguments`, `body`, `value`. A wrong guess costs a query.

use std::fmt;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::lang::description::{self, Names, Shape};
use crate::program::Program;
use crate::tree::{NodeId, Tree};

/// Kinds of nodes.
#[derive(Debug, Clone, Default)]
pub struct Symbols(FixedBitSet);

impl Symbols {
    /// Whether a node is of one of these kinds.
    pub fn contain(&self, tree: &Tree, node: NodeId) -> bool {
        tree.symbol(node).is_some_and(|symbol| self.0.contains(symbol.into()))
    }

    /// Whether no kind is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }
}

/// What is known of nodes by their kind.
#[derive(Debug, Clone)]
pub struct BySymbol<T> {
    known: FxHashMap<u16, Vec<T>>,
    /// What is guessed of every kind.
    guessed: Vec<T>,
}

impl<T> Default for BySymbol<T> {
    fn default() -> Self {
        BySymbol {
            known: FxHashMap::default(),
            guessed: Vec::new(),
        }
    }
}

impl<T> BySymbol<T> {
    /// What is known of a node.
    pub fn of(&self, tree: &Tree, node: NodeId) -> &[T] {
        match tree.symbol(node) {
            Some(symbol) => self.known.get(&symbol).unwrap_or(&self.guessed),
            None => &[],
        }
    }

    /// Whether nothing is known, nor guessed.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.guessed.is_empty()
    }

    /// Whether something is known that fits.
    pub fn any(&self, fits: impl Fn(&T) -> bool) -> bool {
        self.known.values().flatten().chain(&self.guessed).any(fits)
    }
}

/// Where a part of a node is found: a path of steps down from it.
#[derive(Debug, Clone)]
pub struct Part(Vec<Step>);

#[derive(Debug, Clone)]
enum Step {
    Field(u16),
    Rule(Symbols),
    /// What has a name and comes right behind such a token.
    After(Symbols),
    /// The first with a name.
    First,
    /// The last with a name.
    Last,
    /// Everything with a name after the first.
    Rest,
    /// Everything with a name.
    All,
}

impl Part {
    /// The parts of a node that are here, in their order.
    pub fn of(&self, program: &Program, node: NodeId) -> Vec<NodeId> {
        let mut found = vec![node];
        for step in &self.0 {
            found = found.iter().flat_map(|node| step.of(program, *node)).collect();
        }
        found
    }

    /// The first of them.
    pub fn first(&self, program: &Program, node: NodeId) -> Option<NodeId> {
        match &self.0[..] {
            [step] => step.of(program, node).next(),
            _ => self.of(program, node).first().copied(),
        }
    }
}

impl Step {
    fn of<'a>(&'a self, program: &'a Program, node: NodeId) -> impl Iterator<Item = NodeId> + 'a {
        let tree = program.tree();
        let last = matches!(self, Step::Last).then(|| program.named_parts(node).last());
        let mut named = 0;
        let mut is_behind = false;
        program.parts(node).filter(move |part| {
            let is_named = tree.has_name(*part);
            named += usize::from(is_named);
            match self {
                Step::Field(field) => program.has_field(*part, *field),
                Step::Rule(symbols) => symbols.contain(tree, *part),
                Step::After(tokens) => {
                    let was_behind = std::mem::replace(&mut is_behind, tokens.contain(tree, *part));
                    was_behind && is_named
                }
                Step::First => is_named && named == 1,
                Step::Last => last == Some(Some(*part)),
                Step::Rest => is_named && named > 1,
                Step::All => is_named,
            }
        })
    }
}

/// A name and a list: a function and its parameters, or a call and its arguments.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The part with the name.
    pub name: Part,
    /// The part that holds the list, or the items of the list.
    pub list: Part,
    /// Whether `list` is the items.
    pub is_items: bool,
}

/// A name and its value, or a target and what is assigned.
#[derive(Debug, Clone)]
pub struct Valued {
    /// The part with the name.
    pub name: Part,
    /// The part with the value.
    pub value: Part,
}

/// A part and a word.
#[derive(Debug, Clone)]
pub struct Worded {
    /// The part.
    pub part: Part,
    /// The word that makes a difference if the rule begins with it.
    pub word: &'static str,
}

/// A function with a body.
#[derive(Debug, Clone)]
pub struct Function {
    /// The part with the body.
    pub body: Part,
    /// The part with the result's type, and the type of no result.
    pub result: Option<(Part, Option<&'static str>)>,
    /// Whether the last expression of the body is the result.
    pub tail_is_result: bool,
    /// Texts that may replace the body.
    pub without_body: &'static [&'static str],
    /// Keywords of the definition and of a declaration, and the part of a parameter that a declaration keeps.
    pub declared: Option<(&'static str, &'static str, Part)>,
    /// The part that only a body may follow.
    pub before_body: Option<Part>,
    /// Words of a head whose function seldom does without its body.
    pub read_by_others: &'static [&'static str],
    /// Those of them that let it run while compiling.
    pub constant: &'static [&'static str],
}

/// A choice between two branches.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The part with the condition.
    pub condition: Part,
    /// The part with the first branch.
    pub first: Part,
    /// The part with the other one.
    pub other: Part,
}

/// A loop of a start, a condition, a step and a body.
#[derive(Debug, Clone)]
pub struct CountedLoop {
    /// The part that holds start and step, if they are not the loop's own.
    pub head: Option<Part>,
    /// The part with the variable of a loop over a range.
    pub name: Option<Part>,
    /// The part with the start, or with the first value of the variable.
    pub start: Part,
    /// The part with the step.
    pub step: Option<Part>,
    /// The part with the body.
    pub body: Part,
}

/// A level of a type: see [`description::Level`].
#[derive(Debug, Clone)]
pub struct Level {
    /// What introduces a name, and the part without the level.
    pub introduced: (Symbols, Part),
    /// What uses a name, and the part without the level.
    pub used: (Symbols, Part),
    /// The sign that a use begins with.
    pub sign: Option<&'static str>,
}

/// All that is known of a language beyond its grammar. The fields are those of [`Names`] and [`Shape`].
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Facts {
    /// The language's name on the command line.
    pub language: String,
    /// Whether the description states the language's functions, rather than leaving them to guesses.
    pub states_functions: bool,
    /// Whether definitions are known; otherwise names are told apart by their spelling alone.
    pub has_names: bool,
    pub definitions: BySymbol<Part>,
    pub only_with: BySymbol<Part>,
    pub nameless: Symbols,
    pub scopes: Symbols,
    pub scope_parts: BySymbol<Part>,
    pub spaces: BySymbol<Worded>,
    pub blocks: Symbols,
    pub member_scopes: Symbols,
    pub friends: Symbols,
    pub qualified: BySymbol<Valued>,
    pub imports: BySymbol<&'static str>,
    pub packages: BySymbol<Part>,
    pub used_imports: Symbols,
    pub used_locals: BySymbol<Part>,
    pub blanks: Vec<(&'static str, &'static str, &'static str)>,
    pub together: Vec<(Symbols, Symbols)>,
    pub overloads: bool,
    pub members: Symbols,
    /// Parts of rules that hold the name of a member.
    pub member_parts: BySymbol<Part>,
    pub accesses: BySymbol<Part>,
    pub aliases: BySymbol<Valued>,
    pub signed: Symbols,
    pub word_holders: Symbols,
    /// Tokens that are names where the program defines them.
    pub predefined: Symbols,

    pub signatures: BySymbol<Listed>,
    pub receivers: Symbols,
    pub receiver_names: &'static [&'static str],
    pub constructor_names: &'static [&'static str],
    pub shared_items: Symbols,
    /// Parts of a parameter that may hold its name, where definitions do not tell.
    pub parameter_names: Vec<Part>,
    pub includes: Symbols,
    pub incidental: Symbols,
    pub functions: BySymbol<Function>,
    pub calls: BySymbol<Listed>,
    pub chains: BySymbol<Valued>,
    pub constructions: BySymbol<Listed>,
    pub generics: BySymbol<Listed>,
    pub instances: BySymbol<Listed>,
    pub returns: Symbols,
    pub empty_return: &'static str,
    pub value_blocks: Symbols,
    pub braces: Option<(&'static str, &'static str)>,
    pub block: Option<(&'static str, &'static str)>,
    pub statement_end: &'static str,
    pub variables: BySymbol<Valued>,
    pub variable_keyword: Option<&'static str>,
    pub assignments: BySymbol<Valued>,
    pub shared_declarations: BySymbol<Part>,
    pub declaration_separator: &'static str,
    pub local_declarations: Symbols,
    pub records: BySymbol<Part>,
    pub value_lists: Symbols,
    pub identifiers: Symbols,
    pub expressions: Symbols,
    pub values: &'static [&'static str],
    pub group: Option<(&'static str, &'static str)>,
    pub types: Symbols,
    pub plain_types: &'static [&'static str],
    pub arrays: Vec<Level>,
    pub pointers: Vec<Level>,
    pub choices: BySymbol<Choice>,
    pub loop_conditions: BySymbol<Part>,
    pub truth: [&'static str; 2],
    pub negation: &'static str,
    pub counted_loops: BySymbol<CountedLoop>,
    /// Statements and declarations, by their names' endings.
    pub statements: Symbols,
    /// Literals, by their names' ending.
    pub literals: Symbols,
    /// Names in the description that the grammar does not have.
    pub unknown: Vec<Unknown>,
}

/// A name in a description that the grammar does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// The name: a part of a string of the description.
    pub name: &'static str,
    /// Whether it is the name of a field rather than a rule.
    pub is_field: bool,
}

impl fmt::Display for Unknown {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_field { "field" } else { "rule" };
        write!(to, "{kind} \"{}\"", self.name)
    }
}

impl Facts {
    /// Looks up the names of a description in the parser that makes the trees.
    pub fn new(language: &str, parser: &tree_sitter::Language, names: &Names, shape: &Shape) -> Self {
        let mut numbers = Numbers {
            parser,
            unknown: Vec::new(),
        };
        let mut facts = Facts {
            language: language.to_owned(),
            empty_return: shape.empty_return,
            receiver_names: shape.receiver_names,
            constructor_names: shape.constructor_names,
            braces: shape.braces,
            block: shape.block,
            declaration_separator: shape.declaration_separator,
            statement_end: shape.statement_end,
            variable_keyword: shape.variable_keyword,
            values: shape.values,
            group: shape.group,
            plain_types: shape.plain_types,
            truth: shape.truth,
            negation: shape.negation,
            literals: numbers.ending_with(&["literal"]),
            statements: numbers.ending_with(&["statement", "declaration"]),
            ..Facts::default()
        };
        let mut next = Some(names);
        while let Some(names) = next {
            facts.add_names(names, &mut numbers);
            next = names.base;
        }
        let mut next = Some(shape);
        while let Some(shape) = next {
            facts.add_shape(shape, &mut numbers);
            next = shape.base;
        }
        facts.guess(&mut numbers);
        facts.unknown = numbers.unknown;
        facts
    }

    fn add_names(&mut self, names: &Names, numbers: &mut Numbers<'_>) {
        for (rule, name) in names.definitions {
            numbers.add(&mut self.definitions, rule, |numbers| numbers.part(name));
        }
        for (rule, part) in names.only_with {
            numbers.add(&mut self.only_with, rule, |numbers| numbers.part(part));
        }
        for (rule, part) in names.accesses {
            numbers.add(&mut self.accesses, rule, |numbers| numbers.part(part));
        }
        for (rule, part) in names.scope_parts {
            numbers.add(&mut self.scope_parts, rule, |numbers| numbers.part(part));
        }
        for (rule, name, word) in names.spaces {
            let part = numbers.part(name);
            numbers.add(&mut self.spaces, rule, |_| Worded { part, word });
        }
        for (rule, scope, name) in names.qualified {
            numbers.add(&mut self.qualified, rule, |numbers| numbers.valued(scope, name));
        }
        for (rule, word) in names.imports {
            numbers.add(&mut self.imports, rule, |_| *word);
        }
        for (rule, part) in names.packages {
            numbers.add(&mut self.packages, rule, |numbers| numbers.part(part));
        }
        for (rule, name, value) in names.aliases {
            numbers.add(&mut self.aliases, rule, |numbers| numbers.valued(name, value));
        }
        for (rule, part) in names.used_locals {
            numbers.add(&mut self.used_locals, rule, |numbers| numbers.part(part));
        }
        self.blanks.extend(names.blanks);
        let together = names.together.iter();
        self.together
            .extend(together.map(|(one, other)| (numbers.rule(one), numbers.rule(other))));
        self.overloads |= names.overloads;
        numbers.mark(&mut self.used_imports, names.used_imports);
        numbers.mark(&mut self.nameless, names.nameless);
        numbers.mark(&mut self.scopes, names.scopes);
        for member in names.members {
            match member.split_once('/') {
                Some((rule, part)) => numbers.add(&mut self.member_parts, rule, |numbers| numbers.part(part)),
                None => numbers.mark(&mut self.members, &[member]),
            }
        }
        numbers.mark(&mut self.blocks, names.blocks);
        numbers.mark(&mut self.member_scopes, names.member_scopes);
        numbers.mark(&mut self.friends, names.friends);
        numbers.mark(&mut self.signed, names.signed);
        numbers.mark(&mut self.word_holders, names.word_holders);
        numbers.mark(&mut self.predefined, names.predefined);
    }

    fn add_shape(&mut self, shape: &Shape, numbers: &mut Numbers<'_>) {
        let listed = [
            (&mut self.signatures, shape.signatures),
            (&mut self.calls, shape.calls),
            (&mut self.constructions, shape.constructions),
            (&mut self.generics, shape.generics),
            (&mut self.instances, shape.instances),
        ];
        for (facts, described) in listed {
            for (rule, name, items) in described {
                numbers.add(facts, rule, |numbers| numbers.listed(name, items));
            }
        }
        let valued = [
            (&mut self.chains, shape.chains),
            (&mut self.variables, shape.variables),
            (&mut self.assignments, shape.assignments),
        ];
        for (facts, described) in valued {
            for (rule, name, value) in described {
                numbers.add(facts, rule, |numbers| numbers.valued(name, value));
            }
        }
        let marked = [
            (&mut self.receivers, shape.receivers),
            (&mut self.shared_items, shape.shared_items),
            (&mut self.includes, shape.includes),
            (&mut self.incidental, shape.incidental),
            (&mut self.returns, shape.returns),
            (&mut self.value_blocks, shape.value_blocks),
            (&mut self.local_declarations, shape.local_declarations),
            (&mut self.value_lists, shape.value_lists),
            (&mut self.identifiers, shape.identifiers),
            (&mut self.expressions, shape.expressions),
            (&mut self.types, shape.types),
        ];
        for (facts, described) in marked {
            numbers.mark(facts, described);
        }
        for (rule, list) in shape.shared_declarations {
            numbers.add(&mut self.shared_declarations, rule, |numbers| numbers.part(list));
        }
        for (list, member) in shape.records {
            numbers.add(&mut self.records, list, |numbers| numbers.part(member));
        }
        for (rule, condition) in shape.loop_conditions {
            numbers.add(&mut self.loop_conditions, rule, |numbers| numbers.part(condition));
        }
        let known: Vec<u16> = self.functions.known.keys().copied().collect();
        let is_new = |rule: &'static str, numbers: &mut Numbers<'_>| {
            let symbols = numbers.rule(rule);
            !known.iter().any(|symbol| symbols.0.contains(usize::from(*symbol)))
        };
        for function in shape.functions {
            if !is_new(function.rule, numbers) {
                continue;
            }
            numbers.add(&mut self.functions, function.rule, |numbers| Function {
                body: numbers.part(function.body),
                result: function.result.map(|(result, nothing)| (numbers.part(result), nothing)),
                tail_is_result: function.tail_is_result,
                without_body: function.without_body,
                declared: function
                    .declared
                    .map(|(own, other, part)| (own, other, numbers.part(part))),
                before_body: function.before_body.map(|part| numbers.part(part)),
                read_by_others: function.read_by_others,
                constant: function.constant,
            });
        }
        for (rule, condition, first, other) in shape.choices {
            numbers.add(&mut self.choices, rule, |numbers| Choice {
                condition: numbers.part(condition),
                first: numbers.part(first),
                other: numbers.part(other),
            });
        }
        for counted in shape.counted_loops {
            numbers.add(&mut self.counted_loops, counted.rule, |numbers| CountedLoop {
                head: counted.head.map(|head| numbers.part(head)),
                name: counted.name.map(|name| numbers.part(name)),
                start: numbers.part(counted.start),
                step: counted.step.map(|step| numbers.part(step)),
                body: numbers.part(counted.body),
            });
        }
        let levels = [(&mut self.arrays, shape.arrays), (&mut self.pointers, shape.pointers)];
        for (facts, described) in levels {
            facts.extend(described.iter().map(|level| numbers.level(level)));
        }
    }

    /// Fills in from field names what a description leaves out.
    fn guess(&mut self, numbers: &mut Numbers<'_>) {
        self.has_names = !self.definitions.is_empty();
        self.states_functions = !self.functions.is_empty();
        let names = ["declarator", "name", "pattern"].iter();
        self.parameter_names = names.filter_map(|field| numbers.field(field)).collect();
        if self.members.is_empty() && self.member_parts.is_empty() {
            self.members = numbers.holding(&["field", "property"]);
        }
        if self.signatures.is_empty() {
            self.signatures.guessed = numbers.guessed(&["name", "declarator"], &["parameters"], Listed::new);
        }
        if self.functions.is_empty() {
            let body = numbers.field("body").into_iter();
            self.functions.guessed = body
                .map(|body| Function {
                    body,
                    result: None,
                    tail_is_result: false,
                    without_body: &[],
                    declared: None,
                    before_body: None,
                    read_by_others: &[],
                    constant: &[],
                })
                .collect();
        }
        if self.calls.is_empty() {
            self.calls.guessed = numbers.guessed(&["function", "name"], &["arguments"], Listed::new);
        }
        if self.constructions.is_empty() {
            self.constructions.guessed = numbers.guessed(&["constructor", "type"], &["arguments"], Listed::new);
        }
        if self.generics.is_empty() {
            self.generics.guessed = numbers.guessed(&["name"], &["type_parameters"], Listed::new);
        }
        if self.instances.is_empty() {
            self.instances.guessed = numbers.guessed(&["type", "name", "function"], &["type_arguments"], Listed::new);
        }
        if self.returns.is_empty() {
            self.returns = numbers.ending_with(&["return_statement", "return_expression"]);
        }
        if self.variables.is_empty() {
            let names = ["declarator", "name", "pattern", "left"];
            self.variables.guessed = numbers.guessed(&names, &["value", "right"], Valued::new);
        }
        if self.assignments.is_empty() {
            self.assignments.guessed = numbers.guessed(&["left"], &["right"], Valued::new);
        }
    }
}

impl Listed {
    fn new(name: Part, list: Part) -> Self {
        Listed {
            name,
            list,
            is_items: false,
        }
    }
}

impl Valued {
    fn new(name: Part, value: Part) -> Self {
        Valued { name, value }
    }
}

/// The numbers of rules and fields in a parser.
struct Numbers<'a> {
    parser: &'a tree_sitter::Language,
    unknown: Vec<Unknown>,
}

impl Numbers<'_> {
    /// All kinds of nodes with a name that fits.
    fn fitting(&self, fits: impl Fn(&str) -> bool) -> Symbols {
        let count = self.parser.node_kind_count();
        let all = (0..count as u16).filter(|symbol| self.parser.node_kind_is_named(*symbol));
        let fitting = all.filter(|symbol| self.parser.node_kind_for_id(*symbol).is_some_and(&fits));
        let mut symbols = FixedBitSet::with_capacity(count);
        symbols.extend(fitting.map(usize::from));
        Symbols(symbols)
    }

    fn ending_with(&self, endings: &[&str]) -> Symbols {
        self.fitting(|name| endings.iter().any(|ending| name.ends_with(ending)))
    }

    fn holding(&self, words: &[&str]) -> Symbols {
        self.fitting(|name| words.iter().any(|word| name.contains(word)))
    }

    fn rule(&mut self, rule: &'static str) -> Symbols {
        let symbols = self.fitting(|name| name == rule);
        if symbols.is_empty() {
            self.unknown.push(Unknown {
                name: rule,
                is_field: false,
            });
        }
        symbols
    }

    fn token(&mut self, token: &'static str) -> Symbols {
        let mut symbols = FixedBitSet::with_capacity(self.parser.node_kind_count());
        let all = (0..self.parser.node_kind_count() as u16).filter(|symbol| !self.parser.node_kind_is_named(*symbol));
        let alike = all.filter(|symbol| self.parser.node_kind_for_id(*symbol) == Some(token));
        symbols.extend(alike.map(usize::from));
        if symbols.is_clear() {
            self.unknown.push(Unknown {
                name: token,
                is_field: false,
            });
        }
        Symbols(symbols)
    }

    fn field(&self, field: &str) -> Option<Part> {
        let number = self.parser.field_id_for_name(field)?;
        Some(Part(vec![Step::Field(number.get())]))
    }

    fn part(&mut self, path: &'static str) -> Part {
        Part(path.split('/').map(|step| self.step(step)).collect())
    }

    fn step(&mut self, step: &'static str) -> Step {
        match step {
            "^" => return Step::First,
            "$" => return Step::Last,
            "*" => return Step::Rest,
            "+" => return Step::All,
            _ => {}
        }
        if let Some(token) = step.strip_prefix('\'').and_then(|token| token.strip_suffix('\'')) {
            return Step::After(self.token(token));
        }
        if let Some(rule) = step.strip_prefix('<').and_then(|rule| rule.strip_suffix('>')) {
            return Step::Rule(self.rule(rule));
        }
        match self.parser.field_id_for_name(step) {
            Some(number) => Step::Field(number.get()),
            None => {
                self.unknown.push(Unknown {
                    name: step,
                    is_field: true,
                });
                Step::Rule(Symbols::default())
            }
        }
    }

    fn listed(&mut self, name: &'static str, list: &'static str) -> Listed {
        let items = list.strip_suffix('*').filter(|items| !items.is_empty());
        Listed {
            name: self.part(name),
            list: self.part(items.unwrap_or(list)),
            is_items: list.ends_with('*'),
        }
    }

    fn valued(&mut self, name: &'static str, value: &'static str) -> Valued {
        Valued::new(self.part(name), self.part(value))
    }

    fn level(&mut self, level: &description::Level) -> Level {
        let mut both = |(rule, part): (&'static str, &'static str)| (self.rule(rule), self.part(part));
        Level {
            introduced: both(level.introduced),
            used: both(level.used),
            sign: level.sign,
        }
    }

    fn mark(&mut self, symbols: &mut Symbols, rules: &[&'static str]) {
        for rule in rules {
            symbols.0.grow(self.parser.node_kind_count());
            symbols.0.union_with(&self.rule(rule).0);
        }
    }

    fn add<T: Clone>(&mut self, facts: &mut BySymbol<T>, rule: &'static str, fact: impl FnOnce(&mut Self) -> T) {
        let symbols = self.rule(rule);
        let fact = fact(self);
        for symbol in symbols.0.ones() {
            facts.known.entry(symbol as u16).or_default().push(fact.clone());
        }
    }

    /// Pairs of fields that the parser has, the likelier names first.
    fn guessed<T>(&self, firsts: &[&str], seconds: &[&str], fact: fn(Part, Part) -> T) -> Vec<T> {
        let pairs = firsts
            .iter()
            .flat_map(|first| seconds.iter().map(move |second| (first, second)));
        pairs
            .filter_map(|(first, second)| Some(fact(self.field(first)?, self.field(second)?)))
            .collect()
    }
}
