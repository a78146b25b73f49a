//! The description of a language: plain data that a file of this folder states and [`Facts`](crate::Facts) compiles.
//!
//! Rules and fields are written as the grammar spells them. A *part* of a rule is one of:
//!
//! | written | part |
//! |---|---|
//! | `name` | the children in this field |
//! | `<rule>` | the children of this rule, where the grammar gives them no field |
//! | `'='` | the child that follows this token, where it has no field |
//! | `^` | the first named child |
//! | `$` | the last named child |
//! | `*` | all named children after the first |
//! | `+` | all named children |
//! | `a/b` | the parts `b` of the part `a` |
//!
//! Where a list is asked for, a part is the node around its items, and `<rule>*` the items themselves.
//!
//! A language that extends another one names it as its `base`: lists add up, so `cpp.rs` states what C++ has beyond C.
//!
//! A grammar that the user brings states the same in `language.toml`, a [`Description`] (`load/`); the book's page on
//! grammars of one's own has an example.

use crate::grammar::Validity;
use crate::stated::described;
use crate::syntax::Layout;

described! {
/// What `language.toml` states of a grammar that the user brings: the part of a [`Language`](super::Language) that is
/// data about the language.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    /// How files of the language are recognised.
    pub files: Files,
    /// The meaning of white space.
    pub layout: Layout,
    /// Where compilers ask for more than the grammar.
    pub validity: Validity,
    /// Definitions, scopes, members.
    pub names: Names,
    /// Functions, calls, variables, expressions, types.
    pub shape: Shape,
}
or Description::GUESSED
}

impl Description {
    /// Nothing is stated. The end of a line may mean something: to keep it costs nothing.
    pub const GUESSED: Description = Description {
        files: Files::NONE,
        layout: Layout::Newline,
        validity: Validity::NONE,
        names: Names::BY_TEXT,
        shape: Shape::GUESSED,
    };
}

/// A rule, or a part of one.
pub type Name = &'static str;

described! {
/// How files of the language are recognised.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// Endings of file names, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub names: &'static [&'static str],
    /// Programs that a first line `#!` may name.
    pub interpreters: &'static [&'static str],
}
}

impl Files {
    /// Files that only `--language` selects.
    pub const NONE: Files = Files {
        extensions: &[],
        names: &[],
        interpreters: &[],
    };
}

described! {
/// Which tokens refer to the same thing.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// The language that this one extends.
    pub base: Option<&'static Names>,
    /// Rules that define a name, each with the part that holds it: the first name in that part is the defined one.
    pub definitions: &'static [(Name, Name)],
    /// Rules of `definitions` that define only where they have this part, or are no part of another rule: `struct S *s`
    /// mentions `S`, and `struct S;` declares it.
    pub only_with: &'static [(Name, Name)],
    /// Rules in which no defined name is looked for: `operator T()` defines no `T`.
    pub nameless: &'static [Name],
    /// Rules that open a scope. A name is known in the innermost scope around its definition.
    pub scopes: &'static [Name],
    /// Rules that are a scope for what one of their parts defines, and let out the rest: a template keeps its parameters.
    pub scope_parts: &'static [(Name, Name)],
    /// Namespaces: rule, the part with the name, and the word that lets their names be known around them. One of several
    /// parts has all names of the others; one without a name is known around itself.
    pub spaces: &'static [(Name, Name, &'static str)],
    /// Rules that hold declarations and are no scope, such as `extern "C" {}`.
    pub blocks: &'static [Name],
    /// Bodies whose names are members.
    pub member_scopes: &'static [Name],
    /// Rules in such a body that declare what belongs to the namespace around the record, such as `friend`.
    pub friends: &'static [Name],
    /// Qualified names: rule, qualifier, name.
    pub qualified: &'static [(Name, Name, Name)],
    /// Rules that make a qualified name known where they are, and the word that makes all names of a namespace known.
    pub imports: &'static [(Name, &'static str)],
    /// Rules that import a package by a path in a string: the last word of this part is the name of the package.
    pub packages: &'static [(Name, Name)],
    /// Rules of `packages` that a compiler refuses where nothing uses the package.
    pub used_imports: &'static [Name],
    /// Definitions that a compiler refuses in a function where nothing uses them: rule, and the part with the names.
    pub used_locals: &'static [(Name, Name)],
    /// The name that defines nothing; the sign of a definition; and the sign that takes its place where all names are blank.
    pub blanks: &'static [(&'static str, &'static str, &'static str)],
    /// Rules of which each node belongs to one of another rule, in the order of the text, though it stands elsewhere: the mark of
    /// a here-document, and its lines. The latter go with the former.
    pub together: &'static [(Name, Name)],
    /// Whether several functions may share a name.
    pub overloads: bool,
    /// Tokens that name members, which live apart from variables: a token's rule, or `rule/part`.
    pub members: &'static [Name],
    /// Parts that name something of another thing, as in `a.b`: where no scope around knows the name, any definition does.
    pub accesses: &'static [(Name, Name)],
    /// Rules that give a type another name: the parts with the name and with the type.
    pub aliases: &'static [(Name, Name, Name)],
    /// Rules that are a name with a sign before it, such as PHP's `$a`: a value replaces all of it.
    pub signed: &'static [Name],
    /// Rules in which a token is a name, though its rule allows more than names, as the command in `echo a.txt`.
    pub word_holders: &'static [Name],
    /// Tokens that are names where the program defines them, and built in elsewhere: `size_t` in a preprocessed file.
    pub predefined: &'static [Name],
}
}

