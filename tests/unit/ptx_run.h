/* Running kernels of a PTX file in a test: arrays of the test are the device memory. */
#ifndef PTX_RUN_H
#define PTX_RUN_H

#ifdef ON_CUDA
#include "ptx_run_cuda.h"
#else
#include "ptx/ptx.h"
#include "ptx/ptx_exec.h"
#include "test.h"
#endif

/* A file of tests/ptx, found from where this header lies. */
__attribute__((unused)) static const char *ptx_file(const char *name)
{
    static char path[1024];
    const char *end = strstr(__FILE__, "unit/ptx_run.h");
    snprintf(path, sizeof path, "%.*sptx/%s", (int)(end ? end - __FILE__ : 0), __FILE__, name);
    return path;
}

#ifndef ON_CUDA
enum { MAX_ARRAYS = 64 };
struct run {
    struct iq_ptx_module *module;
    struct iq_ptx_image *image;
    struct {
        uint64_t begin, end;
    } arrays[MAX_ARRAYS];
    uint32_t array_count;
    char output[65536];
    size_t output_size;
    struct iq_ptx_env env;
    struct iq_ptx_fault fault;
    struct iq_ptx_stats stats;
    uint64_t step_limit;
    bool count;
    char params[1024];
    size_t param_size;
};

static bool run_resolve(void *ctx, uint64_t addr, uint32_t size, bool write,
                        struct iq_ptx_range *range)
{
    struct run *r = ctx;
    (void)write;
    for (uint32_t i = 0; i < r->array_count; i++)
        if (addr >= r->arrays[i].begin && addr + size <= r->arrays[i].end) {
            *range = (struct iq_ptx_range){ .begin = r->arrays[i].begin,
                                            .end = r->arrays[i].end,
                                            .writable = true };
            return true;
        }
    return false;
}

static void run_print(void *ctx, const char *text, size_t size)
{
    struct run *r = ctx;
    if (r->output_size + size < sizeof r->output) {
        memcpy(r->output + r->output_size, text, size);
        r->output_size += size;
        r->output[r->output_size] = 0;
    }
}

static void *run_array(struct run *r, size_t bytes)
{
    size_t room = (bytes + 256) & ~(size_t)255;
    void *at = aligned_alloc(256, room);
    memset(at, 0, room);
    r->arrays[r->array_count].begin = (uint64_t)(uintptr_t)at;
    r->arrays[r->array_count++].end = (uint64_t)(uintptr_t)at + bytes;
    return at;
}

static uint64_t run_malloc(void *ctx, uint64_t size)
{
    struct run *r = ctx;
    return r->array_count < MAX_ARRAYS ? (uint64_t)(uintptr_t)run_array(r, size) : 0;
}

static bool run_free(void *ctx, uint64_t addr)
{
    struct run *r = ctx;
    for (uint32_t i = 0; i < r->array_count; i++)
        if (r->arrays[i].begin == addr)
            return true;
    return false;
}

static int run_load_text(struct run *r, const char *text, size_t size, struct iq_ptx_diag *diag)
{
    bool newer = strstr(text, ".target sm_100"); /* of a device that sm_90a does not run on */
    struct iq_ptx_parse_options options = { newer ? 100 : 90, "test", false };
    uint64_t addresses[256] = { 0 };
    *r = (struct run){ 0 };
    int error = iq_ptx_parse(text, size, &options, &r->module, diag);
    if (error)
        return error;
    for (uint32_t i = 0; i < r->module->variable_count && i < 256; i++)
        if (r->module->variables[i].space != IQ_PTX_SHARED)
            addresses[i] = (uint64_t)(uintptr_t)run_array(r, r->module->variables[i].size);
    r->image = iq_ptx_image_create(r->module, addresses);
    for (uint32_t i = 0; i < r->module->variable_count && i < 256; i++)
        if (addresses[i])
            iq_ptx_image_initialise(r->image, i, (void *)(uintptr_t)addresses[i]);
    r->env = (struct iq_ptx_env){ .ctx = r,
                                  .resolve = run_resolve,
                                  .print = run_print,
                                  .device_malloc = run_malloc,
                                  .device_free = run_free };
    return 0;
}

__attribute__((unused)) static void run_finish(struct run *r)
{
    iq_ptx_image_destroy(r->image);
    iq_ptx_module_destroy(r->module);
    for (uint32_t i = 0; i < r->array_count; i++)
        free((void *)(uintptr_t)r->arrays[i].begin);
}

