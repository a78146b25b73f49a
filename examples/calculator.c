/* A calculator for programs such as "1 2 + 3 *". One of the programs below asks for more numbers than there are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 32

enum kind { NUMBER, OPERATOR, END };

struct token {
    enum kind kind;
    long value;
    char sign;
};

struct stack {
    long items[LIMIT];
    int size;
};

struct statistics {
    int tokens;
    int operators;
    long largest;
};

static struct statistics statistics;

static void push(struct stack *stack, long value) {
    if (stack->size == LIMIT) {
        fprintf(stderr, "stack overflow\n");
        exit(3);
    }
    stack->items[stack->size++] = value;
    if (value > statistics.largest) {
        statistics.largest = value;
    }
}

static long pop(struct stack *stack) {
    if (stack->size == 0) {
        fprintf(stderr, "stack underflow\n");
        abort();
    }
    return stack->items[--stack->size];
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static struct token next(const char **text) {
    struct token token = {END, 0, 0};
    while (**text == ' ') {
        (*text)++;
    }
    if (**text == 0) {
        return token;
    }
    statistics.tokens++;
    if (is_digit(**text)) {
        token.kind = NUMBER;
        while (is_digit(**text)) {
            token.value = token.value * 10 + (**text - '0');
            (*text)++;
        }
        return token;
    }
    token.kind = OPERATOR;
    token.sign = *(*text)++;
    statistics.operators++;
    return token;
}

static long apply(char sign, long left, long right) {
    switch (sign) {
    case '+':
        return left + right;
    case '-':
        return left - right;
    case '*':
        return left * right;
    case '/':
        return right ? left / right : 0;
    default:
        fprintf(stderr, "unknown operator %c\n", sign);
        exit(2);
    }
}

static long evaluate(const char *program) {
    struct stack stack = {{0}, 0};
    const char *rest = program;
    for (;;) {
        struct token token = next(&rest);
        if (token.kind == END) {
            break;
        } else if (token.kind == NUMBER) {
            push(&stack, token.value);
        } else {
            long right = pop(&stack);
            long left = pop(&stack);
            push(&stack, apply(token.sign, left, right));
        }
    }
    return pop(&stack);
}

static const char *programs[] = {
    "1 2 +",
    "10 2 8 * + 3 -",
    "7 6 5 4 3 2 1 * * * * * *",
    "100 9 /",
    "4 + 1",
    "",
};

static void report(void) {
    printf("%d tokens, %d operators, largest number %ld\n", statistics.tokens, statistics.operators, statistics.largest);
}

int main(void) {
    size_t count = sizeof programs / sizeof programs[0];
    for (size_t i = 0; i < count; i++) {
        if (strlen(programs[i]) == 0) {
            continue;
        }
        printf("%s = %ld\n", programs[i], evaluate(programs[i]));
    }
    report();
    return 0;
}
