package collection.trees

import scala.annotation.tailrec
import scala.language.{higherKinds, implicitConversions}

// A persistent tree with type classes.
sealed abstract class Tree[+A] {
  def isEmpty: Boolean
  def size: Int = this match {
    case Leaf => 0
    case Node(left, _, right) => left.size + 1 + right.size
  }

  def map[B](f: A => B): Tree[B] = this match {
    case Leaf => Leaf
    case Node(l, v, r) => Node(l map f, f(v), r map f)
  }

  def foreach[U](f: A => U): Unit = this match {
    case Node(l, v, r) =>
      l.foreach(f)
      f(v)
      r.foreach(f)
    case _ => ()
  }

  final def ++[B >: A](other: Tree[B])(implicit ord: Ordering[B]): Tree[B] = {
    var result: Tree[B] = this
    other.foreach { v => result = Tree.insert(result, v) }
    result
  }
}

case object Leaf extends Tree[Nothing] { override def isEmpty = true }

case class Node[A](left: Tree[A], value: A, right: Tree[A]) extends Tree[A] {
  override def isEmpty: Boolean = false
}

object Tree {
  def empty[A]: Tree[A] = Leaf

  def apply[A: Ordering](values: A*): Tree[A] =
    values.foldLeft(empty[A])((tree, v) => insert(tree, v))

  def insert[A](tree: Tree[A], value: A)(implicit ord: Ordering[A]): Tree[A] = {
    import ord.mkOrderingOps
    tree match {
      case Leaf => Node(Leaf, value, Leaf)
      case node @ Node(l, v, r) =>
        if (value < v) node.copy(left = insert(l, value))
        else if (value > v) node.copy(right = insert(r, value))
        else node
    }
  }

  implicit class Ops[A](private val tree: Tree[A]) extends AnyVal {
    def toList: List[A] = {
      val buffer = List.newBuilder[A]
      for (v <- tree) buffer += v
      buffer.result()
    }
  }
}

trait Monoid[@specialized(Int) A] {
  def zero: A
  def combine(x: A, y: A): A
}

object Monoid {
  implicit val sum: Monoid[Int] = new Monoid[Int] {
    val zero = 0
    def combine(x: Int, y: Int) = x + y
  }
  implicit def pair[A, B](implicit a: Monoid[A], b: Monoid[B]): Monoid[(A, B)] =
    new Monoid[(A, B)] {
      def zero = (a.zero, b.zero)
      def combine(x: (A, B), y: (A, B)) = (a.combine(x._1, y._1), b.combine(x._2, y._2))
    }
}

trait Functor[F[_]] {
  def lift[A, B](f: A => B): F[A] => F[B]
}

class Counter private (start: Int) {
  private[this] var current = start
  def value: Int = current
  def value_=(next: Int): Unit = current = next max 0
  def +=(by: Int): this.type = { current += by; this }
  def unary_- : Int = -current
}

object Counter {
  val Empty: Array[Int] = Array()
  def from(n: Int) = new Counter(n)

  @tailrec
  def gcd(a: Long, b: Long): Long = if (b == 0L) a else gcd(b, a % b)

  @deprecated("use from", since = "2.0") @inline
  def fold[A](items: Iterable[A])(implicit m: Monoid[A]): A = items.foldLeft(m.zero)(m.combine)

  def main(args: Array[String]): Unit = {
    val tree = Tree(5, 2, 8) ++ Tree(1, 9)
    val counter = from(3)
    counter.value = counter.value * 2
    counter += 4
    val bits = (0xff & ~3 | 1 << 4) ^ 2 >>> 1
    lazy val text = raw"a\n${tree.size}" + "\u0041\\" + 'c' + 1.5e3f + 2d
    println((tree.map(_ + 1).toList, fold(Seq((1, 2), (3, 4))), -counter, bits, text, !Empty.isEmpty))
  }
}
