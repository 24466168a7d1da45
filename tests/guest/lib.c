/* A library that is linked to the driver: calls it directly, and looks for it behind itself as wrappers of the driver do. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>

extern int cuInit(unsigned);
int guest_lib_run(void);

int guest_lib_run(void)
{
    int (*next)(unsigned) = (int (*)(unsigned))dlsym(RTLD_NEXT, "cuInit");
    printf("direct %d\n", cuInit(0));
    printf("next %d\n", next ? next(0) : -1);
    return 0;
}
