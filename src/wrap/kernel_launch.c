/* Launches of checked kernels pass the bounds of their arguments in a hidden parameter; see
 * kernel_checks.h. */
#include <stdlib.h>
#include <string.h>

#include "abi/soft_observer.h"
#include "model/pools.h"
#include "model/range.h"
#include "rules/faults/kernel.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_fit.h"
#include "wrap/kernel_objects.h"
#include "wrap/kernel_races.h"
#include "wrap/kernel_shadow.h"

enum { RECENT = 1 << 14, BUFFER_BYTES_MAX = 32764, EXTRA_WORDS = 5 };
enum { SPANS = 16 };
enum { SHAPE_WORDS = 7 /* grid, block, dynamic shared memory */ };

_Static_assert((int)IQ_INSTRUMENT_NEEDS_READ == IQ_SOFT_MAY_READ &&
                   (int)IQ_INSTRUMENT_NEEDS_WRITE == IQ_SOFT_MAY_WRITE &&
                   (int)IQ_INSTRUMENT_NEEDS_ATOMIC == IQ_SOFT_MAY_ATOMIC,
               "words say what is needed as the observer says what is permitted");

static struct iq_kernel_launch recent[RECENT]; /* by their number */
static uint64_t launch_number;                 /* atomic */

/* What a launch passes instead of what the program passed; in one block, which the launch frees. */
struct passed {
    void **params, **extra; /* one of them is NULL */
    uint64_t *hidden;       /* our parameter */
    uint64_t *values;       /* of the roots */
    void *words[EXTRA_WORDS];
    size_t bytes;                 /* of the parameter buffer */
    _Alignas(16) uint8_t space[]; /* the pointers or the buffer, .hidden, .values */
};

/* What a launch is told beside bounds. */
struct told {
    uint64_t launch;
    struct iq_soft_parts *parts; /* NULL: no memory is divided */
    bool recorded;               /* into a graph */
    struct iq_kernel_race_room room;
    struct iq_kernel_race_span spans[SPANS]; /* of global memory that is watched for races */
    uint32_t span_count;
    uint64_t written[SPANS]; /* where the allocations begin that the kernel's pointers write to */
    uint32_t written_count;
};

/* Adds memory, together with what it overlaps. */
static void add_span(struct told *told, uint64_t base, uint64_t size)
{
    uint64_t end = base + size;
    for (uint32_t i = 0; i < told->span_count;) {
        struct iq_kernel_race_span *span = &told->spans[i];
        if (span->base >= end || span->base + span->size <= base) {
            i++;
            continue;
        }
        end = span->base + span->size > end ? span->base + span->size : end;
        base = span->base < base ? span->base : base;
        *span = told->spans[--told->span_count];
        i = 0;
    }
    told->spans[told->span_count++] =
        (struct iq_kernel_race_span){ .base = base, .size = end - base };
}

/* Where the allocation of [pointer] begins; the pointer itself where there is none. */
static uint64_t own_base(uint64_t pointer)
{
    struct iq_range range;
    return iq_range_find(pointer, &range) && range.size ? range.base : pointer;
}

/* The memory that the kernel writes by its roots. */
static void find_spans(const struct iq_instrument_kernel *kernel, const uint64_t *values,
                       struct told *told, CUstream stream)
{
    for (uint32_t i = 0; i < kernel->root_count && told->written_count < SPANS; i++) {
        uint64_t base, size;
        if (!kernel->roots[i].is_written)
            continue;
        iq_kernel_bounds(NULL, values, kernel->root_count, i, 0, &base, &size);
        if (!size || size == UINT64_MAX)
            continue;
        add_span(told, base, size);
        told->written[told->written_count++] = own_base(values[i]);
    }
    iq_kernel_race_cells(kernel, told->spans, told->span_count, stream);
}

/* Does the kernel write to the allocation of [pointer]? */
static bool is_written(const struct told *told, uint64_t pointer)
{
    uint64_t base = own_base(pointer);
    for (uint32_t i = 0; i < told->written_count; i++)
        if (told->written[i] == base)
            return true;
    return false;
}

/* [kind] of IQ_WORD_CELLS.. of the memory of [pointer]; what lies in none of the spans is not
 * written.  A span may begin with the allocation before, which others only read: to watch them
 * would be slow. */
