/* Buffers, sub-buffers, pipes, and what memory objects have in common.  Words: api/roles.h. */
API(1000, MAKES(cl_buffer) FX(cl_buffer) OP(create_buffer)) cl_mem clCreateBuffer(cl_context context, FLAGS(cl_mem_flags) cl_mem_flags flags, size_t size,
    OPT PTR void *host_ptr, OPT OUT cl_int *errcode_ret);
API(1010, MAKES(cl_buffer) FX(cl_sub_buffer) OP(create_sub_buffer)) cl_mem clCreateSubBuffer(USE(cl_buffer) cl_mem buffer, FLAGS(cl_mem_flags) cl_mem_flags flags,
    cl_buffer_create_type buffer_create_type, PARAMS const void *buffer_create_info, OPT OUT cl_int *errcode_ret);
API(2000, MAKES(cl_pipe) FX(cl_pipe) OP(create_pipe)) cl_mem clCreatePipe(cl_context context, FLAGS(cl_mem_flags) cl_mem_flags flags,
    cl_uint pipe_packet_size, cl_uint pipe_max_packets, OPT PARAMS const cl_pipe_properties *properties, OPT OUT cl_int *errcode_ret);
API(3000, MAKES(cl_buffer) FX(cl_buffer)) cl_mem clCreateBufferWithProperties(cl_context context,
    OPT PARAMS const cl_mem_properties *properties, FLAGS(cl_mem_flags) cl_mem_flags flags, size_t size, OPT PTR void *host_ptr,
    OPT OUT cl_int *errcode_ret);
API(1000) cl_int clRetainMemObject(RETAIN(cl_mem) cl_mem memobj);
API(1000, FX(cl_release_memory)) cl_int clReleaseMemObject(RELEASE(cl_mem) cl_mem memobj);
API(1000, QUERY) cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size, OPT OUT void *param_value,
    OPT OUT size_t *param_value_size_ret);
API(2000, QUERY) cl_int clGetPipeInfo(USE(cl_pipe) cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, OPT OUT void *param_value,
    OPT OUT size_t *param_value_size_ret);
API(1010, FX(cl_end_callback)) cl_int clSetMemObjectDestructorCallback(cl_mem memobj, CB iq_cl_mem_notify pfn_notify, OPT USER void *user_data);
API(1000, MAKES(cl_buffer) FX(cl_buffer)) cl_mem clCreateBufferWithPropertiesINTEL(cl_context context,
    OPT PARAMS const cl_mem_properties_intel *properties, FLAGS(cl_mem_flags) cl_mem_flags flags, size_t size, OPT PTR void *host_ptr,
    OPT OUT cl_int *errcode_ret);
