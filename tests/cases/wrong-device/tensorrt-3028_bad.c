/* Seen: invalid resource handle in a second thread.
 * Was: the kernel was loaded in the context of another thread; this thread has its own one.
 * https://github.com/NVIDIA/TensorRT/issues/3028 */
#include <pthread.h>

#include "cuda.h"

static CUfunction kernel;

static void *infer(void *unused)
{
    CUcontext own;
    cuCtxCreate(&own, NULL, 0, 0);
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL); // expect: wrong-context arg=f object=kernel result=400
    return unused;
}

int main(void)
{
    CUmodule module;
    pthread_t thread;
    test_context();
    cuModuleLoadData(&module, ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k(){ret;}\n");
    cuModuleGetFunction(&kernel, module, "k");
    pthread_create(&thread, NULL, infer, NULL);
    pthread_join(thread, NULL);
    return 0;
}