static uint64_t cells_of(const struct told *told, enum iq_instrument_word_kind kind,
                         uint64_t pointer, uint64_t base, uint64_t size)
{
    if (!is_written(told, pointer))
        return 0;
    for (uint32_t i = 0; size && size != UINT64_MAX && i < told->span_count; i++) {
        const struct iq_kernel_race_span *span = &told->spans[i];
        if (base >= span->base && base + size <= span->base + span->size)
            return kind == IQ_WORD_CELLS         ? span->word
                   : kind == IQ_WORD_CELLS_FIRST ? span->base
                                                 : span->watched;
    }
    return 0;
}

/* With no records all bounds are open, as with a pointer that nobody knows. */
static void fill_hidden(const struct iq_checked_kernel *checked, const uint64_t *values,
                        const struct told *told, uint64_t *hidden)
{
    uint64_t number = __atomic_load_n(&checked->launches, __ATOMIC_RELAXED),
             records = (uint64_t)(uintptr_t)iq_kernel_records(checked->module, number);
    const struct iq_instrument_kernel *kernel = checked->kernel;
    uint64_t table = 0;
    uint32_t rows = 0;
    bool looked = !records; /* nothing could be noted */
    if (!records)
        iq_kernel_shadow_drop_all();
    for (uint32_t i = 0; i < kernel->word_count; i++) {
        const struct iq_instrument_word *word = &kernel->words[i];
        uint64_t base, size;
        if (word->kind == IQ_WORD_TABLE || word->kind == IQ_WORD_COUNT) {
            if (!looked)
                iq_kernel_table(&iq_kernel_real, &table, &rows);
            looked = true;
            hidden[i] = word->kind == IQ_WORD_TABLE ? table : rows;
            continue;
        }
        if (word->kind == IQ_WORD_RECORDS || word->kind == IQ_WORD_LAUNCH) {
            hidden[i] = word->kind == IQ_WORD_RECORDS ? records : told->launch;
            continue;
        }
        if (word->kind >= IQ_WORD_SHARED_STATE && word->kind <= IQ_WORD_SHARED_CELLS) {
            hidden[i] = word->kind == IQ_WORD_SHARED_STATE  ? told->room.state
                        : word->kind == IQ_WORD_SHARED_STEP ? told->room.step
                                                            : told->room.cells;
            continue;
        }
        if (word->kind == IQ_WORD_TEXTURE || word->kind == IQ_WORD_SURFACE) {
            uint64_t value = values[word->root];
            hidden[i] = records ? iq_kernel_object_gone(value, word->kind == IQ_WORD_SURFACE) : 0;
            continue;
        }
        if (word->kind == IQ_WORD_TEXELS) {
            hidden[i] = records ? iq_kernel_object_missing(values[word->root]) : 0;
            continue;
        }
        bool cells = word->kind >= IQ_WORD_CELLS && word->kind <= IQ_WORD_CELLS_SIZE,
             whole = cells || word->kind == IQ_WORD_SHADOW;
        iq_kernel_bounds(whole ? NULL : told->parts, values, kernel->root_count, word->root,
                         word->needs, &base, &size);
        if (cells) {
            hidden[i] = records ? cells_of(told, word->kind, values[word->root], base, size) : 0;
            continue;
        }
        if (word->kind == IQ_WORD_SHADOW) {
            bool known = records && size != UINT64_MAX && !told->recorded && !kernel->writes_unseen;
            hidden[i] = known ? iq_kernel_shadow_word(base, size) : 0;
            continue;
        }
        bool open = !records || size == UINT64_MAX || (!size && word->kind == IQ_WORD_COMMON_LIMIT);
        bool apart = word->alignment && values[word->root] % word->alignment;
        uint64_t limit = records && apart     ? 0
                         : open               ? UINT64_MAX
                         : size < word->bytes ? 0
                                              : size - word->bytes + 1;
        hidden[i] = word->kind == IQ_WORD_BASE ? base - (uint64_t)word->displacement : limit;
    }
}

/* Size and place of a launch's parameter buffer; false: [extra] does not say. */
static bool find_buffer(void **extra, void **buffer, size_t **bytes)
{
    *buffer = NULL;
    *bytes = NULL;
    for (; extra && extra[0] != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            *buffer = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
            *bytes = extra[1];
        else
            return false;
    }
    return *buffer && *bytes;
}

