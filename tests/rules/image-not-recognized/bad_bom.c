#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoadData(&m, "\xef\xbb\xbf.version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n"); // expect: image-not-recognized arg=image result=200
    return 0;
}
