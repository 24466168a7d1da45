/* cl_khr_command_buffer and its mutable dispatch.  Words: api/roles.h. */
API(3000, MAKES(cl_command_buffer)) cl_command_buffer_khr clCreateCommandBufferKHR(COUNT cl_uint num_queues,
    LIST(cl_queue, num_queues) const cl_command_queue *queues, OPT PARAMS const cl_command_buffer_properties_khr *properties,
    OPT OUT cl_int *errcode_ret);
API(3000) cl_int clFinalizeCommandBufferKHR(SIGNAL(cl_command_buffer) cl_command_buffer_khr command_buffer);
API(3000) cl_int clRetainCommandBufferKHR(RETAIN(cl_command_buffer) cl_command_buffer_khr command_buffer);
API(3000) cl_int clReleaseCommandBufferKHR(RELEASE(cl_command_buffer) cl_command_buffer_khr command_buffer);
API(3000, ASYNC FX(cl_enqueue)) cl_int clEnqueueCommandBufferKHR(COUNT cl_uint num_queues,
    OPT LIST(cl_queue, num_queues) cl_command_queue *queues, cl_command_buffer_khr command_buffer, COUNT cl_uint num_events_in_wait_list,
    OPT WAITS(num_events_in_wait_list) const cl_event *event_wait_list, OPT NEW(cl_event) cl_event *event);
API(3000) cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    COUNT cl_uint num_sync_points_in_wait_list, OPT PARAMS const cl_sync_point_khr *sync_point_wait_list,
    OPT OUT cl_sync_point_khr *sync_point, OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000) cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    RDMEM(src_offset, size) cl_mem src_buffer, WRMEM(dst_offset, size) cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
    COUNT cl_uint num_sync_points_in_wait_list, OPT PARAMS const cl_sync_point_khr *sync_point_wait_list,
    OPT OUT cl_sync_point_khr *sync_point, OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000) cl_int clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    RDBOX(src_origin, region, src_row_pitch, src_slice_pitch) cl_mem src_buffer,
    WRBOX(dst_origin, region, dst_row_pitch, dst_slice_pitch) cl_mem dst_buffer, TRIPLE const size_t *src_origin,
    TRIPLE const size_t *dst_origin, TRIPLE const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
    size_t dst_slice_pitch, COUNT cl_uint num_sync_points_in_wait_list, OPT PARAMS const cl_sync_point_khr *sync_point_wait_list,
    OPT OUT cl_sync_point_khr *sync_point, OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000) cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    RDPACKED(src_offset, region, dst_image) cl_mem src_buffer, WRBOX(dst_origin, region) cl_mem dst_image, size_t src_offset,
    TRIPLE const size_t *dst_origin, TRIPLE const size_t *region, COUNT cl_uint num_sync_points_in_wait_list,
    OPT PARAMS const cl_sync_point_khr *sync_point_wait_list, OPT OUT cl_sync_point_khr *sync_point,
    OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000) cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    RDBOX(src_origin, region) cl_mem src_image, WRBOX(dst_origin, region) cl_mem dst_image, TRIPLE const size_t *src_origin,
    TRIPLE const size_t *dst_origin, TRIPLE const size_t *region, COUNT cl_uint num_sync_points_in_wait_list,
    OPT PARAMS const cl_sync_point_khr *sync_point_wait_list, OPT OUT cl_sync_point_khr *sync_point,
    OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000) cl_int clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    RDBOX(src_origin, region) cl_mem src_image, WRPACKED(dst_offset, region, src_image) cl_mem dst_buffer, TRIPLE const size_t *src_origin,
    TRIPLE const size_t *region, size_t dst_offset, COUNT cl_uint num_sync_points_in_wait_list,
    OPT PARAMS const cl_sync_point_khr *sync_point_wait_list, OPT OUT cl_sync_point_khr *sync_point,
    OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000) cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    WRMEM(offset, size) cl_mem buffer, RD(HOST, pattern_size) const void *pattern, size_t pattern_size, size_t offset, size_t size,
    COUNT cl_uint num_sync_points_in_wait_list, OPT PARAMS const cl_sync_point_khr *sync_point_wait_list,
    OPT OUT cl_sync_point_khr *sync_point, OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000) cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, OPT USE(cl_queue) cl_command_queue command_queue,
    WRBOX(origin, region) cl_mem image, PTR const void *fill_color, TRIPLE const size_t *origin, TRIPLE const size_t *region,
    COUNT cl_uint num_sync_points_in_wait_list, OPT PARAMS const cl_sync_point_khr *sync_point_wait_list,
    OPT OUT cl_sync_point_khr *sync_point, OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000, FX(cl_launch)) cl_int clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer,
    OPT USE(cl_queue) cl_command_queue command_queue, OPT PARAMS const cl_ndrange_kernel_command_properties_khr *properties,
    cl_kernel kernel, cl_uint work_dim, OPT SIZES(work_dim) const size_t *global_work_offset,
    OPT SIZES(work_dim) const size_t *global_work_size, OPT SIZES(work_dim) const size_t *local_work_size,
    COUNT cl_uint num_sync_points_in_wait_list, OPT PARAMS const cl_sync_point_khr *sync_point_wait_list,
    OPT OUT cl_sync_point_khr *sync_point, OPT OUT cl_mutable_command_khr *mutable_handle);
API(3000, QUERY) cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer, cl_command_buffer_info_khr param_name,
    size_t param_value_size, OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(3000, OP(update_commands)) cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, const cl_mutable_base_config_khr *mutable_config);
API(3000, QUERY) cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr param_name,
    size_t param_value_size, OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
