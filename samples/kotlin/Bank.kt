@file:Suppress("unused")

package bank.core

import java.time.Duration as Span
import kotlin.math.*

const val LIMIT = 1_000_000L
private val codes: Map<String, Int> = mapOf("EUR" to 978, "USD" to 840)
var counter: Int = 0
    private set

typealias Rule<T> = (T) -> Boolean

enum class Level(val weight: Int) {
    LOW(1),
    HIGH(10) {
        override fun label() = "high!"
    };

    open fun label(): String = name.lowercase()
}

sealed interface Outcome<out T> {
    data class Success<T>(val value: T) : Outcome<T>
    data class Failure(val reason: String, val cause: Throwable? = null) : Outcome<Nothing>
    object Pending : Outcome<Nothing>
}

interface Named {
    val name: String
    fun greet(other: String = "you"): String = "Hello $other, I am ${name.uppercase()}"
}

annotation class Audited(val level: Level = Level.LOW, vararg val tags: String)

abstract class Account(override val name: String, protected var balance: Long = 0) : Named {
    private val history = mutableListOf<Pair<String, Long>>()
    lateinit var owner: String
    val isEmpty: Boolean
        get() = balance == 0L
    var note: String? = null
        set(value) {
            field = value?.trim()
        }
    val summary by lazy { "$name: $balance" }

    init {
        require(balance >= 0) { "negative balance" }
        counter++
    }

    constructor(name: String, parts: List<Long>) : this(name, parts.sum())

    @Audited(level = Level.HIGH, "money", "write")
    @Throws(IllegalStateException::class)
    open fun withdraw(amount: Long): Outcome<Long> {
        if (amount <= 0) return Outcome.Failure("amount: $amount")
        return when {
            amount > balance && !isEmpty -> Outcome.Failure("""only "$balance" left""")
            amount in 1..LIMIT -> {
                balance -= amount
                history += "withdraw" to -amount
                Outcome.Success(balance)
            }
            else -> Outcome.Pending
        }
    }

    operator fun plusAssign(amount: Long) { balance += amount }
    infix fun owes(other: Account): Boolean = balance < other.balance
    protected abstract fun rate(): Double

    companion object Factory {
        @JvmStatic
        fun create(name: String): Account = object : Account(name) {
            override fun rate() = 0.5
        }
    }
}

class Savings<T : Number>(name: String, private val bonus: T) : Account(name), Comparable<Account> {
    override fun rate(): Double = bonus.toDouble().pow(2) / 1.5e2
    override fun compareTo(other: Account): Int = if (this owes other) -1 else 1
    inner class Slip(val text: Char = '\n')
}

inline fun <reified T> Iterable<*>.only(noinline rule: Rule<T> = { true }): List<T> =
    filterIsInstance<T>().filter(rule)

fun <A, B> List<A>.pairWith(other: List<B>): List<Pair<A, B>> where A : Any, B : Any =
    zip(other) { a, b -> Pair(a, b) }

fun describe(value: Any?): String = when (value) {
    null -> "nothing"
    is Outcome.Success<*> -> "ok ${value.value}"
    is String, is Char -> "text"
    0, 1, -1 -> "small"
    is Int -> when (value) {
        in 2..9, !in 10 until 100 step 5 -> "range"
        else -> "number"
    }
    else -> throw IllegalArgumentException(value.toString())
}
