/* Commands that move the contents of images.  Words: api/roles.h. */
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueReadImage(cl_command_queue command_queue, RDBOX(origin, region) cl_mem image,
    BLOCKING cl_bool blocking_read, TRIPLE const size_t *origin, TRIPLE const size_t *region, size_t row_pitch, size_t slice_pitch,
    WRROWS(0, region, row_pitch, slice_pitch, image) void *ptr, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueWriteImage(cl_command_queue command_queue, WRBOX(origin, region) cl_mem image,
    BLOCKING cl_bool blocking_write, TRIPLE const size_t *origin, TRIPLE const size_t *region, size_t input_row_pitch,
    size_t input_slice_pitch, RDROWS(0, region, input_row_pitch, input_slice_pitch, image) const void *ptr,
    COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(1020, ASYNC FX(cl_enqueue)) cl_int clEnqueueFillImage(cl_command_queue command_queue, WRBOX(origin, region) cl_mem image,
    PTR const void *fill_color, TRIPLE const size_t *origin, TRIPLE const size_t *region, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueCopyImage(cl_command_queue command_queue, RDBOX(src_origin, region) cl_mem src_image,
    WRBOX(dst_origin, region) cl_mem dst_image, TRIPLE const size_t *src_origin, TRIPLE const size_t *dst_origin,
    TRIPLE const size_t *region, COUNT cl_uint num_events_in_wait_list, OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list,
    OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue,
    RDBOX(src_origin, region) cl_mem src_image, WRPACKED(dst_offset, region, src_image) cl_mem dst_buffer, TRIPLE const size_t *src_origin,
    TRIPLE const size_t *region, size_t dst_offset, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(1000, ASYNC FX(cl_enqueue)) cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue,
    RDPACKED(src_offset, region, dst_image) cl_mem src_buffer, WRBOX(dst_origin, region) cl_mem dst_image, size_t src_offset,
    TRIPLE const size_t *dst_origin, TRIPLE const size_t *region, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
