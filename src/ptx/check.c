/* What a compiler refuses in an instruction that would otherwise run: registers of the wrong kind,
 * rounding that is missing or has no meaning, numbers out of range, features that the text's own
 * .version or .target does not have.  Texts are those of ptxas 13.0. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"
#include "ptx/parser.h"

enum value_class { BITS, INTEGER, FLOAT, HALF, HALVES, WORDS };

static enum value_class class_of(enum iq_ptx_type t)
{
    switch ((int)t) {
    case TY_U8:
    case TY_S8:
    case TY_U16:
    case TY_S16:
    case TY_U32:
    case TY_S32:
    case TY_U64:
    case TY_S64: return INTEGER;
    case TY_F32:
    case TY_F64: return FLOAT;
    case TY_F16: return HALF;
    case TY_F16X2: return HALVES;
    case TY_F32X2: return WORDS;
    default: return BITS;
    }
}

/* Each instruction is asked for dozens of names: most differ in the first letter. */
static bool is_mnemonic(const struct iq_ptx_statement *st, const char *name)
{
    return *st->row->mnemonic == *name && !strcmp(st->row->mnemonic, name);
}

static bool is_one_of(const struct iq_ptx_statement *st, const char *const *names)
{
    for (; *names; names++)
        if (is_mnemonic(st, *names))
            return true;
    return false;
}

static void say(struct iq_ptx_body *b, const struct iq_ptx_statement *st, const char *format)
{
    iq_ptx_body_error(b, &st->token, format, st->row->mnemonic);
}

/* ---- operands ---- */

/* Bits go with everything, floating point registers have exactly the type; no number is a pair of
 * f32. */
static bool fits(const struct iq_ptx_operand *op, enum iq_ptx_type t)
{
    enum value_class want = class_of(t), have;
    switch (op->kind) {
    case OP_REG:
        if (!op->entity || op->size == 1)
            return true;
        have = class_of(op->entity->type);
        return want == BITS || have == BITS ||
               (want == have && (want != FLOAT || op->entity->type == t));
    case OP_INT: return want != FLOAT && want != WORDS;
    case OP_F64:
        return want != INTEGER && want != WORDS &&
               !(want == BITS && t != TY_NONE && iq_ptx_type_size(t) == 4);
    case OP_F32: return want != INTEGER && want != WORDS;
    default: return true;
    }
}

static void check_operand(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t k,
                          enum iq_ptx_type t)
{
    if (k >= st->operand_count)
        return;
    const struct iq_ptx_operand *op = &st->operand[k];
    uint32_t n = op->kind == OP_VECTOR ? op->count : 1;
    for (uint32_t i = 0; i < n; i++) {
        const struct iq_ptx_operand *one = op->kind == OP_VECTOR ? &op->items[i] : op;
        if (!fits(one, t)) {
            iq_ptx_body_error(
                b, &one->token,
                "Arguments mismatch for instruction '%s': '%.*s' does not fit the type",
                st->row->mnemonic, (int)one->token.length, one->token.text);
            return;
        }
    }
}

static void check_form_types(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    for (uint32_t k = 0; st->row->form[k] && k < st->operand_count; k++)
        switch (st->row->form[k]) {
        case 'd':
        case 'a': check_operand(b, st, k, st->type[0]); break;
        case 's': check_operand(b, st, k, st->type[1]); break;
        case 'u': check_operand(b, st, k, TY_U32); break;
        default: break;
        }
}

