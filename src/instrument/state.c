/* Variables of a module that two copies of it would not share. */
#include <string.h>

#include "instrument/instrument.h"
#include "ptx/lexer.h"

static bool is_word(const struct iq_ptx_token *token, const char *text)
{
    return token->kind == TK_DOT && iq_ptx_token_is(token, text);
}

/* Reads ".global .align 4 .b8 name[4] = ..." from after its first word.  Strings of the compiler's
 * (for printf, assert) are not the program's. */
static bool is_state(struct iq_ptx_lexer *lexer)
{
    static const char unnamed[] = "__unnamed_";
    struct iq_ptx_token token;
    while (iq_ptx_lexer_next(lexer, &token),
           token.kind != TK_IDENT && token.kind != TK_END && token.kind != TK_BAD)
        ;
    return token.kind == TK_IDENT && token.text[0] != '$' &&
           (token.length < sizeof unnamed - 1 || memcmp(token.text, unnamed, sizeof unnamed - 1));
}

bool iq_instrument_has_state(const char *text)
{
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token;
    uint32_t depth = 0;
    iq_ptx_lexer_init(&lexer, text, strlen(text));
    while (iq_ptx_lexer_next(&lexer, &token), token.kind != TK_END && token.kind != TK_BAD) {
        bool punct = token.kind == TK_PUNCT;
        depth += punct && (token.punct == '{' || token.punct == '(');
        depth -= depth && punct && (token.punct == '}' || token.punct == ')');
        if (!depth && (is_word(&token, "global") || is_word(&token, "const")) && is_state(&lexer))
            return true;
    }
    return token.kind == TK_BAD;
}
