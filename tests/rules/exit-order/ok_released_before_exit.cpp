// A global object that main empties has nothing left to do at exit.
#include "cuda_runtime.h"

struct Engine {
    cudaStream_t stream = nullptr;
    void close()
    {
        if (stream)
            cudaStreamDestroy(stream);
        stream = nullptr;
    }
    ~Engine() { close(); }
};

static Engine engine;

int main()
{
    int failed = cudaStreamCreate(&engine.stream);
    engine.close();
    return failed;
}
