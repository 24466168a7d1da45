#include <stdlib.h>
#include <string.h>
#include "struct_kernel.h"

int main(void)
{
    CUfunction f = struct_kernel();
    struct by_struct s = { 1, test_memory(64, 0), 0 };
    CUdeviceptr last = s.to + 64;
    cuMemFree(s.to);
    LAUNCH(f, 1, 1, 0, &s, &last);      // expect: launch-freed-pointer arg=s object=device-memory severity=warning
    return cuCtxSynchronize();
}
