/* How src/image reads a kernel in PTX: ptx_kernel.c finds it and reads its parameters, ptx_scan.c
 * turns its instructions into short records, ptx_conclude.c tells from them what memory is used
 * through which parameter.
 * Owner: whoever calls iq_image_ptx_kernel; a scan lives as long as that call. */
#ifndef IQ_IMAGE_PTX_SCAN_H
#define IQ_IMAGE_PTX_SCAN_H

#include <string.h>

#include "base/contract.h"
#include "image/inner.h"
#include "image/kernel.h"
#include "image/ptx_value.h"

enum { PTX_SCAN_TOKENS = 96 }; /* of one instruction; more are left out */

struct ptx_scan_token {
    const char *at;
    size_t length;
};

enum {
    MOVE,
    ADD,
    SUB,
    COMBINE /* bits; of what have none in common a sum */,
    MULTIPLY,
    MULTIPLY_ADD,
    SHIFT,
    AND,
    PART /* 0 of 0, else anything */,
    UNKNOWN
};
struct ptx_scan_record {
    uint8_t what, count, widens /* enum iq_ptx_sign */;
    uint32_t to, from[3];
};
struct ptx_scan_access {
    uint32_t address;
    int32_t offset;
    uint8_t size, use;
    bool left_out, unsure;
};
struct ptx_scan_condition {
    uint32_t predicate, accesses;
}; /* how many accesses stand before it */

/* Where thread 0 may leave out accesses: all up to a label, all that follow, the next one.  Without
 * a predicate it certainly goes away, but may come back by a label. */
enum { UP_TO_LABEL, TO_END, NEXT_ONE };
struct ptx_scan_detour {
    uint32_t predicate, accesses, label;
    uint8_t what;
    bool negated, always;
};
struct ptx_scan_label {
    uint32_t name, accesses;
};

/* A predicate: a comparison (of the second kind: and another predicate), or a combination of
 * two. */
enum { IS_TRUE = 1, IS_FALSE = 2 /* bits: what thread 0 may see */ };
enum { COMPARE, PRED_AND, PRED_OR, PRED_XOR, PRED_NOT, PRED_OTHER };
enum { EQ, NE, LT, LE, GT, GE };
struct ptx_scan_predicate {
    uint32_t to, from[3];
    uint8_t what, compare, count;
};

struct ptx_scan {
    struct iq_image_words text;
    struct ptx_scan_token params[IQ_IMAGE_PARAMS];
    struct ptx_scan_token tokens[PTX_SCAN_TOKENS];
    int count;
    uint64_t *keys; /* of slots: hash of the name */
    struct iq_ptx_value *values;
    uint32_t slot_count; /* a power of two */
    uint32_t used;
    struct ptx_scan_record *records;
    uint32_t record_count, record_room;
    struct ptx_scan_access *accesses;
    uint32_t access_count, access_room;
    struct ptx_scan_condition *conditions;
    uint32_t condition_count, condition_room;
    struct ptx_scan_detour *detours;
    uint32_t detour_count, detour_room;
    struct ptx_scan_label *labels;
    uint32_t label_count, label_room;
    struct ptx_scan_predicate *predicates;
    uint32_t predicate_count, predicate_room;
    uint32_t *escapes;
    uint32_t escape_count, escape_room;
    uint64_t by_address; /* parameters whose own address is taken */
    bool has_tensor_copies;
    bool failed;
    struct iq_image_kernel *kernel;
};

static inline bool ptx_token_is(const struct ptx_scan_token *t, const char *text)
{
    return t->length == strlen(text) && !memcmp(t->at, text, t->length);
}

static inline bool ptx_token_is_char(const struct ptx_scan_token *t, char c)
{
    return t->length == 1 && *t->at == c;
}

/* The value of a token that is a number without a sign; false: it is none. */
IQ_NODISCARD bool ptx_token_number(const struct ptx_scan_token *t, int64_t *number);

/* Bytes of what an opcode with types and .v2, .v4 or .v8 moves; also of a type alone. */
unsigned ptx_token_type_bytes(const struct ptx_scan_token *opcode);

/* The next token of the text; false at its end. */
static inline bool ptx_scan_next(struct ptx_scan *s, struct ptx_scan_token *t)
{
    t->length = iq_image_next_word(&s->text, &t->at);
    return t->length;
}

/* Reads instructions after the opening brace up to the closing one. */
void ptx_scan_body(struct ptx_scan *s);

/* Gives every register its value; false: they do not come to rest. */
IQ_NODISCARD bool ptx_scan_settle(struct ptx_scan *s);

/* Fills the uses of the words of s->kernel. */
void ptx_scan_conclude(struct ptx_scan *s);

#endif
