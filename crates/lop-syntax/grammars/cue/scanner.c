// The external scanner of the CUE grammar. It recognizes what regular expressions cannot: the commas
// that line ends imply, string and bytes literals with any number of hash signs around them, and the
// balanced text of an attribute.

#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

// The order is that of the externals in grammar.js.
enum TokenType {
    AUTOMATIC_COMMA,
    STRING_START,
    BYTES_START,
    STRING_END,
    MULTILINE_STRING_START,
    MULTILINE_BYTES_START,
    MULTILINE_END,
    LINE_START,
    STRING_CONTENT,
    INTERPOLATION_START,
    ATTRIBUTE_CONTENT,
    CLOSING_PARENTHESIS,
    CLOSING_BRACKET,
    ERROR_SENTINEL,
};

// What the end and the escapes of a literal depend on.
typedef struct {
    uint8_t is_bytes;
    uint8_t is_multiline;
    uint8_t hash_count;
} Literal;

#define MAX_HASH_COUNT UINT8_MAX
#define MAX_LITERAL_DEPTH (TREE_SITTER_SERIALIZATION_BUFFER_SIZE / sizeof(Literal))
#define MAX_BRACKET_DEPTH 256

// The open literals, the innermost last. There is more than one when an interpolation contains
// another literal.
typedef struct {
    uint32_t depth;
    Literal literals[MAX_LITERAL_DEPTH];
} Scanner;

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline void skip(TSLexer *lexer) { lexer->advance(lexer, true); }

