/* Commands that move the contents of buffers.  Words: api/roles.h. */
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueReadBuffer(cl_command_queue command_queue, RDMEM(offset, size) cl_mem buffer,
    BLOCKING cl_bool blocking_read, size_t offset, size_t size, WR(HOST, size) void *ptr, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1010, ASYNC FX(cl_enqueue)) cl_int clEnqueueReadBufferRect(cl_command_queue command_queue,
    RDBOX(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch) cl_mem buffer, BLOCKING cl_bool blocking_read,
    TRIPLE const size_t *buffer_origin, TRIPLE const size_t *host_origin, TRIPLE const size_t *region, size_t buffer_row_pitch,
    size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch,
    WRROWS(host_origin, region, host_row_pitch, host_slice_pitch, buffer) void *ptr, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, WRMEM(offset, size) cl_mem buffer,
    BLOCKING cl_bool blocking_write, size_t offset, size_t size, RD(HOST, size) const void *ptr, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1010, ASYNC FX(cl_enqueue)) cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue,
    WRBOX(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch) cl_mem buffer, BLOCKING cl_bool blocking_write,
    TRIPLE const size_t *buffer_origin, TRIPLE const size_t *host_origin, TRIPLE const size_t *region, size_t buffer_row_pitch,
    size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch,
    RDROWS(host_origin, region, host_row_pitch, host_slice_pitch, buffer) const void *ptr, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1020, ASYNC FX(cl_enqueue)) cl_int clEnqueueFillBuffer(cl_command_queue command_queue, WRMEM(offset, size) cl_mem buffer,
    RD(HOST, pattern_size) const void *pattern, size_t pattern_size, size_t offset, size_t size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, RDMEM(src_offset, size) cl_mem src_buffer,
    WRMEM(dst_offset, size) cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1010, ASYNC FX(cl_enqueue)) cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue,
    RDBOX(src_origin, region, src_row_pitch, src_slice_pitch) cl_mem src_buffer,
    WRBOX(dst_origin, region, dst_row_pitch, dst_slice_pitch) cl_mem dst_buffer, TRIPLE const size_t *src_origin,
    TRIPLE const size_t *dst_origin, TRIPLE const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
    size_t dst_slice_pitch, COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(1020, ASYNC FX(cl_enqueue) OP(migrate_objects)) cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, COUNT cl_uint num_mem_objects,
    LIST(cl_mem, num_mem_objects) const cl_mem *mem_objects, FLAGS(cl_mem_migration_flags) cl_mem_migration_flags flags,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueMigrateMemObjectEXT(cl_command_queue command_queue, COUNT cl_uint num_mem_objects,
    LIST(cl_mem, num_mem_objects) const cl_mem *mem_objects, cl_mem_migration_flags_ext flags, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
