//! Takes the tables out of a parser, so that they can be kept compressed.
//!
//! The two tables of states and symbols are four fifths of a parser, and mostly zeros: the default languages have 33 MB
//! of them, or 3 MB compressed. What is left of the parser has room for them, and a function that says where.

use std::collections::HashMap;

/// A parser without its tables.
pub(crate) struct Parser {
    /// Its C code.
    pub(crate) code: String,
    /// The tables, the large one first, as numbers of two bytes, little end first.
    pub(crate) tables: Vec<u8>,
}

const LARGE: &str = "static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {";
const SMALL: &str = "static const uint16_t ts_small_parse_table[] = {";

/// Takes the tables out of the code that tree-sitter made.
pub(crate) fn take(code: &str, language: &str) -> Result<Parser, String> {
    let symbols = symbols(code)?;
    let width = defined(code, "SYMBOL_COUNT")?;
    let states = defined(code, "LARGE_STATE_COUNT")?;
    let (before, large, rest) = split(code, LARGE)?;
    let (between, small, after) = split(rest, SMALL)?;
    let mut table = vec![0; states * width];
    Reader::new(large, &symbols).rows(&mut table, width)?;
    let small = Reader::new(small, &symbols).list()?;
    let code = format!(
        "{before}static uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT];\
         {between}static uint16_t ts_small_parse_table[{}];{after}\n\
         uint16_t *lop_{language}_table(unsigned small) {{\n\
         \x20 return small ? ts_small_parse_table : &ts_parse_table[0][0];\n}}\n",
        small.len().max(1),
    );
    let mut tables = Vec::with_capacity(8 + 2 * (table.len() + small.len()));
    for length in [table.len(), small.len()] {
        let length = u32::try_from(length).map_err(|_| "a table is too long")?;
        tables.extend_from_slice(&length.to_le_bytes());
    }
    for number in table.iter().chain(&small) {
        tables.extend_from_slice(&number.to_le_bytes());
    }
    Ok(Parser { code, tables })
}

/// The code before a table, the table's text, and the code after it.
fn split<'a>(code: &'a str, head: &str) -> Result<(&'a str, &'a str, &'a str), String> {
    let at = code.find(head).ok_or_else(|| format!("there is no \"{head}\""))?;
    let table = &code[at + head.len()..];
    let end = table.find("\n};").ok_or("a table has no end")?;
    Ok((&code[..at], &table[..end], &table[end + 3..]))
}

/// The value of a `#define`.
fn defined(code: &str, name: &str) -> Result<usize, String> {
    let head = format!("#define {name} ");
    let at = code.find(&head).ok_or_else(|| format!("{name} is not defined"))?;
    let value = code[at + head.len()..].lines().next().unwrap_or_default();
    value
        .trim()
        .parse()
        .map_err(|_| format!("{name} is not a number: {value}"))
}

/// The numbers of the symbols.
fn symbols(code: &str) -> Result<HashMap<&str, u16>, String> {
    let mut symbols = HashMap::from([("ts_builtin_sym_end", 0)]);
    let head = ["enum ts_symbol_identifiers {", "enum {"];
    let at = head.iter().find_map(|head| Some(code.find(head)? + head.len()));
    let list = &code[at.ok_or("there are no symbols")?..];
    for line in list[..list.find('}').ok_or("the symbols do not end")?].split(',') {
        let Some((name, number)) = line.split_once('=') else {
            continue;
        };
        let number = number.trim().parse().map_err(|_| format!("not a symbol: {line}"))?;
        symbols.insert(name.trim(), number);
    }
    Ok(symbols)
}

/// Reads the text of a table. The macros in it, `STATE(1)` and `ACTIONS(1)`, are for the eye.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    symbols: &'a HashMap<&'a str, u16>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, symbols: &'a HashMap<&'a str, u16>) -> Self {
        let text = text.as_bytes();
        Self { text, at: 0, symbols }
    }

    /// `[0] = 7, ACTIONS(3), 1, sym_comment, …`, where an index says where the table already is.
    fn list(&mut self) -> Result<Vec<u16>, String> {
        let mut list = Vec::new();
        while let Some(byte) = self.next() {
            if byte == b'[' {
                if self.index()? != list.len() {
                    return Err("a table goes on elsewhere".into());
                }
            } else {
                list.push(self.value()?);
            }
        }
        Ok(list)
    }

    /// `[0] = { [sym_comment] = ACTIONS(3), … }, …`
    fn rows(&mut self, table: &mut [u16], width: usize) -> Result<(), String> {
        while self.next().is_some() {
            let row = self.index()?;
            self.skip(b'{')?;
            while self.next() != Some(b'}') {
                let place = row * width + self.index()?;
                self.next();
                *table.get_mut(place).ok_or("a table is too long")? = self.value()?;
            }
            self.skip(b'}')?;
        }
        Ok(())
    }

    /// `[NUMBER] =`
    fn index(&mut self) -> Result<usize, String> {
        self.skip(b'[')?;
        let index = self.number()?;
        self.skip(b']')?;
        self.skip(b'=')?;
        Ok(index)
    }

    fn value(&mut self) -> Result<u16, String> {
        let number = self.number()?;
        u16::try_from(number).map_err(|_| format!("{number} does not fit into a table"))
    }

    /// A number, a symbol, or either of them in a macro.
    fn number(&mut self) -> Result<usize, String> {
        let start = self.at;
        while self
            .text
            .get(self.at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        {
            self.at += 1;
        }
        if self.text.get(self.at) == Some(&b'(') {
            self.at += 1;
            let value = self.number()?;
            self.skip(b')')?;
            return Ok(value);
        }
        let word = str::from_utf8(&self.text[start..self.at]).map_err(|error| error.to_string())?;
        let value = match word.as_bytes().first() {
            Some(b'0'..=b'9') => word.parse().ok(),
            _ => self.symbols.get(word).copied().map(usize::from),
        };
        value.ok_or_else(|| format!("what is \"{word}\" in a table?"))
    }

    /// The next byte that is neither white space nor a comma.
    fn next(&mut self) -> Option<u8> {
        while let Some(&byte) = self.text.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    fn skip(&mut self, byte: u8) -> Result<(), String> {
        if self.next() != Some(byte) {
            return Err(format!("no \"{}\" in a table", char::from(byte)));
        }
        self.at += 1;
        Ok(())
    }
}
