/* What the guest asks of an OpenCL implementation: a few queries, when objects are made or when a
 * call has failed, never on the way of a call that works.  Owner: filled by src/wrap, once; the
 * last implementation that was found counts.  Threads: any. */
#ifndef IQ_API_OPENCL_DRIVER_H
#define IQ_API_OPENCL_DRIVER_H

#include "abi/opencl_abi.h"

/* NULL: not known (yet).  Calls through these reach the implementation without passing our
 * wrappers. */
struct iq_cl_driver {
    cl_int (*clGetPlatformInfo)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
    cl_int (*clGetDeviceInfo)(cl_device_id, cl_device_info, size_t, void *, size_t *);
    cl_int (*clGetContextInfo)(cl_context, cl_context_info, size_t, void *, size_t *);
    cl_int (*clGetCommandQueueInfo)(cl_command_queue, cl_command_queue_info, size_t, void *,
                                    size_t *);
    cl_int (*clGetMemObjectInfo)(cl_mem, cl_mem_info, size_t, void *, size_t *);
    cl_int (*clGetImageInfo)(cl_mem, cl_image_info, size_t, void *, size_t *);
    cl_int (*clGetSupportedImageFormats)(cl_context, cl_mem_flags, cl_mem_object_type, cl_uint,
                                         cl_image_format *, cl_uint *);
    cl_int (*clGetProgramInfo)(cl_program, cl_program_info, size_t, void *, size_t *);
    cl_int (*clGetProgramBuildInfo)(cl_program, cl_device_id, cl_program_build_info, size_t, void *,
                                    size_t *);
    cl_int (*clGetKernelInfo)(cl_kernel, cl_kernel_info, size_t, void *, size_t *);
    cl_int (*clGetKernelArgInfo)(cl_kernel, cl_uint, cl_kernel_arg_info, size_t, void *, size_t *);
    cl_int (*clGetKernelWorkGroupInfo)(cl_kernel, cl_device_id, cl_kernel_work_group_info, size_t,
                                       void *, size_t *);
    cl_int (*clGetEventInfo)(cl_event, cl_event_info, size_t, void *, size_t *);
};
extern struct iq_cl_driver iq_cl_driver;

/* Members of the struct by name, for who fills it. */
struct iq_cl_driver_slot {
    const char *symbol;
    void **place;
};
extern const struct iq_cl_driver_slot iq_cl_driver_slots[]; /* .symbol NULL at the end */

/* Where the implementation's function [symbol] is kept; NULL: it is none of these. */
void *const *iq_cl_driver_place(const char *symbol);

#endif
