//! The file of a model.
//!
//! ```text
//! file     = "LOPM" version:u8 length:u32 checksum:[u8; 8] zlib(body)
//! body     = language:text provenance:text
//!            count:number { type }
//!            { forest } five times: node, children, path, node+children, all
//! type     = name:text chance
//! chance   = samples:number, and unless that is zero: constant:f32 intercept:f32 slope:f32
//! forest   = trees:number { tree }
//! tree     = 0 chance:u8                           a leaf: the chance is so many of 255
//!          | input+1:number tree tree              an input above 5: what follows where it is 0, and where it is 1
//!          | input+1:number at_most:f32 tree tree  an input of 0 to 5: where it is at most so much, and where not
//! text     = length:number utf-8
//! number   = seven bits to a byte, the lowest first; all bytes but the last have the eighth set
//! ```
//!
//! Whole numbers of fixed width and floats have the lowest byte first. The length is that of what follows the checksum,
//! which is the first eight bytes of its SHA-512. Inputs are numbered as in [`Features::input`](super::Features::input).

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha512};

use super::bytes::{Bytes, put_number, put_text};
use super::features::INPUTS;
use super::{Chance, FeatureSet, Forest, Model, Node, Vocabulary};

/// How every file begins.
const MAGIC: &[u8; 4] = b"LOPM";
/// The version of the format that this reads and writes.
pub const VERSION: u8 = 2;
/// Magic, version, length, checksum.
const HEADER: usize = 4 + 1 + 4 + 8;
/// Longer bodies are refused before memory is allocated for them. Not measured.
const LONGEST_BODY: u64 = 1 << 28;
/// What an input that is there or not is compared with.
const HALF: f32 = 0.5;

/// Why a file is no model that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// It is something else.
    #[error("it is no model of lop")]
    Foreign,
    /// Another lop wrote it.
    #[error("it has version {found} of the format, and this lop reads version {VERSION}")]
    Version {
        /// The version of the file.
        found: u8,
    },
    /// Some of it is missing, or there is more.
    #[error("it has {found} bytes and should have {expected}")]
    Length {
        /// What there is.
        found: usize,
        /// What there should be.
        expected: usize,
    },
    /// It is not what was written.
    #[error("its checksum is wrong")]
    Checksum,
    /// The checksum is right, but the content makes no sense.
    #[error("it is corrupt: {0}")]
    Content(&'static str),
    /// It is for another language.
    #[error("it is for \"{found}\" and not for \"{wanted}\"")]
    Language {
        /// The language of the file.
        found: String,
        /// The one that was asked for.
        wanted: String,
    },
}

/// A model as a file has it.
pub fn write(model: &Model) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let body = encoder.write_all(&body(model)).and_then(|()| encoder.finish());
    let body = body.expect("memory takes every byte");
    let length = u32::try_from(body.len()).expect("a model is small");
    let mut file = Vec::with_capacity(HEADER + body.len());
    file.extend_from_slice(MAGIC);
    file.push(VERSION);
    file.extend_from_slice(&length.to_le_bytes());
    file.extend_from_slice(&checksum(&body));
    file.extend_from_slice(&body);
    file
}

/// Reads a model, and makes sure that it is for a language if one is given.
pub fn read(file: &[u8], language: Option<&str>) -> Result<Model, ModelError> {
    let body = unpack(file)?;
    let mut reader = Reader(Bytes(&body));
    let model = reader.model()?;
    if !reader.0.is_empty() {
        return Err(ModelError::Content("something follows the last forest"));
    }
    match language {
        Some(wanted) if wanted != model.language => Err(ModelError::Language {
            found: model.language,
            wanted: wanted.to_owned(),
        }),
        _ => Ok(model),
    }
}

fn unpack(file: &[u8]) -> Result<Vec<u8>, ModelError> {
    if file.len() < MAGIC.len() + 1 || !file.starts_with(MAGIC) {
        return Err(ModelError::Foreign);
    }
    let found = file[MAGIC.len()];
    if found != VERSION {
        return Err(ModelError::Version { found });
    }
    let (Some(header), Some(packed)) = (file.get(..HEADER), file.get(HEADER..)) else {
        return Err(ModelError::Length {
            found: file.len(),
            expected: HEADER,
        });
    };
    let length = header[5..9].iter().rev();
    let length = length.fold(0, |length, byte| length << 8 | usize::from(*byte));
    if packed.len() != length {
        return Err(ModelError::Length {
            found: file.len(),
            expected: HEADER + length,
        });
    }
    if header[9..] != checksum(packed) {
        return Err(ModelError::Checksum);
    }
    let mut body = Vec::new();
    let read = ZlibDecoder::new(packed).take(LONGEST_BODY).read_to_end(&mut body);
    read.map_err(|_| ModelError::Content("it cannot be unpacked"))?;
    Ok(body)
}

fn checksum(body: &[u8]) -> [u8; 8] {
    let digest = Sha512::digest(body);
    std::array::from_fn(|index| digest[index])
}

