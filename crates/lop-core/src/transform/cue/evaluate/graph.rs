//! The values of a package as a graph: a vertex for each field, with all that is written about it.

use std::rc::Rc;

use super::super::scope::Place;
use super::super::value::Value;
use super::constraint::Constraint;

/// The number of a vertex.
pub(super) type Id = usize;

/// One of the things that a value has to agree with.
#[derive(Clone)]
pub(super) enum Conjunct<'a> {
    /// An expression, and what the names in it refer to.
    Written(Place<'a>, Frames<'a>),
    /// All that another vertex has to agree with.
    Same(Id),
    /// A value.
    Known(Value),
    /// Something that is not known. It agrees, or the value is an error.
    Unknown,
    /// An error.
    Bottom,
}

/// The scopes around an expression, the innermost first.
pub(super) type Frames<'a> = Option<Rc<Frame<'a>>>;

/// A scope, and what its names stand for.
pub(super) struct Frame<'a> {
    /// Where the scope is written: a file, a struct, the labels of a field, a clause.
    pub scope: Place<'a>,
    /// What its names stand for.
    pub holds: Holds,
    /// The scopes around it.
    pub around: Frames<'a>,
}

/// What the names of a scope stand for.
#[derive(Clone)]
pub(super) enum Holds {
    /// The fields of a vertex.
    Fields(Id),
    /// The variables of a `for` clause.
    Variables {
        /// The variable for names or indices.
        key: Id,
        /// The variable for values.
        value: Id,
    },
    /// The name that a pattern was matched with.
    Label(String),
}

impl<'a> Frame<'a> {
    /// A scope inside others.
    pub(super) fn inside(around: &Frames<'a>, scope: Place<'a>, holds: Holds) -> Frames<'a> {
        Some(Rc::new(Frame {
            scope,
            holds,
            around: around.clone(),
        }))
    }

    /// What the names of a scope stand for here.
    pub(super) fn find(frames: &Frames<'a>, scope: Place<'a>) -> Option<Holds> {
        let mut at = frames.as_ref();
        while let Some(frame) = at {
            if frame.scope == scope {
                return Some(frame.holds.clone());
            }
            at = frame.around.as_ref();
        }
        None
    }
}

/// What applies to all fields whose names match.
#[derive(Clone)]
pub(super) struct Pattern<'a> {
    /// The names.
    pub names: Names<'a>,
    /// What they have to agree with.
    pub value: Place<'a>,
    /// The scopes around both.
    pub frames: Frames<'a>,
}

/// The names that a pattern applies to.
#[derive(Clone)]
pub(super) enum Names<'a> {
    /// One: `a?: int`.
    One(String),
    /// Those that agree with an expression: `[=~"^a"]: int`. The field may give the name to an alias.
    Matching {
        /// The expression.
        pattern: Place<'a>,
        /// Where the pattern is written.
        label: Place<'a>,
    },
}

/// How far the work on a vertex is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum State {
    /// Not begun.
    New,
    /// Under way: what is known so far may be looked at.
    Busy,
    /// All is known.
    Done,
}

/// What a value turned out to be.
#[derive(Clone)]
pub(super) enum Form {
    /// An error.
    Bottom,
    /// Not known.
    Unknown,
    /// A type, bounds, or several options: no value yet.
    Incomplete,
    /// Null, a boolean, a number, a string, bytes.
    Scalar(Value),
    /// A list.
    List(Vec<Id>),
    /// A struct: its fields are the vertex's.
    Struct,
}

/// A value.
pub(super) struct Vertex<'a> {
    /// All that is written about it.
    pub conjuncts: Vec<Conjunct<'a>>,
    /// How far the work on it is.
    pub state: State,
    /// Its fields, those that others cannot see among them.
    pub fields: Vec<(String, Id)>,
    /// Whether it may have fields that are not known.
    pub may_have_more: bool,
    /// Whether all of its conjuncts are known.
    pub is_certain: bool,
    /// What it turned out to be.
    pub form: Form,
}

impl<'a> Vertex<'a> {
    /// A vertex that has to agree with some things.
    pub(super) fn new(conjuncts: Vec<Conjunct<'a>>) -> Self {
        Vertex {
            conjuncts,
            state: State::New,
            fields: Vec::new(),
            may_have_more: true,
            is_certain: false,
            form: Form::Unknown,
        }
    }
}

/// A list that is written.
pub(super) struct ListPart<'a> {
    /// Its elements.
    pub items: Vec<Id>,
    /// Whether there may be more of them.
    pub is_open: bool,
    /// What further elements have to agree with.
    pub further: Option<Conjunct<'a>>,
}

/// What the conjuncts of a vertex come to, while they are gathered.
#[derive(Default)]
pub(super) struct Gathered<'a> {
    /// The vertices whose conjuncts are taken over.
    pub followed: Vec<Id>,
    /// Those that are no references, no unifications and no disjunctions.
    pub plain: Vec<Conjunct<'a>>,
    /// Null, booleans, numbers, strings, bytes.
    pub scalars: Vec<Value>,
    /// Types, bounds and calls that check.
    pub constraints: Vec<Constraint>,
    /// Lists.
    pub lists: Vec<ListPart<'a>>,
    /// Whether there is a struct, for sure.
    pub is_struct: bool,
    /// Whether there is a struct, unless something embedded into it is a scalar or a list.
    pub is_weak_struct: bool,
    /// Whether all conjuncts are known.
    pub is_certain: bool,
    /// Whether there may be fields that are not known.
    pub may_have_more: bool,
    /// Whether something is an error.
    pub is_bottom: bool,
    /// What applies to fields by their names.
    pub patterns: Vec<Pattern<'a>>,
    /// Comprehensions in structs, whose fields come last.
    pub comprehensions: Vec<(Place<'a>, Frames<'a>)>,
    /// Disjunctions: options, and whether they are defaults.
    pub disjunctions: Vec<Vec<(Conjunct<'a>, bool)>>,
}
