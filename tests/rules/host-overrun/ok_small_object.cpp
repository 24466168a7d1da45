#include <string>
#include <vector>
#include "cuda_runtime.h"

/* Objects that hold pointers and are copied as they are, and containers whose elements are. */
struct matrix {
    float *data;
    long rows, columns;
};
struct view {
    const int *begin, *end;
};

int main()
{
    std::vector<int> four(4, 7), six(6, 7);
    std::string name = "ten letter";
    matrix m = { new float[6], 2, 3 };
    view whole = { four.data(), four.data() + four.size() };
    int *const *pointer = new int *(four.data());
    char *d;
    int bad = cudaMalloc((void **)&d, 256);
    bad |= cudaMemcpy(d, &m, sizeof m, cudaMemcpyHostToDevice);
    bad |= cudaMemcpy(d, &six, sizeof six, cudaMemcpyHostToDevice);
    bad |= cudaMemcpy(d, &name, sizeof name, cudaMemcpyHostToDevice);
    bad |= cudaMemcpy(d, pointer, sizeof *pointer, cudaMemcpyHostToDevice);
    bad |= cudaMemcpy(d, four.data(), four.size() * sizeof(int), cudaMemcpyHostToDevice);
    bad |= cudaMemcpy(d, name.data(), name.size(), cudaMemcpyHostToDevice);
    bad |= cudaMemcpy(d, &whole.begin, sizeof whole.begin, cudaMemcpyHostToDevice);
    delete[] m.data;
    delete pointer;
    return bad | cudaFree(d);
}
