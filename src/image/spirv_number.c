/* Arithmetic of what is known of a shader's numbers, of 32 bits. */
#include "image/spirv_inner.h"

/* A comparison of an id, which is 0 here, with a bound that nobody knows: bounds are not 0.  -1:
 * that is not what it is. */
static int against_bound(uint32_t op, const struct spirv_value *a, const struct spirv_value *b,
                         uint32_t lane)
{
    bool left = a->of_ids && spirv_is_known(a, lane) && !a->lane[lane] && !spirv_is_known(b, lane);
    bool right = b->of_ids && spirv_is_known(b, lane) && !b->lane[lane] && !spirv_is_known(a, lane);
    switch (op) {
    case OP_ULESS:
    case OP_SLESS:
    case OP_ULESS_EQUAL:
    case OP_SLESS_EQUAL: return left ? 1 : right ? 0 : -1;
    case OP_UGREATER:
    case OP_SGREATER:
    case OP_UGREATER_EQUAL:
    case OP_SGREATER_EQUAL: return left ? 0 : right ? 1 : -1;
    default: return -1;
    }
}

/* Truth values that one side decides.  -1: it does not. */
static int by_one_side(uint32_t op, const struct spirv_value *a, const struct spirv_value *b,
                       uint32_t lane)
{
    for (int i = 0; i < 2; i++) {
        const struct spirv_value *side = i ? b : a;
        bool known = spirv_is_known(side, lane);
        if (known && op == OP_LOGICAL_AND && !side->lane[lane])
            return 0;
        if (known && op == OP_LOGICAL_OR && side->lane[lane])
            return 1;
    }
    return -1;
}

static bool divide(uint32_t op, uint32_t a, uint32_t b, uint32_t *out)
{
    bool is_signed = op == OP_SDIV || op == OP_SREM;
    if (!b || (is_signed && a == 0x80000000u && b == UINT32_MAX))
        return false;
    switch (op) {
    case OP_UDIV: *out = a / b; return true;
    case OP_UMOD: *out = a % b; return true;
    case OP_SDIV: *out = (uint32_t)((int32_t)a / (int32_t)b); return true;
    default: *out = (uint32_t)((int32_t)a % (int32_t)b); return true;
    }
}

/* False: not known. */
static bool combine(uint32_t op, uint32_t a, uint32_t b, uint32_t *out)
{
    int32_t sa = (int32_t)a, sb = (int32_t)b;
    switch (op) {
    case OP_ADD: *out = a + b; break;
    case OP_SUB: *out = a - b; break;
    case OP_MUL: *out = a * b; break;
    case OP_UDIV:
    case OP_SDIV:
    case OP_UMOD:
    case OP_SREM: return divide(op, a, b, out);
    case OP_NEGATE: *out = 0u - a; break;
    case OP_NOT: *out = ~a; break;
    case OP_AND: *out = a & b; break;
    case OP_OR: *out = a | b; break;
    case OP_XOR: *out = a ^ b; break;
    case OP_SHIFT_LEFT: *out = a << (b & 31); return b < 32;
    case OP_SHIFT_RIGHT: *out = a >> (b & 31); return b < 32;
    case OP_SHIFT_RIGHT_SIGNED: *out = (uint32_t)(sa >> (b & 31)); return b < 32;
    case OP_EQUAL:
    case OP_LOGICAL_EQUAL: *out = a == b; break;
    case OP_NOT_EQUAL:
    case OP_LOGICAL_NOT_EQUAL: *out = a != b; break;
    case OP_LOGICAL_OR: *out = a | b; break;
    case OP_LOGICAL_AND: *out = a & b; break;
    case OP_LOGICAL_NOT: *out = !a; break;
    case OP_ULESS: *out = a < b; break;
    case OP_ULESS_EQUAL: *out = a <= b; break;
    case OP_UGREATER: *out = a > b; break;
    case OP_UGREATER_EQUAL: *out = a >= b; break;
    case OP_SLESS: *out = sa < sb; break;
    case OP_SLESS_EQUAL: *out = sa <= sb; break;
    case OP_SGREATER: *out = sa > sb; break;
    case OP_SGREATER_EQUAL: *out = sa >= sb; break;
    case OP_COPY_OBJECT:
    case OP_UCONVERT:
    case OP_SCONVERT:
    case OP_BITCAST: *out = a; break;
    default: return false;
    }
    return true;
}

static bool is_of_one(uint32_t op)
{
    return op == OP_NEGATE || op == OP_NOT || op == OP_LOGICAL_NOT || op == OP_COPY_OBJECT ||
           op == OP_UCONVERT || op == OP_SCONVERT || op == OP_BITCAST;
}

struct spirv_value spirv_compute(uint32_t op, const struct spirv_value *a,
                                 const struct spirv_value *b, const struct spirv_value *c)
{
    struct spirv_value out = { .kind = NUMBERS,
                               .count = a->kind == NUMBERS   ? a->count
                                        : b->kind == NUMBERS ? b->count
                                                             : 1 };
    if (op == OP_SELECT) {
        bool known = a->count == 1 && spirv_is_known(a, 0);
        return known ? a->lane[0] ? *b : *c : (struct spirv_value){ 0 };
    }
    out.of_ids =
        (a->kind == NUMBERS && a->of_ids) || (b->kind == NUMBERS && b->of_ids && !is_of_one(op));
    for (uint32_t i = 0; i < out.count && i < LANES; i++) {
        bool has_a = i < a->count && spirv_is_known(a, i);
        bool has_b = is_of_one(op) || (i < b->count && spirv_is_known(b, i));
        int decided = has_a && has_b ? -1 : by_one_side(op, a, b, i);
        decided = decided < 0 && !(has_a && has_b) ? against_bound(op, a, b, i) : decided;
        if (decided >= 0)
            out.lane[i] = (uint32_t)decided;
        else if (!has_a || !has_b ||
                 !combine(op, a->lane[i], is_of_one(op) ? 0 : b->lane[i], &out.lane[i]))
            continue;
        out.known |= (uint8_t)(1u << i);
    }
    return out;
}
