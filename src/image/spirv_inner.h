/* Between spirv.c, which knows the module, and spirv_run.c, which runs it. */
#ifndef IQ_IMAGE_SPIRV_INNER_H
#define IQ_IMAGE_SPIRV_INNER_H

#include "image/spirv.h"

enum spirv_op {
    OP_ENTRY_POINT = 15, OP_TYPE_BOOL = 20, OP_TYPE_INT = 21, OP_TYPE_FLOAT = 22, OP_TYPE_VECTOR = 23, OP_TYPE_MATRIX = 24, OP_TYPE_IMAGE = 25,
    OP_TYPE_ARRAY = 28, OP_TYPE_RUNTIME_ARRAY = 29, OP_TYPE_STRUCT = 30, OP_TYPE_POINTER = 32, OP_CONSTANT_TRUE = 41, OP_CONSTANT_FALSE = 42,
    OP_CONSTANT = 43, OP_CONSTANT_COMPOSITE = 44, OP_CONSTANT_NULL = 46, OP_SPEC_TRUE = 48, OP_SPEC_FALSE = 49, OP_SPEC_CONSTANT = 50,
    OP_SPEC_COMPOSITE = 51, OP_SPEC_OP = 52, OP_FUNCTION = 54, OP_PARAMETER = 55, OP_FUNCTION_END = 56, OP_CALL = 57, OP_VARIABLE = 59,
    OP_TEXEL_POINTER = 60, OP_LOAD = 61, OP_STORE = 62, OP_ACCESS_CHAIN = 65, OP_IN_BOUNDS_ACCESS_CHAIN = 66, OP_ARRAY_LENGTH = 68,
    OP_DECORATE = 71, OP_MEMBER_DECORATE = 72, OP_SHUFFLE = 79, OP_CONSTRUCT = 80, OP_EXTRACT = 81, OP_COPY_OBJECT = 83, OP_IMAGE_READ = 98, OP_IMAGE_WRITE = 99,
    OP_UCONVERT = 113, OP_SCONVERT = 114, OP_BITCAST = 124, OP_NEGATE = 126, OP_ADD = 128, OP_SUB = 130, OP_MUL = 132, OP_UDIV = 134, OP_SDIV = 135,
    OP_UMOD = 137, OP_SREM = 138, OP_LOGICAL_EQUAL = 164, OP_LOGICAL_NOT_EQUAL = 165, OP_LOGICAL_OR = 166, OP_LOGICAL_AND = 167, OP_LOGICAL_NOT = 168,
    OP_SELECT = 169, OP_EQUAL = 170, OP_NOT_EQUAL = 171, OP_UGREATER = 172, OP_SGREATER = 173, OP_UGREATER_EQUAL = 174, OP_SGREATER_EQUAL = 175,
    OP_ULESS = 176, OP_SLESS = 177, OP_ULESS_EQUAL = 178, OP_SLESS_EQUAL = 179, OP_SHIFT_RIGHT = 194, OP_SHIFT_RIGHT_SIGNED = 195,
    OP_SHIFT_LEFT = 196, OP_OR = 197, OP_XOR = 198, OP_AND = 199, OP_NOT = 200, OP_ATOMIC_LOAD = 227, OP_ATOMIC_STORE = 228, OP_ATOMIC_FIRST = 229,
    OP_ATOMIC_LAST = 242, OP_PHI = 245, OP_LABEL = 248, OP_BRANCH = 249, OP_BRANCH_IF = 250, OP_SWITCH = 251, OP_RETURN = 253, OP_RETURN_VALUE = 254
};

enum spirv_decoration { BY_SPEC_ID = 1, BY_ARRAY_STRIDE = 6, BY_MATRIX_STRIDE = 7, BY_BUILTIN = 11, BY_BINDING = 33, BY_SET = 34, BY_OFFSET = 35 };
enum spirv_class { IN_CONSTANTS = 0, IN_INPUT = 1, IN_UNIFORM = 2, IN_PRIVATE = 6, IN_FUNCTION = 7, IN_PUSH = 9, IN_STORAGE = 12 };

enum { HEADER = 5 };             /* words before the first instruction */

/* What is known of an id while the shader runs. */
enum spirv_kind { UNKNOWN, NUMBERS, POINTER, IMAGE };
enum { LANES = 4 };
struct spirv_value {
    uint8_t kind, known;            /* NUMBERS: bit per lane that is known */
    bool of_ids;                    /* NUMBERS: made of the work item's ids, which are 0 */
    bool spoiled;                   /* contents of a variable: never known again */
    uint32_t count;                 /* NUMBERS: lanes */
    uint32_t type;                  /* POINTER: type of what it leads to; 0: no layout */
    uint32_t variable;              /* POINTER: 0: somewhere; IMAGE */
    union { uint32_t lane[LANES]; uint64_t offset; };       /* POINTER: bytes in memory, lanes in variables of the shader's own */
};

/* Is [lane] of [value] a number that is known? */
static inline bool spirv_is_known(const struct spirv_value *value, uint32_t lane) { return value->kind == NUMBERS && value->known >> lane & 1; }

/* By id. */
struct spirv_id {
    uint32_t at;                    /* word where it is defined; 0: nowhere */
    uint32_t set, binding, stride;  /* decorations */
    uint32_t builtin, spec;         /* 1 + value; 0: none */
    bool has_binding;
};

struct iq_spirv {
    const uint32_t *code;
    uint32_t words, bound, functions;       /* word of the first function */
    struct spirv_id *ids;
    struct spirv_value *values, *contents;  /* contents: of the shader's own variables, by their id */
};

static inline uint32_t spirv_op_at(const struct iq_spirv *shader, uint32_t at) { return shader->code[at] & 0xffff; }
static inline uint32_t spirv_words_at(const struct iq_spirv *shader, uint32_t at) { return shader->code[at] >> 16; }

/* Word [n] of the instruction at [at]; 0 behind its end. */
static inline uint32_t spirv_word(const struct iq_spirv *shader, uint32_t at, uint32_t n)
{
    return n < spirv_words_at(shader, at) ? shader->code[at + n] : 0;
}

/* The place where [id] is defined; 0 if that is nowhere. */
static inline uint32_t spirv_place(const struct iq_spirv *shader, uint32_t id) { return id < shader->bound ? shader->ids[id].at : 0; }

/* The operation that defines [id]; 0. */
static inline uint32_t spirv_op_of(const struct iq_spirv *shader, uint32_t id)
{
    uint32_t at = spirv_place(shader, id);
    return at ? spirv_op_at(shader, at) : 0;
}

/* Bytes of a number or a vector, 0 for other types. */
uint32_t spirv_bytes(const struct iq_spirv *shader, uint32_t type);

/* Where member or element [index] of [type] is: its type, and its bytes from the start; 0: not known. */
uint32_t spirv_member(const struct iq_spirv *shader, uint32_t type, uint32_t index, uint64_t *offset);

/* Lanes of a number, a truth value or a vector; 0 for other types. */
uint32_t spirv_lanes(const struct iq_spirv *shader, uint32_t type);

/* The result of the operation [op] on numbers: lanes of [a], [b] and [c]; UNKNOWN if it is none of those that are known. */
struct spirv_value spirv_compute(uint32_t op, const struct spirv_value *a, const struct spirv_value *b, const struct spirv_value *c);

/* The function of the compute entry point [name]; 0. */
uint32_t spirv_entry(const struct iq_spirv *shader, const char *name);

#endif
