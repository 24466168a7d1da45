/* Shared virtual memory.  Words: api/roles.h. */
API(2000, MAKESMEM(svm_memory, size) FX(cl_svm_alloc) OP(allocate_shared)) void *clSVMAlloc(cl_context context, FLAGS(cl_mem_flags) cl_svm_mem_flags flags,
    UNIT(1) size_t size, cl_uint alignment);
API(2000, PASS FX(cl_svm_end) OP(free_shared)) void clSVMFree(cl_context context, OPT DELMEM(svm_memory) void *svm_pointer);
API(2000, FX(cl_set_arg) OP(set_shared_argument)) cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, OPT PARAMS const void *arg_value);
API(3000, FX(cl_set_arg)) cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index, cl_mem_device_address_ext dev_addr);
API(2000, ASYNC FX(cl_svm_free) OP(free_shared_in_order)) cl_int clEnqueueSVMFree(cl_command_queue command_queue, COUNT cl_uint num_svm_pointers,
    OPT PARAMS void **svm_pointers, OPT CB iq_cl_svm_notify pfn_free_func, OPT USER void *user_data, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(2000, ASYNC FX(cl_enqueue) OP(copy_shared)) cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, BLOCKING cl_bool blocking_copy,
    WR(ANY, size) void *dst_ptr, RD(ANY, size) const void *src_ptr, size_t size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(2000, ASYNC FX(cl_enqueue) OP(fill_shared)) cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, WR(ANY, size) void *svm_ptr,
    RD(HOST, pattern_size) const void *pattern, size_t pattern_size, size_t size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(2000, ASYNC FX(cl_svm_map) OP(map_shared)) cl_int clEnqueueSVMMap(cl_command_queue command_queue, BLOCKING cl_bool blocking_map,
    FLAGS(cl_map_flags) cl_map_flags flags, PTR void *svm_ptr, UNIT(1) size_t size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(2000, ASYNC FX(cl_svm_unmap) OP(unmap_shared)) cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, PTR void *svm_ptr,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(2010, ASYNC FX(cl_enqueue) OP(migrate_shared)) cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, UNIT(1) COUNT cl_uint num_svm_pointers,
    PARAMS const void **svm_pointers, OPT PARAMS const size_t *sizes, FLAGS(cl_mem_migration_flags) cl_mem_migration_flags flags,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
