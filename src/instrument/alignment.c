/* How many low bits of registers are zero, where those of what they were computed from are: of the
 * parameters and the variables.  As in origins.c the order of definitions does not matter. */
#include <string.h>

#include "instrument/inner.h"

enum { ALL = 63, PASSES = 80 };

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

struct operand {
    uint32_t zeros;
    bool rooted; /* it is an address, or may be one */
};

/* Of tokens [at, end). */
static struct operand operand_at(const struct iq_body *body, uint32_t at, uint32_t end)
{
    const struct iq_ptx_token *t = body->tokens.data;
    struct operand none = { 0, false };
    at += at < end && iq_token_is(&t[at], '-');
    if (at + 1 != end)
        return none;
    if (t[at].kind == TK_INT)
        return (struct operand){ t[at].value ? (uint32_t)__builtin_ctzll(t[at].value) : ALL,
                                 false };
    if (t[at].kind != TK_IDENT)
        return none;
    const struct iq_register *of = iq_body_register(body, iq_token_name(&t[at]));
    if (of)
        return (struct operand){ of->zeros, of->unknown || of->root_count };
    return iq_body_variable(body, iq_token_name(&t[at])) ? (struct operand){ ALL, true } : none;
}

/* The operands of [s] behind the first, at most three. */
static uint32_t read_operands(const struct iq_body *body, const struct iq_statement *s,
                              struct operand operands[3])
{
    const struct iq_ptx_token *t = body->tokens.data;
    uint32_t count = 0, at = s->operands + 2;
    for (uint32_t i = at; i <= s->end && count < 3; i++)
        if (i == s->end || iq_token_is(&t[i], ',')) {
            operands[count++] = operand_at(body, at, i);
            at = i + 1;
        }
    return count;
}

static bool is_number(const struct iq_body *body, const struct iq_statement *s)
{
    static const char *const others[] = { "f16",    "f32",   "f64", "f16x2", "bf16",
                                          "bf16x2", "f32x2", "hi",  "sat",   "cc" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (iq_has_modifier(body, s, others[i]))
            return false;
    return true;
}

/* What is only computed with, and no address any more. */
static uint32_t plain(struct operand operand) { return operand.rooted ? 0 : operand.zeros; }

static uint32_t sum_of(struct operand a, struct operand b)
{
    return a.rooted && b.rooted ? 0 : least(a.zeros, b.zeros);
}

/* Of what [s] computes: an address is as far from its root as the zeros say, so that it is a
 * multiple where the root is one, and only there. */
static uint32_t zeros_after(const struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *last = &body->tokens.data[s->end - 1];
    struct iq_name opcode = iq_token_name(&body->tokens.data[s->opcode]);
    struct operand o[3] = { { 0, false }, { 0, false }, { 0, false } };
    if (iq_name_is(opcode, "ld"))
        return iq_has_modifier(body, s, "param") && iq_access_element_bytes(body, s) == 8 ? ALL : 0;
    uint32_t count = is_number(body, s) ? read_operands(body, s, o) : 0;
    uint32_t product = least(plain(o[0]) + plain(o[1]), ALL);
    if (count == 1 &&
        (iq_name_is(opcode, "mov") || iq_name_is(opcode, "cvt") || iq_name_is(opcode, "cvta")))
        return o[0].zeros;
    if (count == 3 && (iq_name_is(opcode, "mad") || iq_name_is(opcode, "mad24")))
        return sum_of((struct operand){ product, false }, o[2]);
    if ((count == 3 && iq_name_is(opcode, "selp")) ||
        (count == 2 && (iq_name_is(opcode, "min") || iq_name_is(opcode, "max"))))
        return least(o[0].zeros, o[1].zeros);
    if (count == 2 && iq_name_is(opcode, "add"))
        return sum_of(o[0], o[1]);
    if (count == 2 && iq_name_is(opcode, "sub"))
        return o[1].rooted ? 0 : least(o[0].zeros, o[1].zeros);
    if (count == 2 && (iq_name_is(opcode, "or") || iq_name_is(opcode, "xor")))
        return least(plain(o[0]), plain(o[1]));
    if (count == 2 && (iq_name_is(opcode, "mul") || iq_name_is(opcode, "mul24")))
        return product;
    if (count == 2 && iq_name_is(opcode, "and") && !o[0].rooted && !o[1].rooted)
        return o[0].zeros > o[1].zeros ? o[0].zeros : o[1].zeros;
    if (count == 2 && iq_name_is(opcode, "shl"))
        return last->kind == TK_INT && last->value < ALL
                   ? least(plain(o[0]) + (uint32_t)last->value, ALL)
                   : plain(o[0]);
    return 0;
}

/* Carries out the definitions by [s]; true if that takes something away. */
static bool apply(struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = body->tokens.data;
    if (!iq_statement_defines(body, s))
        return false;
    uint32_t end = iq_destinations_end(body, s);
    bool alone = end == s->operands + 1, news = false;
    for (uint32_t i = s->operands; i < end; i++) {
        struct iq_register *to =
            t[i].kind == TK_IDENT
                ? (struct iq_register *)iq_body_register(body, iq_token_name(&t[i]))
                : NULL;
        uint32_t zeros = to && alone ? zeros_after(body, s) : 0;
        if (!to || to->zeros <= zeros)
            continue;
        to->zeros = (uint8_t)zeros;
        news = true;
    }
    return news;
}

void iq_alignment_find(struct iq_body *body)
{
    uint32_t pass = 0;
    for (uint32_t i = 0; i < body->registers.count; i++)
        body->registers.data[i].zeros = body->registers.data[i].definitions ? ALL : 0;
    for (bool news = true; news && pass < PASSES; pass++) {
        news = false;
        for (uint32_t i = 0; i < body->statements.count; i++)
            news |= apply(body, &body->statements.data[i]);
    }
    for (uint32_t i = 0; pass == PASSES && i < body->registers.count; i++)
        body->registers.data[i].zeros = 0;
}
