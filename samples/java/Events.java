import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class Events {
    private Events() {}

    @interface Audited {
        String value() default "none";
        int[] levels() default {};
    }

    sealed interface Event permits Click, Key, Tick {}

    record Click(int x, int y) implements Event {}

    record Key(char code, boolean... modifiers) implements Event {}

    record Tick() implements Event {}

    static abstract class Handler<E extends Event> {
        private final Deque<E> queue = new ArrayDeque<>();
        private int handled;

        protected abstract void handle(E event) throws Exception;

        void push(E event) {
            queue.addLast(event);
        }

        int drain() {
            while (!queue.isEmpty()) {
                E event = queue.pollFirst();
                try {
                    handle(event);
                    handled += 1;
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    handled |= 1 << 3;
                }
            }
            return handled;
        }
    }

    static class Printer extends Handler<Event> {
        @Override
        @Audited(value = "print", levels = {1, 2, 3})
        protected void handle(final Event event) {
            if (event instanceof Click) {
                Click click = (Click) event;
                System.out.printf("%d,%d%n", click.x(), click.y());
            } else if (event instanceof Key key) {
                System.out.println("key " + key.code() + '\t');
            } else {
                ;
            }
        }
    }

    private static final BiFunction<Integer, Integer, Integer> ADD = Integer::sum;
    private static final Supplier<int[]> MAKE = () -> new int[4];
    static final String BLOCK = """
        A text block with "quotes"
          and an escape \t here.
        """;

    static <K extends Comparable<K>, V> Optional<V> firstValue(Map<K, ? extends V> map) {
        return map.entrySet().stream()
            .min(Comparator.comparing(entry -> entry.getKey()))
            .map(Map.Entry::getValue);
    }

    static long collatz(long n) {
        long steps = 0L;
        for (; n != 1; steps++) {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            if (steps > 1e6) return -1;
        }
        return steps;
    }

    public static void main(String... args) throws Exception {
        var printer = new Printer();
        printer.push(new Click(1, -2));
        printer.push(new Key('q'));
        printer.push(new Tick());
        Callable<Integer> task = printer::drain;
        List<String> words = IntStream.rangeClosed(1, 5)
            .filter(i -> i % 2 != 0)
            .mapToObj(i -> { String s = "w" + i; return s.toUpperCase(); })
            .collect(Collectors.toList());
        int[] numbers = MAKE.get();
        numbers[0]++;
        --numbers[1];
        numbers[numbers.length - 1] = ADD.apply(task.call(), words.size());
        for (String word : words) {
            if (word == null) continue;
            System.out.println(word + (word.length() > 1 ? "" : '!'));
        }
        Class<?> type = int[].class;
        boolean odd = (numbers[3] & 1) == 1 ^ !type.isArray();
        System.exit(odd ? (int) collatz(27) : 0);
    }
}