impl Names {
    /// Two names are the same if they are spelled the same.
    pub const BY_TEXT: Names = Names {
        base: None,
        definitions: &[],
        only_with: &[],
        nameless: &[],
        scopes: &[],
        scope_parts: &[],
        spaces: &[],
        blocks: &[],
        member_scopes: &[],
        friends: &[],
        qualified: &[],
        imports: &[],
        packages: &[],
        used_imports: &[],
        used_locals: &[],
        blanks: &[],
        together: &[],
        overloads: false,
        members: &[],
        accesses: &[],
        aliases: &[],
        signed: &[],
        word_holders: &[],
        predefined: &[],
    };
}

described! {
/// What the rules of a language are for. A list that is empty switches off the transformations that need it.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// The language that this one extends. Its lists are added; single values are taken with `..BASE`.
    pub base: Option<&'static Shape>,

    /// Rules that hold the name and the parameters of a function: rule, name, parameters.
    pub signatures: &'static [(Name, Name, Name)],
    /// Parameters that calls do not list, such as Rust's `self`.
    pub receivers: &'static [Name],
    /// The names of such parameters, where they have no rule of their own.
    pub receiver_names: &'static [&'static str],
    /// Names of functions that are called by the name of the class around them.
    pub constructor_names: &'static [&'static str],
    /// Parameters and members that declare several names of one type, such as Go's `a, b int`.
    pub shared_items: &'static [Name],
    /// Rules that include another file. They cost more than their tokens tell.
    pub includes: &'static [Name],
    /// Rules of what nothing else needs, and what needs much itself: static assertions.
    pub incidental: &'static [Name],
    /// Definitions of functions. One that the base states for the same rule does not count.
    pub functions: &'static [Function],
    /// Calls: rule, callee, arguments.
    pub calls: &'static [(Name, Name, Name)],
    /// Rules that hold one item of a list and the rest of it, as in `f a b` and `a -> b -> c`: rule, rest, item.
    pub chains: &'static [(Name, Name, Name)],
    /// Uses of a type with arguments, such as `new T(a)`: rule, type, arguments.
    pub constructions: &'static [(Name, Name, Name)],
    /// Definitions with type parameters: rule, name, type parameters.
    pub generics: &'static [(Name, Name, Name)],
    /// Uses of those with type arguments: rule, name, type arguments.
    pub instances: &'static [(Name, Name, Name)],
    /// Rules that return a function's result.
    pub returns: &'static [Name],
    /// A return without a result.
    pub empty_return: &'static str,
    /// Rules whose last part is their value: blocks of expression languages.
    pub value_blocks: &'static [Name],
    /// The brackets around the statements of a block, for code that is made up.
    pub braces: Option<(&'static str, &'static str)>,
    /// What makes one statement of several, for code that is made up, where the brackets around a block do not.
    pub block: Option<(&'static str, &'static str)>,
    /// What ends a statement, for code that is made up: a semicolon, or the end of the line.
    pub statement_end: &'static str,

    /// Rules that introduce a name with a value: rule, name, value.
    pub variables: &'static [(Name, Name, Name)],
    /// The word that makes a variable of a parameter in front of `= value;`; `None` where that cannot be written.
    pub variable_keyword: Option<&'static str>,
    /// Assignments: rule, target, value.
    pub assignments: &'static [(Name, Name, Name)],
    /// Declarations that can list several variables: rule, and the part that holds them.
    pub shared_declarations: &'static [(Name, Name)],
    /// What stands between them.
    pub declaration_separator: &'static str,
    /// Declarations that may stand both inside a function and outside of one.
    pub local_declarations: &'static [Name],

    /// Lists of members, or what holds them, and the part with the members.
    pub records: &'static [(Name, Name)],
    /// Lists that give members their values in order.
    pub value_lists: &'static [Name],

    /// Names that are used as expressions.
    pub identifiers: &'static [Name],
    /// Expressions of more than one part.
    pub expressions: &'static [Name],
    /// Texts that may replace an expression and need nothing.
    pub values: &'static [&'static str],
    /// Brackets that turn any expression into an operand.
    pub group: Option<(&'static str, &'static str)>,
    /// Types.
    pub types: &'static [Name],
    /// Texts that may replace a type and need nothing.
    pub plain_types: &'static [&'static str],
    /// Types behind a name with brackets or stars.
    pub arrays: &'static [Level],
    /// Like [`Shape::arrays`], for pointers.
    pub pointers: &'static [Level],

    /// Choices between branches: rule, condition, first branch, other branch.
    pub choices: &'static [(Name, Name, Name, Name)],
    /// What keeps a loop going: rule, condition.
    pub loop_conditions: &'static [(Name, Name)],
    /// How true and false are written.
    pub truth: [&'static str; 2],
    /// The prefix that negates.
    pub negation: &'static str,
    /// Loops with a start, a condition, a step and a body.
    pub counted_loops: &'static [CountedLoop],
}
or Shape::GUESSED
}

