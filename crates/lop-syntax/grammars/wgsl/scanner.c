// The external scanner of the WGSL grammar. It recognizes what regular expressions cannot: block
// comments, which nest, and the angle brackets of template lists, which look like operators.

#include "tree_sitter/parser.h"

// The order is that of the externals in grammar.js.
enum TokenType {
    TEMPLATE_START,
    TEMPLATE_END,
    BLOCK_COMMENT,
    ERROR_SENTINEL,
};

// How many template lists may be open at once inside of the one that is looked at. Programs that
// people and machines write stay far below that.
#define MAX_PENDING 256

static inline void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static inline void skip(TSLexer *lexer) { lexer->advance(lexer, true); }

static bool accept(TSLexer *lexer, enum TokenType token) {
    lexer->mark_end(lexer);
    lexer->result_symbol = token;
    return true;
}

static bool is_line_break(int32_t c) {
    return ('\n' <= c && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

static bool is_space(int32_t c) {
    return c == ' ' || c == '\t' || c == 0x200E || c == 0x200F || is_line_break(c);
}

static bool is_digit(int32_t c) { return '0' <= c && c <= '9'; }

// Which of the other characters are letters makes no difference to the scanner, because those that
// are not are errors anyway.
static bool is_letter(int32_t c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_' || (c >= 0x80 && !is_space(c));
}

// Advances over the rest of a block comment, whose slash is behind already. Returns whether it ends.
static bool advance_block_comment(TSLexer *lexer) {
    uint32_t depth = 1;
    advance(lexer);
    while (depth > 0) {
        if (lexer->eof(lexer)) return false;
        if (lexer->lookahead == '/') {
            advance(lexer);
            if (lexer->lookahead == '*') {
                advance(lexer);
                depth++;
            }
        } else if (lexer->lookahead == '*') {
            advance(lexer);
            if (lexer->lookahead == '/') {
                advance(lexer);
                depth--;
            }
        } else {
            advance(lexer);
        }
    }
    return true;
}

// Advances over white space and comments. A slash that starts no comment is an operator, which has no
// say in where a template list ends. So it may as well be passed over here.
static void advance_blank(TSLexer *lexer) {
    for (;;) {
        if (lexer->lookahead == '/') {
            advance(lexer);
            if (lexer->lookahead == '*') {
                advance_block_comment(lexer);
            } else if (lexer->lookahead == '/') {
                while (!is_line_break(lexer->lookahead) && !lexer->eof(lexer)) advance(lexer);
            }
        } else if (is_space(lexer->lookahead)) {
            advance(lexer);
        } else {
            return;
        }
    }
}

// Advances over a name and returns whether a template list may follow it. None may follow the two
// names that are literals.
static bool advance_name(TSLexer *lexer) {
    const char *literal = lexer->lookahead == 't' ? "true" : "false";
    bool is_literal = true;
    while (is_letter(lexer->lookahead) || is_digit(lexer->lookahead)) {
        is_literal = is_literal && lexer->lookahead == *literal;
        if (is_literal) literal++;
        advance(lexer);
    }
    return !(is_literal && *literal == '\0');
}

// Returns whether the less-than sign just passed starts a template list, in the way the section on the
// discovery of template lists in the specification asks for. The specification looks at the whole
// program at once, but what stands before a less-than sign has no influence on where its template list
// ends. So it suffices to start here.
static bool is_template_list(TSLexer *lexer) {
    // For each less-than sign that may still turn out to start a template list, this is the number of
    // brackets around it. The first one is the one in question.
    uint32_t pending[MAX_PENDING] = {0};
    uint32_t count = 1;
    uint32_t nesting = 0;

    // These would be the operators for a shift or a comparison.
    if (lexer->lookahead == '<' || lexer->lookahead == '=') return false;

    while (count > 0) {
        advance_blank(lexer);
        if (lexer->eof(lexer)) return false;
        int32_t c = lexer->lookahead;

        if (is_letter(c)) {
            if (!advance_name(lexer)) continue;
            advance_blank(lexer);
            if (lexer->lookahead != '<') continue;
            advance(lexer);
            if (lexer->lookahead == '<' || lexer->lookahead == '=') {
                advance(lexer);
            } else {
                if (count == MAX_PENDING) return false;
                pending[count++] = nesting;
            }
            continue;
        }

        if (is_digit(c)) {
            // The letters in a number are no name. A sign in its exponent has no say here.
            while (is_letter(c) || is_digit(c) || c == '.') {
                advance(lexer);
                c = lexer->lookahead;
            }
            continue;
        }

        advance(lexer);
        switch (c) {
            case '>':
                if (pending[count - 1] == nesting) {
                    count--;
                    if (count == 0) return true;
                } else if (lexer->lookahead == '=') {
                    advance(lexer);
                }
                break;
            case '(':
            case '[':
                nesting++;
                break;
            case ')':
            case ']':
                while (count > 0 && pending[count - 1] >= nesting) count--;
                nesting--;
                break;
            case '<':
                // After anything but a name this is an operator.
                if (lexer->lookahead == '<' || lexer->lookahead == '=') advance(lexer);
                break;
            case '!':
                if (lexer->lookahead == '=') advance(lexer);
                break;
            case '=':
                // No expression contains an assignment.
                if (lexer->lookahead != '=') return false;
                advance(lexer);
                break;
            case ';':
            case '{':
            case ':':
                return false;
            case '&':
            case '|':
                // The operators with short circuit do not stand in a template list without brackets.
                if (lexer->lookahead == c) {
                    advance(lexer);
                    while (count > 0 && pending[count - 1] >= nesting) count--;
                }
                break;
            default:
                break;
        }
    }
    return false;
}

void *tree_sitter_wgsl_external_scanner_create(void) { return NULL; }

void tree_sitter_wgsl_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_wgsl_external_scanner_serialize(void *payload, char *buffer) {
    (void)payload;
    (void)buffer;
    return 0;
}

void tree_sitter_wgsl_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
    (void)payload;
    (void)buffer;
    (void)length;
}

bool tree_sitter_wgsl_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
    (void)payload;

    while (is_space(lexer->lookahead)) skip(lexer);

    if (lexer->lookahead == '/' && valid_symbols[BLOCK_COMMENT]) {
        advance(lexer);
        return lexer->lookahead == '*' && advance_block_comment(lexer) && accept(lexer, BLOCK_COMMENT);
    }

    // During error recovery every token is valid, so nothing is known of what the angle brackets are.
    if (valid_symbols[ERROR_SENTINEL]) return false;

    if (lexer->lookahead == '<' && valid_symbols[TEMPLATE_START]) {
        advance(lexer);
        accept(lexer, TEMPLATE_START);
        return is_template_list(lexer);
    }

    // In a template list, a greater-than sign that is not inside of brackets ends it.
    if (lexer->lookahead == '>' && valid_symbols[TEMPLATE_END]) {
        advance(lexer);
        return accept(lexer, TEMPLATE_END);
    }

    return false;
}
