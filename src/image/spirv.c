#include <string.h>

#include "image/spirv_inner.h"

enum { MAGIC = 0x07230203, MOST_IDS = 32768, MOST_WORDS = 1 << 20, COMPUTE = 5 };

bool iq_spirv_has_magic(uint32_t word) { return word == MAGIC || word == __builtin_bswap32(MAGIC); }

/* Is it a sequence of whole instructions?  [ids] is its bound. */
static bool is_well_formed(const uint32_t *code, size_t words, uint32_t *ids)
{
    if (words < HEADER || words > MOST_WORDS || code[0] != MAGIC || !code[3] || code[3] > MOST_IDS)
        return false;
    *ids = code[3];
    for (size_t at = HEADER; at < words; at += code[at] >> 16)
        if (!(code[at] >> 16) || (code[at] >> 16) > words - at)
            return false;
    return true;
}

bool iq_spirv_is_compute(const uint32_t *code, size_t words)
{
    uint32_t ids;
    if (!is_well_formed(code, words, &ids))
        return false;
    for (size_t at = HEADER; at < words && (code[at] & 0xffff) != OP_FUNCTION; at += code[at] >> 16)
        if ((code[at] & 0xffff) == OP_ENTRY_POINT && code[at] >> 16 > 3 && code[at + 1] == COMPUTE)
            return true;
    return false;
}

size_t iq_spirv_room(const uint32_t *code, size_t words)
{
    uint32_t ids;
    if (!is_well_formed(code, words, &ids))
        return 0;
    return sizeof(struct iq_spirv) +
           ids * (sizeof(struct spirv_id) + 2 * sizeof(struct spirv_value));
}

/* Which word of an instruction is the id that it makes; 0: none of those that matter here. */
static uint32_t result_of(uint32_t op)
{
    if (op >= OP_TYPE_BOOL - 1 && op <= OP_TYPE_POINTER + 1)
        return 1;
    if (op == OP_LABEL)
        return 1;
    if ((op >= OP_CONSTANT_TRUE && op <= OP_SPEC_OP) || op == OP_FUNCTION || op == OP_PARAMETER ||
        op == OP_VARIABLE)
        return 2;
    return 0;
}

static void decorate(struct iq_spirv *shader, uint32_t at)
{
    uint32_t id = spirv_word(shader, at, 1), value = spirv_word(shader, at, 3);
    if (id >= shader->bound)
        return;
    struct spirv_id *own = &shader->ids[id];
    switch (spirv_word(shader, at, 2)) {
    case BY_SPEC_ID: own->spec = value + 1; break;
    case BY_ARRAY_STRIDE: own->stride = value; break;
    case BY_BUILTIN: own->builtin = value + 1; break;
    case BY_BINDING:
        own->binding = value;
        own->has_binding = true;
        break;
    case BY_SET: own->set = value; break;
    default: break;
    }
}

struct iq_spirv *iq_spirv_open(void *room, const uint32_t *code, size_t words)
{
    struct iq_spirv *shader = room;
    uint32_t ids;
    if (!is_well_formed(code, words, &ids))
        return NULL;
    shader->code = code;
    shader->words = (uint32_t)words;
    shader->bound = ids;
    shader->functions = (uint32_t)words;
    shader->values = (struct spirv_value *)(shader + 1);
    shader->contents = shader->values + ids;
    shader->ids = (struct spirv_id *)(shader->contents + ids);
    for (uint32_t at = HEADER; at < words; at += spirv_words_at(shader, at)) {
        uint32_t op = spirv_op_at(shader, at), which = result_of(op),
                 id = which ? spirv_word(shader, at, which) : 0;
        if (op == OP_DECORATE)
            decorate(shader, at);
        if (op == OP_FUNCTION && shader->functions == words)
            shader->functions = at;
        if (id && id < ids && !shader->ids[id].at)
            shader->ids[id].at = at;
    }
    return shader;
}

uint32_t spirv_bytes(const struct iq_spirv *shader, uint32_t type)
{
    uint32_t at = spirv_place(shader, type), op = spirv_op_of(shader, type);
    if (op == OP_TYPE_INT || op == OP_TYPE_FLOAT)
        return spirv_word(shader, at, 2) / 8;
    uint32_t of = op == OP_TYPE_VECTOR ? spirv_word(shader, at, 2) : 0,
             of_op = spirv_op_of(shader, of);
    if (of_op != OP_TYPE_INT && of_op != OP_TYPE_FLOAT)
        return 0;
    return spirv_word(shader, spirv_place(shader, of), 2) / 8 * (spirv_word(shader, at, 3) & 7);
}

uint32_t spirv_lanes(const struct iq_spirv *shader, uint32_t type)
{
    uint32_t at = spirv_place(shader, type);
    switch (spirv_op_of(shader, type)) {
    case OP_TYPE_BOOL:
    case OP_TYPE_FLOAT: return 1;
    case OP_TYPE_INT: return spirv_word(shader, at, 2) == 32;
    case OP_TYPE_VECTOR: break;
    default: return 0;
    }
    uint32_t inner = spirv_word(shader, at, 2), count = spirv_word(shader, at, 3);
    bool is_wide = spirv_op_of(shader, inner) == OP_TYPE_INT &&
                   spirv_word(shader, spirv_place(shader, inner), 2) != 32;
    return is_wide || count > LANES ? 0 : count;
}

/* The decoration [which] of member [index] of the struct [type]; UINT32_MAX: it has none. */
static uint32_t of_member(const struct iq_spirv *shader, uint32_t type, uint32_t index,
                          uint32_t which)
{
    for (uint32_t at = HEADER; at < shader->functions; at += spirv_words_at(shader, at))
        if (spirv_op_at(shader, at) == OP_MEMBER_DECORATE && spirv_words_at(shader, at) > 4 &&
            shader->code[at + 1] == type && shader->code[at + 2] == index &&
            shader->code[at + 3] == which)
            return shader->code[at + 4];
    return UINT32_MAX;
}

uint32_t spirv_member(const struct iq_spirv *shader, uint32_t type, uint32_t index,
                      uint64_t *offset)
{
    uint32_t at = spirv_place(shader, type), inner = 0, stride;
    switch (spirv_op_of(shader, type)) {
    case OP_TYPE_STRUCT:
        stride = of_member(shader, type, index, BY_OFFSET);
        if (stride == UINT32_MAX || of_member(shader, type, index, BY_MATRIX_STRIDE) != UINT32_MAX)
            return 0;
        *offset = stride;
        return spirv_word(shader, at, 2 + index);
    case OP_TYPE_ARRAY:
    case OP_TYPE_RUNTIME_ARRAY:
        inner = spirv_word(shader, at, 2);
        stride = shader->ids[type].stride;
        break;
    case OP_TYPE_VECTOR:
        inner = spirv_word(shader, at, 2);
        stride = spirv_bytes(shader, inner);
        break;
    default: return 0;
    }
    *offset = (uint64_t)index * stride;
    return stride ? inner : 0;
}

uint32_t spirv_entry(const struct iq_spirv *shader, const char *name)
{
    size_t length = strlen(name);
    for (uint32_t at = HEADER; at < shader->functions; at += spirv_words_at(shader, at))
        if (spirv_op_at(shader, at) == OP_ENTRY_POINT && spirv_words_at(shader, at) > 3 &&
            shader->code[at + 1] == COMPUTE &&
            length < (spirv_words_at(shader, at) - 3) * sizeof(uint32_t) &&
            !memcmp(&shader->code[at + 3], name, length + 1))
            return spirv_place(shader, shader->code[at + 2]);
    return 0;
}
