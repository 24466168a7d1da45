/* Layouts of CUDA's structs that describe copies, as far as they are read: addresses and handles as
 * numbers.
 * Owner, threads: the program's memory; copied with care before it is looked at. */
#ifndef IQ_API_CUDA_COPIES_H
#define IQ_API_CUDA_COPIES_H

#include <stdint.h>

enum { IQ_COPY_HOST = 1, IQ_COPY_DEVICE, IQ_COPY_ARRAY, IQ_COPY_UNIFIED }; /* CUmemorytype */

struct iq_driver_side {
    uint64_t at[2];
    uint32_t type, unused;
    uint64_t host, device, array, pitch;
};
struct iq_driver_2d {
    struct iq_driver_side src, dst;
    uint64_t size[2];
};
struct iq_driver_side3 {
    uint64_t at[3], lod;
    uint32_t type, unused;
    uint64_t host, device, array, context, pitch, height;
};
struct iq_driver_3d {
    struct iq_driver_side3 src, dst;
    uint64_t size[3];
};

enum { IQ_NO_COPY_KIND = 4 }; /* cudaMemcpyDefault, and what calls without a kind do */

struct iq_runtime_side {
    uint64_t array, at[3], address, pitch, xsize, ysize;
};
struct iq_runtime_3d {
    struct iq_runtime_side src, dst;
    uint64_t size[3];
    uint32_t kind;
};

/* Between devices: a device on each side. */
struct iq_runtime_peer_side {
    struct iq_runtime_side side;
    uint32_t device, unused;
};
struct iq_runtime_3d_peer {
    struct iq_runtime_peer_side src, dst;
    uint64_t size[3];
};

/* An element of a batch; the same in both APIs. */
enum { IQ_OPERAND_POINTER = 1, IQ_OPERAND_ARRAY = 2 };
struct iq_operand {
    uint32_t type, unused;
    uint64_t pointer_or_array, rest[3];
};
struct iq_batch_box {
    struct iq_operand src, dst;
    uint64_t size[3];
    uint32_t order, flags;
};

/* Parameters of a graph node of any type begin with the type; where a copy stands in them. */
enum { IQ_NODE_IS_COPY = 1, IQ_NODE_IS_FILL = 2, IQ_NODE_INSIDE = 16, IQ_NODE_COPY = 32 };

#endif
