/* Codes of the handlers that work lane by lane: shared by lowering (which writes them into
 * insn.mod) and exec_*.c. */
#ifndef IQ_PTX_COLD_H
#define IQ_PTX_COLD_H

#include <stdbool.h>
#include <stdint.h>

enum iq_ptx_exec_index {
#define HOT(n) X_##n,
#define COLD(n) X_##n,
#include "ptx/exec.def"
    X_COUNT
};

/* Plain loads and stores: those of global, shared and local memory, each in the order of
 * HOT_MEM. */
static inline bool iq_ptx_is_plain_access(uint32_t exec)
{
    return exec >= X_ldg8 && exec <= X_stlv2_64;
}
/* Does the instruction only begin a copy, which goes on after it? */
static inline bool iq_ptx_is_copy(uint32_t exec)
{
    return exec == X_copy_async || exec == X_copy_bulk || exec == X_copy_tensor;
}
static inline bool iq_ptx_is_plain_shared(uint32_t exec)
{
    return exec >= X_lds8 && exec <= X_stsv2_64;
}
static inline bool iq_ptx_is_plain_store(uint32_t exec)
{
    return iq_ptx_is_plain_access(exec) && (exec - X_ldg8) % (X_lds8 - X_ldg8) >= X_stg8 - X_ldg8;
}
/* Of one: bytes of an element in memory, and how many there are. */
static inline uint32_t iq_ptx_element_bytes(uint32_t exec)
{
    static const uint8_t bytes[] = { 1, 2, 4, 8, 4, 4, 8 };
    return bytes[(exec - X_ldg8) % (X_stg8 - X_ldg8)];
}

static inline uint32_t iq_ptx_element_count(uint32_t exec)
{
    static const uint8_t counts[] = { 1, 1, 1, 1, 2, 4, 2 };
    return counts[(exec - X_ldg8) % (X_stg8 - X_ldg8)];
}

enum iq_ptx_lane_op {
    LANE_ADDC,
    LANE_SUBC,
    LANE_ADDCC,
    LANE_SUBCC,
    LANE_ADDCCC,
    LANE_SUBCCC,
    LANE_ADDSAT,
    LANE_SUBSAT,
    LANE_ADD16X2,
    LANE_MIN16X2,
    LANE_MAX16X2,
    LANE_MUL24_LO,
    LANE_MUL24_HI,
    LANE_MAD24_LO,
    LANE_MAD24_HI,
    LANE_MAD24_HI_SAT,
    LANE_MADHI_SAT,
    LANE_SAD,
    LANE_DIV,
    LANE_REM,
    LANE_POPC,
    LANE_CLZ,
    LANE_BFIND,
    LANE_BFIND_SHIFT,
    LANE_FNS,
    LANE_BREV,
    LANE_BFE,
    LANE_BFI,
    LANE_BMSK,
    LANE_BMSK_WRAP,
    LANE_SZEXT,
    LANE_SZEXT_WRAP,
    LANE_DP4A,
    LANE_DP2A_LO,
    LANE_DP2A_HI,
    LANE_CNOT,
    LANE_LOP3,
    LANE_SHF_L_WRAP,
    LANE_SHF_L_CLAMP,
    LANE_SHF_R_WRAP,
    LANE_SHF_R_CLAMP,
    LANE_PRMT,
    LANE_PRMT_F4E,
    LANE_PRMT_B4E,
    LANE_PRMT_RC8,
    LANE_PRMT_ECL,
    LANE_PRMT_ECR,
    LANE_PRMT_RC16,
    LANE_SLCT_S32,
    LANE_SLCT_F32,
    LANE_SLCT_FTZ,
    LANE_TESTP,
    LANE_ISSPACEP,
    LANE_RELU_MIN,
    LANE_RELU_MAX,
};

/* mod of lane and lanep: code | type << 8 | log2 of the sizes of d, a, b, c, e at bit 16 + 3 i
 * (predicate: 7) */
#define LANE_MOD(code, type) ((uint32_t)(code) | (uint32_t)(type) << 8)
#define LANE_SIZE(mod, i) ((mod) >> (16 + 3 * (i)) & 7)

