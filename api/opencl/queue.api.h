/* Command queues.  Words: api/roles.h. */
API(2000, MAKES(cl_queue) FX(cl_queue)) cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
    OPT PARAMS const cl_queue_properties *properties, OPT OUT cl_int *errcode_ret);
API(1000) cl_int clRetainCommandQueue(RETAIN(cl_queue) cl_command_queue command_queue);
API(1000, FX(cl_release)) cl_int clReleaseCommandQueue(RELEASE(cl_queue) cl_command_queue command_queue);
API(1000, QUERY) cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1000) cl_int clFlush(cl_command_queue command_queue);
API(1000, SYNC(stream) FX(cl_finish)) cl_int clFinish(cl_command_queue command_queue);
API(1000, FX(cl_queue_property) OP(set_queue_property)) cl_int clSetCommandQueueProperty(cl_command_queue command_queue,
    FLAGS(cl_command_queue_properties) cl_command_queue_properties properties, cl_bool enable,
    OPT OUT cl_command_queue_properties *old_properties);
API(1020, MAKES(cl_queue) FX(cl_queue)) cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
    FLAGS(cl_command_queue_properties) cl_command_queue_properties properties, OPT OUT cl_int *errcode_ret);
API(1020, MAKES(cl_queue) FX(cl_queue)) cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
    OPT PARAMS const cl_queue_properties_khr *properties, OPT OUT cl_int *errcode_ret);
