/* For programs that call the driver: each call has to succeed. */
#ifndef IQ_BENCH_CHECK_H
#define IQ_BENCH_CHECK_H

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

static void check(CUresult result, const char *what)
{
    if (!result)
        return;
    fprintf(stderr, "%s: %d\n", what, (int)result);
    exit(1);
}
#define DO(call) check(call, #call)

#endif
