/* Kernels that are enqueued.  Words: api/roles.h. */
API(1000, ASYNC FX(cl_launch)) cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    OPT SIZES(work_dim) const size_t *global_work_offset, OPT SIZES(work_dim) const size_t *global_work_size,
    OPT SIZES(work_dim) const size_t *local_work_size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue) OP(run_host_function)) cl_int clEnqueueNativeKernel(cl_command_queue command_queue, CB iq_cl_native_kernel user_func,
    OPT PTR void *args, size_t cb_args, COUNT cl_uint num_mem_objects, OPT LIST(cl_mem, num_mem_objects) const cl_mem *mem_list,
    OPT PARAMS const void **args_mem_loc, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1020, ASYNC FX(cl_launch)) cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
