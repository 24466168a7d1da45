/* Lanes that synchronise with a mask which does not contain their own: undefined, and told.  A GPU
 * ends the context for some of them, so they leave the statement out, as wrong accesses are. */
#include <stdio.h>

#include "instrument/rewriter.h"

enum { MASK_TESTS = 128 /* in a kernel */ };

/* The mask of lanes is the last operand of shfl.sync and the like; NULL: [s] is nothing such, or
 * the mask is that of all lanes. */
static const struct iq_ptx_token *mask_of(const struct rewriter *r, const struct iq_statement *s)
{
    static const char *const names[] = { "shfl", "vote", "match", "redux", "bar", "barrier" };
    const struct iq_ptx_token *t = r->body->tokens.data, *last = &t[s->end - 1];
    bool takes = false, barrier = *t[s->opcode].text == 'b';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        takes |= iq_name_is(iq_token_name(&t[s->opcode]), names[i]);
    if (!takes || !iq_has_modifier(r->body, s, "sync") || s->operands >= s->end ||
        (barrier && !iq_has_modifier(r->body, s, "warp")) || iq_token_is(last - 1, '-') ||
        (last->kind == TK_INT && (uint32_t)last->value == UINT32_MAX))
        return NULL;
    return last->kind == TK_IDENT || last->kind == TK_INT ? last : NULL;
}

void iq_masks_put(struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_memory_access none = { .bytes = 0 };
    bool may = r->checks & IQ_INSTRUMENT_MASKS && r->role == IQ_ROLE_KERNEL && s->depth == 1 &&
               r->mask_tests < MASK_TESTS;
    const struct iq_ptx_token *mask = may ? mask_of(r, s) : NULL;
    if (!mask || !iq_rewriter_add_site(r, s, &none, true, IQ_CHECK_MASK))
        return;
    uint32_t test = r->mask_tests++;
    char label[24], text[96];
    const char *guard = iq_rewriter_guard(text, s->guarded, s->guard_not, s->guard);
    bool contained = !(r->checks & IQ_INSTRUMENT_UNCONTAINED);
    iq_rewriter_copy(r, s->at);
    PUT("\tmov.u32 %%iqr0, %%laneid; mov.b32 %%iqr1, %.*s; shr.u32 %%iqr1, %%iqr1, %%iqr0;\n"
        "\tand.b32 %%iqr1, %%iqr1, 1; setp.eq%s.u32 %%iqq, %%iqr1, 0%s;\n"
        "\t.reg .pred %%iqn%u; setp.ne%s.u32 %%iqn%u, %%iqr1, 0%s;\n"
        "\t@%%iqq bra $iq_d%u;\n$iq_e%u:\n",
        NAME(iq_token_name(mask)), s->guarded ? ".and" : "", guard, test, s->guarded ? ".and" : "",
        test, guard, test, test);
    if (contained) {
        PUT("\t@%%iqn%u ", test);
        r->copied = r->body->tokens.data[s->opcode].text;
    }
    snprintf(label, sizeof label, "$iq_e%u", test);
    COLD("$iq_d%u:\n\tmov.b32 %%iqr1, %.*s; cvt.u64.u32 %%iqh, %%iqr1; mov.u64 %%iqt, 0;\n", test,
         NAME(iq_token_name(mask)));
    iq_notes_put(r, &r->cold, (uint32_t)r->sites.count - 1, &none, NULL, label);
    COLD("\tbra %s;\n", label);
}
