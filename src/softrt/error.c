/* Errors: names, texts and the last one of each thread. */
#include "softrt/softrt.h"

struct error_text {
    int code;
    const char *name, *text;
};

static const struct error_text texts[] = {
#define ERROR(number, identifier, words) { number, #identifier, words },
#include "cudart/errors.def"
};

static const struct error_text *find(int code)
{
    static const struct error_text unknown = { 0, "unrecognized error code",
                                               "unrecognized error code" };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].code == code)
            return &texts[i];
    return &unknown;
}

IQ_RT_HEAD(const char *, cudaGetErrorName, (cudaError_t error)) { return find((int)error)->name; }

IQ_RT_HEAD(const char *, cudaGetErrorString, (cudaError_t error)) { return find((int)error)->text; }

/* Clears what it tells, a sticky error as well: the next call that touches the context brings that
 * one back. */
IQ_RT_HEAD(cudaError_t, cudaGetLastError, (void))
{
    struct iq_rt_thread *thread = iq_rt_thread();
    cudaError_t last = thread->last;

    thread->last = cudaSuccess;
    return last;
}

IQ_RT_HEAD(cudaError_t, cudaPeekAtLastError, (void)) { return iq_rt_thread()->last; }
