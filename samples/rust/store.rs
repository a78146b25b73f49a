//! A small in-memory store with typed errors.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

/// What can go wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    Missing(String),
    Full { limit: usize, wanted: usize },
    Closed,
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing(key) if key.is_empty() => f.write_str(""),
            Error::Missing(key) => write!(f, "no such key: {key:?}"),
            Error::Full { limit, .. } => write!(f, "limit {} reached", limit),
            Error::Closed => f.write_str("closed\t\"now\""),
        }
    }
}

impl std::error::Error for Error {}

pub trait Storage {
    type Key: Ord + Clone;
    fn get(&self, key: &Self::Key) -> Option<&[u8]>;
    fn put(&mut self, key: Self::Key, value: Vec<u8>) -> Result<(), Error>;
    fn len(&self) -> usize;
}

#[derive(Default)]
pub struct Memory<const LIMIT: usize = 8> {
    items: BTreeMap<String, Vec<u8>>,
    hits: std::cell::Cell<u32>,
    closed: bool,
}

impl Memory {
    pub const NAME: &'static str = "memory";
}

impl<const LIMIT: usize> Storage for Memory<LIMIT> {
    type Key = String;

    fn get(&self, key: &String) -> Option<&[u8]> {
        self.hits.set(self.hits.get().wrapping_add(1));
        self.items.get(key).map(|v| v.as_slice())
    }

    fn put(&mut self, key: Self::Key, value: Vec<u8>) -> Result<(), Error> {
        if self.closed {
            return Err(Error::Closed);
        }
        let wanted = self.items.len() + 1;
        if wanted > LIMIT {
            let limit = LIMIT;
            Err(Error::Full { limit, wanted })
        } else {
            self.items.insert(key, value);
            Ok(())
        }
    }

    fn len(&self) -> usize {
        self.items.len()
    }
}

pub fn copy_all<S>(
    from: &S,
    into: &mut dyn Storage<Key = S::Key>,
    keys: &[S::Key],
) -> Result<usize, Error>
where
    S: Storage + ?Sized,
    S::Key: Display,
{
    let mut copied = 0usize;
    'outer: for key in keys.iter() {
        let Some(bytes) = from.get(key) else {
            continue 'outer;
        };
        for chunk in bytes.chunks(4) {
            match chunk {
                [] => break 'outer,
                [b'#', ..] | [0] => continue,
                [first, middle @ .., _last] if *first > 0x7f => copied += middle.len(),
                _ => {}
            }
        }
        into.put(key.clone(), bytes.to_vec())?;
        copied += 1;
    }
    Ok(copied)
}

pub fn index<'a>(words: &[&'a str]) -> HashMap<&'a str, Rc<Vec<usize>>> {
    let mut map: HashMap<&str, Vec<usize>> = HashMap::new();
    for (i, word) in words.iter().enumerate() {
        map.entry(word).or_insert_with(Vec::new).push(i);
    }
    map.into_iter().map(|(k, v)| (k, Rc::new(v))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        let mut memory = Memory::<2>::default();
        memory.put("a".to_string(), vec![1, 2, 3]).unwrap();
        assert_eq!(memory.get(&"a".into()), Some(&[1u8, 2, 3][..]), "stored");
    }
}
