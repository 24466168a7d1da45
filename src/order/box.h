/* Boxes of elements that calls read and write: in images, arrays, buffers, plain memory of a device
 * or of the host.  The effects of each API say what a call works on, in its own names; the rules
 * judge it.  Owner: the sender, on its stack.  Threads: the calling thread. */
#ifndef IQ_ORDER_BOX_H
#define IQ_ORDER_BOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "model/handle.h"
#include "model/range.h"

struct iq_memobj;

/* A box of elements in an image, of bytes in a buffer, or of either in host memory. */
struct iq_box {
    int arg;                                        /* the object or the host pointer */
    int origin_arg, region_arg, row_arg, slice_arg; /* -1: none */
    const struct iq_handle *object;                 /* NULL: host memory */
    const struct iq_memobj *memory; /* of the object, or of the one whose elements are counted */
    bool host, readable;            /* readable: origin and region could be read */
    uint64_t origin[3], region[3];
    uint64_t row_given, slice_given; /* pitches as given */
    /* as they count: 0 means without gaps; 0: not a box with pitches */
    uint64_t row_pitch, slice_pitch;
    uint64_t unit; /* bytes per element; 1 in buffers */
    /* bytes from the start: first byte, byte after the last; end UINT64_MAX: overflow */
    uint64_t first, end;
};

/* What the program calls a number: an argument, or with .member one that .arg leads to, after
 * .prefix.  A negative .arg: nothing. */
struct iq_box_name {
    int arg;
    const char *member;
};

/* What the program calls a thing with a box in it. */
enum iq_box_thing {
    IQ_BOX_OBJECT,   /* nothing: it has its kind and its handle */
    IQ_BOX_ARGUMENT, /* the argument that it is passed as */
    IQ_BOX_ARRAY,
    IQ_BOX_BUFFER,
    IQ_BOX_SOURCE,
    IQ_BOX_DESTINATION,
    IQ_BOX_POINTER /* memory that a member points to */
};

/* What a pitch counts. */
enum iq_box_unit { IQ_BOX_BYTES, IQ_BOX_ELEMENTS, IQ_BOX_TEXELS };

/* A box as the rules see it. */
struct iq_box_access {
    const struct iq_box *box;
    /* the memory, or for a box in host memory what counts its elements; NULL: .range, or unknown */
    const struct iq_handle *object;
    const struct iq_range *range; /* plain memory of a device */
    enum iq_box_thing thing;
    /* of members: "p->", "pRegions[2]."; NULL: the numbers are arguments */
    const char *prefix;
    struct iq_box_name origin, size[3], row, slice, level, format;
    /* how far from its address plain memory begins, which .box does not count; 0: nowhere else */
    uint64_t offset[3];
    struct iq_box_name offset_name[3];
    uint64_t row_least, slice_least;       /* least pitches, in .pitch_unit; 0: nothing is known */
    uint64_t row_most;                     /* likewise the longest; 0: any */
    bool needs_row;                        /* rows without gaps need a pitch, too */
    uint64_t row_multiple, slice_multiple; /* that pitches must be of, in bytes; 0: any */
    enum iq_box_unit pitch_unit;
    bool is_pitched;     /* allocations of the API return a pitch; else 0 stands for no gaps */
    uint32_t dimensions; /* of an image or array; 0: linear memory of .bytes */
    uint64_t extent[3], bytes; /* 0 bytes: unknown */
    bool in_bytes;             /* x of an image is counted in bytes */
    bool first_row;            /* the call can reach no other row of it */
    /* the row's length is given in elements, and is its number of bytes */
    bool row_of_bytes;
    /* bytes without a shape, or a shape without gaps: it is the range that overflows */
    bool linear;
    uint32_t element_bytes, order, channel;
    const char *order_name, *channel_name;
    uint32_t number_of_level, levels; /* 0 levels: not known */
    struct iq_box_name layer;
    /* array layers of images that count them next to the box; 0 layers: not known */
    uint64_t last_layer, layers;
    const struct iq_box_access *from; /* what a copy writes here; NULL: not known */
    /* what holds the bytes of .object, from .base on; NULL: nothing is known */
    const struct iq_handle *whole;
    uint64_t base;
    /* says_host: an array, and the copy's kind, .kind, says that this side is the host's */
    bool is_source, says_host;
    uint32_t kind;
    bool is_ambiguous; /* an array and an address are given */
    int done, failed;  /* severities, as in suspicions */
    int64_t contain;
};

/* Works out .first and .end, and the pitches that are 0. */
void iq_box_measure(struct iq_box *box);

/* a + b, UINT64_MAX if that is too large or one of them is. */
uint64_t iq_box_plus(uint64_t a, uint64_t b);

/* An access to [box] of which nothing is known or has a name yet; what is wrong with it is an
 * error. */
IQ_NONNULL struct iq_box_access iq_box_access_of(const struct iq_box *box);

#endif
