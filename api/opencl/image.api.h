/* Images.  Words: api/roles.h. */
API(1020, MAKES(cl_image) FX(cl_image) OP(create_image)) cl_mem clCreateImage(cl_context context, FLAGS(cl_mem_flags) cl_mem_flags flags,
    PARAMS const cl_image_format *image_format, PARAMS const cl_image_desc *image_desc, OPT PTR void *host_ptr, OPT OUT cl_int *errcode_ret);
API(3000, MAKES(cl_image) FX(cl_image) OP(create_image)) cl_mem clCreateImageWithProperties(cl_context context,
    OPT PARAMS const cl_mem_properties *properties, FLAGS(cl_mem_flags) cl_mem_flags flags, PARAMS const cl_image_format *image_format,
    PARAMS const cl_image_desc *image_desc, OPT PTR void *host_ptr, OPT OUT cl_int *errcode_ret);
API(1000, QUERY) cl_int clGetSupportedImageFormats(cl_context context, FLAGS(cl_mem_flags) cl_mem_flags flags,
    cl_mem_object_type image_type, cl_uint num_entries, OPT OUT cl_image_format *image_formats, OPT OUT cl_uint *num_image_formats);
API(1000, QUERY) cl_int clGetImageInfo(USE(cl_image) cl_mem image, cl_image_info param_name, size_t param_value_size,
    OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
API(1010, MAKES(cl_image) FX(cl_image_old)) cl_mem clCreateImage2D(cl_context context, FLAGS(cl_mem_flags) cl_mem_flags flags,
    PARAMS const cl_image_format *image_format, size_t image_width, size_t image_height, size_t image_row_pitch, OPT PTR void *host_ptr,
    OPT OUT cl_int *errcode_ret);
API(1010, MAKES(cl_image) FX(cl_image_old)) cl_mem clCreateImage3D(cl_context context, FLAGS(cl_mem_flags) cl_mem_flags flags,
    PARAMS const cl_image_format *image_format, size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch,
    OPT OUT size_t image_slice_pitch, OPT PTR void *host_ptr, OPT OUT cl_int *errcode_ret);
API(1000, QUERY) cl_int clGetImageRequirementsInfoEXT(cl_context context, OPT PARAMS const cl_mem_properties *properties,
    FLAGS(cl_mem_flags) cl_mem_flags flags, OPT PARAMS const cl_image_format *image_format, OPT PARAMS const cl_image_desc *image_desc,
    cl_image_requirements_info_ext param_name, size_t param_value_size, OPT OUT void *param_value, OPT OUT size_t *param_value_size_ret);
