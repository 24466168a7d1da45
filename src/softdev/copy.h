/* Copies and fills: arguments are judged when the call is made (iq_copy_plan_*), bytes move when
 * the work runs.
 * Owner: a work with staging or arrays holds them until finished.  Threads: planning with the
 * driver lock, running without. */
#ifndef IQ_SOFTDEV_COPY_H
#define IQ_SOFTDEV_COPY_H

#include "softdev/memory.h"

struct iq_array;
struct iq_stream;

enum iq_side_kind { IQ_SIDE_PAGEABLE, IQ_SIDE_MEMORY, IQ_SIDE_ARRAY };

struct iq_side {
    enum iq_side_kind kind;
    uint64_t address;       /* of the first byte; arrays: offset in its storage */
    struct iq_array *array; /* holds a reference once planned */
    size_t pitch, slice;    /* bytes from row to row, from layer to layer */
};

struct iq_copy_work {
    struct iq_side dst, src;
    size_t width, height, depth;
    void *staging; /* copy of a pageable source, or NULL; owned */
    /* for the observer, if it may have something to tell (unwritten.h); else 0 */
    uint64_t call, site;
    uint64_t made; /* of a node of a graph: the site of the call that made it; else 0 */
};

struct iq_fill_work {
    uint64_t address;
    size_t pitch, width, height; /* width in elements */
    uint32_t value, element;     /* element: 1, 2 or 4 bytes */
    uint64_t site, made;         /* as above */
};

enum iq_expect { IQ_EXPECT_ANY, IQ_EXPECT_DEVICE };

/* Judges one end of a linear range of [size] bytes: 0 or 1. */
CUresult iq_side_plan(uint64_t address, size_t size, enum iq_expect expect, struct iq_side *side);
CUresult iq_copy_plan(uint64_t dst, enum iq_expect dst_is, uint64_t src, enum iq_expect src_is,
                      size_t size, struct iq_copy_work *work);
/* [aligned]: cuMemcpy2D's pitch limit counts. */
CUresult iq_copy_plan_3d(const CUDA_MEMCPY3D *copy, struct iq_copy_work *work);
CUresult iq_fill_plan(uint64_t address, size_t pitch, size_t width, size_t height, uint32_t value,
                      uint32_t element, struct iq_fill_work *work);
/* Gives the planned copy to a stream.  [blocking]: as the synchronous calls do. */
CUresult iq_copy_submit(struct iq_stream *stream, struct iq_copy_work *work, bool blocking);

/* Moves the bytes.  Returns 1 if a pageable side cannot be reached; *fault gets 700 when device
 * memory is gone. */
CUresult iq_copy_run(const struct iq_copy_work *work, CUresult *fault);
CUresult iq_fill_run(const struct iq_fill_work *work);
void iq_copy_work_ref(struct iq_copy_work *work);
void iq_copy_work_finish(struct iq_copy_work *work);

/* Host address of device-accessible memory, NULL if not mapped; no lock. */
void *iq_copy_host_address(uint64_t address, size_t size);

#endif
