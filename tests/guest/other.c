/* A library whose names look like the driver's.  With WRAPS: one that the user preloads, and that wraps the driver's cuInit. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>

int cuInit(unsigned flags);
int cublasCreate_v2(unsigned flags);

#ifdef WRAPS
int cuInit(unsigned flags)
{
    int (*next)(unsigned) = (int (*)(unsigned))dlsym(RTLD_NEXT, "cuInit");
    printf("wrapped\n");
    return next ? next(flags) : 77;
}
#else
int cuInit(unsigned flags) { return (int)flags + 42; }
#endif
int cublasCreate_v2(unsigned flags) { return (int)flags + 43; }
