/* Contexts.  Words: api/roles.h. */
API(1000, MAKES(cl_context) FX(cl_context)) cl_context clCreateContext(OPT PARAMS const cl_context_properties *properties,
    COUNT cl_uint num_devices, LIST(cl_device, num_devices) const cl_device_id *devices, OPT CB iq_cl_context_notify pfn_notify,
    OPT USER void *user_data, OPT OUT cl_int *errcode_ret);
API(1000, MAKES(cl_context) FX(cl_context)) cl_context clCreateContextFromType(OPT PARAMS const cl_context_properties *properties,
    UNIT(1) FLAGS(cl_device_type) cl_device_type device_type, OPT CB iq_cl_context_notify pfn_notify, OPT USER void *user_data,
    OPT OUT cl_int *errcode_ret);
API(1000) cl_int clRetainContext(RETAIN(cl_context) cl_context context);
API(1000) cl_int clReleaseContext(RELEASE(cl_context) cl_context context);
API(1000, QUERY) cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size, OPT OUT void *param_value,
    OPT OUT size_t *param_value_size_ret);
API(3000, FX(cl_context_end)) cl_int clSetContextDestructorCallback(cl_context context, CB iq_cl_context_end pfn_notify, OPT USER void *user_data);
API(1020) cl_int clTerminateContextKHR(cl_context context);