/* A block for a launch of [kernel], with [bytes] for its pointers or its buffer. */
static struct passed *make_passed(const struct iq_instrument_kernel *kernel, size_t bytes)
{
    size_t words = kernel->word_count + kernel->root_count, first = (bytes + 7) / 8 * 8;
    struct passed *passed = malloc(sizeof *passed + first + words * sizeof(uint64_t));
    if (!passed)
        return NULL;
    passed->params = passed->extra = NULL;
    passed->hidden = (uint64_t *)(void *)(passed->space + first);
    passed->values = passed->hidden + kernel->word_count;
    return passed;
}

/* The program passes [params], or else [buffer]. */
static void read_roots(const struct iq_instrument_kernel *kernel, void **params, const char *buffer,
                       uint64_t *values)
{
    for (uint32_t i = 0; i < kernel->root_count; i++) {
        const struct iq_instrument_root *root = &kernel->roots[i];
        values[i] = 0;
        if (root->variable)
            continue;
        const char *at =
            params ? (const char *)params[root->argument] + root->within : buffer + root->offset;
        memcpy(&values[i], at, sizeof values[i]);
    }
}

/* The pointers of the program, and one to our parameter. */
static void pass_pointers(const struct iq_instrument_kernel *kernel, void **params,
                          struct passed *passed)
{
    passed->params = (void **)(void *)passed->space;
    memcpy(passed->params, params, kernel->parameter_count * sizeof *params);
    passed->params[kernel->parameter_count] = passed->hidden;
}

/* The [bytes] of the program's buffer, and our parameter behind its own. */
static void pass_buffer(const struct iq_instrument_kernel *kernel, const void *buffer, size_t bytes,
                        struct passed *passed)
{
    size_t own = kernel->parameter_bytes, hidden_bytes = kernel->word_count * 8;
    memcpy(passed->space, buffer, bytes < own ? bytes : own);
    memcpy(passed->space + kernel->hidden_offset, passed->hidden, hidden_bytes);
    /* as much too short or too long as the program's own, which the driver refuses */
    passed->bytes = kernel->hidden_offset + hidden_bytes + bytes - own;
    passed->words[0] = CU_LAUNCH_PARAM_BUFFER_POINTER;
    passed->words[1] = passed->space;
    passed->words[2] = CU_LAUNCH_PARAM_BUFFER_SIZE;
    passed->words[3] = &passed->bytes;
    passed->words[4] = CU_LAUNCH_PARAM_END;
    passed->extra = passed->words;
}

/* What a kernel without parameters may be launched with: neither pointers nor a buffer. */
static bool passes_nothing(void **params, void **extra)
{
    return !params && (!extra || extra[0] == CU_LAUNCH_PARAM_END);
}

/* NULL: the launch is made as the program makes it. */
static struct passed *pass(const struct iq_checked_kernel *checked, void **params, void **extra,
                           struct told *told, CUstream stream)
{
    const struct iq_instrument_kernel *kernel = checked->kernel;
    static void *no_arguments[1];
    void *buffer = NULL;
    size_t *bytes = NULL;
    if (!kernel->parameter_count && passes_nothing(params, extra))
        params = no_arguments;
    if (!params && (!find_buffer(extra, &buffer, &bytes) || *bytes > BUFFER_BYTES_MAX ||
                    *bytes + 8 < kernel->parameter_bytes))
        return NULL;
    struct passed *passed =
        make_passed(kernel, params ? (kernel->parameter_count + 1) * sizeof *params
                                   : kernel->hidden_offset + kernel->word_count * 8 + *bytes);
    if (!passed)
        return NULL;
    read_roots(kernel, params, buffer, passed->values);
    if (!told->recorded)
        find_spans(kernel, passed->values, told, stream);
    fill_hidden(checked, passed->values, told, passed->hidden);
    if (params)
        pass_pointers(kernel, params, passed);
    else
        pass_buffer(kernel, buffer, *bytes, passed);
    return passed;
}

