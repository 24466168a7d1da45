/* Seen: "driver shutting down" from a matrix that is a static object.
 * Was: statics go after the driver has gone; the same program is silent where they go in another order.
 * https://github.com/opencv/opencv/issues/7816 */
#include <cuda_runtime.h>

struct matrix {
    void *data = nullptr;
    void create(size_t bytes) { cudaMalloc(&data, bytes); }
    ~matrix() { cudaFree(data); } // expect: exit-order api=cudaFree severity=warning result=4 arg=devPtr object=device-memory
};

static matrix frame;

int main()
{
    frame.create(4096);
    return 0;
}
