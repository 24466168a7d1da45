/* Tokens of PTX text.  The text must outlive the tokens, which point into it.  One lexer per
 * thread. */
#ifndef IQ_PTX_LEXER_H
#define IQ_PTX_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum iq_ptx_token_kind {
    TK_END,
    TK_IDENT,
    TK_DOT /* .name */,
    TK_INT,
    TK_F32,
    TK_F64,
    TK_STRING,
    TK_PUNCT,
    TK_BAD
};
struct iq_ptx_token {
    enum iq_ptx_token_kind kind;
    char punct;
    bool has_unsigned_suffix;
    uint32_t line, column, length;
    const char *text; /* TK_DOT: without the dot; TK_STRING: without the quotes */
    uint64_t value;   /* integer, or the bits of the float */
};
struct iq_ptx_lexer {
    const char *at, *end, *line_start;
    uint32_t line;
};

void iq_ptx_lexer_init(struct iq_ptx_lexer *lexer, const char *text, size_t size);
void iq_ptx_lexer_next(struct iq_ptx_lexer *lexer, struct iq_ptx_token *token);
bool iq_ptx_token_is(const struct iq_ptx_token *token, const char *text);

#endif
