/* Devices and sub-devices.  Words: api/roles.h. */
API(1000, QUERY FX(cl_devices)) cl_int clGetDeviceIDs(OPT USE(cl_platform) cl_platform_id platform,
    UNIT(1) FLAGS(cl_device_type) cl_device_type device_type, cl_uint num_entries, OPT OUTLIST(cl_device, num_entries) cl_device_id *devices,
    OPT OUT cl_uint *num_devices);
API(1000, QUERY) cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size, OPT OUT void *param_value,
    OPT OUT size_t *param_value_size_ret);
API(1020, FX(cl_devices)) cl_int clCreateSubDevices(cl_device_id in_device, PARAMS const cl_device_partition_property *properties,
    COUNT cl_uint num_devices, OPT OUTLIST(cl_device, num_devices) cl_device_id *out_devices, OPT OUT cl_uint *num_devices_ret);
API(1020) cl_int clRetainDevice(RETAIN(cl_device) cl_device_id device);
API(1020) cl_int clReleaseDevice(RELEASE(cl_device) cl_device_id device);
API(2010, OP(set_default_queue)) cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue command_queue);
API(2010, QUERY) cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp, cl_ulong *host_timestamp);
API(2010, QUERY) cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp);
API(1000) cl_int clReleaseDeviceEXT(RELEASE(cl_device) cl_device_id device);
API(1000) cl_int clRetainDeviceEXT(RETAIN(cl_device) cl_device_id device);
API(1000, FX(cl_devices)) cl_int clCreateSubDevicesEXT(cl_device_id in_device,
    OPT PARAMS const cl_device_partition_property_ext *properties, cl_uint num_entries,
    OPT OUTLIST(cl_device, num_entries) cl_device_id *out_devices, OPT OUT cl_uint *num_devices);
