#include "api_opencl/driver.h"

#include <string.h>

struct iq_cl_driver iq_cl_driver;

#define SLOT(name)                         \
    {                                      \
#name, (void **)&iq_cl_driver.name \
    }
const struct iq_cl_driver_slot iq_cl_driver_slots[] = { SLOT(clGetPlatformInfo),
                                                        SLOT(clGetDeviceInfo),
                                                        SLOT(clGetContextInfo),
                                                        SLOT(clGetCommandQueueInfo),
                                                        SLOT(clGetMemObjectInfo),
                                                        SLOT(clGetImageInfo),
                                                        SLOT(clGetSupportedImageFormats),
                                                        SLOT(clGetProgramInfo),
                                                        SLOT(clGetProgramBuildInfo),
                                                        SLOT(clGetKernelInfo),
                                                        SLOT(clGetKernelArgInfo),
                                                        SLOT(clGetKernelWorkGroupInfo),
                                                        SLOT(clGetEventInfo),
                                                        { NULL, NULL } };

void *const *iq_cl_driver_place(const char *symbol)
{
    for (const struct iq_cl_driver_slot *slot = iq_cl_driver_slots; slot->symbol; slot++)
        if (!strcmp(slot->symbol, symbol))
            return slot->place;
    return NULL;
}
