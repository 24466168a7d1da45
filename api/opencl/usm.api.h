/* cl_intel_unified_shared_memory.  Words: api/roles.h. */
API(3000, MAKESMEM(usm_memory, size)) void *clHostMemAllocINTEL(cl_context context,
    OPT PARAMS const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, OPT OUT cl_int *errcode_ret);
API(3000, MAKESMEM(usm_memory, size)) void *clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
    OPT PARAMS const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, OPT OUT cl_int *errcode_ret);
API(3000, MAKESMEM(usm_memory, size)) void *clSharedMemAllocINTEL(cl_context context, OPT USE(cl_device) cl_device_id device,
    OPT PARAMS const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, OPT OUT cl_int *errcode_ret);
API(3000, FX(cl_svm_end)) cl_int clMemFreeINTEL(cl_context context, OPT DELMEM(usm_memory) void *ptr);
API(3000) cl_int clMemBlockingFreeINTEL(cl_context context, OPT DELMEM(usm_memory) void *ptr);
API(3000, QUERY) cl_int clGetMemAllocInfoINTEL(cl_context context, PTR const void *ptr, cl_mem_info_intel param_name,
    size_t param_value_size, OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(3000, FX(cl_set_arg)) cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, OPT PARAMS const void *arg_value);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, WR(ANY, size) void *dst_ptr,
    RD(HOST, pattern_size) const void *pattern, size_t pattern_size, size_t size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, BLOCKING cl_bool blocking,
    WR(ANY, size) void *dst_ptr, RD(ANY, size) const void *src_ptr, size_t size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, PTR const void *ptr, size_t size,
    cl_mem_advice_intel advice, COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, PTR const void *ptr, size_t size,
    FLAGS(cl_mem_migration_flags) cl_mem_migration_flags flags, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueMemsetINTEL(cl_command_queue command_queue, WR(ANY, size) void *dst_ptr, cl_int value,
    size_t size, COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
