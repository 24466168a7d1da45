/* Programs: source, binaries, compiling, linking.  Words: api/roles.h. */
API(1000, MAKES(cl_program) FX(cl_program_source) OP(create_program_from_source)) cl_program clCreateProgramWithSource(cl_context context, UNIT(1) cl_uint count,
    PARAMS const char **strings, OPT PARAMS const size_t *lengths, OPT OUT cl_int *errcode_ret);
API(1000, MAKES(cl_program) OP(create_program_from_binary)) cl_program clCreateProgramWithBinary(cl_context context, COUNT cl_uint num_devices,
    LIST(cl_device, num_devices) const cl_device_id *device_list, PARAMS const size_t *lengths, PARAMS const unsigned char **binaries,
    OPT OUT cl_int *binary_status, OPT OUT cl_int *errcode_ret);
API(1020, MAKES(cl_program)) cl_program clCreateProgramWithBuiltInKernels(cl_context context, COUNT cl_uint num_devices,
    LIST(cl_device, num_devices) const cl_device_id *device_list, const char *kernel_names, OPT OUT cl_int *errcode_ret);
API(2010, MAKES(cl_program) OP(create_program_from_il)) cl_program clCreateProgramWithIL(cl_context context, PARAMS const void *il, UNIT(1) size_t length,
    OPT OUT cl_int *errcode_ret);
API(1000) cl_int clRetainProgram(RETAIN(cl_program) cl_program program);
API(1000) cl_int clReleaseProgram(RELEASE(cl_program) cl_program program);
API(1000, FX(cl_build) OP(build_program)) cl_int clBuildProgram(cl_program program, COUNT cl_uint num_devices,
    OPT LIST(cl_device, num_devices) const cl_device_id *device_list, OPT STR const char *options, OPT CB iq_cl_program_notify pfn_notify,
    OPT USER void *user_data);
API(1020, FX(cl_compile) OP(compile_program)) cl_int clCompileProgram(cl_program program, COUNT cl_uint num_devices,
    OPT LIST(cl_device, num_devices) const cl_device_id *device_list, OPT STR const char *options, COUNT cl_uint num_input_headers,
    OPT LIST(cl_program, num_input_headers) const cl_program *input_headers, OPT PARAMS const char **header_include_names,
    OPT CB iq_cl_program_notify pfn_notify, OPT USER void *user_data);
API(1020, MAKES(cl_program) FX(cl_link) OP(link_program)) cl_program clLinkProgram(cl_context context, COUNT cl_uint num_devices,
    OPT LIST(cl_device, num_devices) const cl_device_id *device_list, OPT STR const char *options, COUNT cl_uint num_input_programs,
    LIST(cl_program, num_input_programs) const cl_program *input_programs, OPT CB iq_cl_program_notify pfn_notify, OPT USER void *user_data,
    OPT OUT cl_int *errcode_ret);
API(2020, FX(cl_program_end) OP(set_release_callback)) cl_int clSetProgramReleaseCallback(cl_program program, CB iq_cl_program_notify pfn_notify, OPT USER void *user_data);
API(2020, OP(set_specialization)) cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size, PARAMS const void *spec_value);
API(1000, QUERY) cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size, OPT OUT void *param_value,
    OPT OUT size_t *param_value_size_ret);
API(1000, QUERY) cl_int clGetProgramBuildInfo(cl_program program, USE(cl_device) cl_device_id device, cl_program_build_info param_name,
    size_t param_value_size, OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1020, MAKES(cl_program)) cl_program clCreateProgramWithILKHR(cl_context context, PARAMS const void *il, UNIT(1) size_t length,
    OPT OUT cl_int *errcode_ret);
