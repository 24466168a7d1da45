// link: base
/* Any bytes as the source of an OpenCL program. */
#include <stdint.h>

#include "../../src/api_opencl/source.c"
#include "../../src/api_opencl/source_struct.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *source = (const char *)data;
    struct iq_cl_param params[16];
    char names[64];
    size_t length, total = 0;
    int count = iq_cl_source_params(source, size, "k", params, 16);
    total += iq_cl_struct_bytes(source, size, "S");
    for (int i = 0; i < count; i++)
        total += params[i].name_bytes && params[i].name[params[i].name_bytes - 1];
    total += (size_t)iq_cl_source_kernels(source, size, names, sizeof names);
    const char *line = iq_cl_source_line(source, size, 3, &length);
    total += line && length ? (size_t)line[length - 1] : 0;
    struct iq_cl_complaint complaint;
    if (iq_cl_log_complaint(source, size, &complaint) && complaint.length)
        total += (size_t)complaint.text[complaint.length - 1];
    __asm__ volatile("" : : "r"(total));
    return 0;
}
