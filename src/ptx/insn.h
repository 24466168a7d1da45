/* A decoded instruction, which the interpreter runs, and the constants that its operands may be.
 * Owner: the function or the program whose instruction it is. */
#ifndef IQ_PTX_INSN_H
#define IQ_PTX_INSN_H

#include <stdint.h>

/* An operand of a decoded instruction: which base (2 bits) and, once laid out, a byte offset from
 * it. */
enum { BASE_FRAME, BASE_UNIFORM, BASE_WARP };
#define OPND(base, offset) ((uint32_t)(base) << 30 | (offset))
#define OPND_BASE(o) ((o) >> 30)
#define OPND_OFFSET(o) ((o)&0x3fffffffu)
enum {
    WARP_TID_X = 0,
    WARP_TID_Y = 128,
    WARP_TID_Z = 256,
    WARP_WARPID = 384,
    WARP_SPECIAL_BYTES = 512
};

struct iq_warp;
struct iq_ptx_insn;
typedef const struct iq_ptx_insn *iq_ptx_exec_fn(struct iq_warp *warp,
                                                 const struct iq_ptx_insn *insn);

/* One decoded instruction; destinations come first in o[].  Lists that do not fit stand in the
 * function's aux[]. */
struct iq_ptx_insn {
    iq_ptx_exec_fn *fn; /* set when a program is assembled for this machine */
    uint32_t o[6];
    union {
        uint64_t imm;
        int64_t offset;
        const struct iq_ptx_insn *to;
    };
    uint16_t exec;  /* index in exec.def */
    uint8_t nd, ns; /* destinations and sources in o[] */
    /* meaning depends on exec: rounding, types, space, barrier kind ... */
    uint32_t mod;
    uint32_t line, loc; /* PTX line; 1 + index in the module's locs, 0 = none */
    uint32_t aux;       /* first word in aux[] */
    /* branch: instruction index before assembly; call: index in calls; texture: used results */
    uint32_t target;
};
_Static_assert(sizeof(struct iq_ptx_insn) == 64, "one instruction per cache line");

enum iq_ptx_const_kind { CONST_VALUE, CONST_KPARAM, CONST_SYMBOL, CONST_SREG };
/* uniform or per-lane constants of a launch or a block */
enum iq_ptx_sreg {
    SREG_CTAID_X,
    SREG_CTAID_Y,
    SREG_CTAID_Z,
    SREG_NCTAID_X,
    SREG_NCTAID_Y,
    SREG_NCTAID_Z,
    SREG_NTID_X,
    SREG_NTID_Y,
    SREG_NTID_Z,
    SREG_LANEID,
    SREG_LANEMASK_EQ,
    SREG_LANEMASK_LE,
    SREG_LANEMASK_LT,
    SREG_LANEMASK_GE,
    SREG_LANEMASK_GT,
    SREG_SMID,
    SREG_NSMID,
    SREG_NWARPID,
    SREG_GRIDID,
    SREG_ENVREG1,
    SREG_ENVREG2,
    SREG_DYNAMIC_SMEM,
    SREG_TOTAL_SMEM,
    SREG_WARPSZ,
    SREG_ZERO,
    SREG_PARAM_BASE,
    SREG_ONE,
    SREG_RESERVED_SMEM,
    SREG_RESERVED_END,
    SREG_CLUSTER_CTAID_X,
    SREG_CLUSTER_CTAID_Y,
    SREG_CLUSTER_CTAID_Z,
    SREG_CLUSTERID_X,
    SREG_CLUSTERID_Y,
    SREG_CLUSTERID_Z,
    SREG_CLUSTER_RANK,
    SREG_NCLUSTERID_X,
    SREG_NCLUSTERID_Y,
    SREG_NCLUSTERID_Z,
    SREG_CLUSTER_NCTAID_X,
    SREG_CLUSTER_NCTAID_Y,
    SREG_CLUSTER_NCTAID_Z,
    SREG_CLUSTER_SIZE,
    SREG_IS_CLUSTER
};

/* .mod of an access: what the text says of it: order and scope of a load, store or atomic. */
enum {
    SEM_MASK = 15,
    SEM_GLOBAL = 16 /* .global was written, not a generic address */,
    ATOM_CTA = 1 << 24,
    ATOM_RELEASE = 1 << 25,
    ATOM_GLOBAL = 1 << 26 /* .global was written */,
    ATOM_SYSTEM = 1 << 27
};
/* .mod of a fence: its scope; it belongs to a load that acquires, which releases nothing. */
enum { FENCE_CTA = 1, FENCE_SYSTEM = 2, FENCE_ACQUIRE = 4 };

#endif
