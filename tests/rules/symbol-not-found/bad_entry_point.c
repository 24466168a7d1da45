#include "cuda_runtime.h"

/* The runtime's question succeeds for a name that nobody has; the answer is in another argument. */
int main(void)
{
    int (*later)(void) = NULL;
    enum cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuStreamSomethingLater", (void **)&later, 12000, 0, &found); // expect: symbol-not-found arg=symbol
    later(); // site: related
    return 0;
}
