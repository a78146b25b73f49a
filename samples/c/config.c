/* A key/value reader with compile-time switches. */
#define MAX_KEYS 32
#define DEFAULT_NAME "unnamed"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SWAP(type, a, b) \
    do {                 \
        type temp = (a); \
        (a) = (b);       \
        (b) = temp;      \
    } while (0)
#define EMPTY

#ifdef CONFIG_WIDE
typedef long long number;
#else
typedef int number;
#endif

#ifndef CONFIG_LEVEL
#define CONFIG_LEVEL 2
#endif

#if CONFIG_LEVEL > 3
#error "level is too high"
#elif CONFIG_LEVEL == 2 && !defined(CONFIG_QUIET)
static int verbose = 1;
#else
static int verbose = 0;
#endif

#if 0
static int never_compiled(void) { return missing; }
#endif

struct entry {
    char key[16];
    number value;
#ifdef CONFIG_WIDE
    number high, low;
#endif
};

typedef struct entry entry_t;

struct config {
    struct entry entries[MAX_KEYS];
    int count;
    const char *name;
    struct { int line, column; } place;
};

static struct config current = {.count = 0, .name = DEFAULT_NAME};

static int is_space(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\0'; }
static int is_digit(int c) { return '0' <= c && c <= '9'; }

static const char *skip_spaces(const char *text)
{
    while (*text && is_space(*text)) {
        if (*text++ == '\n') {
            current.place.line++;
            current.place.column = 0;
        } else
            ++current.place.column;
    }
    return text;
}

static int parse_entry(const char **cursor, struct entry *out)
{
    const char *text = skip_spaces(*cursor);
    unsigned length = 0;
    int negative = 0;
    while (text[length] && text[length] != '=') {
        if (length + 1 >= COUNT(out->key)) return -1;
        out->key[length] = text[length];
        length++;
    }
    out->key[length] = '\0';
    if (text[length] != '=') return -2;
    text += length + 1;
    if (*text == '-') negative = 1, text++;
    for (out->value = 0; is_digit(*text); text++)
        out->value = out->value * 10 + (*text - '0');
    out->value = negative ? -out->value : out->value;
    *cursor = text;
    return 0;
}

int config_read(const char *text)
{
    int status;
    while (*(text = skip_spaces(text)) != 0) {
        struct entry item = {{0}, 0};
        status = parse_entry(&text, &item);
        switch (status) {
        case 0: break;
        case -1: case -2: return status;
        default: goto failed;
        }
        if (current.count >= MAX_KEYS) goto failed;
        current.entries[current.count++] = item;
    }
#if CONFIG_LEVEL >= 2
    if (verbose) {
        for (int i = 1; i < current.count; i++)
            if (current.entries[i].value < current.entries[i - 1].value)
                SWAP(entry_t, current.entries[i], current.entries[i - 1]);
    }
#endif
    return current.count;
failed:
    return -10;
}
#undef EMPTY
