{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE TupleSections #-}

-- | Expressions: a parser, a printer and an evaluator.
module Expr
  ( Expr (..)
  , Op (Add, Mul)
  , evaluate
  , parseExpr
  , module Data.Maybe
  ) where

import Control.Monad (unless, void, when)
import qualified Data.Map.Strict as Map
import Data.Char (isDigit, isSpace)
import Data.Maybe
import Prelude hiding (lookup)

infixl 6 |+|
infixr 5 `cons`

data Op = Add | Sub | Mul | Div
  deriving (Eq, Show, Enum, Bounded)

data Expr
  = Lit !Integer
  | Var String
  | Neg Expr
  | Bin { op :: Op, left, right :: Expr }
  | Let (String, Expr) Expr
  deriving (Eq, Show)

type Env = Map.Map String Integer

newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }

instance Functor Parser where
  fmap f (Parser p) = Parser $ \input -> case p input of
    Nothing -> Nothing
    Just (a, rest) -> Just (f a, rest)

instance Applicative Parser where
  pure a = Parser (Just . (a,))
  Parser pf <*> Parser pa = Parser $ \input -> do
    (f, rest) <- pf input
    (a, rest') <- pa rest
    return (f a, rest')

instance Monad Parser where
  return = pure
  p >>= f = Parser $ \s -> runParser p s >>= \(a, t) -> runParser (f a) t

satisfy :: (Char -> Bool) -> Parser Char
satisfy ok = Parser $ \case
  (c : rest) | ok c -> Just (c, rest)
  _ -> Nothing

(<||>) :: Parser a -> Parser a -> Parser a
Parser p <||> Parser q = Parser $ \s -> maybe (q s) Just (p s)

many1, many0 :: Parser a -> Parser [a]
many1 p = do { x <- p; xs <- many0 p; pure (x : xs) }
many0 p = many1 p <||> pure []

token :: Parser a -> Parser a
token p = p <* many0 (satisfy isSpace)

parseExpr :: String -> Either String Expr
parseExpr text = case runParser (many0 (satisfy isSpace) *> expr) text of
  Just (e, "") -> Right e
  Just (_, rest) -> Left ("left over: " ++ show (take 10 rest))
  Nothing -> Left "no parse\n\t\"at all\""
  where
    expr = do
      first <- term
      rest <- many0 ((,) <$> operator [('+', Add), ('-', Sub)] <*> term)
      pure (foldl (\l (o, r) -> Bin { op = o, left = l, right = r }) first rest)
    term = literal <||> (Neg <$> (symbol '-' *> term)) <||> (symbol '(' *> expr <* symbol ')')
    literal = Lit . read <$> token (many1 (satisfy isDigit))
    symbol = token . satisfy . (==)
    operator table = do
      c <- token (satisfy (`elem` map fst table))
      maybe (Parser (const Nothing)) pure (lookup' c table)
    lookup' k kvs = listToMaybe [v | (k', v) <- kvs, k' == k]

evaluate :: Env -> Expr -> Maybe Integer
evaluate _ (Lit n) = Just n
evaluate env (Var x) = Map.lookup x env
evaluate env (Neg e) = negate <$> evaluate env e
evaluate env (Let (x, e) body) = do
  value <- evaluate env e
  let env' = Map.insert x value env
  evaluate env' body
evaluate env Bin { op = o, left = l, right = r }
  | o == Div, Just 0 <- b = Nothing
  | otherwise = apply o <$> a <*> b
  where
    a = evaluate env l
    b = evaluate env r

apply :: Op -> Integer -> Integer -> Integer
apply = \case { Add -> (+); Sub -> (-); Mul -> (*); Div -> div }

(|+|) :: Expr -> Expr -> Expr
a |+| b = Bin Add a b

cons :: a -> [a] -> [a]
cons = (:)