enum iq_ptx_float_op {
    FLOAT_ADD,
    FLOAT_SUB,
    FLOAT_MUL,
    FLOAT_FMA,
    FLOAT_DIV,
    FLOAT_ABS,
    FLOAT_NEG,
    FLOAT_MIN,
    FLOAT_MAX,
    FLOAT_RCP,
    FLOAT_SQRT,
    FLOAT_RSQRT, /* up to here in the order of HOT_F */
    FLOAT_SIN,
    FLOAT_COS,
    FLOAT_LG2,
    FLOAT_EX2,
    FLOAT_TANH,
    FLOAT_COPYSIGN
};
/* mod of float: op | type << 8 | rounding << 16 | flags */
enum {
    FLOAT_FTZ = 1 << 20,
    FLOAT_SAT = 1 << 21,
    FLOAT_NAN = 1 << 22,
    FLOAT_RELU = 1 << 23,
    FLOAT_XORSIGN = 1 << 24,
    FLOAT_APPROX = 1 << 25,
    FLOAT_FINITE = 1 << 26,
    FLOAT_OOB = 1 << 27
};
/* mod of redux: ATOM_* | type << 8 | flags */
enum { REDUX_ABS = 1 << 16, REDUX_NAN = 1 << 17 };
/* mod of cvt: to | from << 8 | rounding << 16 | flags as above; setpx: comparison | type << 8 |
 * FLOAT_FTZ */
/* mod of atom: op | type << 8 | space << 16 | log2 of operand register size << 20 */
/* mod of bar: BAR_* | BOOL_* << 4 | has count << 8 | has result << 9 */
/* mod of vote: VOTE_*; | 16 without membermask; shfl: SHFL_* | 16 without membermask */
/* mod and imm of texture: geometry | ... */
enum {
    TEXTURE_SURFACE = 1 << 4,
    TEXTURE_STORE = 1 << 5,
    TEXTURE_GATHER = 1 << 6,
    TEXTURE_FLOAT = 1 << 7,
    TEXTURE_COMPONENT_SHIFT = 8,
    TEXTURE_COUNT_SHIFT = 10,
    TEXTURE_LOG_SHIFT = 13,
    TEXTURE_CLAMP_SHIFT = 15,
    TEXTURE_LEVEL_SHIFT = 17,
    TEXTURE_TYPE_SHIFT = 24,
    TEXTURE_RESIDENT = 1,
    TEXTURE_QUERY_SHIFT = 4,
    TEXTURE_REDUCTION_SHIFT = 8, /* 1 + ATOM_* */
    TEXTURE_FORMATTED = 1 << 12
};
#define TEXTURE_MOD(geom, count, log, type)                                                     \
    ((geom) | (uint32_t)(count) << TEXTURE_COUNT_SHIFT | (uint32_t)(log) << TEXTURE_LOG_SHIFT | \
     (uint32_t)(type) << TEXTURE_TYPE_SHIFT)
enum iq_ptx_video_op {
    VIDEO_OP_ADD,
    VIDEO_OP_SUB,
    VIDEO_OP_ABSDIFF,
    VIDEO_OP_MIN,
    VIDEO_OP_MAX,
    VIDEO_OP_AVERAGE,
    VIDEO_OP_SET,
    VIDEO_OP_SHL,
    VIDEO_OP_SHR,
    VIDEO_OP_MAD
};
/* mod of video: operation | parts << 4 (1, 2, 4) | log2 of the bytes of the parts of a, b, d << 8,
 * 10, 12 | flags | comparison << 24; imm: four bits for each part of a, of b at 16, mask of parts
 * of d at 32, shift of mad at 40, minus of its product and of c at 48 */
enum {
    VIDEO_D_SIGNED = 1 << 14,
    VIDEO_A_SIGNED = 1 << 15,
    VIDEO_B_SIGNED = 1 << 16,
    VIDEO_SAT = 1 << 17,
    VIDEO_CLAMP = 1 << 18,
    VIDEO_PLUS_ONE = 1 << 19,
    VIDEO_SECOND_SHIFT = 20 /* 1 + VIDEO_ADD ... */,
    VIDEO_CMP_SHIFT = 24
};
/* mod of mbarrier: operation | variant << 8 | flag */
enum { MBARRIER_SHARED = 1 << 16 };
enum { MOD_NO_MASK = 16, BAR_HAS_COUNT = 1 << 8, BAR_HAS_RESULT = 1 << 9 };
enum { LANE_IN_CLUSTER = 1 << 8 }; /* imm of isspacep: of any block of the cluster */

#endif
