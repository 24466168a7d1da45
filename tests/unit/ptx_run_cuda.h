/* The functions of ptx_run.h over a real CUDA driver, so that the same tests prove their own
 * expectations:
 *   cc -DON_CUDA -Isrc -Iapi tests/unit/ptx_matrix_test.c -l:libcuda.so.1 -lm
 * Arrays are managed memory.  A fault has a kind and nothing more, and ends the context. */
#ifndef PTX_RUN_CUDA_H
#define PTX_RUN_CUDA_H

#include "abi/cuda_abi.h"
#include "ptx/ptx.h"
#include "ptx/ptx_exec.h"
#include "test.h"

extern CUresult cuInit(unsigned flags);
extern CUresult cuDeviceGet(CUdevice *device, int ordinal);
extern CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device);
extern CUresult cuCtxDestroy_v2(CUcontext context);
extern CUresult cuCtxSynchronize(void);
extern CUresult cuModuleUnload(CUmodule module);
extern CUresult cuMemFree_v2(CUdeviceptr address);
extern CUresult cuModuleLoadData(CUmodule *module, const void *image);
extern CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
extern CUresult cuMemAllocManaged(CUdeviceptr *address, size_t size, unsigned flags);
extern CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned,
                               unsigned, unsigned, CUstream, void **, void **);
extern CUresult cuLaunchCooperativeKernel(CUfunction, unsigned, unsigned, unsigned, unsigned,
                                          unsigned, unsigned, unsigned, CUstream, void **);

struct run {
    struct iq_ptx_module *module; /* the driver's handle */
    struct iq_ptx_fault fault;
    struct iq_ptx_stats stats;
    uint64_t step_limit;
    bool count;
    char output[65536]; /* stays empty: the driver prints itself */
    size_t output_size;
    char params[1024];
    size_t param_size, param_at[64], param_count;
    CUdeviceptr arrays[64];
    unsigned array_count;
};
static CUcontext run_context;

char *iq_ptx_diag_format(const struct iq_ptx_diag *diag, const char *name)
{
    (void)diag;
    (void)name;
    return strdup("the driver refuses the module\n");
}
void iq_ptx_diag_finish(struct iq_ptx_diag *diag) { (void)diag; }

const struct iq_ptx_kernel *iq_ptx_module_kernel(const struct iq_ptx_module *module,
                                                 const char *name)
{
    static struct iq_ptx_kernel some;
    CUfunction function;
    return cuModuleGetFunction(&function, (CUmodule)(uintptr_t)module, name) ? NULL : &some;
}

__attribute__((unused)) static void *run_array(struct run *r, size_t bytes)
{
    CUdeviceptr at = 0;
    if (r->array_count == 64 || cuMemAllocManaged(&at, bytes, 1)) {
        fprintf(stderr, "no managed memory\n");
        exit(1);
    }
    r->arrays[r->array_count++] = at;
    memset((void *)(uintptr_t)at, 0, bytes);
    return (void *)(uintptr_t)at;
}

static int run_load_text(struct run *r, const char *text, size_t size, struct iq_ptx_diag *diag)
{
    CUdevice device;
    CUmodule module = NULL;
    char *copy = calloc(1, size + 1);
    memcpy(copy, text, size);
    *r = (struct run){ 0 };
    (void)diag;
    CUresult e = cuInit(0);
    e = e ? e : cuDeviceGet(&device, 0);
    e = e || run_context ? e : cuCtxCreate_v2(&run_context, 0, device);
    e = e ? e : cuModuleLoadData(&module, copy);
    r->module = (struct iq_ptx_module *)(uintptr_t)module;
    free(copy);
    return (int)e;
}

static void run_finish(struct run *r)
{
    CUresult e = cuCtxSynchronize();
    for (unsigned k = 0; k < r->array_count && !e; k++)
        cuMemFree_v2(r->arrays[k]);
    if (!e) {
        cuModuleUnload((CUmodule)(uintptr_t)r->module);
        return;
    }
    cuCtxDestroy_v2(run_context);
    run_context = NULL;
}

static void run_arg(struct run *r, const void *value, size_t size)
{
    r->param_size = (r->param_size + size - 1) / size * size;
    r->param_at[r->param_count++] = r->param_size;
    memcpy(r->params + r->param_size, value, size);
    r->param_size += size;
}

static bool run_launch(struct run *r, const char *name, uint32_t grid, uint32_t block,
                       uint32_t shared, bool cooperative)
{
    CUfunction f;
    void *args[64];
    uint32_t gy = grid >> 16 ? grid >> 16 : 1, by = block >> 16 ? block >> 16 : 1;
    for (size_t k = 0; k < r->param_count; k++)
        args[k] = r->params + r->param_at[k];
    r->param_size = r->param_count = 0;
    memset(&r->fault, 0, sizeof r->fault);
    CUresult e = cuModuleGetFunction(&f, (CUmodule)(uintptr_t)r->module, name);
    e = e             ? e
        : cooperative ? cuLaunchCooperativeKernel(f, grid & 0xffff, gy, 1, block & 0xffff, by, 1,
                                                  shared, NULL, args)
                      : cuLaunchKernel(f, grid & 0xffff, gy, 1, block & 0xffff, by, 1, shared, NULL,
                                       args, NULL);
    e = e ? e : cuCtxSynchronize();
    r->fault.kind = e == 700   ? IQ_PTX_FAULT_ILLEGAL_ADDRESS
                    : e == 716 ? IQ_PTX_FAULT_MISALIGNED
                    : e == 710 ? IQ_PTX_FAULT_ASSERT
                    : e == 715 ? IQ_PTX_FAULT_ILLEGAL_INSTRUCTION
                    : e        ? IQ_PTX_FAULT_TRAP
                               : IQ_PTX_FAULT_NONE;
    if (e)
        snprintf(r->fault.message, sizeof r->fault.message, "error %d of %s", (int)e, name);
    return !e;
}

static inline bool run_kernel(struct run *r, const char *name, uint32_t grid, uint32_t block,
                              uint32_t shared)
{
    return run_launch(r, name, grid, block, shared, false);
}

static inline bool run_cooperative(struct run *r, const char *name, uint32_t grid, uint32_t block)
{
    return run_launch(r, name, grid, block, 0, true);
}

#endif
