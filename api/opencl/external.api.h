/* cl_khr_semaphore, cl_khr_external_memory, cl_khr_external_semaphore.  Words: api/roles.h. */
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue, COUNT cl_uint num_mem_objects,
    OPT LIST(cl_mem, num_mem_objects) const cl_mem *mem_objects, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue, COUNT cl_uint num_mem_objects,
    OPT LIST(cl_mem, num_mem_objects) const cl_mem *mem_objects, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(3000, QUERY) cl_int clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
    cl_external_semaphore_handle_type_khr handle_type, size_t handle_size, OPT OUT void *handle_ptr, OPT OUT size_t *handle_size_ret);
API(3000, MAKES(cl_semaphore)) cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context,
    OPT PARAMS const cl_semaphore_properties_khr *sema_props, OPT OUT cl_int *errcode_ret);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, COUNT cl_uint num_sema_objects,
    LIST(cl_semaphore, num_sema_objects) const cl_semaphore_khr *sema_objects, OPT PARAMS const cl_semaphore_payload_khr *sema_payload_list,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, COUNT cl_uint num_sema_objects,
    LIST(cl_semaphore, num_sema_objects) const cl_semaphore_khr *sema_objects, OPT PARAMS const cl_semaphore_payload_khr *sema_payload_list,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(3000, QUERY) cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(3000) cl_int clReleaseSemaphoreKHR(RELEASE(cl_semaphore) cl_semaphore_khr sema_object);
API(3000) cl_int clRetainSemaphoreKHR(RETAIN(cl_semaphore) cl_semaphore_khr sema_object);
