/* Parts of memory objects, and boxes in host memory, that a call accesses: from the row to events for the rules.
 * Threads: the calling thread.  Memory of the program is read with care. */
#ifndef IQ_CORE_PART_H
#define IQ_CORE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "core/call.h"
#include "core/handle.h"
#include "core/memobj.h"

/* A box of elements in an image, of bytes in a buffer, or of either in host memory. */
struct iq_box {
    int arg;                        /* the object or the host pointer */
    int origin_arg, region_arg, row_arg, slice_arg;     /* -1: none */
    const struct iq_handle *object; /* NULL: host memory */
    const struct iq_memobj *memory; /* of the object, or of the one whose elements are counted */
    bool host, readable;            /* readable: origin and region could be read */
    uint64_t origin[3], region[3];
    uint64_t row_given, slice_given;        /* pitches as given */
    uint64_t row_pitch, slice_pitch;        /* as they count: 0 means without gaps; 0: not a box with pitches */
    uint64_t unit;                  /* bytes per element; 1 in buffers */
    uint64_t first, end;            /* bytes from the start: first byte, byte behind the last; end UINT64_MAX: overflow */
};

/* The box that argument [arg] of [call] stands for.  False: its row has none, or what it counts is not known. */
bool iq_part_box(const struct iq_call *call, int arg, struct iq_box *box);

/* Bytes from the pointer on that host argument [arg] covers; 0 unknown. */
uint64_t iq_part_host_bytes(const struct iq_call *call, int arg);

/* Bytes of a memory object that argument [arg] accesses, as [*first, *end).  False: unknown, or not linear. */
bool iq_part_bytes(const struct iq_call *call, int arg, uint64_t *first, uint64_t *end);

/* Before the call: sends what object argument [arg] accesses to the rules, if there may be something to say about it. */
void iq_part_check(struct iq_call *call, int arg);

/* The same for boxes in host memory. */
void iq_part_check_host(struct iq_call *call, int arg);

#endif