static void check_types(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    static const char *const integer_products[] = { "mul", "mad", "madc", NULL };
    enum iq_ptx_type t = st->type[0];
    if (*st->row->form != '*')
        check_form_types(b, st);
    if (is_mnemonic(st, "mov") && st->operand_count == 2 && st->operand[0].kind != OP_VECTOR &&
        st->operand[1].kind != OP_VECTOR) {
        check_operand(b, st, 0, t);
        check_operand(b, st, 1, t);
    } else if (is_mnemonic(st, "setp")) {
        check_operand(b, st, 1, t);
        check_operand(b, st, 2, t);
    } else if (is_one_of(st, integer_products) && class_of(t) == INTEGER) {
        for (uint32_t k = 0; k < st->operand_count; k++)
            check_operand(b, st, k, t);
    } else if (is_mnemonic(st, "ld") || is_mnemonic(st, "ldu")) {
        check_operand(b, st, 0, t);
    } else if (is_mnemonic(st, "st")) {
        check_operand(b, st, 1, t);
    } else if (is_mnemonic(st, "cvt") && st->type_count == 2 && st->operand_count == 2) {
        check_operand(b, st, 0, st->type[0]);
        check_operand(b, st, 1, st->type[1]);
    } else if (is_mnemonic(st, "slct") && st->type_count == 2) {
        for (uint32_t k = 0; k < 4; k++)
            check_operand(b, st, k, st->type[k == 3]);
    }
}

/* ---- rounding ---- */

static bool is_float(enum iq_ptx_type t)
{
    return t == TY_F16 || t == TY_BF16 || t == TY_F32 || t == TY_F64;
}
static bool is_integer(enum iq_ptx_type t) { return class_of(t) == INTEGER; }

static bool is_byte_register(const struct iq_ptx_operand *o)
{
    return o->kind == OP_REG && o->entity && iq_ptx_type_size(o->entity->type) == 1;
}

/* Formats of eight bits and fewer that a family of architectures has, with what they ask for. */
static void check_small(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    enum iq_ptx_type to = st->type[0], from = st->type[1], t = to >= TY_E2M1X2 ? to : from;
    const struct iq_ptx_operand *bytes = &st->operand[to == TY_E2M1X2 ? 0 : 1];
    uint32_t rounding = iq_ptx_val(st, G_RND);
    if (b->parser->target_sm < 100 || !b->parser->pub->arch_specific)
        iq_ptx_body_error(b, &st->token,
                          "Instruction 'cvt with .%s' not supported on .target 'sm_%u'",
                          iq_ptx_type_name(t), b->parser->target_sm);
    else if (b->parser->version < 86)
        iq_ptx_body_error(b, &st->token,
                          "Feature 'cvt with .%s' requires PTX ISA .version 8.6 or later",
                          iq_ptx_type_name(t));
    else if (t == TY_E2M1X2 && st->operand_count > 1 && !is_byte_register(bytes))
        say(b, st, "Arguments mismatch for instruction '%s'");
    else if (to >= TY_E2M1X2 && to < TY_UE8M0X2 && iq_ptx_val(st, G_SAT) != 2)
        iq_ptx_body_error(
            b, &st->token,
            "'.satfinite' modifier required for instruction 'cvt' with destination type '.%s'",
            iq_ptx_type_name(to));
    else if (to == TY_UE8M0X2 ? rounding != RND_RZ && rounding != RND_RP : rounding != RND_RN)
        say(b, st, "Illegal rounding modifier for instruction '%s'");
}

/* What has no form: bf16 with saturation, or with bytes but in a register of eight bits, and tf32
 * that stays finite but by rna (a later architecture has it). */
static bool has_no_form(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    enum iq_ptx_type to = st->type[0], from = st->type[1];
    bool byte = (is_integer(to) && iq_ptx_type_size(to) == 1) ||
                (is_integer(from) && iq_ptx_type_size(from) == 1);
    uint32_t rounding = iq_ptx_val(st, G_RND);
    if (to == TY_TF32 && b->parser->target_sm < 100 && iq_ptx_has(st, G_SAT) &&
        (rounding == RND_RN || rounding == RND_RZ)) {
        iq_ptx_body_error(
            b, &st->token,
            "Modifier '.satfinite' on 'cvt.tf32.f32.%s' requires .target sm_100 or higher",
            rounding == RND_RN ? "rn" : "rz");
        return true;
    }
    if (to != TY_BF16 && from != TY_BF16)
        return false;
    if (byte && !is_byte_register(&st->operand[to == TY_BF16]))
        say(b, st, "Arguments mismatch for instruction '%s'");
    else if (iq_ptx_has(st, G_SAT) && iq_ptx_val(st, G_SAT) == 1)
        say(b, st, "Illegal modifier '.sat' for instruction '%s'");
    else
        return false;
    return true;
}

