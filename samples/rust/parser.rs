#![allow(dead_code, unused_variables)]
use std::iter::Peekable;
use std::ops::{Add, Neg};
use std::str::Chars;

const DIGITS: &[char] = &['0', '1', '2', '9'];
static BANNER: &str = r#"calc "v1""#;

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
    ($x:expr, $($rest:expr),+ $(,)?) => {
        square!($x) + square!($($rest),+)
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    Number(i64),
    Op(char),
    Open,
    Close,
}

#[derive(Debug)]
pub enum Expr {
    Lit(i64),
    Neg(Box<Expr>),
    Bin {
        op: char,
        left: Box<Expr>,
        right: Box<Expr>,
    },
}

pub struct Lexer<'s> {
    input: Peekable<Chars<'s>>,
}

struct Unit;
struct Pair(pub i32, pub(crate) u8);
type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

impl<'s> Iterator for Lexer<'s> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while self.input.peek()?.is_whitespace() {
            self.input.next();
        }
        let token = match self.input.next()? {
            '(' => Token::Open,
            ')' => Token::Close,
            c @ '0'..='9' => {
                let mut value = c.to_digit(10)? as i64;
                while let Some(d) = self.input.peek().and_then(|c| c.to_digit(10)) {
                    value = value * 10 + i64::from(d);
                    self.input.next();
                }
                Token::Number(value)
            }
            other => Token::Op(other),
        };
        Some(token)
    }
}

impl Neg for Expr {
    type Output = Self;
    fn neg(self) -> Self::Output {
        Expr::Neg(Box::new(self))
    }
}

impl Expr {
    pub fn eval(&self) -> Option<i64> {
        Some(match self {
            &Expr::Lit(n) => n,
            Expr::Neg(inner) => -inner.eval()?,
            Expr::Bin { op, left, right } => {
                let (l, r) = (left.eval()?, right.eval()?);
                match op {
                    '+' => l + r,
                    '-' => l - r,
                    '/' if r == 0 => return None,
                    '/' => l / r,
                    '<' => (l << (r & 0b11)) | 0xff_i64,
                    _ => unreachable!("operator {}", op),
                }
            }
        })
    }
}

fn total<T: Add<Output = T> + Copy>(items: &[T], start: T) -> T {
    items.iter().fold(start, |acc, &x| acc + x)
}

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

pub async fn fetch(urls: Vec<String>) -> Outcome<usize> {
    let pair = Pair { 0: 1, 1: b'\n' };
    let mut counter = loop {
        break urls.len() * 2;
    };
    counter += if pair.0 >= 1 && !urls.is_empty() {
        1
    } else {
        0
    };
    let raw = &mut counter as *mut usize;
    unsafe { *raw += square!(2, 3,) };
    let label = "tab\t\u{1F600} \\ done \
        joined";
    let _ = compose(|x: i32| x + 1, |y| y as f64 / 2.5e1)(4);
    Ok(counter.min(usize::MAX) + total(&[1usize; 3], 0))
}
