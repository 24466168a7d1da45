/* The size of a pointer is taken for that of the array. */
#include "mutant.h"

struct grid_state {
    float cells[32][32];
};

__global__ void heat(grid_state *state)
{
    float *cell = &state->cells[threadIdx.y][threadIdx.x];
    *cell = *cell * 0.5f + 1;           // site: kernel
}

int main()
{
    grid_state *state = fresh<grid_state>(1), got;
    OK(cudaMemset(state, 0, sizeof RIGHT(*) state));
    heat<<<1, dim3(32, 32)>>>(state);   // expect: kernel-uninitialized severity=warning
    finish();
    OK(cudaMemcpy(&got, state, sizeof got, cudaMemcpyDeviceToHost));
    release(state);
    return verdict(got.cells[31][31] == 1);
}
