#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoad(&m, "no-such-file.cubin"); // expect: file-not-found arg=fname api=cuModuleLoad result=301
    return 0;
}