fn body(model: &Model) -> Vec<u8> {
    let mut body = Vec::new();
    put_text(&mut body, &model.language);
    put_text(&mut body, &model.provenance);
    put_number(&mut body, model.chances.len() as u64);
    for (chance, number) in model.chances.iter().zip(0..) {
        put_text(&mut body, model.vocabulary.name(super::RuleType(number)));
        put_chance(&mut body, chance);
    }
    for forest in &model.forests {
        put_number(&mut body, forest.roots.len() as u64);
        forest.nodes.iter().for_each(|node| put_node(&mut body, node));
    }
    body
}

fn put_chance(body: &mut Vec<u8>, chance: &Chance) {
    put_number(body, u64::from(chance.samples));
    if chance.samples > 0 {
        for number in [chance.constant, chance.intercept, chance.slope] {
            body.extend_from_slice(&number.to_le_bytes());
        }
    }
}

fn put_node(body: &mut Vec<u8>, node: &Node) {
    match *node {
        Node::Leaf(chance) => body.extend_from_slice(&[0, (chance * 255.0).round() as u8]),
        Node::Test { input, at_most, .. } => {
            put_number(body, u64::from(input) + 1);
            if usize::from(input) < INPUTS.len() {
                body.extend_from_slice(&at_most.to_le_bytes());
            }
        }
    }
}

/// What is left of a body.
struct Reader<'a>(Bytes<'a>);

/// What is said of a body that does not hold what should be there.
const TOO_SHORT: ModelError = ModelError::Content("it ends too soon, or a number or text in it is none");

impl Reader<'_> {
    fn model(&mut self) -> Result<Model, ModelError> {
        let language = self.text()?;
        let provenance = self.text()?;
        let count = self.number()?;
        let mut vocabulary = Vocabulary::default();
        let mut chances = Vec::new();
        for _ in 0..count {
            vocabulary.add(&self.text()?);
            chances.push(self.chance()?);
            if vocabulary.len() != chances.len() {
                return Err(ModelError::Content("a type is there twice, or there are too many"));
            }
        }
        let mut forests = std::array::from_fn(|_| Forest::default());
        for set in FeatureSet::ALL {
            forests[set.index()] = self.forest()?;
        }
        Ok(Model {
            language,
            vocabulary,
            chances,
            forests,
            provenance,
        })
    }

    fn number(&mut self) -> Result<u64, ModelError> {
        self.0.number().ok_or(TOO_SHORT)
    }

    fn text(&mut self) -> Result<String, ModelError> {
        self.0.text().ok_or(TOO_SHORT)
    }

    fn byte(&mut self) -> Result<u8, ModelError> {
        self.0.take(1).map(|bytes| bytes[0]).ok_or(TOO_SHORT)
    }

    fn float(&mut self) -> Result<f32, ModelError> {
        let bytes = self.0.take(4).ok_or(TOO_SHORT)?;
        let number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(ModelError::Content("a number is not finite"))
        }
    }

    fn chance(&mut self) -> Result<Chance, ModelError> {
        let samples = u32::try_from(self.number()?).map_err(|_| ModelError::Content("a number is too large"))?;
        if samples == 0 {
            return Ok(Chance::default());
        }
        let chance = Chance {
            samples,
            constant: self.float()?,
            intercept: self.float()?,
            slope: self.float()?,
        };
        if (0.0..=1.0).contains(&chance.constant) {
            Ok(chance)
        } else {
            Err(ModelError::Content("a chance is not between 0 and 1"))
        }
    }

    fn forest(&mut self) -> Result<Forest, ModelError> {
        let mut forest = Forest::default();
        for _ in 0..self.number()? {
            forest.roots.push(forest.nodes.len() as u32);
            self.tree(&mut forest.nodes)?;
        }
        Ok(forest)
    }

    /// A tree, without recursion: it is complete when every test has both its answers.
    fn tree(&mut self, nodes: &mut Vec<Node>) -> Result<(), ModelError> {
        // Tests whose second answer is still to come.
        let mut open: Vec<usize> = Vec::new();
        loop {
            let tag = self.number()?;
            if tag > 0 {
                open.push(nodes.len());
                let test = self.test(tag - 1)?;
                nodes.push(test);
                continue;
            }
            nodes.push(Node::Leaf(f32::from(self.byte()?) / 255.0));
            let Some(test) = open.pop() else { return Ok(()) };
            let next = nodes.len() as u32;
            if let Node::Test { otherwise, .. } = &mut nodes[test] {
                *otherwise = next;
            }
        }
    }

    fn test(&mut self, input: u64) -> Result<Node, ModelError> {
        let input = u16::try_from(input).map_err(|_| ModelError::Content("there is no such input"))?;
        let is_measure = usize::from(input) < INPUTS.len();
        Ok(Node::Test {
            input,
            at_most: if is_measure { self.float()? } else { HALF },
            otherwise: 0,
        })
    }
}
