/* Samplers.  Words: api/roles.h. */
API(2000, MAKES(cl_sampler) OP(create_sampler_from_list)) cl_sampler clCreateSamplerWithProperties(cl_context context,
    OPT PARAMS const cl_sampler_properties *sampler_properties, OPT OUT cl_int *errcode_ret);
API(1000) cl_int clRetainSampler(RETAIN(cl_sampler) cl_sampler sampler);
API(1000) cl_int clReleaseSampler(RELEASE(cl_sampler) cl_sampler sampler);
API(1000, QUERY) cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size, OPT OUT void *param_value,
    OPT OUT size_t *param_value_size_ret);
API(1020, MAKES(cl_sampler) OP(create_sampler)) cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
    cl_addressing_mode addressing_mode, cl_filter_mode filter_mode, OPT OUT cl_int *errcode_ret);
