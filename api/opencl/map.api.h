/* Mapping memory objects into host memory.  Words: api/roles.h. */
API(1000, ASYNC MAKESOUT FX(cl_map) OP(map_object)) void *clEnqueueMapBuffer(cl_command_queue command_queue, MAP(offset, size) cl_mem buffer,
    BLOCKING cl_bool blocking_map, FLAGS(cl_map_flags) cl_map_flags map_flags, size_t offset, size_t size,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event, OPT OUT cl_int *errcode_ret);
API(1000, ASYNC MAKESOUT FX(cl_map) OP(map_object)) void *clEnqueueMapImage(cl_command_queue command_queue, MAPBOX(origin, region) cl_mem image,
    BLOCKING cl_bool blocking_map, FLAGS(cl_map_flags) cl_map_flags map_flags, TRIPLE const size_t *origin, TRIPLE const size_t *region,
    size_t *image_row_pitch, OPT OUT size_t *image_slice_pitch, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event, OPT OUT cl_int *errcode_ret);
API(1000, ASYNC FX(cl_unmap) OP(unmap_object)) cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, PTR void *mapped_ptr,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
