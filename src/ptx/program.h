/* What a kernel becomes for this machine: one flat run of instructions, functions one after
 * another.  Made once per kernel by program.c, owned by the image that it came from, read-only
 * while blocks run. */
#ifndef IQ_PTX_PROGRAM_H
#define IQ_PTX_PROGRAM_H

#include "ptx/ir.h"
#include "ptx/ptx_exec.h"

struct iq_ptx_program_function {
    const struct iq_ptx_function *source;
    const struct iq_ptx_insn *entry;
    uint32_t frame_bytes, local_bytes; /* local_bytes rounded to 16 */
    uint64_t handle;
    enum iq_ptx_system system; /* without body: done by the engine */
};
struct iq_ptx_program_call {
    int32_t callee;
    uint32_t args, results;
    const uint32_t *places;
};
struct iq_ptx_program_const {
    struct iq_ptx_const c;
    uint32_t offset;
};
struct iq_ptx_program {
    struct iq_ptx_program *next; /* in the image's cache */
    const struct iq_ptx_kernel *kernel;
    const struct iq_ptx_module *module;
    struct iq_ptx_insn *insns;
    uint32_t insn_count;
    struct iq_ptx_program_function *functions;
    uint32_t function_count;
    struct iq_ptx_program_call *calls;
    uint32_t call_count;
    struct iq_ptx_program_const *consts;
    uint32_t const_count;
    uint32_t *aux;                      /* places, texts and switch tables */
    const struct iq_ptx_insn **targets; /* of brx */
    uint64_t *origins;                  /* by instruction; 0 = unknown */
    /* by instruction: 1 + index of the module's variable that it is for; 0 = unknown */
    uint32_t *variables;
    uint32_t *loads;         /* by instruction: 1 + the one that loaded its pointer; 0 = unknown */
    uint32_t *demand;        /* by instruction: iq_ptx_function_demand */
    uint32_t *shared_offset; /* by global index */
    uint32_t uniform_bytes, shared_bytes, local_bytes;
    /* the shared memory that the system keeps for itself */
    bool uses_local, recursive, uses_reserved;
    bool unchecked;                    /* iq_ptx_env.unchecked */
    bool writes, writes_surfaces;      /* global memory; arrays */
    uint64_t written;                  /* origins of all writes to global memory; 0 = unknown */
    bool narrow_shared, narrow_global; /* accesses of less than four bytes */
    struct iq_ptx_apart_last *last;    /* apart.h */
};

struct iq_ptx_launch;
/* Of a constant that is the same for all threads of a launch. */
uint64_t iq_ptx_launch_value(const struct iq_ptx_launch *launch, const struct iq_ptx_const *c);

#endif
