/* Lowering of video instructions: the parts of words that their selectors name. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"

/* .b2, .h1 and the like of a register: log2 of the bytes and index; without one the whole word. */
static bool part(struct iq_ptx_body *b, const struct iq_ptx_operand *op, uint32_t *log,
                 uint32_t *index)
{
    uint32_t n = op->selector_length;
    const char *s = op->selector;
    *log = 2;
    *index = 0;
    if (!n)
        return true;
    bool half = s[0] == 'h';
    *log = half ? 1 : 0;
    *index = n == 2 ? (uint32_t)(s[1] - '0') : 9;
    if ((half || s[0] == 'b') && *index < (half ? 2u : 4u))
        return true;
    iq_ptx_body_error(b, &op->token, "Illegal selector '.%.*s'", (int)n, s);
    return false;
}

/* .h10, .b3210: four bits for each part, the last digit for the lowest. */
static bool several(struct iq_ptx_body *b, const struct iq_ptx_operand *op, uint32_t parts,
                    uint32_t standard, uint32_t *set)
{
    uint32_t n = op->selector_length;
    const char *s = op->selector;
    *set = standard;
    if (!n)
        return true;
    *set = 0;
    bool ok = s[0] == (parts == 2 ? 'h' : 'b') && n == parts + 1;
    for (uint32_t k = 1; k < n && ok; k++) {
        uint32_t digit = (uint32_t)(s[k] - '0');
        ok = digit < 2 * parts;
        *set |= digit << 4 * (n - 1 - k);
    }
    if (!ok)
        iq_ptx_body_error(b, &op->token, "Illegal selector '.%.*s'", (int)n, s);
    return ok;
}

/* The parts that are written: .h1, .b310. */
static bool mask_of(struct iq_ptx_body *b, const struct iq_ptx_operand *op, uint32_t parts,
                    uint32_t *mask)
{
    *mask = op->selector_length ? 0 : (1u << parts) - 1;
    for (uint32_t k = 1; k < op->selector_length; k++) {
        uint32_t digit = (uint32_t)(op->selector[k] - '0');
        if (digit >= parts || op->selector[0] != (parts == 2 ? 'h' : 'b')) {
            iq_ptx_body_error(b, &op->token, "Illegal mask '.%.*s'", (int)op->selector_length,
                              op->selector);
            return false;
        }
        *mask |= 1u << digit;
    }
    return true;
}

static uint32_t flags(const struct iq_ptx_statement *st)
{
    uint32_t op = st->row->exec;
    bool set = op == VIDEO_OP_SET; /* has no type of its own: as the first source */
    enum iq_ptx_type a = st->type[set ? 0 : 1], c = st->type[set ? 1 : 2], d = st->type[0];
    return op | (iq_ptx_type_is_signed(d) ? VIDEO_D_SIGNED : 0) |
           (iq_ptx_type_is_signed(a) ? VIDEO_A_SIGNED : 0) |
           (iq_ptx_type_is_signed(c) ? VIDEO_B_SIGNED : 0) |
           (iq_ptx_has(st, G_SAT) ? VIDEO_SAT : 0) |
           (iq_ptx_val(st, G_WRAP) == 2 ? VIDEO_CLAMP : 0) |
           (iq_ptx_has(st, G_PO) ? VIDEO_PLUS_ONE : 0) |
           (iq_ptx_has(st, G_VIDEO) ? 1 + iq_ptx_val(st, G_VIDEO) : 0) << VIDEO_SECOND_SHIFT |
           iq_ptx_val(st, G_CMP) << VIDEO_CMP_SHIFT;
}

/* Only vmad takes a minus, which it does itself. */
static uint32_t source(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t k)
{
    struct iq_ptx_operand op = st->operand[k];
    op.minus &= st->row->exec != VIDEO_OP_MAD;
    return iq_ptx_lower_source(b, &op, TY_B32);
}

static void emit(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t mod,
                 uint64_t imm)
{
    uint32_t s[3], zero = iq_ptx_lower_value(b, 4, 0);
    for (uint32_t k = 0; k < 3; k++)
        s[k] = k + 1 < st->operand_count ? source(b, st, k + 1) : zero;
    struct iq_ptx_insn *i = iq_ptx_lower_emit_words(
        b, X_video, 1, 3, iq_ptx_lower_dest(b, &st->operand[0], TY_B32), s[0], s[1], s[2]);
    i->mod = mod;
    i->imm = imm;
}

static bool types_fit(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    bool ok = st->type_count == (st->row->exec == VIDEO_OP_SET ? 2 : 3);
    if (!ok)
        iq_ptx_body_error(b, &st->token, "Unexpected instruction types specified for '%s'",
                          st->row->mnemonic);
    return ok;
}

IQ_PTX_LOWER(video)
{
    uint32_t log[3], index[3];
    const struct iq_ptx_operand *d = &st->operand[0];
    bool third = st->row->exec == VIDEO_OP_MAD || iq_ptx_has(st, G_VIDEO) || d->selector_length;
    if (!types_fit(b, st) || !iq_ptx_lower_operands(b, st, 3 + third, 3 + third))
        return;
    for (uint32_t k = 0; k < 3; k++)
        if (!part(b, &st->operand[k], &log[k], &index[k]))
            return;
    if (third && st->operand[3].minus && st->operand[1].minus != st->operand[2].minus) {
        iq_ptx_body_error(b, &st->token,
                          "Operand negation limited to either (source A xor source B) or source C");
        return;
    }
    uint64_t imm = index[1] | index[2] << 16 | (uint64_t)index[0] << 32 |
                   (uint64_t)iq_ptx_val(st, G_SHIFTADD) << 40 |
                   (uint64_t)(st->operand[1].minus != st->operand[2].minus) << 48 |
                   (uint64_t)(third && st->operand[3].minus) << 49;
    emit(b, st, flags(st) | 1 << 4 | log[1] << 8 | log[2] << 10 | log[0] << 12, imm);
}

IQ_PTX_LOWER(video_pairs)
{
    uint32_t parts = (uint32_t)(st->row->mnemonic[strlen(st->row->mnemonic) - 1] - '0'), mask, a, c;
    if (!types_fit(b, st) || !iq_ptx_lower_operands(b, st, 4, 4))
        return;
    if (!mask_of(b, &st->operand[0], parts, &mask) ||
        !several(b, &st->operand[1], parts, parts == 2 ? 0x10 : 0x3210, &a) ||
        !several(b, &st->operand[2], parts, parts == 2 ? 0x32 : 0x7654, &c))
        return;
    uint32_t log = parts == 2 ? 1 : 0;
    emit(b, st, flags(st) | parts << 4 | log << 8 | log << 10 | log << 12,
         a | c << 16 | (uint64_t)mask << 32);
}