/* Random rounding: bits of a register are added. */
static void check_stochastic(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    const struct iq_ptx_operand *bits = &st->operand[3];
    uint32_t sm = b->parser->target_sm;
    if (b->parser->version < 87)
        iq_ptx_body_error(b, &st->token, "Feature '.rs' requires PTX ISA .version 8.7 or later");
    else if (sm / 10 != 10 || !b->parser->pub->arch_specific)
        iq_ptx_body_error(b, &st->token, "Feature '.rs' not supported on .target 'sm_%u'", sm);
    else if (iq_ptx_has(st, G_RND))
        say(b, st, "Illegal rounding modifier for instruction '%s'");
    else if (iq_ptx_has(st, G_FTZ))
        say(b, st, "Illegal modifier '.ftz' for instruction '%s'");
    else if (iq_ptx_has(st, G_SAT) && iq_ptx_val(st, G_SAT) == 1)
        say(b, st, "Illegal modifier '.sat' for instruction '%s'");
    else if (st->type_count != 2 || st->type[0] != TY_BF16X2 || st->type[1] != TY_F32 ||
             st->operand_count != 4 || bits->kind != OP_REG || !bits->entity ||
             iq_ptx_type_size(bits->entity->type) != 4 || bits->entity->type == TY_F32)
        say(b, st, "Arguments mismatch for instruction '%s'");
}

/* RN to RP: of numbers; RNI to RPI: to integers.  0: none may stand there. */
static void check_conversion(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    enum iq_ptx_type to = st->type[0], from = st->type[1];
    bool numbers = iq_ptx_has(st, G_RND) && iq_ptx_val(st, G_RND) <= RND_RNA,
         integers = iq_ptx_has(st, G_RND) && !numbers;
    if (iq_ptx_has(st, G_STOCHASTIC)) {
        check_stochastic(b, st);
        return;
    }
    if (st->type_count == 2 && (to >= TY_E2M1X2 || from >= TY_E2M1X2))
        check_small(b, st);
    if (st->type_count != 2 || has_no_form(b, st) || !(is_float(to) || is_integer(to)) ||
        !(is_float(from) || is_integer(from)))
        return;
    uint32_t wide = iq_ptx_type_size(to), narrow = iq_ptx_type_size(from);
    bool needs_number = is_float(to) && (is_integer(from) || wide < narrow),
         needs_integer = is_integer(to) && is_float(from);
    bool may_integer = needs_integer || (is_float(to) && to == from),
         may_number = needs_number || (is_float(to) && wide == narrow && to != from);
    if ((needs_number && !numbers) || (needs_integer && !integers))
        say(b, st,
            iq_ptx_has(st, G_RND) ? "Illegal rounding modifier for instruction '%s'"
                                  : "Rounding modifier required for instruction '%s'");
    else if ((numbers && !may_number) || (integers && !may_integer))
        say(b, st, "Illegal rounding modifier for instruction '%s'");
}

static void check_rounding(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    static const char *const rounded[] = { "fma", "mad", NULL },
                             *const either[] = { "div", "sqrt", "rcp", NULL },
                             *const approximate[] = { "rsqrt", "sin",  "cos", "ex2",
                                                      "lg2",   "tanh", NULL },
                             *const halves[] = { "mul", "mad", "madc", "mul24", "mad24", NULL };
    enum iq_ptx_type t = st->type[0];
    bool number = is_float(t) || t == TY_F16X2 || t == TY_BF16X2 || t == TY_F32X2,
         one_way = is_mnemonic(st, "mad") && t == TY_F32 && b->parser->target_sm &&
                   b->parser->target_sm < 20;
    if (is_mnemonic(st, "cvt"))
        check_conversion(b, st);
    else if (number && is_one_of(st, rounded) && !iq_ptx_has(st, G_RND) && !one_way)
        say(b, st, "Rounding modifier required for instruction '%s'");
    else if (number && is_one_of(st, either) && !iq_ptx_has(st, G_RND) &&
             !(iq_ptx_has(st, G_APPROX) &&
               (t == TY_F32 || (is_mnemonic(st, "rcp") && iq_ptx_has(st, G_FTZ)))))
        say(b, st,
            t == TY_F32 ? "Rounding modifier or '.approx' modifier required for instruction '%s'"
                        : "Rounding modifier required for instruction '%s'");
    else if (number && is_one_of(st, approximate) && !iq_ptx_has(st, G_APPROX))
        say(b, st, ".approx modifier required for instruction '%s'");
    else if (is_integer(t) && is_one_of(st, halves) && !iq_ptx_has(st, G_HALF))
        say(b, st, "'.lo', '.hi' or '.wide' required for instruction '%s'");
}

