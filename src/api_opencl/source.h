/* What the source of a program says about a kernel's parameters: for implementations that keep no
 * such information, and for what they
 * never tell: does the kernel write through a pointer?  Reads OpenCL C as far as it is sure of it;
 * a macro in the way means "unknown".
 * Stateless; any thread; any bytes. */
#ifndef IQ_API_OPENCL_SOURCE_H
#define IQ_API_OPENCL_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api_opencl/objects.h"

/* A parameter; texts point into the source. */
struct iq_cl_param {
    const char *name, *type;
    uint32_t name_bytes, type_bytes;
    uint8_t kind;   /* enum iq_cl_arg_kind */
    uint8_t access; /* enum iq_cl_access, of pointers */
    uint8_t image;  /* enum iq_cl_image_use */
    bool constant;
    /* the first element, by the first work-item, unless a condition keeps it from it */
    bool reads_first, writes_first;
    uint32_t bytes; /* of a value of a built-in type, else 0 */
};

/* Fills [params] for [kernel].  Returns their number, -1: no such kernel is seen, or more than
 * [room]. */
int iq_cl_source_params(const char *source, size_t size, const char *kernel,
                        struct iq_cl_param *params, int room);

/* Bytes of a scalar or vector type of OpenCL C, "float4"; 0: not one. */
uint32_t iq_cl_type_bytes(const char *name, size_t length);

/* Bytes of the struct called [name] (its tag, or the name that a typedef gives it); 0: not known.
 * source_struct.c. */
uint32_t iq_cl_struct_bytes(const char *source, size_t size, const char *name);

/* Line [number] (1..) of [source]; *length gets its bytes.  NULL: there is none. */
const char *iq_cl_source_line(const char *source, size_t size, uint32_t number, size_t *length);

/* The first error of a compiler's log: its text, and the line of the program, 0 if the log does not
 * say.  False: no error is seen. *count gets the number of errors. */
struct iq_cl_complaint {
    const char *text;
    size_t length;
    uint32_t line;
    uint32_t count;
};
bool iq_cl_log_complaint(const char *log, size_t size, struct iq_cl_complaint *complaint);

/* The kernels that [source] defines, "a, b, c"; cut at [room].  Returns how many. */
int iq_cl_source_kernels(const char *source, size_t size, char *text, size_t room);

#endif
