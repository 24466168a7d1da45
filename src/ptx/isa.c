#include "ptx/isa.h"

#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"
#include "ptx/texture.h"

#define TB(t) (1ull << TY_##t)
#define TN TB(NONE)
#define TI (TB(U16) | TB(U32) | TB(U64) | TB(S16) | TB(S32) | TB(S64))
#define TBITS (TB(B16) | TB(B32) | TB(B64))
#define TBITS16 (TB(B16) | TB(B32) | TB(B64))
#define TF (TB(F32) | TB(F64))
#define TH (TB(F16) | TB(F16X2) | TB(BF16) | TB(BF16X2))
#define TALL (TB(B8) | TBITS | TB(B128) | TI | TB(U8) | TB(S8) | TF | TH)
#define M(g) ((iq_ptx_groups)1 << G_##g)
#define ANY (~0ull)

const struct iq_ptx_row iq_ptx_rows[] = {
#define INSN(mnemonic, form, types, groups, since, lower, exec, meaning) \
    { #mnemonic, form, types, groups, since, iq_ptx_lower_##lower, exec, meaning },
#define UNSUPPORTED(mnemonic) \
    { #mnemonic, "*", ANY, 0, 10, iq_ptx_lower_unsupported, 0, "not implemented" },
#include "ptx/isa.def"
};
const uint32_t iq_ptx_row_count = sizeof iq_ptx_rows / sizeof *iq_ptx_rows;

/* Most names differ in the first letter. */
static bool same(const char *name, const char *text, size_t length)
{
    return (!length || *name == *text) && !strncmp(name, text, length) && !name[length];
}

const struct iq_ptx_row *iq_ptx_row_find(const char *mnemonic, size_t length)
{
    for (uint32_t i = 0; i < iq_ptx_row_count; i++)
        if (same(iq_ptx_rows[i].mnemonic, mnemonic, length))
            return &iq_ptx_rows[i];
    return NULL;
}

const struct iq_ptx_row *iq_ptx_row_next(const struct iq_ptx_row *row)
{
    for (const struct iq_ptx_row *r = row + 1; r < iq_ptx_rows + iq_ptx_row_count; r++)
        if (!strcmp(r->mnemonic, row->mnemonic))
            return r;
    return NULL;
}

static const struct {
    const char *name;
    enum iq_ptx_type type;
} types[] = {
#define TYPE(name, type, bytes) { #name, type },
#define ALIAS TYPE
#include "ptx/types.def"
};

static const uint8_t sizes[TY_COUNT] = {
#define TYPE(name, type, bytes) [type] = bytes,
#define ALIAS(name, type, bytes)
#include "ptx/types.def"
};

enum iq_ptx_type iq_ptx_type_find(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (same(types[i].name, text, length))
            return types[i].type;
    return TY_COUNT;
}

uint32_t iq_ptx_type_size(enum iq_ptx_type type)
{
    uint32_t size = type < TY_COUNT ? sizes[type] : 0;
    return size ? size : 4;
}

uint32_t iq_ptx_type_bits(enum iq_ptx_type type)
{
    return type == TY_U4 || type == TY_S4   ? 4
           : type == TY_U2 || type == TY_S2 ? 2
                                            : 8 * iq_ptx_type_size(type);
}

bool iq_ptx_type_is_signed(enum iq_ptx_type type)
{
    return (type >= TY_S8 && type <= TY_S64) || type == TY_S16X2 || type == TY_S4 || type == TY_S2;
}

bool iq_ptx_type_is_float(enum iq_ptx_type type)
{
    return (type >= TY_F16 && type <= TY_TF32) || type == TY_OTHER ||
           (type >= TY_F32X2 && type <= TY_UE8M0X2) || (type >= TY_E4M3 && type <= TY_E5M2X2);
}

const char *iq_ptx_type_name(enum iq_ptx_type type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return types[i].name;
    return "";
}

static const struct iq_ptx_modifier modifiers[] = {
#define MOD(group, text, value) { G_##group, value, text },
#include "ptx/modifiers.def"
};

const struct iq_ptx_modifier *iq_ptx_modifier_find(const char *text, size_t length,
                                                   iq_ptx_groups groups)
{
    for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++)
        if ((groups >> modifiers[i].group & 1) && same(modifiers[i].text, text, length))
            return &modifiers[i];
    return NULL;
}
