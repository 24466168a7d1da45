#include "cuda.h"

/* What a module would have had is NULL, since the module was not loaded. */
int main(void)
{
    CUmodule module = NULL;
    CUdeviceptr table = 0;
    size_t size = 64;
    test_context();
    cuModuleLoad(&module, "/nonexistent/kernels.ptx"); // expect: file-not-found arg=fname
    cuModuleGetGlobal(&table, &size, module, "table"); // site: related
    cuMemsetD8(table, 0, 64); // site: related
    return 0;
}
