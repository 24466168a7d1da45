/* Runs one kernel once: what a .sim file of Oclgrind's says, as run_oclgrind.py hands it over.
 *
 *     kernel_host SOURCE OPTIONS KERNEL GX GY GZ LX LY LZ ARGUMENT ...
 *
 * An argument is "null", "local:BYTES", "value:HEX", "buffer:FLAGS:HEX" or "empty:FLAGS:BYTES"; FLAGS is rw, ro or wo.
 * Ends with 77 where there is no OpenCL device, 3 where the program does not build, 4 where the launch is refused. */
#include "cl_world.h"

static void *from_hex(const char *hex, size_t *bytes)
{
    *bytes = strlen(hex) / 2;
    unsigned char *data = malloc(*bytes + 1);
    for (size_t i = 0; i < *bytes; i++) {
        char pair[3] = {hex[2 * i], hex[2 * i + 1], 0};
        data[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return data;
}

static cl_mem_flags flags_of(const char *word)
{
    return word[0] == 'w' ? CL_MEM_WRITE_ONLY : word[1] == 'o' ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
}

static cl_mem set_buffer(cl_kernel kernel, cl_uint index, const char *word)
{
    size_t bytes;
    const char *flags = strchr(word, ':') + 1, *rest = strchr(flags, ':') + 1;
    void *data = NULL;
    if (*word == 'e')
        bytes = strtoul(rest, NULL, 10);
    else
        data = from_hex(rest, &bytes);
    cl_mem buffer = clCreateBuffer(cl_ctx, flags_of(flags), bytes ? bytes : 1, NULL, NULL);
    if (data && bytes)
        clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL);
    clSetKernelArg(kernel, index, sizeof buffer, &buffer);
    free(data);
    return buffer;
}

static cl_mem set(cl_kernel kernel, cl_uint index, const char *word)
{
    if (!strcmp(word, "null")) {
        clSetKernelArg(kernel, index, sizeof(cl_mem), NULL);
    } else if (*word == 'l') {
        clSetKernelArg(kernel, index, strtoul(word + 6, NULL, 10), NULL);
    } else if (*word == 'v') {
        size_t bytes;
        void *data = from_hex(word + 6, &bytes);
        clSetKernelArg(kernel, index, bytes, data);
        free(data);
    } else
        return set_buffer(kernel, index, word);
    return NULL;
}

static char *text_of(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    cl_mem buffers[32] = {0};
    size_t global[3], local[3];
    if (argc < 10 || argc > 10 + 32)
        return 2;
    cl_world();
    for (int i = 0; i < 3; i++) {
        global[i] = strtoul(argv[4 + i], NULL, 10);
        local[i] = strtoul(argv[7 + i], NULL, 10);
    }
    const char *text = text_of(argv[1]);
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &text, NULL, NULL);
    if (clBuildProgram(program, 1, &cl_device, argv[2], NULL, NULL))
        return 3;
    cl_kernel kernel = clCreateKernel(program, argv[3], NULL);
    for (int i = 10; i < argc; i++)
        buffers[i - 10] = set(kernel, (cl_uint)(i - 10), argv[i]);
    cl_int status = clEnqueueNDRangeKernel(cl_queue, kernel, 3, NULL, global, local, 0, NULL, NULL);
    clFinish(cl_queue);
    for (int i = 0; i < 32; i++)
        if (buffers[i])
            clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    cl_end();
    return status ? 4 : 0;
}
