/* A layer of the OpenCL loader: `next` has the calls of what comes behind it, `table` those that
 * the loader gets.  The file that includes this puts its own calls into `table` in take_calls.
 * Build: -shared -fPIC. */
#ifndef CL_LAYER_H
#define CL_LAYER_H
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <string.h>

static struct _cl_icd_dispatch next, table;
static void take_calls(void);

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void *value,
                                               size_t *returned)
{
    if (name != CL_LAYER_API_VERSION)
        return CL_INVALID_VALUE;
    if (value)
        *(cl_layer_api_version *)value = CL_LAYER_API_VERSION_100;
    if (returned)
        *returned = sizeof(cl_layer_api_version);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const struct _cl_icd_dispatch *target,
                                            cl_uint *count_out, const struct _cl_icd_dispatch **out)
{
    memcpy(&next, target,
           count * sizeof(void *) < sizeof next ? count * sizeof(void *) : sizeof next);
    table = next;
    take_calls();
    *count_out = sizeof table / sizeof(void *);
    *out = &table;
    return CL_SUCCESS;
}
#endif
