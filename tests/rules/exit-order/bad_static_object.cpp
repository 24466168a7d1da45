// A global object frees its stream when the process ends.
#include "cuda_runtime.h"

struct Engine {
    cudaStream_t stream = nullptr;
    ~Engine()
    {
        cudaStreamDestroy(stream); // expect: exit-order api=cudaStreamDestroy severity=warning arg=stream object=stream says=destructor_Engine::~Engine
    }
};

static Engine engine;

int main()
{
    return cudaStreamCreate(&engine.stream);
}