/* A launch of [kernel] is about to be made: all that reports need of it. */
static void tell(const struct iq_checked_kernel *kernel, uint64_t number,
                 const unsigned shape[SHAPE_WORDS], CUstream stream, const uint64_t *values,
                 const struct iq_soft_parts *parts)
{
    struct iq_soft_launch launch = { .struct_size = sizeof launch,
                                     .launch = number,
                                     .kernel = kernel->name,
                                     .stream = (uint64_t)(uintptr_t)stream,
                                     .shared_bytes = shape[6] };
    memcpy(launch.grid, shape, sizeof launch.grid);
    memcpy(launch.block, shape + 3, sizeof launch.block);
    const struct iq_soft_observer *observer = iq_core_soft_observer();
    observer->on_launch(observer->user, &launch);
    struct iq_kernel_launch *made = &recent[number % RECENT];
    *made = (struct iq_kernel_launch){ .number = number,
                                       .call = observer->call_number(observer->user),
                                       .site = observer->call_site(observer->user),
                                       .kernel = kernel->kernel,
                                       .shared_bytes = shape[6] };
    size_t kept = sizeof made->values / sizeof *made->values;
    for (uint32_t i = 0; i < kernel->kernel->root_count && i < kept; i++) {
        const struct iq_soft_part *part = iq_soft_parts_at(parts, values[i]);
        made->values[i] = values[i];
        made->parts[i] = part ? *part : (struct iq_soft_part){ .id = 0 };
    }
}

/* What a launch of [kernel] passes, with the memory that its checks need; NULL: as the program
 * makes it. */
static struct passed *pass_checked(const struct iq_checked_kernel *kernel, uint64_t number,
                                   const unsigned shape[SHAPE_WORDS], CUstream stream,
                                   bool recorded, void **params, void **extra)
{
    struct told told = { .launch = number, .recorded = recorded, .parts = iq_pools_parts(NULL) };
    told.recorded |= iq_kernel_checks_wanted() && iq_kernel_shadow_is_captured(stream);
    if (!told.recorded)
        told.room = iq_kernel_race_room(kernel->kernel, shape, shape[6], stream);
    struct passed *passed = pass(kernel, params, extra, &told, stream);
    if (passed)
        tell(kernel, number, shape, stream, passed->values, told.parts);
    iq_soft_parts_done(told.parts);
    return passed;
}

/* A launch of *function is about to be made, or recorded into a graph: what it has to pass, NULL:
 * what the program passes.  The caller frees it when the driver has copied it.  Where the function
 * with checks does not fit [place], *function becomes another one. */
static struct passed *prepare(CUfunction *function, const struct iq_kernel_shape *place,
                              CUstream stream, bool recorded, void **params, void **extra)
{
    struct iq_checked_kernel *known = iq_checked_kernel_of(*function), *kernel = NULL;
    bool checked = known && known->kernel;
    if (checked)
        kernel = iq_kernel_fitting(function, known, place);
    if (!kernel || kernel->kernel->writes_unseen)
        iq_kernel_shadow_drop_all();
    if (!kernel) {
        iq_kernel_coverage_count(known,
                                 checked ? IQ_KERNEL_DOES_NOT_FIT : iq_kernel_why_not(known));
        return NULL;
    }
    uint64_t number = 1 + __atomic_fetch_add(&launch_number, 1, __ATOMIC_RELAXED);
    struct passed *passed =
        pass_checked(kernel, number, place->shape, stream, recorded, params, extra);
    if (!passed) {
        iq_kernel_shadow_drop_all();
        return NULL;
    }
    iq_kernel_coverage_count(kernel, NULL);
    return passed;
}

bool iq_kernel_launch_find(uint64_t number, struct iq_kernel_launch *found)
{
    *found = recent[number % RECENT];
    return found->number == number;
}

/* Wrappers. */

static CUresult done(struct passed *passed, CUresult result)
{
    free(passed);
    return result;
}

/* A launch with checks, of [f], failed as one that wants more than the device has: is it to be made
 * once more, of the program's own? */
static bool is_made_again(CUresult result, const struct passed *passed, CUfunction *f)
{
    return result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES && passed && iq_kernel_own_instead(f);
}

#define PARAMS (passed ? passed->params : params)
#define EXTRA (passed ? passed->extra : extra)
#define SHAPE grid_x, grid_y, grid_z, block_x, block_y, block_z
#define LAUNCH(name, as)                                                                \
    static CUresult checked_##name(CUfunction f, unsigned grid_x, unsigned grid_y,      \
                                   unsigned grid_z, unsigned block_x, unsigned block_y, \
                                   unsigned block_z, unsigned shared, CUstream stream,  \
                                   void **params, void **extra)                         \
    {                                                                                   \
        const unsigned shape[] = { SHAPE, shared };                                     \
        const struct iq_kernel_shape place = { shape, NULL, false };                    \
        struct passed *passed = prepare(&f, &place, as, false, params, extra);          \
        CUresult r = iq_kernel_real.name(f, SHAPE, shared, stream, PARAMS, EXTRA);      \
        if (is_made_again(r, passed, &f))                                               \
            r = iq_kernel_real.name(f, SHAPE, shared, stream, params, extra);           \
        return done(passed, r);                                                         \
    }
