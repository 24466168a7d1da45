/* Events, markers, barriers.  Words: api/roles.h. */
API(1000, SYNC(event) FX(cl_wait)) cl_int clWaitForEvents(COUNT cl_uint num_events, WAITS(num_events) const cl_event *event_list);
API(1000, QUERY FX(cl_info)) cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1010, MAKES(cl_event) FX(cl_user)) cl_event clCreateUserEvent(cl_context context, OPT OUT cl_int *errcode_ret);
API(1000) cl_int clRetainEvent(RETAIN(cl_event) cl_event event);
API(1000, FX(cl_release)) cl_int clReleaseEvent(RELEASE(cl_event) cl_event event);
API(1010, FX(cl_user_event) OP(set_event_status)) cl_int clSetUserEventStatus(SIGNAL(cl_event) cl_event event, cl_int execution_status);
API(1010, FX(cl_callback)) cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
    CB iq_cl_event_notify pfn_notify, OPT USER void *user_data);
API(1000, QUERY FX(cl_times) OP(get_event_times)) cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1020, ASYNC FX(cl_enqueue) FLOW(marker)) cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1020, ASYNC FX(cl_enqueue) FLOW(barrier)) cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1010, ASYNC FX(cl_enqueue) FLOW(marker)) cl_int clEnqueueMarker(cl_command_queue command_queue, NEW(cl_event) cl_event *event);
API(1010, ASYNC FX(cl_enqueue) FLOW(barrier) OP(enqueue_wait)) cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, COUNT cl_uint num_events,
    WAITS(num_events) const cl_event *event_list);
API(1010, ASYNC FX(cl_enqueue) FLOW(barrier)) cl_int clEnqueueBarrier(cl_command_queue command_queue);
