/* SPIR-V of compute shaders: what their first work item, the one whose ids are all 0, surely does
 * to the buffers and images that are bound.
 *
 * The shader is run for that work item with what is known: constants, specialisation, push
 * constants, the number of groups, lengths of buffers.  What is read from memory is not known, and
 * what depends on it is not either; at a branch that depends on it the run ends.  A comparison of
 * an id, 0, with an unknown bound is taken to hold: bounds are not 0.  So each access that is
 * listed takes place, and others may be missing.
 * Owner: the caller's memory.  Threads: one shader is run by one thread at a time; nothing is
 * allocated, no locks. */
#ifndef IQ_IMAGE_SPIRV_H
#define IQ_IMAGE_SPIRV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

struct iq_spirv;

/* Is [word] the first one of SPIR-V, in either byte order? */
bool iq_spirv_has_magic(uint32_t word);

/* Does the code have an entry point for compute shaders?  False for what is no SPIR-V. */
bool iq_spirv_is_compute(const uint32_t *code, size_t words);

/* Bytes that iq_spirv_open needs; 0: no SPIR-V, or larger than is worth it. */
size_t iq_spirv_room(const uint32_t *code, size_t words);

/* Looks through [code], which must stay as it is; [room] is zeroed, aligned for pointers, and of
 * that many bytes.  NULL: it is not well-formed. */
IQ_NODISCARD struct iq_spirv *iq_spirv_open(void *room, const uint32_t *code, size_t words);

/* An access to binding [binding] of set [set]: bytes [lo, hi) from the start of what is bound; of
 * an image the texel [lo], its coordinates in 16 bits each. */
struct iq_spirv_access {
    uint32_t set, binding;
    uint64_t lo, hi;
    bool write, atomic, image;
    bool is_known; /* what is written is known: the number .value */
    uint32_t value;
};

struct iq_spirv_constant {
    uint32_t id, value;
}; /* specialisation */

struct iq_spirv_run {
    const char *entry;   /* its name */
    const uint8_t *push; /* push constants */
    uint32_t push_bytes;
    uint32_t groups[3];
    const struct iq_spirv_constant *constants;
    uint32_t constant_count;
    /* Bytes that are bound to a buffer binding; 0 unknown.  May be NULL. */
    uint64_t (*bytes_bound)(void *user, uint32_t set, uint32_t binding);
    void *user;
};

/* Runs the first work item.  The number of accesses put into [out], at most [room], in order, equal
 * ones once. */
IQ_NODISCARD int iq_spirv_first_item(struct iq_spirv *shader, const struct iq_spirv_run *run,
                                     struct iq_spirv_access *out, int room);

#endif
