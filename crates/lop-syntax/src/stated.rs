//! Descriptions of languages as a file states them: `language.toml`.
//!
//! The structs of [`lang::description`](crate::lang::description) are written as values in `lang/*.rs` and as tables in
//! TOML. [`described!`] defines both at once, so a field that is added can be stated in either way.
//!
//! Descriptions hold `&'static` data. What is read here is leaked: a parser that the user brings stays loaded for the
//! life of the process, and so does its description, a few kilobytes.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::facts::Unknown;
use crate::grammar::Mask;
use crate::lang::description::{Names, Shape};
use crate::lang::{self, LANGUAGES, Language};
use crate::syntax::Layout;

/// Why a description cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct StatedError {
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
    /// The word that is not known, if that is the reason.
    pub word: String,
    /// The words that are known in its place.
    pub known: Vec<String>,
}

/// A description that was read, with the places of its strings.
pub(crate) struct Read<'a, T> {
    /// The description.
    pub value: T,
    text: &'a str,
    strings: Vec<(&'static str, usize)>,
}

impl<'a, T: Stated> Read<'a, T> {
    /// Reads a description.
    pub(crate) fn new(text: &'a str) -> Result<Self, StatedError> {
        let mut strings = Vec::new();
        let read = DeTable::parse(text).map_err(|error| Refused {
            at: error.span().unwrap_or_default(),
            reason: error.message().lines().next().unwrap_or_default().to_owned(),
            ..Refused::default()
        });
        let read = read.and_then(|table| {
            let span = table.span();
            T::read(&Spanned::new(span, DeValue::Table(table.into_inner())), &mut strings)
        });
        match read {
            Ok(value) => Ok(Read { value, text, strings }),
            Err(refused) => Err(refused.within(text)),
        }
    }

    /// The error that a name is, which the grammar does not have.
    pub(crate) fn refused(&self, unknown: &Unknown, known: Vec<String>) -> StatedError {
        // Every string of the file is an allocation of its own, and the name is a part of one: its address tells which.
        let address = unknown.name.as_ptr();
        let mut strings = self.strings.iter();
        let place = strings.find(|(string, _)| string.as_bytes().as_ptr_range().contains(&address));
        let at = place.map_or(0, |(_, at)| *at);
        let refused = Refused {
            at: at..at,
            reason: format!("the grammar has no {unknown}"),
            word: unknown.name.to_owned(),
            known,
        };
        refused.within(self.text)
    }
}

/// An error at a place in the text.
#[derive(Default)]
pub(crate) struct Refused {
    at: Range<usize>,
    reason: String,
    word: String,
    known: Vec<String>,
}

impl Refused {
    fn within(self, text: &str) -> StatedError {
        StatedError {
            line: 1 + text[..self.at.start].matches('\n').count(),
            reason: self.reason,
            word: self.word,
            known: self.known,
        }
    }

    fn not<T: Stated>(value: &Value<'_>) -> Self {
        Refused {
            at: value.span(),
            reason: format!("{} is expected here", T::LOOKS),
            ..Refused::default()
        }
    }
}

/// A value of the file.
pub(crate) type Value<'a> = Spanned<DeValue<'a>>;
/// The strings of the file that were read so far, and where they begin.
pub(crate) type Strings = Vec<(&'static str, usize)>;

/// What a description is made of.
pub(crate) trait Stated: Sized + 'static {
    /// How it is written, for messages.
    const LOOKS: &'static str;
    /// Its value where nothing is stated; without one, it has to be stated.
    const UNSTATED: Option<Self> = None;
    /// The fields of a struct.
    const FIELDS: &'static [&'static str] = &[];

    /// Reads it.
    fn read(value: &Value<'_>, strings: &mut Strings) -> Result<Self, Refused>;
}

