// unseen on a GPU: null pointers and host memory end the context there
// soft only: the context of a GPU is lost
// nvcc: -arch=compute_75 -lineinfo
#include <sys/wait.h>
#include <unistd.h>
#include <cuda_runtime.h>

struct Table {
    float *row;
    int n;
};
__device__ float *weights;
__constant__ float *fixed;
__device__ Table *tables[2];

__global__ void by_variable(float *out) { out[0] = weights[1]; }

__global__ void by_constant(float *out) { out[0] = fixed[threadIdx.x]; }

__global__ void by_element(float *out, int i) { out[0] = tables[i]->row[0]; }

__global__ void by_member(Table *table) { table->row[threadIdx.x] = 1; }

/* The kernel loads a pointer that nobody has stored, or one of the host; each in a process of its own. */
int main()
{
    for (int which = 0; which < 4; which++) {
        if (fork()) {
            wait(nullptr);
            continue;
        }
        static float host[4];
        float *out, *in_host = host;
        Table *table;
        cudaMalloc(&out, 64);
        cudaMalloc(&table, sizeof *table);
        cudaMemset(table, 0, sizeof *table);
        cudaMemcpyToSymbol(fixed, &in_host, sizeof in_host);
        weights = out; // the host's copy
        if (which == 0)
            by_variable<<<1, 1>>>(out); // expect: kernel-out-of-bounds says=loaded_from_the_module's_variable_weights,_and_is_NULL_there
        else if (which == 1)
            by_constant<<<1, 1>>>(out); // expect: kernel-out-of-bounds says=loaded_from_the_module's_variable_fixed;
        else if (which == 2)
            by_element<<<1, 1>>>(out, 1); // expect: kernel-out-of-bounds says=loaded_from_the_module's_variable_tables,_and_is_NULL_there
        else
            by_member<<<1, 1>>>(table); // expect: kernel-out-of-bounds says=loaded_from_the_memory_of_the_kernel's_argument_table,_and_is_NULL_there
        cudaDeviceSynchronize();
        _exit(0);
    }
    return 0;
}
