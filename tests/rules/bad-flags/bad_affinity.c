#include "cuda.h"

/* Shares of the multiprocessors: a context without one, and the end of the enumeration for a type.  The driver of an H100 (580) answers both. */
int main(void)
{
    CUexecAffinityParam share;
    int has = 1;
    test_context();
    cuCtxGetExecAffinity(&share, CU_EXEC_AFFINITY_TYPE_SM_COUNT);           // expect-soft: bad-flags arg=type result=224
    cuDeviceGetExecAffinitySupport(&has, CU_EXEC_AFFINITY_TYPE_MAX, 0);     // expect-soft: bad-flags arg=type result=1
    return cuDeviceGetExecAffinitySupport(&has, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0);
}
