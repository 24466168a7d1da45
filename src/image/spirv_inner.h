/* Between spirv.c, which knows the module, and spirv_run.c, which runs it. */
#ifndef IQ_IMAGE_SPIRV_INNER_H
#define IQ_IMAGE_SPIRV_INNER_H

#include "image/spirv.h"
#include "image/spirv_op.h"

enum { HEADER = 5 }; /* words before the first instruction */

/* What is known of an id while the shader runs. */
enum spirv_kind { UNKNOWN, NUMBERS, POINTER, IMAGE };
enum { LANES = 4 };
struct spirv_value {
    uint8_t kind, known; /* NUMBERS: bit per lane that is known */
    bool of_ids;         /* NUMBERS: made of the work item's ids, which are 0 */
    bool spoiled;        /* contents of a variable: never known again */
    uint32_t count;      /* NUMBERS: lanes */
    uint32_t type;       /* POINTER: type of what it leads to; 0: no layout */
    uint32_t variable;   /* POINTER: 0: somewhere; IMAGE */
    /* POINTER: bytes in memory, lanes in variables of the shader's own */
    union {
        uint32_t lane[LANES];
        uint64_t offset;
    };
};

/* Is [lane] of [value] a number that is known? */
static inline bool spirv_is_known(const struct spirv_value *value, uint32_t lane)
{
    return value->kind == NUMBERS && value->known >> lane & 1;
}

/* By id. */
struct spirv_id {
    uint32_t at;                   /* word where it is defined; 0: nowhere */
    uint32_t set, binding, stride; /* decorations */
    uint32_t builtin, spec;        /* 1 + value; 0: none */
    bool has_binding;
};

struct iq_spirv {
    const uint32_t *code;
    uint32_t words, bound, functions; /* word of the first function */
    struct spirv_id *ids;
    /* contents: of the shader's own variables, by their id */
    struct spirv_value *values, *contents;
};

static inline uint32_t spirv_op_at(const struct iq_spirv *shader, uint32_t at)
{
    return shader->code[at] & 0xffff;
}
static inline uint32_t spirv_words_at(const struct iq_spirv *shader, uint32_t at)
{
    return shader->code[at] >> 16;
}

/* Word [n] of the instruction at [at]; 0 after its end. */
static inline uint32_t spirv_word(const struct iq_spirv *shader, uint32_t at, uint32_t n)
{
    return n < spirv_words_at(shader, at) ? shader->code[at + n] : 0;
}

/* The place where [id] is defined; 0 if that is nowhere. */
static inline uint32_t spirv_place(const struct iq_spirv *shader, uint32_t id)
{
    return id < shader->bound ? shader->ids[id].at : 0;
}

/* The operation that defines [id]; 0. */
static inline uint32_t spirv_op_of(const struct iq_spirv *shader, uint32_t id)
{
    uint32_t at = spirv_place(shader, id);
    return at ? spirv_op_at(shader, at) : 0;
}

/* Bytes of a number or a vector, 0 for other types. */
uint32_t spirv_bytes(const struct iq_spirv *shader, uint32_t type);

/* Where member or element [index] of [type] is: its type, and its bytes from the start; 0: not
 * known. */
uint32_t spirv_member(const struct iq_spirv *shader, uint32_t type, uint32_t index,
                      uint64_t *offset);

/* Lanes of a number, a truth value or a vector; 0 for other types. */
uint32_t spirv_lanes(const struct iq_spirv *shader, uint32_t type);

/* The result of the operation [op] on numbers: lanes of [a], [b] and [c]; UNKNOWN if it is none of
 * those that are known. */
struct spirv_value spirv_compute(uint32_t op, const struct spirv_value *a,
                                 const struct spirv_value *b, const struct spirv_value *c);

/* The function of the compute entry point [name]; 0. */
uint32_t spirv_entry(const struct iq_spirv *shader, const char *name);

#endif