static inline bool is_space(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static inline int32_t quote_of(Literal literal) { return literal.is_bytes ? '\'' : '"'; }

static bool accept(TSLexer *lexer, enum TokenType token) {
    lexer->result_symbol = token;
    return true;
}

// Advances over at most `limit` copies of `c` and returns their number.
static unsigned advance_run(TSLexer *lexer, int32_t c, unsigned limit) {
    unsigned count = 0;
    while (count < limit && lexer->lookahead == c && !lexer->eof(lexer)) {
        advance(lexer);
        count++;
    }
    return count;
}

// -------------------------------------------------------------------------------------------------
// Commas
// -------------------------------------------------------------------------------------------------

// Decides whether the line ends here and thereby implies a comma. The comma itself is empty, so what
// the lexer passes here is still to come as white space or as a comment.
static bool scan_automatic_comma(TSLexer *lexer) {
    if (lexer->eof(lexer)) return accept(lexer, AUTOMATIC_COMMA);

    // A comment acts like a newline.
    if (lexer->lookahead == '/') {
        advance(lexer);
        return lexer->lookahead == '/' && accept(lexer, AUTOMATIC_COMMA);
    }

    if (lexer->lookahead != '\n') return false;
    while (is_space(lexer->lookahead)) skip(lexer);

    // JSON text may have its commas and its colons at the start of a line.
    if (lexer->lookahead == ',' || lexer->lookahead == ':') return false;
    return accept(lexer, AUTOMATIC_COMMA);
}

// -------------------------------------------------------------------------------------------------
// String and bytes literals
// -------------------------------------------------------------------------------------------------

// Reads the hash signs and the quotes that open a literal. Two quotes are either an empty literal or
// a start and the first character of the content, so the second one is passed but not included, and
// `has_second_quote` tells the caller about it.
static bool scan_literal_start(TSLexer *lexer, Literal *literal, bool *has_second_quote) {
    literal->hash_count = (uint8_t)advance_run(lexer, '#', MAX_HASH_COUNT);
    if (lexer->lookahead != '"' && lexer->lookahead != '\'') return false;

    literal->is_bytes = lexer->lookahead == '\'';
    advance(lexer);
    lexer->mark_end(lexer);

    unsigned more_quotes = advance_run(lexer, quote_of(*literal), 2);
    *has_second_quote = more_quotes == 1;
    literal->is_multiline = more_quotes == 2;
    if (!literal->is_multiline) return true;

    // The content of a multiline literal starts on the next line.
    lexer->mark_end(lexer);
    advance_run(lexer, '\r', 1);
    return lexer->lookahead == '\n';
}

// Reads the quotes and the hash signs that would close the literal, or only a part of them.
static bool scan_literal_end(TSLexer *lexer, Literal literal) {
    unsigned quote_count = literal.is_multiline ? 3 : 1;
    return advance_run(lexer, quote_of(literal), quote_count) == quote_count &&
           advance_run(lexer, '#', literal.hash_count) == literal.hash_count;
}

static int digit_value(int32_t c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

// Reads exactly `count` digits whose value may not exceed `max`.
static bool scan_digits(TSLexer *lexer, unsigned count, int base, uint32_t max) {
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++) {
        int digit = digit_value(lexer->lookahead);
        if (digit >= base) return false;
        value = value * (uint32_t)base + (uint32_t)digit;
        advance(lexer);
    }
    return value <= max;
}

// Reads what follows the backslash and the hash signs of an escape sequence.
static bool scan_escape(TSLexer *lexer, Literal literal) {
    int32_t c = lexer->lookahead;
    if (literal.is_bytes && c >= '0' && c <= '7') return scan_digits(lexer, 3, 8, 0xff);
    if (c == quote_of(literal)) {
        advance(lexer);
        return true;
    }
    // At the end of a line the escape joins it with the next one. The line break is a token of its own.
    if (literal.is_multiline && (c == '\n' || c == '\r')) return true;
    switch (c) {
        case 'a':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
        case 'v':
        case '/':
        case '\\':
            advance(lexer);
            return true;
        case 'u':
            advance(lexer);
            return scan_digits(lexer, 4, 16, 0x10ffff);
        case 'U':
            advance(lexer);
            return scan_digits(lexer, 8, 16, 0x10ffff);
        case 'x':
            advance(lexer);
            return literal.is_bytes && scan_digits(lexer, 2, 16, 0xff);
        default:
            return false;
    }
}

// Reads a line break of a multiline literal, which belongs either to the end of the literal or to the
// start of the next line. The lexer is at the newline.
static bool scan_line_break(TSLexer *lexer, Scanner *scanner, Literal literal) {
    advance(lexer);
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t') advance(lexer);
    lexer->mark_end(lexer);

    if (!scan_literal_end(lexer, literal)) return accept(lexer, LINE_START);
    lexer->mark_end(lexer);
    scanner->depth--;
    return accept(lexer, MULTILINE_END);
}

// Reads the next part of the innermost literal: either all the content up to an interpolation, the
// end of the line or the end of the literal, or, where there is no content, one of these three.
static bool scan_literal_part(TSLexer *lexer, Scanner *scanner) {
    Literal literal = scanner->literals[scanner->depth - 1];

    for (bool has_content = false;; has_content = true) {
        if (lexer->eof(lexer)) return false;

        // This is where the content ends if what comes now is not a part of it.
        lexer->mark_end(lexer);

        if (lexer->lookahead == quote_of(literal)) {
            if (!scan_literal_end(lexer, literal)) continue;
            // The quotes that end a multiline literal stand on a line of their own.
            if (literal.is_multiline) return false;
            if (has_content) return accept(lexer, STRING_CONTENT);
            lexer->mark_end(lexer);
            scanner->depth--;
            return accept(lexer, STRING_END);
        }

        if (lexer->lookahead == '\\') {
            advance(lexer);
            if (advance_run(lexer, '#', literal.hash_count) < literal.hash_count) continue;
            if (lexer->lookahead != '(') {
                if (!scan_escape(lexer, literal)) return false;
                continue;
            }
            if (has_content) return accept(lexer, STRING_CONTENT);
            advance(lexer);
            lexer->mark_end(lexer);
            return accept(lexer, INTERPOLATION_START);
        }

        // A carriage return is content unless it belongs to a line break.
        bool is_carriage_return = lexer->lookahead == '\r';
        if (is_carriage_return) advance(lexer);

        if (lexer->lookahead == '\n') {
            if (!literal.is_multiline) return false;
            if (has_content) return accept(lexer, STRING_CONTENT);
            return scan_line_break(lexer, scanner, literal);
        }

        if (!is_carriage_return) advance(lexer);
    }
}

// -------------------------------------------------------------------------------------------------
// Attributes
// -------------------------------------------------------------------------------------------------

// Reads a whole literal, which may not have interpolations.
static bool scan_attribute_literal(TSLexer *lexer) {
    Literal literal = {0};
    bool has_second_quote = false;
    // Hash signs without quotes belong to a name. Only a multiline literal can have a wrong start.
    if (!scan_literal_start(lexer, &literal, &has_second_quote)) return !literal.is_multiline;
    if (has_second_quote && advance_run(lexer, '#', literal.hash_count) == literal.hash_count) {
        return true;
    }

    for (;;) {
        if (lexer->eof(lexer)) return false;
        if (lexer->lookahead == '\n' && !literal.is_multiline) return false;
        if (lexer->lookahead == quote_of(literal)) {
            if (scan_literal_end(lexer, literal)) return true;
        } else if (lexer->lookahead == '\\') {
            advance(lexer);
            bool is_escape = advance_run(lexer, '#', literal.hash_count) == literal.hash_count;
            if (is_escape && !scan_escape(lexer, literal)) return false;
        } else {
            advance(lexer);
        }
    }
}

// Reads the text of an attribute up to its closing parenthesis. The brackets in it are balanced, not
// counting those in literals and comments. White space at its end is included, lest it be taken for the
// end of a line that implies a comma.
static bool scan_attribute_content(TSLexer *lexer) {
    char closers[MAX_BRACKET_DEPTH];
    unsigned depth = 0;
    bool has_content = false;

    while (is_space(lexer->lookahead)) skip(lexer);

    for (;; has_content = true) {
        if (lexer->eof(lexer)) return false;

        switch (lexer->lookahead) {
            case '(':
            case '[':
            case '{':
                if (depth == MAX_BRACKET_DEPTH) return false;
                closers[depth++] = lexer->lookahead == '(' ? ')' : lexer->lookahead == '[' ? ']' : '}';
                advance(lexer);
                break;

            case ')':
            case ']':
            case '}':
                if (depth == 0) {
                    lexer->mark_end(lexer);
                    return lexer->lookahead == ')' && has_content && accept(lexer, ATTRIBUTE_CONTENT);
                }
                if (lexer->lookahead != closers[--depth]) return false;
                advance(lexer);
                break;

            case '#':
            case '"':
            case '\'':
                if (!scan_attribute_literal(lexer)) return false;
                break;

            case '/':
                advance(lexer);
                if (lexer->lookahead != '/') break;
                while (lexer->lookahead != '\n' && !lexer->eof(lexer)) advance(lexer);
                break;

            default:
                advance(lexer);
        }
    }
}

// -------------------------------------------------------------------------------------------------
// Interface
// -------------------------------------------------------------------------------------------------

void *tree_sitter_cue_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_cue_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_cue_external_scanner_serialize(void *payload, char *buffer) {
    Scanner *scanner = payload;
    unsigned size = scanner->depth * (unsigned)sizeof(Literal);
    if (size > 0) memcpy(buffer, scanner->literals, size);
    return size;
}

void tree_sitter_cue_external_scanner_deserialize(void *payload, const char *buffer, unsigned size) {
    Scanner *scanner = payload;
    scanner->depth = size / (unsigned)sizeof(Literal);
    if (size > 0) memcpy(scanner->literals, buffer, size);
}

bool tree_sitter_cue_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
    Scanner *scanner = payload;

    // During error recovery every token counts as valid, so there is nothing to decide by.
    if (valid_symbols[ERROR_SENTINEL]) return false;

    // One of these tokens is valid exactly where the parser is inside a literal, but not inside one of
    // its interpolations. White space has a meaning there, so it must not be skipped.
    if (valid_symbols[STRING_CONTENT] || valid_symbols[LINE_START] || valid_symbols[STRING_END]) {
        return scanner->depth > 0 && scan_literal_part(lexer, scanner);
    }

    if (valid_symbols[ATTRIBUTE_CONTENT]) return scan_attribute_content(lexer);

    lexer->mark_end(lexer);
    while (is_space(lexer->lookahead) && lexer->lookahead != '\n') skip(lexer);

    // Where a bracket can be closed but no operand can start, an operand has just ended. The end of a
    // line implies a comma there too. If no comma is valid, the line should not have ended.
    bool is_before_bracket = valid_symbols[CLOSING_PARENTHESIS] || valid_symbols[CLOSING_BRACKET];
    if (valid_symbols[AUTOMATIC_COMMA] || (is_before_bracket && !valid_symbols[STRING_START])) {
        if (lexer->eof(lexer) || lexer->lookahead == '/' || lexer->lookahead == '\n') {
            return scan_automatic_comma(lexer);
        }
    }

    while (is_space(lexer->lookahead)) skip(lexer);

    if (valid_symbols[STRING_START] && scanner->depth < MAX_LITERAL_DEPTH) {
        Literal *literal = &scanner->literals[scanner->depth];
        bool has_second_quote;
        if (!scan_literal_start(lexer, literal, &has_second_quote)) return false;
        scanner->depth++;
        if (literal->is_bytes) {
            return accept(lexer, literal->is_multiline ? MULTILINE_BYTES_START : BYTES_START);
        }
        return accept(lexer, literal->is_multiline ? MULTILINE_STRING_START : STRING_START);
    }

    return false;
}
