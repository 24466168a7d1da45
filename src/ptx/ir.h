/* The decoded form of PTX inside this folder: what the parser produces and the interpreter runs.
 * Owner: everything belongs to the module's arena or vectors and goes with
 * iq_ptx_module_destroy. */
#ifndef IQ_PTX_IR_H
#define IQ_PTX_IR_H

#include "ptx/apart.h"
#include "ptx/insn.h"
#include "ptx/ptx.h"
#include "ptx/type.h"

enum {
    IQ_PTX_CLUSTER_BARRIER = 16 /* after those that programs can name */,
    IQ_PTX_CLUSTER_MOST = 16,
    IQ_PTX_LINE = 32 /* bytes of a frame that belong to one register */
};
/* ref: kparam offset, symbol use, sreg */
struct iq_ptx_const {
    uint8_t kind, size;
    uint32_t ref;
    uint64_t value;
};

/* A use of a name; bound after parsing (and again after linking): function index or variable index,
 * -1 none. */
struct iq_ptx_use {
    const char *name;
    uint32_t unit, line;
    int32_t function, variable;
};

struct iq_ptx_formal {
    const char *name, *type_name;
    uint32_t size, align, offset, elements, vreg;
    bool pointer, is_reg;
};
/* outer: where the function was inlined, line 0: it was not */
struct iq_ptx_loc {
    uint32_t file, line, outer_file, outer_line;
};

/* A call site; argument and result places are offsets in the caller's local frame. */
/* first: (offset, size) pairs in aux[] */
struct iq_ptx_call {
    int32_t use;
    uint32_t args, results, first;
};

struct iq_ptx_function {
    const char *name;
    enum iq_ptx_linkage linkage;
    bool entry, defined, recursive, launches; /* launches: a kernel that launches others */
    uint32_t unit, line, index;
    struct iq_ptx_formal *formals, *results;
    uint32_t formal_count, result_count, param_bytes;
    struct iq_ptx_insn *insns;
    uint32_t insn_count, insn_cap;
    struct iq_ptx_const *consts;
    uint32_t const_count, const_cap;
    uint32_t *aux;
    uint32_t aux_count, aux_cap;
    struct iq_ptx_call *calls;
    uint32_t call_count, call_cap;
    uint8_t *vreg_size;
    uint32_t vreg_count, vreg_cap; /* 1 = predicate, else bytes per lane */
    /* brx.idx tables: count, instruction indices ... */
    uint32_t *switches;
    uint32_t switch_count, switch_cap;
    uint32_t local_bytes, frame_bytes; /* memory per thread; register bytes per warp */
    uint32_t max_threads[3], required_threads[3], cluster[3], min_blocks, live_bytes;
    /* kernels: by instruction, see iq_ptx_access.origins; malloc'd */
    uint64_t *origins;
    /* by instruction: 1 + use of the variable that a global access is for, 0 = unknown; malloc'd,
     * may be NULL */
    uint32_t *owners;
    /* by instruction: 1 + the one that loaded the pointer that a global access goes through, 0 =
     * unknown, or several; malloc'd, may be NULL */
    uint32_t *loads;
    uint32_t *demand;          /* by instruction, see iq_ptx_function_demand; malloc'd */
    bool *passive;             /* by IQ_PTX_LINE of the frame: passive.c; malloc'd */
    struct iq_ptx_forms forms; /* of a kernel */
    /* has an indirect call; its address is used somewhere; has alloca */
    bool indirect, taken, allocates;
    int32_t alias; /* .alias: use index of what it stands for, else -1 */
};

/* shift: bits of the address left out below */
struct iq_ptx_symbol_ref {
    uint64_t offset;
    uint32_t size, use, shift;
    int64_t addend;
};
/* a variable while the module is built */
struct iq_ptx_global {
    struct iq_ptx_variable pub;
    struct iq_ptx_symbol_ref *refs;
    uint32_t ref_count, ref_cap;
    uint32_t unit;
    bool defined;
    int32_t index; /* in the public array, -1 if superseded */
    int32_t real;  /* the definition this declaration stands for */
};

struct iq_ptx_chunk {
    struct iq_ptx_chunk *next;
    size_t used, size;
};
struct iq_ptx_arena {
    struct iq_ptx_chunk *first;
    bool failed;
};