LAUNCH(cuLaunchKernel, stream)
LAUNCH(cuLaunchKernel_ptsz, iq_kernel_suffixed(stream))

#define LAUNCH_EX(name, as)                                                                     \
    static CUresult checked_##name(const CUlaunchConfig *config, CUfunction f, void **params,   \
                                   void **extra)                                                \
    {                                                                                           \
        if (!config)                                                                            \
            return iq_kernel_real.name(config, f, params, extra);                               \
        const unsigned shape[] = { config->gridDimX,      config->gridDimY,  config->gridDimZ,  \
                                   config->blockDimX,     config->blockDimY, config->blockDimZ, \
                                   config->sharedMemBytes };                                    \
        const struct iq_kernel_shape place = { shape, config, false };                          \
        struct passed *passed = prepare(&f, &place, as, false, params, extra);                  \
        CUresult r = iq_kernel_real.name(config, f, PARAMS, EXTRA);                             \
        if (is_made_again(r, passed, &f))                                                       \
            r = iq_kernel_real.name(config, f, params, extra);                                  \
        return done(passed, r);                                                                 \
    }
LAUNCH_EX(cuLaunchKernelEx, config->hStream)
LAUNCH_EX(cuLaunchKernelEx_ptsz, iq_kernel_suffixed(config->hStream))

#define LAUNCH_COOPERATIVE(name, as)                                                         \
    static CUresult checked_##name(                                                          \
        CUfunction f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,   \
        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **params) \
    {                                                                                        \
        const unsigned shape[] = { SHAPE, shared };                                          \
        const struct iq_kernel_shape place = { shape, NULL, true };                          \
        struct passed *passed = prepare(&f, &place, as, false, params, NULL);                \
        return done(passed, iq_kernel_real.name(f, SHAPE, shared, stream, PARAMS));          \
    }
LAUNCH_COOPERATIVE(cuLaunchCooperativeKernel, stream)
LAUNCH_COOPERATIVE(cuLaunchCooperativeKernel_ptsz, iq_kernel_suffixed(stream))

/* Nodes of graphs keep what they are given: the bounds of now. */
#define NODE(name, type, parameters, before, after)                                               \
    static CUresult checked_##name parameters                                                     \
    {                                                                                             \
        if (!node)                                                                                \
            return iq_kernel_real.name(before node after);                                        \
        type changed = *node;                                                                     \
        const unsigned shape[] = { node->gridDimX,      node->gridDimY,  node->gridDimZ,          \
                                   node->blockDimX,     node->blockDimY, node->blockDimZ,         \
                                   node->sharedMemBytes };                                        \
        CUfunction f = FUNCTION_OF(node);                                                         \
        const struct iq_kernel_shape place = { shape, NULL, false };                              \
        struct passed *passed = prepare(&f, &place, NULL, true, node->kernelParams, node->extra); \
        SET_FUNCTION(&changed, f);                                                                \
        changed.kernelParams = passed ? passed->params : node->kernelParams;                      \
        changed.extra = passed ? passed->extra : node->extra;                                     \
        return done(passed, iq_kernel_real.name(before & changed after));                         \
    }
#define COMMA ,
#define FUNCTION_OF(node) ((node)->func)
#define SET_FUNCTION(node, f) ((node)->func = (f))
NODE(cuGraphAddKernelNode, CUDA_KERNEL_NODE_PARAMS_v1,
     (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, size_t count,
      const CUDA_KERNEL_NODE_PARAMS_v1 *node),
     out COMMA graph COMMA from COMMA count COMMA, )
NODE(cuGraphKernelNodeSetParams, CUDA_KERNEL_NODE_PARAMS_v1,
     (CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS_v1 *node), at COMMA, )
NODE(cuGraphExecKernelNodeSetParams, CUDA_KERNEL_NODE_PARAMS_v1,
     (CUgraphExec exec, CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS_v1 *node),
     exec COMMA at COMMA, )