impl Shape {
    /// Nothing is stated: functions and calls are guessed from the grammar's field names.
    pub const GUESSED: Shape = Shape {
        base: None,
        signatures: &[],
        receivers: &[],
        receiver_names: &[],
        constructor_names: &[],
        shared_items: &[],
        includes: &[],
        incidental: &[],
        functions: &[],
        calls: &[],
        chains: &[],
        constructions: &[],
        generics: &[],
        instances: &[],
        returns: &[],
        empty_return: "return;",
        value_blocks: &[],
        braces: Some(("{", "}")),
        block: None,
        statement_end: ";",
        variables: &[],
        variable_keyword: None,
        assignments: &[],
        shared_declarations: &[],
        declaration_separator: ",",
        local_declarations: &[],
        records: &[],
        value_lists: &[],
        identifiers: &[],
        expressions: &[],
        values: &[],
        group: Some(("(", ")")),
        types: &[],
        plain_types: &[],
        arrays: &[],
        pointers: &[],
        choices: &[],
        loop_conditions: &[],
        truth: ["true", "false"],
        negation: "!",
        counted_loops: &[],
    };
}

described! {
/// A function with a body.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// The rule of the whole definition.
    pub rule: Name,
    /// The part with the body.
    pub body: Name,
    /// The part with the type of the result, and the type of no result; where that is `None`, the part is left out.
    pub result: Option<(Name, Option<&'static str>)>,
    /// Whether the last expression of the body, or a body that is an expression, is the result.
    pub tail_is_result: bool,
    /// Texts that may replace the body: a semicolon that makes a declaration of it, or the least body there is.
    pub without_body: &'static [&'static str],
    /// Where a declaration has another keyword: the definition's, the declaration's, and the part of each parameter that a
    /// declaration keeps.
    pub declared: Option<(&'static str, &'static str, Name)>,
    /// The part that only a body may follow, such as C++'s initialisers of members: it goes with the body.
    pub before_body: Option<Name>,
    /// Words of a head whose function seldom does without its body, as C++'s `constexpr`: others read the body.
    pub read_by_others: &'static [&'static str],
    /// Those of them that let it run while compiling: its statements only go together.
    pub constant: &'static [&'static str],
}
}