struct iq_ptx_unit {
    char *text;
    size_t size;
};

struct iq_ptx_module_private {
    struct iq_ptx_arena arena;
    struct iq_ptx_unit *units;
    uint32_t unit_count, unit_cap;
    struct iq_ptx_function **functions;
    uint32_t function_count, function_cap;
    struct iq_ptx_global *globals;
    uint32_t global_count, global_cap;
    struct iq_ptx_use *uses;
    uint32_t use_count, use_cap;
    struct iq_ptx_loc *locs;
    uint32_t loc_count, loc_cap;
    const char **files;
    uint32_t file_count, file_cap;
    struct iq_ptx_kernel *kernels;
    struct iq_ptx_variable *variables;
    int32_t *variable_global; /* public index -> global */
    const char *unresolved;
};

void *iq_ptx_arena_alloc(struct iq_ptx_arena *arena, size_t size);
char *iq_ptx_arena_string(struct iq_ptx_arena *arena, const char *text, size_t size);
void iq_ptx_arena_finish(struct iq_ptx_arena *arena);

/* Makes room for one more element of a growing array; false without memory. */
bool iq_ptx_grow(void **items, uint32_t *cap, uint32_t count, size_t item_size);
#define IQ_PTX_GROW(items, count, cap) \
    ((count) < (cap) || iq_ptx_grow((void **)&(items), &(cap), (count), sizeof *(items)))

void iq_ptx_diag_add(struct iq_ptx_diag *diag, uint32_t line, uint32_t column, bool warning,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

struct iq_ptx_module *iq_ptx_module_create(void);
/* Binds names, fills the public arrays.  Returns 0, IQ_PTX_EDUPLICATE or IQ_PTX_ENOMEM. */
int iq_ptx_module_finish(struct iq_ptx_module *module, struct iq_ptx_diag *diag);
/* Constant propagation, liveness and register places of one function.  False without memory. */
bool iq_ptx_function_optimise(struct iq_ptx_function *function);
/* Makes constants of the parameters that a kernel loads through their address.  False without
 * memory. */
bool iq_ptx_function_read_parameters(struct iq_ptx_function *function);
/* Joins stores of constants to local memory; [dropped]: by instruction, those that go.  False
 * without memory. */
bool iq_ptx_function_join_stores(struct iq_ptx_function *function, uint8_t *dropped);
/* Fills origins of a kernel, owners, and aux of shared accesses with 1 + use of their variable (0:
 * unknown); registers have no places yet. False without memory. */
bool iq_ptx_function_origins(struct iq_ptx_function *function);
/* Fills demand: of each load of global or shared memory, which bytes are used (lower half) and
 * which are only stored elsewhere (upper half); 0xffff for all else.  Registers have no places yet.
 * False without memory. */
bool iq_ptx_function_demand(struct iq_ptx_function *function);
/* By register, before they have places: may it change while a warp waits?  malloc'd. */
bool *iq_ptx_function_find_passive(const struct iq_ptx_function *function);
/* Fills passive, given the places of the registers; others have none of those of [passive].  False
 * without memory. */
bool iq_ptx_function_keep_passive(struct iq_ptx_function *function, const bool *passive,
                                  const uint32_t *place);
/* Device functions that the driver itself provides. */
enum iq_ptx_system {
    SYSTEM_NONE,
    SYSTEM_VPRINTF,
    SYSTEM_MALLOC,
    SYSTEM_FREE,
    SYSTEM_SET_CONDITIONAL,
    SYSTEM_ASSERTFAIL,
    SYSTEM_RUNTIME /* and above: an iq_ptx_runtime */
};
enum iq_ptx_system iq_ptx_system_function(const char *name);
/* What one kernel needs: the functions it can reach and the places of its shared variables. */
struct iq_ptx_reach {
    struct iq_ptx_function **functions; /* the kernel first */
    uint32_t function_count;
    uint32_t *shared_offset; /* by global index; UINT32_MAX = not used */
    uint32_t shared_bytes, local_bytes;
    bool recursive, indirect;
};
int iq_ptx_reach_init(struct iq_ptx_reach *reach, const struct iq_ptx_module_private *module,
                      struct iq_ptx_function *kernel);
void iq_ptx_reach_finish(struct iq_ptx_reach *reach);

#endif
