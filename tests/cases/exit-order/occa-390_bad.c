/* Seen: CUDA_ERROR_DEINITIALIZED from destructors.
 * Was: the objects of the library are destroyed after the driver.
 * https://github.com/libocca/occa/pull/390 */
#include "cuda.h"

static CUmodule module;

__attribute__((destructor)) static void library_destructor(void)
{
    cuModuleUnload(module); // expect: exit-order api=cuModuleUnload severity=warning result=4 arg=hmod object=module
}

int main(void)
{
    test_context();
    return cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n");
}
