#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoadData(&m, "hello, I am not a module\n"); // expect: image-not-recognized arg=image api=cuModuleLoadData result=200
    return 0;
}
