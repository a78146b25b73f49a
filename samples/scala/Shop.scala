package shop.model

import scala.collection.mutable
import scala.collection.mutable.{ArrayBuffer, Map => MutableMap}
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}

/** Things with a price. */
sealed trait Product extends Serializable {
  def name: String
  def price: BigDecimal
  protected lazy val label: String = s"$name costs ${price.setScale(2)}"
}

final case class Book(name: String, price: BigDecimal, pages: Int = 0) extends Product
case class Bundle(name: String, parts: List[Product]) extends Product {
  override def price: BigDecimal = parts.map(_.price).sum * 0.9
}
case object Nothing1 extends Product {
  val name = "nothing"
  val price = BigDecimal(0)
}

object Product {
  private[shop] val Limit = 1000L
  implicit val ordering: Ordering[Product] = Ordering.by(p => (p.price, p.name))

  def apply(name: String): Product = Book(name, 1)
  def unapply(p: Product): Option[(String, BigDecimal)] = Some((p.name, p.price))
}

trait Logging { self: Store[_] =>
  type Line = (Long, String)
  protected val lines: ArrayBuffer[Line] = ArrayBuffer.empty

  def log(message: => String)(implicit clock: () => Long): Unit = {
    if (verbose) lines += ((clock(), message))
  }
}

abstract class Store[+P <: Product](val items: Seq[P], val verbose: Boolean = false)(implicit ec: ExecutionContext) {
  require(items.nonEmpty, "no items")
  private var sold: MutableMap[String, Int] = mutable.Map.empty

  def this(first: P)(implicit ec: ExecutionContext) = this(Seq(first), true)

  def find(test: P => Boolean): Option[P] = items.find(test)

  def sell(name: String, amount: Int*): Future[Int] = Future {
    val total = amount.foldLeft(0)(_ + _)
    sold.get(name) match {
      case Some(n) if n > 100 => throw new IllegalStateException(s"sold out: $name")
      case Some(n) => sold(name) = n + total
      case None => sold += name -> total
    }
    total
  }

  def describe(value: Any): String = value match {
    case null => "null"
    case 0 | 1 | -1 => "small"
    case n: Int if n % 2 == 0 => f"even $n%04d"
    case Product(name, price) => name + '\t' + price
    case (a, b) :: Nil => s"pair $a $b"
    case List(first, rest @ _*) => s"${first} and ${rest.size} more"
    case s"item-$id" => id
    case _: Double | _: Float => """real "number""""
    case other => other.toString
  }

  def report(): Unit = {
    var i = 0
    while (i < items.length) {
      i += 1
    }
    for (item <- items if item.price > 0; (name, n) <- sold) {
      println(s"$name $n ${item.name}")
    }
    val pairs = for {
      a <- items
      b <- items
      if a != b
      sum = a.price + b.price
    } yield (a, b, sum)
    do { i -= 1 } while (i > 0)
    println(pairs.take(3).mkString("[", ", ", "]\n"))
  }
}

object Main extends App {
  import ExecutionContext.Implicits.global
  implicit val clock: () => Long = () => System.nanoTime()

  private val books = Vector(Book("A", 10.5), Book(name = "B", price = 3, pages = 0x1F))
  val store = new Store[Book](books) with Logging {
    log("created")
  }
  val outcome: Either[String, Int] = Try("12x".toInt) match {
    case Success(n) => Right(n)
    case Failure(_: NumberFormatException) => Left("not a number")
    case Failure(e) => throw e
  }
  val result = try outcome.getOrElse(1 / 2) catch { case _: ArithmeticException => -1 } finally println("done")
  val twice: (Int => Int) => Int => Int = f => x => f(f(x))
  println(twice(_ * 2)(3) + result, books.sorted[Product].map { case Book(n, p, _) => n -> p }.toMap, ())
}
