/* Seen: "invalid device pointer" when the user frees the arrays given to the library.
 * Was: the library takes the user's arrays for its own and has freed them.
 * https://github.com/gunrock/graphblast/issues/11 */
#include "cuda_runtime.h"

struct matrix { void *values; };

static void matrix_free(struct matrix *m)
{
    cudaFree(m->values); // site: destroyed
}

int main(void)
{
    void *values;
    cudaMalloc(&values, 1024); // site: created
    struct matrix m = { values };
    matrix_free(&m);
    cudaFree(values); // expect: double-free arg=devPtr object=device-memory
    return 0;
}
