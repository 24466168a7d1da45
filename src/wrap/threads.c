/* Threads that a driver makes for itself, inside of a call or while its loader brings it up: their
 * accesses to guarded memory are the device's, not the program's. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "api_opencl/objects.h"
#include "call/guest.h"
#include "order/guard.h"
#include "wrap/guest.h"

#define IQ_EXPORT __attribute__((visibility("default")))

typedef int (*create_fn)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
struct start {
    void *(*run)(void *);
    void *argument;
};

static void *run_for_device(void *argument)
{
    struct start start = *(struct start *)argument;
    free(argument);
    iq_guard_is_device_thread();
    return start.run(start.argument);
}

IQ_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                             void *(*run)(void *), void *argument)
{
    create_fn next = IQ_GUEST_NEXT("pthread_create", create_fn);
    bool drivers =
        iq_guard_on_device_thread() || iq_core_inside_call() ||
        (iq_guard_is_enabled() && iq_cl_is_driver_code((uintptr_t)__builtin_return_address(0)));
    struct start *start = drivers ? malloc(sizeof *start) : NULL;
    if (!start)
        return next(thread, attributes, run, argument);
    *start = (struct start){ run, argument };
    int failed = next(thread, attributes, run_for_device, start);
    if (failed)
        free(start);
    return failed;
}