impl Function {
    /// A function whose results are returned by statements, and whose body stays.
    pub const fn new(rule: Name, body: Name) -> Function {
        Function {
            rule,
            body,
            result: None,
            tail_is_result: false,
            without_body: &[],
            declared: None,
            before_body: None,
            read_by_others: &[],
            constant: &[],
        }
    }
}

described! {
/// A loop of a start, a condition, a step and a body, or over a range.
#[derive(Debug, Clone, Copy)]
pub struct CountedLoop {
    /// The rule.
    pub rule: Name,
    /// The part that holds start and step, if they are not the loop's own.
    pub head: Option<Name>,
    /// The part with the variable, where the loop goes over a range.
    pub name: Option<Name>,
    /// The part with the start: a statement, or the first value of the variable.
    pub start: Name,
    /// The part with the step, if there is one.
    pub step: Option<Name>,
    /// The part with the body.
    pub body: Name,
}
}

described! {
/// A level of a type that can be taken off a name together with all accesses through it: `int a[3]` with `a[i]`.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// The rule that introduces the name, and the part without the level.
    pub introduced: (Name, Name),
    /// The rule that uses the name, and the part without the level.
    pub used: (Name, Name),
    /// The sign that the use begins with, where other uses of the same rule have other signs.
    pub sign: Option<&'static str>,
}
}

/// A checker for `lop train`: a command that says whether a program is valid.
#[derive(Debug, Clone, Copy)]
pub struct Checker {
    /// The line for the shell; `{}` is the file, `{script}` the script below.
    pub line: &'static str,
    /// A script that comes with lop and answers many requests in one process.
    pub script: Option<Script>,
    /// The program that has to be installed.
    pub needs: &'static str,
}

/// A script that comes with lop.
#[derive(Debug, Clone, Copy)]
pub struct Script {
    /// Its file name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// A program that lays out the programs of a language: it reads one from standard input and writes it to standard output.
/// It reads no configuration of the directory that it runs in.
#[derive(Debug, Clone, Copy)]
pub struct Formatter {
    /// The program, looked up in `PATH`.
    pub program: &'static str,
    /// Its arguments.
    pub arguments: &'static [&'static str],
}

/// A style of clang-format that changes white space only: nothing is sorted, split or added.
pub const CLANG_FORMAT_STYLE: &str = "--style={BasedOnStyle: LLVM, IndentWidth: 4, SortIncludes: false, \
     SortUsingDeclarations: false, FixNamespaceComments: false, BreakStringLiterals: false, ReflowComments: false}";
/// clang-format for a file of this name, which tells it the language.
#[allow(unused_macros)]
macro_rules! clang_format {
    ($file:literal) => {
        Formatter {
            program: "clang-format",
            arguments: &[description::CLANG_FORMAT_STYLE, concat!("--assume-filename=", $file)],
        }
    };
}
#[allow(unused_imports)]
pub(super) use clang_format;

/// prettier for a file of this name, which tells it the language. Configuration, which may load plugins, is not read.
#[allow(unused_macros)]
macro_rules! prettier {
    ($file:literal) => {
        Formatter {
            program: "prettier",
            arguments: &[
                "--no-config",
                "--no-editorconfig",
                "--ignore-path",
                "/dev/null",
                "--stdin-filepath",
                $file,
            ],
        }
    };
}
#[allow(unused_imports)]
pub(super) use prettier;
