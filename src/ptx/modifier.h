/* Modifiers of instructions (modifiers.def): groups, and the values within each.  Constants. */
#ifndef IQ_PTX_MODIFIER_H
#define IQ_PTX_MODIFIER_H

enum iq_ptx_modifier_group {
    G_RND,
    G_FTZ,
    G_SAT,
    G_APPROX,
    G_HALF,
    G_CC,
    G_CMP,
    G_BOOL,
    G_SPACE,
    G_VEC,
    G_CACHE,
    G_NC,
    G_EVICT,
    G_EVICT2,
    G_PREFETCH,
    G_SEM,
    G_SCOPE,
    G_ATOM,
    G_TO,
    G_UNI,
    G_SYNC,
    G_ALIGNED,
    G_SHFL,
    G_VOTE,
    G_BAR,
    G_BARSCOPE,
    G_WRAP,
    G_SHIFTAMT,
    G_PRMT,
    G_NAN,
    G_XORSIGN,
    G_ABS,
    G_RELU,
    G_TESTP,
    G_GEOM,
    G_LEVEL,
    G_CLAMP,
    G_BMSK,
    G_ASYNC,
    G_GROUP,
    G_DPHALF,
    G_MODE,
    G_PROXY,
    G_COMP,
    G_LAUNCH,
    G_L2,
    G_SPACE2,
    G_SURFACE,
    G_QUERY,
    G_SHAPE,
    G_ROWCOL,
    G_ROWCOL2,
    G_WMMA,
    G_FRAGMENT,
    G_NUMBER,
    G_MBARRIER,
    G_MBARRIER2,
    G_CPBARRIER,
    G_SHIFTADD,
    G_PO,
    G_VIDEO,
    G_MMIO,
    G_FENCE,
    G_SPARSE,
    G_BULK,
    G_BULKOP,
    G_COMPLETE,
    G_TENSOR,
    G_RANK,
    G_LOADMODE,
    G_CTA_GROUP,
    G_TENSORMAP,
    G_FIELD,
    G_BITS1024,
    G_WGMMA,
    G_WIDE_SHAPE,
    G_POLICY,
    G_RESTRICT,
    G_OOB,
    G_CANCEL,
    G_RESPONSE,
    G_STOCHASTIC,
    G_COUNT
};
__extension__ typedef unsigned __int128 iq_ptx_groups; /* a set of them */
enum { RND_NONE, RND_RN, RND_RZ, RND_RM, RND_RP, RND_RNA, RND_RNI, RND_RZI, RND_RMI, RND_RPI };
enum { HALF_LO, HALF_HI, HALF_WIDE };
enum {
    CMP_EQ,
    CMP_NE,
    CMP_LT,
    CMP_LE,
    CMP_GT,
    CMP_GE,
    CMP_LO,
    CMP_LS,
    CMP_HI,
    CMP_HS,
    CMP_EQU,
    CMP_NEU,
    CMP_LTU,
    CMP_LEU,
    CMP_GTU,
    CMP_GEU,
    CMP_NUM,
    CMP_NAN
};
enum { BOOL_AND, BOOL_OR, BOOL_XOR, BOOL_POPC };
enum { SEM_WEAK, SEM_VOLATILE, SEM_RELAXED, SEM_ACQUIRE, SEM_RELEASE, SEM_ACQ_REL };
enum {
    ATOM_ADD,
    ATOM_MIN,
    ATOM_MAX,
    ATOM_AND,
    ATOM_OR,
    ATOM_XOR,
    ATOM_INC,
    ATOM_DEC,
    ATOM_EXCH,
    ATOM_CAS
};
enum { SHFL_IDX, SHFL_UP, SHFL_DOWN, SHFL_BFLY };
enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT };
enum { BAR_SYNC, BAR_ARRIVE, BAR_RED, BAR_WAIT };
enum { BAR_OF_WARP = 2, BAR_OF_CLUSTER };
enum {
    SHAPE_NONE,
    SHAPE_M8N8,
    SHAPE_M8N8K4,
    SHAPE_M8N8K16,
    SHAPE_M8N8K32,
    SHAPE_M8N8K128,
    SHAPE_M16N8K4,
    SHAPE_M16N8K8,
    SHAPE_M16N8K16,
    SHAPE_M16N8K32,
    SHAPE_M16N8K64,
    SHAPE_M16N8K128,
    SHAPE_M16N8K256,
    SHAPE_M16N16K16,
    SHAPE_M32N8K16,
    SHAPE_M8N32K16,
    SHAPE_M16N16K8
};
enum { WGMMA_FENCE = 1, WGMMA_MMA };
/* Columns, and which of five depths: 8, 16, 32, 64, 256. */
#define WIDE_SHAPE_OF(n, depth) (((n) / 8 - 1) * 5 + (depth))
enum { WMMA_LOAD, WMMA_STORE, WMMA_MMA };
enum { FRAGMENT_A, FRAGMENT_B, FRAGMENT_C, FRAGMENT_D };
enum {
    MBARRIER_INIT,
    MBARRIER_INVAL,
    MBARRIER_ARRIVE,
    MBARRIER_DROP,
    MBARRIER_TEST,
    MBARRIER_TRY,
    MBARRIER_PENDING,
    MBARRIER_EXPECT,
    MBARRIER_COMPLETE,
    MBARRIER_ASYNC
};
enum { GROUP_COMMIT = 1, GROUP_WAIT, GROUP_WAIT_ALL };
enum { BULK_REDUCE = 1, BULK_PREFETCH, BULK_MULTICAST };
enum { COMPLETE_MBARRIER = 1, COMPLETE_GROUP };
enum { LOADMODE_TILE, LOADMODE_IM2COL, LOADMODE_NO_OFFSETS };
enum { LOADMODE_GATHER = LOADMODE_NO_OFFSETS + 1, LOADMODE_SCATTER, LOADMODE_LATER }; /* sm_100 */
enum { TENSORMAP_REPLACE, TENSORMAP_COPY };
enum {
    FIELD_ADDRESS,
    FIELD_RANK,
    FIELD_BOX,
    FIELD_DIM,
    FIELD_STRIDE,
    FIELD_STEP,
    FIELD_TYPE,
    FIELD_INTERLEAVE,
    FIELD_SWIZZLE,
    FIELD_FILL,
    FIELD_ATOMICITY
};
enum { VIDEO_ADD, VIDEO_MIN, VIDEO_MAX };
enum {
    GEOM_1D,
    GEOM_2D,
    GEOM_3D,
    GEOM_A1D,
    GEOM_A2D,
    GEOM_CUBE,
    GEOM_ACUBE,
    GEOM_2DMS,
    GEOM_A2DMS
};

#endif