/* ---- spaces, numbers, old forms ---- */

static void check_space(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    static const char *const atomics[] = { "atom", "red", NULL };
    uint32_t space = iq_ptx_val(st, G_SPACE);
    bool shared = iq_ptx_has(st, G_SPACE) && (space == IQ_PTX_SHARED || space == IQ_PTX_GLOBAL);
    if ((is_mnemonic(st, "st") && iq_ptx_has(st, G_SPACE) && space == IQ_PTX_CONST) ||
        (is_one_of(st, atomics) && iq_ptx_has(st, G_SPACE) && !shared))
        say(b, st, "State space incorrect for instruction '%s'");
}

static void check_barrier(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    static const char *const barriers[] = { "bar", "barrier", NULL };
    if (!is_one_of(st, barriers) || iq_ptx_val(st, G_BARSCOPE) == BAR_OF_WARP ||
        iq_ptx_val(st, G_BARSCOPE) == BAR_OF_CLUSTER)
        return;
    uint32_t first = iq_ptx_val(st, G_BAR) == BAR_RED; /* its result is in front */
    const struct iq_ptx_operand *number = &st->operand[first], *threads = number + 1;
    if (st->operand_count > first && number->kind == OP_INT && number->value > 15)
        iq_ptx_body_error(b, &number->token,
                          "Barrier number '%lld' out of range, expected to be in range [0..15]",
                          (long long)number->value);
    else if (st->operand_count > first + 1 && threads->kind == OP_INT && threads->value % 32)
        iq_ptx_body_error(
            b, &threads->token,
            "Number of threads participating in barrier must be in multiple of warp size");
}

static void check_sync(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t version,
                       uint32_t sm)
{
    static const char *const old[] = { "shfl", "vote", NULL };
    if (is_one_of(st, old) && !iq_ptx_has(st, G_SYNC) && sm >= 70 && version >= 64)
        say(b, st,
            "Instruction '%s' without '.sync' is not supported on .target sm_70 and higher from PTX ISA version 6.4");
}

/* First architectures of what not all have. */
static uint32_t needed_sm(const struct iq_ptx_statement *st)
{
    static const struct {
        const char *mnemonic;
        uint32_t sm;
    } needs[] = {
        { "redux", 80 },
        { "ldmatrix", 75 },
        { "stmatrix", 90 },
        { "movmatrix", 75 },
        { "wmma", 70 },
        { "mma", 70 },
        { "elect", 90 },
        { "mapa", 90 },
        { "getctarank", 90 },
        { "griddepcontrol", 90 },
        { "setmaxnreg", 90 },
        { "match", 70 },
        { "nanosleep", 70 },
        { "mbarrier", 80 },
        { "tanh", 75 },
        { "dp4a", 61 },
        { "dp2a", 61 },
        { "fence", 70 },
        { "cp", 80 },
        { "createpolicy", 80 },
        { "applypriority", 80 },
        { "discard", 80 },
        { "bmsk", 70 },
        { "szext", 70 },
        { "lop3", 50 },
        { "stacksave", 52 },
        { "stackrestore", 52 },
        { "alloca", 52 },
        { "wgmma", 90 },
        { "tcgen05", 100 },
        { "clusterlaunchcontrol", 100 },
    };
    static const char *const arithmetic[] = {
        "add", "sub", "mul", "fma", "neg", "setp", "set", NULL
    };
    static const char *const extremes[] = { "min", "max", NULL };
    enum iq_ptx_type t = st->type[0];
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (is_mnemonic(st, needs[i].mnemonic))
            return needs[i].sm;
    bool async = iq_ptx_has(st, G_ASYNC) && !is_mnemonic(st, "cp"),
         mixed = strchr(st->row->form, 's') != NULL,
         three = !strcmp(st->row->form, "daaa") && is_one_of(st, extremes);
    if (iq_ptx_has(st, G_OOB))
        return 90;
    if (t == TY_F32X2 || mixed || three || (async && !iq_ptx_has(st, G_COMPLETE)))
        return 100;
    return (t == TY_F16 || t == TY_F16X2) && is_one_of(st, arithmetic) ? 53 : 0;
}

