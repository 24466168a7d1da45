#include "cl_world.h"

static volatile int seen;

static void CL_CALLBACK gone(cl_context context, void *data)
{
    (void)context;
    seen = *(volatile char *)data | 1;
}

/* The name of a context is freed before the context is. */
int main(void)
{
    cl_world();
    char *name = calloc(1, 40); // site: created
    if (clSetContextDestructorCallback(cl_ctx, gone, name)) // expect: host-use-after-free severity=warning arg=user_data state=freed
        return 77;
    free(name); // site: destroyed
    cl_end();
    return 0;
}
