/* Byte strings that are kept once each, packed one after the other, and known by small numbers.
 * Owner: whoever declares the table; a zeroed struct is an empty one; nothing is taken out.
 * Threads: one puts at a time (the caller's lock), any get.  Getting works in signal handlers.
 * Fork: survives.  Works under an interposed malloc. */
#ifndef IQ_BASE_INTERN_H
#define IQ_BASE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

/* Strings of a block of numbers; blocks; bytes of a string. */
enum { IQ_INTERN_BLOCK = 4096, IQ_INTERN_BLOCKS = 1024, IQ_INTERN_BYTES = 4096 };

struct iq_interned {
    uint32_t hash;
    uint16_t size;
    uint8_t note; /* the caller's */
    unsigned char bytes[];
};

struct iq_intern {
    const struct iq_interned **block[IQ_INTERN_BLOCKS]; /* by number, atomic */
    uint32_t *slot;                                     /* numbers by hash, 0: free */
    uint32_t count, slots;
    char *next, *end; /* of the memory in use */
};

/* Number of the [size] bytes at [bytes], from 1 on; 0: out of numbers or memory, or too many bytes.
 * *fresh: they are new, and have [note]. */
IQ_NODISCARD IQ_NONNULL uint32_t iq_intern_put(struct iq_intern *table, const void *bytes,
                                               size_t size, uint8_t note, bool *fresh);

/* The string with [number], which stays where it is; NULL: there is none. */
IQ_NONNULL const struct iq_interned *iq_intern_get(const struct iq_intern *table, uint32_t number);

#endif
