/* The object of a container or a pointer that was passed in the place of what it leads to: &v for
 * v.data().  Which object it is only the program knows; that it holds the address of memory that
 * the access fits into can be read.
 * Threads: any.  Signals: none of it. */
#ifndef IQ_RULES_COMMON_HELD_H
#define IQ_RULES_COMMON_HELD_H

#include <stdbool.h>
#include <stdint.h>

#include "call/rule.h"

struct iq_held {
    uint64_t address, size; /* what the object leads to: from there to the end of its memory */
    bool is_device;         /* device memory; else the host's */
    bool is_in_use;  /* the object says that of it as many bytes as those of the access are */
    bool is_counted; /* the object has the number of its elements */
    uint64_t rows;   /* not 0: it is an array of that many such objects, one for each row */
};

/* Does the object at [object], of which [room] bytes are there, hold the address of memory that has
 * the [size] bytes of an access?  [device]: of device memory only. */
bool iq_held_find(uint64_t object, uint64_t room, uint64_t size, bool device, struct iq_held *held);

/* Is there an object at [object] that is longer than [size] bytes and says that it leads to just as
 * many bytes of the host's: a vector, a string?  Who accesses so many bytes there means these. */
bool iq_held_instead(uint64_t object, uint64_t size, struct iq_held *held);

/* As iq_held_find for an access of a kernel, of which the size of what it belongs to is not known:
 * a pointer, or an object that says how many elements it has; of device memory only. */
bool iq_held_find_in_kernel(uint64_t object, struct iq_held *held);

/* "; the object there holds a pointer to ...", and what to pass instead. */
void iq_put_held(struct iq_str *cause, const struct iq_held *held);
const char *iq_held_fix(const struct iq_held *held);

#endif
