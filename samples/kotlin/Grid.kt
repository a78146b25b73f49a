package games.grid

import kotlin.random.Random

/** A cell of the grid. */
data class Cell(val row: Int, val column: Int) {
    operator fun plus(other: Cell) = Cell(row + other.row, column + other.column)
    operator fun unaryMinus() = Cell(-row, -column)
}

class Grid(val rows: Int, val columns: Int, fill: (Cell) -> Char = { '.' }) : Iterable<Cell> {
    private val cells: Array<CharArray> = Array(rows) { r -> CharArray(columns) { c -> fill(Cell(r, c)) } }

    operator fun get(cell: Cell): Char = cells[cell.row][cell.column]
    operator fun set(cell: Cell, value: Char) {
        cells[cell.row][cell.column] = value
    }
    operator fun contains(cell: Cell) = cell.row in 0 until rows && cell.column in 0 until columns

    override fun iterator(): Iterator<Cell> = iterator {
        for (r in 0 until rows) {
            for (c in columns - 1 downTo 0) yield(Cell(r, c))
        }
    }

    override fun toString(): String = buildString {
        cells.forEach { line ->
            append(String(line))
            append("\n")
        }
    }
}

object Directions {
    val all = listOf(Cell(0, 1), Cell(1, 0), Cell(0, -1), Cell(-1, 0))
    val none = emptyList<Cell>()
}

fun search(grid: Grid, start: Cell, goal: Cell): List<Cell>? {
    val queue = ArrayDeque(listOf(start))
    val from = hashMapOf<Cell, Cell?>(start to null)
    outer@ while (queue.isNotEmpty()) {
        val current = queue.removeFirst()
        for (step in Directions.all) {
            val next = current + step
            if (next !in grid || grid[next] == '#') continue
            if (next in from) continue@outer
            from[next] = current
            if (next == goal) break@outer
            queue.addLast(next)
        }
    }
    if (goal !in from.keys) return null
    val path = mutableListOf<Cell>()
    var at: Cell? = goal
    do {
        path.add(0, at!!)
        at = from[at]
    } while (at != null)
    return path
}

suspend fun tick(block: suspend () -> Unit) {
    try {
        block()
    } catch (e: IllegalStateException) {
        println("caught ${e.message ?: "nothing"}")
    } finally {
        println("\$done\t\u0041")
    }
}

tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

fun main(args: Array<String>) {
    val random = Random(seed = args.firstOrNull()?.toIntOrNull() ?: 42)
    val grid = Grid(5, 7) { if (random.nextInt(4) == 0 && it.row > 0) '#' else '.' }
    val (first, second) = 0xFF to 1_0
    var total = first shl 2 or (second and 3)
    total += gcd(12, 18)
    total--
    search(grid, Cell(0, 0), -Cell(-4, -6))?.forEachIndexed { index, cell ->
        grid[cell] = if (index % 2 == 0) '*' else '+'
    }
    val counts = grid.groupBy { grid[it] }.mapValues { (_, list) -> list.size }
    val (walls, rest) = counts.entries.partition { it.key == '#' }
    val text = with(StringBuilder()) {
        append("walls: ").append(walls.sumOf { it.value })
        toString()
    }
    val square = fun(x: Int): Int { return x * x }
    val reference: (Int) -> Int = square
    val checks = arrayOf<Boolean>(1 is Int, "a" as? Int == null, total != 0, rest === walls || !true)
    run {
        repeat(3) inner@{
            if (it == 1) return@inner
            println("$it ${reference(it)} ${checks[it]}")
        }
    }
    println(grid)
    println(listOf(3, 1, 2).sortedBy { -it }.joinToString(separator = ", ", prefix = "[", postfix = "]"))
    println(text.also { println(it.length) }.let(String::length) + total.toDouble().toInt())
    println(counts.getOrElse('x') { 0f })
}
