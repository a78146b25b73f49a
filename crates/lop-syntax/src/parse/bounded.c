// A parse that ends: see bounded.rs.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <tree_sitter/api.h>

// Bytes that the lexer gets at a time. A parser that lexes the same text again and again asks for it again and again, which
// is how its work is seen here: it is not counted as an operation.
#define CHUNK 256
// What a chunk counts as, in operations of the parser, and what tree-sitter counts between two calls of `is_spent`.
#define STEPS_PER_CHUNK 4
#define STEPS_PER_CALL 100

enum End { DONE, FOUND_ERROR, TOO_LONG, TOO_LARGE, ABORTED };

// A text to be parsed, and what may be spent on it. The layout is that of `Task` in bounded.rs.
typedef struct {
  const char *text;
  uint32_t length;
  bool stops_at_error;
  uint8_t end;
  int64_t steps;
  int64_t bytes;
} Task;

static _Thread_local Task *current;

static const char *next_chunk(void *payload, uint32_t at, TSPoint point, uint32_t *length) {
  Task *task = payload;
  (void)point;
  task->steps -= STEPS_PER_CHUNK;
  // A text that is over sooner brings the parser to its next operation.
  bool is_over = at >= task->length || task->steps < 0;
  uint32_t left = is_over ? 0 : task->length - at;
  *length = left < CHUNK ? left : CHUNK;
  return task->text + (is_over ? 0 : at);
}

static bool is_spent(TSParseState *state) {
  Task *task = state->payload;
  task->steps -= STEPS_PER_CALL;
  if (task->stops_at_error && state->has_error) {
    task->end = FOUND_ERROR;
  }
  return task->end == FOUND_ERROR || task->steps < 0 || task->bytes < 0;
}

static TSTree *parse(TSParser *parser, Task *task) {
  TSInput input = {.payload = task, .read = next_chunk, .encoding = TSInputEncodingUTF8};
  TSParseOptions options = {.payload = task, .progress_callback = is_spent};
  TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
  if (task->end == DONE && (task->steps < 0 || task->bytes < 0)) {
    task->end = task->steps < 0 ? TOO_LONG : TOO_LARGE;
  }
  if (task->end != DONE && tree) {
    ts_tree_delete(tree);
    tree = NULL;
  }
  return tree;
}

// The allocator of tree-sitter, which counts what a parse asks for.

static void *checked(void *memory, size_t size) {
  if (current) {
    current->bytes -= (int64_t)size;
  }
  if (!memory && size > 0) {
    abort();
  }
  return memory;
}

static void *counting_malloc(size_t size) {
  return checked(malloc(size), size);
}

static void *counting_calloc(size_t count, size_t size) {
  return checked(calloc(count, size), count * size);
}

static void *counting_realloc(void *memory, size_t size) {
  return checked(realloc(memory, size), size);
}

#ifdef _WIN32

void lop_prepare(void) {
  ts_set_allocator(counting_malloc, counting_calloc, counting_realloc, free);
}

TSTree *lop_parse(TSParser *parser, Task *task) {
  current = task;
  TSTree *tree = parse(parser, task);
  current = NULL;
  return tree;
}

#else

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static _Thread_local sigjmp_buf *way_out;
static struct sigaction before;

// Leaves a parse that aborts. Any other abort, and a signal from outside, does what it did before.
static void on_abort(int signal, siginfo_t *info, void *context) {
  (void)context;
  if (way_out && info->si_pid == getpid()) {
    siglongjmp(*way_out, 1);
  }
  sigaction(signal, &before, NULL);
  raise(signal);
}

#ifdef __linux__

// Takes the place of the C library's function, which prints a line for the authors of the parser before it aborts.
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
  if (way_out) {
    siglongjmp(*way_out, 1);
  }
  fprintf(stderr, "%s:%u: %s: assertion `%s' failed\n", file, line, function, assertion);
  abort();
}

#endif

void lop_prepare(void) {
  ts_set_allocator(counting_malloc, counting_calloc, counting_realloc, free);
  struct sigaction action = {.sa_sigaction = on_abort, .sa_flags = SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  sigaction(SIGABRT, &action, &before);
}

TSTree *lop_parse(TSParser *parser, Task *task) {
  sigjmp_buf here;
  TSTree *volatile tree = NULL;
  if (sigsetjmp(here, 1) == 0) {
    current = task;
    way_out = &here;
    tree = parse(parser, task);
  } else {
    task->end = ABORTED;
  }
  way_out = NULL;
  current = NULL;
  return tree;
}

#endif
