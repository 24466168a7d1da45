#include "cuda_runtime.h"

/* Nothing of OpenGL is there; the software device has no such calls. */
int main(void)
{
    struct cudaGraphicsResource *resource;
    cudaFree(NULL);
    cudaGraphicsGLRegisterBuffer(&resource, 1, 0); // expect-real: no-context says=OpenGL // expect-soft: soft-limit severity=warning result=801
    return 0;
}
