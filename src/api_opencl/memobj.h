/* What is known of a memory object: a buffer, a part of one, or an image.  Kept as the details of
 * its handle.
 * Owner: the handle table.  Threads: written before the handle is published or by calls on the same
 * object, which APIs demand to be ordered; read by any. */
#ifndef IQ_API_OPENCL_MEMOBJ_H
#define IQ_API_OPENCL_MEMOBJ_H

#include <stdbool.h>
#include <stdint.h>

#include "model/handle.h"

/* the longest pattern that fills a buffer */
enum { IQ_MEMOBJ_MAPS = 4, IQ_MEMOBJ_LOOKS = 4, IQ_MEMOBJ_PATTERN = 128 };

/* A part that the host may access. */
struct iq_memobj_map {
    uint64_t address, end; /* of the host's; .end 0: unknown */
    uint64_t bytes, offset, flags, origin[3], region[3];
    struct iq_call_ref ref;
};

struct iq_memobj {
    void *next_free;   /* of the handle table's own list */
    uint64_t flags;    /* as given when it was made, or inherited */
    uint64_t size;     /* bytes; 0: unknown */
    uint64_t offset;   /* in .owner, of a part of another buffer */
    uint64_t host_ptr; /* memory of the program that it uses; 0: none */
    /* block of the heap that .host_ptr lay in when the object was made; 0: none is known */
    uint64_t host_block;
    uint64_t host_block_made; /* its caller, see process/caller.h */
    bool is_part;             /* .owner is the buffer that it is a part of */
    /* a buffer with memory of its own, which the host may read and write as it likes */
    bool plain;
    bool copied_host_ptr;
    bool filled; /* by a command that fills, at least in part */
    /* Images; height and depth are layers where the image is an array, 1 where there is nothing to
     * count. */
    uint64_t extent[3], row_pitch, slice_pitch;
    uint32_t dimensions;           /* 1 to 3, how many of .extent count; 0: not an image */
    uint32_t element_bytes;        /* 0: unknown */
    uint32_t type, order, channel; /* numbers of the API */
    uint32_t levels;
    uint8_t looked;                                    /* times that its pixels were looked at */
    bool byte_channels;                                /* each has one byte */
    bool layers_by_slice;                              /* rows are layers, the slice pitch apart */
    const char *type_name, *order_name, *channel_name; /* static; NULL unknown */
    struct iq_memobj_map maps[IQ_MEMOBJ_MAPS];
    uint32_t map_count;            /* live ones */
    bool map_overflow;             /* there were more than fit */
    struct iq_memobj_map unmapped; /* the last one that ended */
};

/* A memory object that a call is about to make.  Argument indices: -1 where there is none. */
struct iq_making {
    int flags_arg, size_arg, host_arg, part_arg, format_arg, desc_arg;
    uint64_t flags, host_ptr;
    uint64_t bytes, host_bytes; /* of the object; that it reads from host_ptr */
    /* its context, or the buffer that it is a part of; NULL unknown */
    struct iq_handle *owner;
    const struct iq_memobj *whole; /* a part: of this, from .offset on */
    uint64_t offset;
    bool has_image;
    struct iq_memobj image; /* an image: what the description says */
    uint64_t row_given, slice_given;
    uint32_t samples;       /* an image */
    bool extended;          /* the call has properties, which extensions give a meaning */
    struct iq_handle *from; /* object that an image is made from; NULL: none */
};

/* A mapping that has ended: what the host had, of which object, and the unmap. */
struct iq_memobj_unmapped {
    uint64_t lo, hi;
    const struct iq_handle *object;
    uint32_t generation;
    struct iq_call_ref ref;
};

/* The last mapping that [address] lay in, of an object that lives, none of which is mapped now, and
 * whose memory is not the program's; false: none is known.  effects_map.c. */
bool iq_memobj_find_unmapped(uint64_t address, struct iq_memobj_unmapped *found);

/* Details of a buffer or image; NULL: not known (another kind, made unseen). */
static inline const struct iq_memobj *iq_memobj_of(const struct iq_handle *handle)
{
    bool is = handle && handle->kind > IQ_KIND_CL_MEM && handle->kind <= IQ_KIND_CL_PIPE;
    return is ? handle->details : NULL;
}

#endif