/// Defines a struct that a `static` states as a value and `language.toml` as a table: a key is the field's name with
/// dashes. What a table leaves out is taken from the value behind `or`.
macro_rules! described {
    (
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$note:meta])* pub $field:ident: $type:ty,)*
        }
        $(or $unstated:expr)?
    ) => {
        $(#[$about])*
        pub struct $name {
            $($(#[$note])* pub $field: $type,)*
        }

        impl $crate::stated::Stated for $name {
            const LOOKS: &'static str = "a table";
            $(const UNSTATED: Option<Self> = Some($unstated);)?
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];

            fn read(
                value: &$crate::stated::Value<'_>,
                strings: &mut $crate::stated::Strings,
            ) -> Result<Self, $crate::stated::Refused> {
                let table = $crate::stated::Table::new::<Self>(value)?;
                let unstated = <Self as $crate::stated::Stated>::UNSTATED;
                Ok($name {
                    $($field: table.field(stringify!($field), unstated.map(|whole| whole.$field), strings)?,)*
                })
            }
        }
    };
}
pub(crate) use described;

/// The key of a field.
fn key(field: &str) -> String {
    field.replace('_', "-")
}

/// The table that states a struct.
pub(crate) struct Table<'a> {
    table: &'a DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Table<'a> {
    /// The table of a struct.
    pub(crate) fn new<T: Stated>(value: &'a Value<'_>) -> Result<Self, Refused> {
        let table = value.get_ref().as_table().ok_or_else(|| Refused::not::<T>(value))?;
        let known: Vec<String> = T::FIELDS.iter().map(|field| key(field)).collect();
        let is_known = |name: &str| known.iter().any(|key| key == name);
        match table.keys().find(|name| !is_known(name.get_ref())) {
            None => Ok(Table {
                table,
                span: value.span(),
            }),
            Some(name) => Err(Refused {
                at: name.span(),
                reason: format!("\"{}\" is no fact of a language", name.get_ref()),
                word: name.get_ref().to_string(),
                known,
            }),
        }
    }

    /// The value of a field, or the one that it has where it is not stated.
    pub(crate) fn field<T: Stated>(
        &self,
        field: &str,
        unstated: Option<T>,
        strings: &mut Strings,
    ) -> Result<T, Refused> {
        match self.table.get(&*key(field)) {
            Some(value) => T::read(value, strings),
            None => unstated.or(T::UNSTATED).ok_or_else(|| Refused {
                at: self.span.clone(),
                reason: format!("\"{}\" is missing", key(field)),
                ..Refused::default()
            }),
        }
    }
}

impl Stated for &'static str {
    const LOOKS: &'static str = "a string";

    fn read(value: &Value<'_>, strings: &mut Strings) -> Result<Self, Refused> {
        let text = value.get_ref().as_str().ok_or_else(|| Refused::not::<Self>(value))?;
        let text: &'static str = Box::leak(text.into());
        strings.push((text, value.span().start));
        Ok(text)
    }
}

impl Stated for bool {
    const LOOKS: &'static str = "true or false";
    const UNSTATED: Option<Self> = Some(false);

    fn read(value: &Value<'_>, _: &mut Strings) -> Result<Self, Refused> {
        value.get_ref().as_bool().ok_or_else(|| Refused::not::<Self>(value))
    }
}

/// `false` states that there is none, where lop would assume one.
impl<T: Stated> Stated for Option<T> {
    const LOOKS: &'static str = T::LOOKS;
    const UNSTATED: Option<Self> = Some(None);

    fn read(value: &Value<'_>, strings: &mut Strings) -> Result<Self, Refused> {
        match value.get_ref() {
            DeValue::Boolean(false) => Ok(None),
            _ => T::read(value, strings).map(Some),
        }
    }
}

impl<T: Stated> Stated for &'static [T] {
    const LOOKS: &'static str = "a list";
    const UNSTATED: Option<Self> = Some(&[]);

    fn read(value: &Value<'_>, strings: &mut Strings) -> Result<Self, Refused> {
        let items = value.get_ref().as_array().ok_or_else(|| Refused::not::<Self>(value))?;
        let items: Result<Vec<T>, Refused> = items.iter().map(|item| T::read(item, strings)).collect();
        Ok(items?.leak())
    }
}

