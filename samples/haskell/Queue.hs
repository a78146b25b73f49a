module Main (main) where

import Control.Exception (SomeException, evaluate, try)
import Data.Foldable (foldl', for_, traverse_)
import Data.IORef
import Data.List (sortBy, unfoldr)
import Data.Ord (comparing)
import qualified Data.Set as Set

{- A banker's queue, a tree
   and a few programs over them. -}

class Container f where
  empty :: f a
  insert :: a -> f a -> f a
  toL :: f a -> [a]
  size :: f a -> Int
  size = length . toL
  {-# MINIMAL empty, insert, toL #-}

data Queue a = Queue [a] [a]

data Tree a
  = Leaf
  | Node (Tree a) a (Tree a)

instance Container Queue where
  empty = Queue [] []
  insert x (Queue front back) = Queue front (x : back)
  toL (Queue front back) = front ++ reverse back

instance Show a => Show (Tree a) where
  showsPrec _ Leaf = showString "."
  showsPrec d (Node l x r) =
    showParen (d > 10) $
      showsPrec 11 l . showChar ' ' . showsPrec 11 x . showChar ' ' . showsPrec 11 r

instance Functor Tree where
  fmap _ Leaf = Leaf
  fmap f (Node l x r) = Node (fmap f l) (f x) (fmap f r)

instance Foldable Tree where
  foldMap _ Leaf = mempty
  foldMap f (Node l x r) = foldMap f l <> f x <> foldMap f r

grow :: (Ord a) => a -> Tree a -> Tree a
grow x Leaf = Node Leaf x Leaf
grow x tree@(Node l y r)
  | x < y = Node (grow x l) y r
  | x > y = Node l y (grow x r)
  | otherwise = tree

pop :: Queue a -> Maybe (a, Queue a)
pop (Queue [] []) = Nothing
pop (Queue [] back) = pop (Queue (reverse back) [])
pop (Queue (x : front) back) = Just (x, Queue front back)

primes :: [Int]
primes = sieve [2 ..]
  where
    sieve [] = []
    sieve (p : xs) = p : sieve [x | x <- xs, x `mod` p /= 0]

collatz :: Int -> [Int]
collatz = unfoldr step
  where
    step 1 = Nothing
    step n =
      let next = if even n then n `div` 2 else 3 * n + 1
       in Just (n, next)

triples :: Int -> [(Int, Int, Int)]
triples n =
  [ (a, b, c)
  | c <- [1 .. n]
  , b <- [1 .. c - 1]
  , let a2 = c * c - b * b
  , a <- [1 .. b]
  , a * a == a2
  ]

classify :: Double -> String
classify x
  | isNaN x || isInfinite x = "odd"
  | x < -1.5e2, let y = abs x, y > 0 = "low"
  | 0 <= x && x <= 0xff = if x == 0 then "zero" else "small"
classify _ = "big"

main :: IO ()
main = do
  counter <- newIORef (0 :: Int)
  let queue = foldr insert empty "hello" :: Queue Char
      tree = foldl' (flip grow) Leaf [5, 3, 8, 1, 4 :: Int]
      go q = case pop q of
        Just (c, rest) -> do
          modifyIORef' counter (+ 1)
          putStr [c, '\t']
          go rest
        Nothing -> putStrLn ""
  go queue
  print (fmap (* 2) tree, sum tree, maximum tree)
  for_ (zip3 [1 :: Int ..] (takeWhile (< 20) primes) ['a', 'c' ..]) $ \(i, p, c) ->
    putStrLn (show i ++ ": " ++ show p ++ [c] ++ "\x41\"")
  traverse_ print (sortBy (comparing negate) (collatz 6))
  result <- try (evaluate (1 `div` (0 :: Int))) :: IO (Either SomeException Int)
  either (const (putStrLn "failed")) print result
  n <- readIORef counter
  print (n, size queue, Set.toList (Set.fromList (triples 20)), map classify [0, -200.5, 3e2], ())