__attribute__((unused)) static void run_arg(struct run *r, const void *value, size_t size)
{
    r->param_size = (r->param_size + size - 1) / size * size;
    memcpy(r->params + r->param_size, value, size);
    r->param_size += size;
}

/* Launches kernel `name` with the arguments collected by ARG; false after a fault, which is then in
 * r->fault. */
__attribute__((unused)) static bool run_kernel(struct run *r, const char *name, uint32_t grid,
                                               uint32_t block, uint32_t shared)
{
    const struct iq_ptx_kernel *k = iq_ptx_module_kernel(r->module, name);
    struct iq_ptx_launch *launch;
    if (!k) {
        fprintf(stderr, "no kernel %s\n", name);
        exit(1);
    }
    struct iq_ptx_launch_desc desc = { .image = r->image,
                                       .kernel = k,
                                       .grid = { grid & 0xffff, grid >> 16 ? grid >> 16 : 1, 1 },
                                       .block = { block & 0xffff, block >> 16 ? block >> 16 : 1,
                                                  1 },
                                       .dynamic_shared_bytes = shared,
                                       .params = r->params,
                                       .env = &r->env,
                                       .step_limit = r->step_limit,
                                       .count_steps = r->count };
    r->param_size = 0;
    memset(&r->fault, 0, sizeof r->fault);
    int error = iq_ptx_launch_create(&desc, &launch);
    if (error) {
        fprintf(stderr, "launch of %s: %d\n", name, error);
        exit(1);
    }
    struct iq_ptx_block *b = iq_ptx_block_create(launch);
    enum iq_ptx_run result = iq_ptx_block_run(b, 0, iq_ptx_launch_block_count(launch));
    if (iq_ptx_launch_fault(launch))
        r->fault = *iq_ptx_launch_fault(launch);
    iq_ptx_launch_stats(launch, &r->stats);
    iq_ptx_block_destroy(b);
    iq_ptx_launch_destroy(launch);
    return result == IQ_PTX_RUN_DONE;
}

/* All blocks of the grid take turns, as a cooperative launch needs it. */
static inline bool run_cooperative(struct run *r, const char *name, uint32_t grid, uint32_t block)
{
    uint32_t *workspace = run_array(r, 64), done = 0;
    struct iq_ptx_block *blocks[64];
    struct iq_ptx_launch *launch;
    bool over[64] = { false };
    struct iq_ptx_launch_desc desc = { .image = r->image,
                                       .kernel = iq_ptx_module_kernel(r->module, name),
                                       .grid = { grid, 1, 1 },
                                       .block = { block, 1, 1 },
                                       .params = r->params,
                                       .env = &r->env,
                                       .grid_workspace = (uint64_t)(uintptr_t)workspace };
    r->param_size = 0;
    if (grid > 64 || iq_ptx_launch_create(&desc, &launch))
        return false;
    for (uint64_t k = 0; k < grid; k++) {
        blocks[k] = iq_ptx_block_create(launch);
        iq_ptx_block_begin(blocks[k], k);
    }
    for (uint32_t pass = 0; done < grid && pass < 100000; pass++)
        if (!over[pass % grid] && iq_ptx_block_resume(blocks[pass % grid], 1) != IQ_PTX_RUN_YIELD)
            over[pass % grid] = ++done;
    bool ok = done == grid && !iq_ptx_launch_fault(launch);
    for (uint32_t k = 0; k < grid; k++)
        iq_ptx_block_destroy(blocks[k]);
    iq_ptx_launch_destroy(launch);
    return ok;
}
#endif

#define ARG(r, type, value)           \
    do {                              \
        type v_ = (value);            \
        run_arg((r), &v_, sizeof v_); \
    } while (0)

static inline void run_load(struct run *r, const char *path)
{
    FILE *in = fopen(path, "rb");
    static char text[1 << 20];
    if (!in) {
        fprintf(stderr, "cannot open %s\n", path);
        exit(1);
    }
    size_t size = fread(text, 1, sizeof text, in);
    struct iq_ptx_diag diag = { 0 };
    fclose(in);
    if (run_load_text(r, text, size, &diag)) {
        char *said = iq_ptx_diag_format(&diag, path);
        fprintf(stderr, "%s", said);
        exit(1);
    }
    iq_ptx_diag_finish(&diag);
}

#endif
