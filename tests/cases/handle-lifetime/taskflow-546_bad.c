/* Seen: cudaErrorInvalidResourceHandle at an innocent check.
 * Was: the destructor of an object that was moved from destroys a NULL event, unchecked; the error stays behind.
 * https://github.com/taskflow/taskflow/issues/546 */
#include "../kernels.h"

int main(void)
{
    cudaEvent_t moved_from = NULL;
    case_kernels();
    cudaEventDestroy(moved_from); // expect: null-handle arg=event object=event result=400
    LAUNCH(empty, 1, 1, 0, 0, NULL);
    if (cudaGetLastError()) // site: related
        return 1;
    return 0;
}
