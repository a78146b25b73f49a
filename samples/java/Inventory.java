package shop.stock;

import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.util.*;
import java.util.function.Function;
import java.util.function.Predicate;

/** Keeps track of the items of a shop. */
public class Inventory<T extends Comparable<T> & java.io.Serializable> implements Iterable<T> {
    public static final int LIMIT = 1_000;
    private static final String[] NAMES = {"first", "se\"cond\"", "\u00e9\n",};
    private static int[][] grid = new int[3][];
    private final Map<String, List<? super T>> shelves = new TreeMap<>();
    protected volatile long changes;
    private transient T[] cache;

    static {
        grid[0] = new int[] {1, 2, 3};
        grid[1] = new int[] {};
    }

    @FunctionalInterface
    interface Rule<A, R> {
        R apply(A argument) throws IOException;

        default <B> Rule<A, B> then(Rule<? super R, ? extends B> next) {
            return a -> next.apply(apply(a));
        }
    }

    enum Level {
        LOW(1), MIDDLE(5) {
            @Override
            boolean matches(int amount) {
                return amount == weight || super.matches(amount);
            }
        }, HIGH(10);

        final int weight;

        Level(int weight) {
            this.weight = weight;
        }

        boolean matches(int amount) {
            return amount >= weight;
        }
    }

    record Item(String name, int amount) {
        Item {
            if (amount < 0) throw new IllegalArgumentException("amount: " + amount);
        }

        static Item of(String name) { return new Item(name, 0); }
    }

    public Inventory() {
        this(Collections.emptyList());
    }

    @SafeVarargs
    @SuppressWarnings({"unchecked", "varargs"})
    public Inventory(Collection<? extends T> start, T... more) {
        for (T item : start) add("start", item);
        for (int i = 0, n = more.length; i < n; i++, changes++) {
            add(i % 2 == 0 ? "even" : "odd", more[i]);
        }
    }

    public final synchronized void add(String shelf, T item) {
        shelves.computeIfAbsent(shelf, key -> new ArrayList<>()).add(item);
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<T>() {
            private int at = 0;

            public boolean hasNext() { return cache != null && at < cache.length; }

            public T next() { return cache[at++]; }
        };
    }

    static int score(Object value, char mode) {
        int result = 0;
        switch (mode) {
            case 'a':
            case '\'':
                result += 0x1F >>> 2;
                break;
            default:
                result = ~result ^ 0b11;
        }
        String kind = switch (result & 3) {
            case 0, 1 -> "low";
            case 2 -> { String text = "two"; yield text.trim(); }
            default -> throw new IllegalStateException();
        };
        outer:
        while (true) {
            do {
                if (value instanceof String text && !text.isEmpty()) break outer;
                else if (result-- < -5) continue outer;
            } while (result > 0);
            return kind.length();
        }
        try (Scanner in = new Scanner(System.in); Scanner other = in) {
            synchronized (value) { assert in != null : "input"; }
        } catch (IllegalStateException | NoSuchElementException e) {
            result = (int) 2.5e3f;
        } finally {
            grid = null;
        }
        return result;
    }
}