macro_rules! stated_tuple {
    ($looks:literal, $(($type:ident $item:ident))*) => {
        impl<$($type: Stated),*> Stated for ($($type,)*) {
            const LOOKS: &'static str = $looks;

            fn read(value: &Value<'_>, strings: &mut Strings) -> Result<Self, Refused> {
                let items = value.get_ref().as_array().map(|items| items.iter().collect::<Vec<_>>());
                match items.as_deref() {
                    Some([$($item),*]) => Ok(($($type::read($item, strings)?,)*)),
                    _ => Err(Refused::not::<Self>(value)),
                }
            }
        }
    };
}
stated_tuple!("a list of two", (A a)(B b));
stated_tuple!("a list of three", (A a)(B b)(C c));
stated_tuple!("a list of four", (A a)(B b)(C c)(D d));

impl<T: Stated> Stated for [T; 2] {
    const LOOKS: &'static str = <(T, T)>::LOOKS;

    fn read(value: &Value<'_>, strings: &mut Strings) -> Result<Self, Refused> {
        <(T, T)>::read(value, strings).map(|(first, second)| [first, second])
    }
}

impl Stated for Layout {
    const LOOKS: &'static str = "a layout";

    fn read(value: &Value<'_>, _: &mut Strings) -> Result<Self, Refused> {
        let all = [
            ("free", Layout::Free),
            ("newline", Layout::Newline),
            ("indent", Layout::Indent),
        ];
        let known = all.iter().map(|(name, _)| *name);
        let name = word::<Self>(value, known)?;
        Ok(all
            .into_iter()
            .find(|(known, _)| *known == name)
            .map_or(Layout::Newline, |(_, layout)| layout))
    }
}

/// A word out of a few.
fn word<'a, T: Stated>(value: &'a Value<'_>, known: impl Iterator<Item = &'static str>) -> Result<&'a str, Refused> {
    let word = value.get_ref().as_str().ok_or_else(|| Refused::not::<T>(value))?;
    let known: Vec<String> = known.map(str::to_owned).collect();
    if known.iter().any(|known| known == word) {
        return Ok(word);
    }
    Err(Refused {
        at: value.span(),
        reason: format!("\"{word}\" is not {}", T::LOOKS),
        word: word.to_owned(),
        known,
    })
}

/// A language that lop knows.
fn language<T: Stated>(value: &Value<'_>) -> Result<&'static Language, Refused> {
    let name = word::<T>(value, LANGUAGES.iter().map(|language| language.name))?;
    lang::named(name).ok_or_else(|| Refused::not::<T>(value))
}

impl Stated for &'static Names {
    const LOOKS: &'static str = "a language of lop's";

    fn read(value: &Value<'_>, _: &mut Strings) -> Result<Self, Refused> {
        language::<Self>(value).map(|language| &language.names)
    }
}

impl Stated for &'static Shape {
    const LOOKS: &'static str = "a language of lop's";

    fn read(value: &Value<'_>, _: &mut Strings) -> Result<Self, Refused> {
        language::<Self>(value).map(|language| &language.shape)
    }
}

impl Stated for Mask {
    const LOOKS: &'static str = "a language of lop's with a preprocessor";

    fn read(value: &Value<'_>, _: &mut Strings) -> Result<Self, Refused> {
        let mask = language::<Self>(value)?.validity.mask;
        mask.ok_or_else(|| Refused::not::<Self>(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::Validity;
    use crate::lang::description::{CountedLoop, Description, Files, Function, Level};

    #[test]
    fn the_book_lists_every_key() {
        let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src/own-grammar.md");
        let page = std::fs::read_to_string(book).expect("the book");
        let structs = [
            Description::FIELDS,
            Files::FIELDS,
            Names::FIELDS,
            Shape::FIELDS,
            Function::FIELDS,
            CountedLoop::FIELDS,
            Level::FIELDS,
            Validity::FIELDS,
        ];
        let keys = structs.into_iter().flatten().map(|field| key(field));
        let is_listed = |key: &String| {
            [format!("`{key}`"), format!("`[{key}]`"), format!("`{key} = ")]
                .iter()
                .any(|form| page.contains(form))
        };
        let missing: Vec<String> = keys.filter(|key| !is_listed(key)).collect();
        assert_eq!(missing, Vec::<String>::new());
    }
}