#undef FUNCTION_OF
#undef SET_FUNCTION
#define FUNCTION_OF(node) ((node)->func ? (node)->func : (CUfunction)(void *)(node)->kern)
#define SET_FUNCTION(node, f)         \
    do {                              \
        if ((f) != FUNCTION_OF(node)) \
            (node)->kern = NULL;      \
        if (!(node)->kern)            \
            (node)->func = (f);       \
    } while (false)
NODE(cuGraphAddKernelNode_v2, CUDA_KERNEL_NODE_PARAMS,
     (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, size_t count,
      const CUDA_KERNEL_NODE_PARAMS *node),
     out COMMA graph COMMA from COMMA count COMMA, )
NODE(cuGraphKernelNodeSetParams_v2, CUDA_KERNEL_NODE_PARAMS,
     (CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS *node), at COMMA, )
NODE(cuGraphExecKernelNodeSetParams_v2, CUDA_KERNEL_NODE_PARAMS,
     (CUgraphExec exec, CUgraphNode at, const CUDA_KERNEL_NODE_PARAMS *node), exec COMMA at COMMA, )

#define ANY_NODE(name, parameters, before)                                                      \
    static CUresult checked_##name parameters                                                   \
    {                                                                                           \
        if (!node || node->type != CU_GRAPH_NODE_TYPE_KERNEL)                                   \
            return iq_kernel_real.name(before node);                                            \
        CUgraphNodeParams changed = *node;                                                      \
        const CUDA_KERNEL_NODE_PARAMS_v3 *kernel = &node->kernel;                               \
        const unsigned shape[] = { kernel->gridDimX,      kernel->gridDimY,  kernel->gridDimZ,  \
                                   kernel->blockDimX,     kernel->blockDimY, kernel->blockDimZ, \
                                   kernel->sharedMemBytes };                                    \
        CUfunction f = FUNCTION_OF(kernel);                                                     \
        const struct iq_kernel_shape place = { shape, NULL, false };                            \
        struct passed *passed =                                                                 \
            prepare(&f, &place, NULL, true, kernel->kernelParams, kernel->extra);               \
        SET_FUNCTION(&changed.kernel, f);                                                       \
        changed.kernel.kernelParams = passed ? passed->params : kernel->kernelParams;           \
        changed.kernel.extra = passed ? passed->extra : kernel->extra;                          \
        return done(passed, iq_kernel_real.name(before & changed));                             \
    }
ANY_NODE(cuGraphAddNode,
         (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, size_t count,
          CUgraphNodeParams *node),
         out COMMA graph COMMA from COMMA count COMMA)
ANY_NODE(cuGraphAddNode_v2,
         (CUgraphNode * out, CUgraph graph, const CUgraphNode *from, const CUgraphEdgeData *edges,
          size_t count, CUgraphNodeParams *node),
         out COMMA graph COMMA from COMMA edges COMMA count COMMA)
ANY_NODE(cuGraphNodeSetParams, (CUgraphNode at, CUgraphNodeParams *node), at COMMA)
ANY_NODE(cuGraphExecNodeSetParams, (CUgraphExec exec, CUgraphNode at, CUgraphNodeParams *node),
         exec COMMA at COMMA)

void iq_kernel_launch_install(void)
{
    IQ_KERNEL_INSTALL(cuLaunchKernel);
    IQ_KERNEL_INSTALL(cuLaunchKernel_ptsz);
    IQ_KERNEL_INSTALL(cuLaunchKernelEx);
    IQ_KERNEL_INSTALL(cuLaunchKernelEx_ptsz);
    IQ_KERNEL_INSTALL(cuLaunchCooperativeKernel);
    IQ_KERNEL_INSTALL(cuLaunchCooperativeKernel_ptsz);
    IQ_KERNEL_INSTALL(cuGraphAddKernelNode);
    IQ_KERNEL_INSTALL(cuGraphAddKernelNode_v2);
    IQ_KERNEL_INSTALL(cuGraphKernelNodeSetParams);
    IQ_KERNEL_INSTALL(cuGraphKernelNodeSetParams_v2);
    IQ_KERNEL_INSTALL(cuGraphExecKernelNodeSetParams);
    IQ_KERNEL_INSTALL(cuGraphExecKernelNodeSetParams_v2);
    IQ_KERNEL_INSTALL(cuGraphAddNode);
    IQ_KERNEL_INSTALL(cuGraphAddNode_v2);
    IQ_KERNEL_INSTALL(cuGraphNodeSetParams);
    IQ_KERNEL_INSTALL(cuGraphExecNodeSetParams);
}
