/* An intrusive list with a free pool, as it looks after preprocessing. */
typedef unsigned long size_type;
typedef struct node node_t;
typedef int (*compare_fn)(const void *left, const void *right);

extern int printf(const char *format, ...);
extern void *malloc(size_type size);
extern void free(void *memory);
static inline int sign(int value) { return value < 0 ? -1 : value > 0; }

enum color { RED, GREEN = 4, BLUE, };

enum { LIMIT = 16, MASK = ~0x0f & 0xff };

struct node {
    struct node *next, **owner;
    union {
        long whole;
        double real;
        unsigned char bytes[sizeof(double)];
    } value;
    enum color shade;
    unsigned used : 1, marked : 3;
};

struct empty_pool;

static node_t *pool;
static const char *const names[] = {"red", "gr\"een\n", 'a' ? "blue" "ish" : "", 0};
static int table[3][4] = {{1, 2, 3, 4}, {5}, [2] = {[1] = 7, [3] = -7}};
static const node_t origin = {.next = 0, .value = {.real = 1.5e-3}, .shade = RED};
volatile int ticks = 0;

int apply(int (*callback)(int, void *), void *context), other(void);

static int by_value(const void *left, const void *right)
{
    const node_t *a = left, *b = (const node_t *)right;
    return sign((int)(a->value.whole - b->value.whole));
}

static node_t *take(void)
{
    node_t *result = pool;
    if (!result)
        return malloc(sizeof *result);
    pool = result->next;
    return result;
}

static void give(node_t *unused)
{
    if (unused) {
        unused->next = pool;
        pool = unused;
    } else {
        ;
    }
}

static node_t *build(int count, const long values[])
{
    node_t *head = 0, **tail = &head;
    for (int i = 0, step = 1; i < count; i += step) {
        node_t *item = take();
        *item = (node_t){.owner = tail, .shade = i % 2 ? GREEN : BLUE};
        item->value.whole = values ? values[i] : (long)i << 2;
        item->marked |= i & 7;
        *tail = item, tail = &item->next;
    }
    *tail = 0;
    return head;
}

static long measure(const node_t *list, compare_fn compare)
{
    long total = 0L;
    unsigned long long guard = 0xFFULL;
    while (list && guard-- != 0) {
        switch (list->shade) {
        case RED:
            total += 1;
            break;
        case GREEN: {
            int weight = table[2][1] * 2;
            total -= weight;
            /* fall through */
        }
        case BLUE:
            total ^= list->value.whole;
        default:
            if (compare(list, &origin) <= 0) goto skip;
        }
        do {
            if (ticks > LIMIT) break;
            else if (ticks == '\x41' || ticks == '\'') continue;
        } while (++ticks < 3 && !(ticks & MASK));
skip:
        list = list->next;
    }
    return total;
}

int main(int argc, char **argv)
{
    long seed[] = {3, 1, 4, 1, 5, 9, 2, 6};
    node_t *list = build(sizeof seed / sizeof seed[0], seed);
    (void)argv;
    for (;;) {
        if (argc-- > 1) continue;
        break;
    }
    printf("%ld %s %f\n", measure(list, by_value), names[1], origin.value.real);
    while (list) {
        node_t *next = list->next;
        give(list);
        list = next;
    }
    return pool == 0 ? 1 : 0;
}
