/* The repaired twin: the children are started first.
 * https://github.com/vllm-project/vllm/issues/32611 */
#include <sys/wait.h>
#include <unistd.h>

#include "cuda.h"

int main(void)
{
    int status = 1;
    if (!fork()) {
        CUcontext context = test_context();
        _exit(!context || cuCtxDestroy(context));
    }
    wait(&status);
    return status || cuInit(0);
}