static void check_feature(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                          uint32_t version, uint32_t sm)
{
    uint32_t need = needed_sm(st), since = st->row->since;
    if (sm && sm < need)
        iq_ptx_body_error(b, &st->token, "Feature '%s' requires .target sm_%u or higher",
                          st->row->mnemonic, need);
    else if (version < since)
        iq_ptx_body_error(b, &st->token, "Feature '%s' requires PTX ISA .version %u.%u or later",
                          st->row->mnemonic, since / 10, since % 10);
}

/* Instructions that no later architecture promises to have. */
static void check_exact(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t sm)
{
    bool wgmma = is_mnemonic(st, "wgmma"),
         exact = wgmma || is_mnemonic(st, "setmaxnreg") ||
                 (is_mnemonic(st, "tensormap") && iq_ptx_val(st, G_TENSORMAP) == TENSORMAP_REPLACE);
    if (is_mnemonic(st, "redux") && st->type[0] == TY_F32 && sm &&
        (!b->parser->pub->arch_specific || sm / 10 != 10))
        iq_ptx_body_error(b, &st->token, "Instruction 'redux.f32' not supported on .target 'sm_%u'",
                          sm);
    if (exact && sm && (!b->parser->pub->arch_specific || (wgmma && sm != 90)))
        iq_ptx_body_error(b, &st->token, "Instruction '%s' not supported on .target 'sm_%u'",
                          st->row->mnemonic, sm);
}

/* What sm_100 has of instructions that are older. */
static void check_bulk(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t version,
                       uint32_t sm)
{
    static const char *const accesses[] = { "ld", "st", NULL };
    uint32_t mode = is_mnemonic(st, "cp") ? iq_ptx_val(st, G_LOADMODE) : LOADMODE_TILE;
    bool gathers = mode == LOADMODE_GATHER, scatters = mode == LOADMODE_SCATTER;
    const char *name = gathers ? "tile::gather4" : "tile::scatter4";
    if (is_mnemonic(st, "st") && iq_ptx_has(st, G_BULK) && sm && sm < 100)
        iq_ptx_body_error(b, &st->token, "Feature 'st.bulk' requires .target sm_100 or higher");
    if (is_one_of(st, accesses) && sm && sm < 100 && iq_ptx_has(st, G_VEC) &&
        iq_ptx_val(st, G_VEC) * iq_ptx_type_size(st->type[0]) > 16)
        iq_ptx_body_error(b, &st->token,
                          "Feature '256 bit wide load/store' requires .target sm_100 or higher");
    if ((gathers || scatters) && sm && (sm < 100 || (scatters && !b->parser->pub->arch_specific)))
        iq_ptx_body_error(b, &st->token, "Feature '.%s' not supported on .target 'sm_%u'", name,
                          sm);
    if ((gathers || scatters) && version < 86)
        iq_ptx_body_error(b, &st->token, "Feature '.%s' requires PTX ISA .version 8.6 or later",
                          name);
}

void iq_ptx_check(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    uint32_t version = b->parser->version, sm = b->parser->target_sm;
    check_feature(b, st, version, sm);
    check_exact(b, st, sm);
    check_bulk(b, st, version, sm);
    check_sync(b, st, version, sm);
    check_space(b, st);
    check_rounding(b, st);
    check_barrier(b, st);
    check_types(b, st);
}
