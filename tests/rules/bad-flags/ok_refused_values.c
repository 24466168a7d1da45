#include "cuda_runtime.h"

/* Calls of bad_refused_values, bad_affinity and bad_pool_read_only with right values. */
int main(void)
{
    CUcontext context;
    CUdeviceptr memory;
    CUmemoryPool pool;
    CUmemAccessDesc access = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    int yes = 1, has;
    int failed = cuInit(0) || cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_BLOCKING_SYNC) || cudaFree(NULL) || cuMemAlloc(&memory, 4096) || cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory);
    failed |= cuDeviceGetExecAffinitySupport(&has, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0);
    failed |= cuDeviceGetDefaultMemPool(&pool, 0) || cuMemPoolSetAccess(pool, &access, 1);
    failed |= cuMemFree(memory) || cuCtxCreate_v3(&context, NULL, 0, 0, 0) || cuCtxDestroy(context);
    return failed;
}
