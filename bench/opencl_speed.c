/* The kernels of kernels.cl on the first OpenCL device: milliseconds, the best of five, by
 * processor time or by the clock on the wall.  Usage: opencl_speed KERNELS.cl small|large cpu|wall.
 * Built and run by bench/soft_speed.py. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static int rounds = 5;
static clockid_t watch = CLOCK_MONOTONIC;

static double now(void)
{
    struct timespec t;
    clock_gettime(watch, &t);
    return (double)t.tv_sec * 1e3 + 1e-6 * (double)t.tv_nsec;
}

static cl_mem buffer(size_t size, const void *from)
{
    void *zero = from ? NULL : calloc(1, size);
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                              from ? (void *)from : zero, NULL);
    free(zero);
    return m;
}

/* Arguments: 'm' a buffer, 'i' an int, 'f' a float. */
struct value {
    char kind;
    cl_mem m;
    int i;
    float f;
};

static void measure(const char *name, size_t gx, size_t gy, size_t lx, size_t ly,
                    const struct value *values, int count)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    size_t global[2] = { gx, gy }, local[2] = { lx, ly };
    double best = 1e12;
    for (int k = 0; k < count; k++)
        clSetKernelArg(kernel, (cl_uint)k, values[k].kind == 'm' ? sizeof(cl_mem) : 4,
                       values[k].kind == 'm'   ? (const void *)&values[k].m
                       : values[k].kind == 'i' ? (const void *)&values[k].i
                                               : &values[k].f);
    for (int k = 0; k < rounds; k++) {
        double start = now();
        error = clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
        clFinish(queue);
        double took = now() - start;
        best = took < best ? took : best;
    }
    if (error)
        exit(fprintf(stderr, "%s: %d\n", name, error));
    printf("%s %.4f\n", name, best);
    fflush(stdout);
    clReleaseKernel(kernel);
}

static char *text_of(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    if (!in || !fread(text, 1, (1 << 16) - 1, in))
        exit(fprintf(stderr, "cannot read %s\n", path));
    fclose(in);
    return text;
}

static void set_up(const char *path)
{
    cl_platform_id platform;
    cl_device_id device;
    const char *source = text_of(path);
    if (clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        exit(77);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, 0, NULL);
    program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL))
        exit(fprintf(stderr, "%s does not build\n", path));
}

#define M(x)         \
    {                \
        'm', x, 0, 0 \
    }
#define I(x)            \
    {                   \
        'i', NULL, x, 0 \
    }
#define RUN(name, gx, gy, lx, ly, ...)                                                       \
    measure(name, (size_t)(gx), (size_t)(gy), lx, ly, (const struct value[]){ __VA_ARGS__ }, \
            sizeof(const struct value[]){ __VA_ARGS__ } / sizeof(struct value))

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    if (!strcmp(argv[3], "cpu"))
        watch = CLOCK_PROCESS_CPUTIME_ID;
    int small = !strcmp(argv[2], "small"), n = small ? 1 << 15 : 4 << 20, mat = small ? 32 : 256,
        bodies = small ? 128 : 2048, starts = small ? 2048 : 200 * 1024;
    int rows = small ? 1 << 10 : 1 << 16, entries = rows * 16;
    rounds = small ? 1 : 5;
    set_up(argv[1]);
    float *random = malloc((size_t)n * 4);
    int *row = malloc((size_t)(rows + 1) * 4), *column = malloc((size_t)entries * 4);
    unsigned char *bytes = malloc((size_t)n);
    for (int i = 0; i < n; i++) {
        random[i] = (float)((unsigned)i * 2654435761u >> 8 & 0xffff) / 65536.0f;
        bytes[i] = (unsigned char)((unsigned)i * 2654435761u >> 13);
    }
    for (int i = 0; i <= rows; i++)
        row[i] = 16 * i;
    for (int i = 0; i < entries; i++)
        column[i] = (int)((unsigned)i * 2654435761u % (unsigned)rows);
    size_t square = (size_t)mat * (size_t)mat * 4, all = (size_t)n * 4;
    cl_mem x = buffer(all, random), y = buffer(all, random), a = buffer(square, random),
           b = buffer(square, random), c = buffer(square, NULL);
    cl_mem p = buffer((size_t)bodies * 16, random), f = buffer((size_t)bodies * 16, NULL),
           steps = buffer((size_t)starts * 4, NULL), counts = buffer(1024, NULL);
    cl_mem sums = buffer(all, NULL), r = buffer((size_t)(rows + 1) * 4, row),
           col = buffer((size_t)entries * 4, column), val = buffer((size_t)entries * 4, random);
    cl_mem by = buffer((size_t)n, bytes);
    RUN("saxpy", n, 1, 256, 1, I(n), { 'f', NULL, 0, 2.5f }, M(x), M(y));
    RUN("matmul", mat, mat, 32, 8, M(a), M(b), M(c), I(mat));
    RUN("matmul_tiled", mat, mat, 16, 16, M(a), M(b), M(c), I(mat));
    RUN("nbody", bodies, 1, 128, 1, M(p), M(f), I(bodies));
    RUN("reduce", n / 64, 1, 256, 1, M(x), M(y), I(n));
    RUN("histogram", n / 65536 ? n / 256 : 256, 1, 256, 1, M(by), M(counts), I(n));
    RUN("scan", n / 4, 1, 256, 1, M(x), M(sums));
    RUN("collatz", starts, 1, 128, 1, M(steps), I(starts));
    RUN("spmv", rows, 1, 256, 1, M(r), M(col), M(val), M(x), M(y), I(rows));
    return 0;
}
