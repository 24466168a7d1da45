#include "cuda.h"

int main(void)
{
    CUmodule m;
    test_context();
    cuModuleLoadData(&m, "<!DOCTYPE html><html><body>404 Not Found</body></html>\n"); // expect: image-not-recognized arg=image result=200
    return 0;
}
