/* Kernels and their arguments.  Words: api/roles.h. */
API(1000, MAKES(cl_kernel) FX(cl_kernel)) cl_kernel clCreateKernel(cl_program program, const char *kernel_name, OPT OUT cl_int *errcode_ret);
API(1000, FX(cl_kernels)) cl_int clCreateKernelsInProgram(cl_program program, COUNT cl_uint num_kernels,
    OPT OUTLIST(cl_kernel, num_kernels) cl_kernel *kernels, OPT OUT cl_uint *num_kernels_ret);
API(2010, MAKES(cl_kernel) FX(cl_kernel_clone)) cl_kernel clCloneKernel(cl_kernel source_kernel, OPT OUT cl_int *errcode_ret);
API(1000) cl_int clRetainKernel(RETAIN(cl_kernel) cl_kernel kernel);
API(1000) cl_int clReleaseKernel(RELEASE(cl_kernel) cl_kernel kernel);
API(1000, FX(cl_set_arg) QUICK(cl_set_arg) OP(set_argument)) cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, OPT PARAMS const void *arg_value);
API(2000, FX(cl_exec_info) OP(set_execution_info)) cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
    const void *param_value);
API(1000, QUERY) cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size, OPT OUT void *param_value,
    OPT OUT size_t *param_value_size_ret);
API(1020, QUERY) cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1000, QUERY) cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, OPT USE(cl_device) cl_device_id device,
    cl_kernel_work_group_info param_name, size_t param_value_size, OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(2010, QUERY) cl_int clGetKernelSubGroupInfo(cl_kernel kernel, OPT USE(cl_device) cl_device_id device,
    cl_kernel_sub_group_info param_name, size_t input_value_size, OPT PARAMS const void *input_value, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1020, QUERY) cl_int clGetKernelSubGroupInfoKHR(cl_kernel in_kernel, OPT USE(cl_device) cl_device_id in_device,
    cl_kernel_sub_group_info param_name, size_t input_value_size, OPT PARAMS const void *input_value, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1020, QUERY) cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
    OPT SIZES(work_dim) const size_t *global_work_offset, SIZES(work_dim) const size_t *global_work_size, size_t *suggested_local_work_size);
