/* What OpenCL calls cost.  Says the names of its rows, then, for each name that it reads, runs some
 * milliseconds of that row and answers in a line how many nanoseconds a command took: of the
 * calling thread's processor time, of the whole process's, the driver's threads included, and of
 * elapsed time; with the argument `count` also how many instructions and cycles of the calling
 * thread's own code (none of the kernel's); with `steps` only instructions, one by one.
 * bench/opencl_cost.py asks two of these in turns, one of them under inquest. */
#define _GNU_SOURCE 1
#include <CL/cl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "steps.h"

enum { BATCH = 32, MANY = 100000, COMMANDS = 4000, WAITS = 1000, COUNTERS = 2 };

/* the second one does not keep the order of its commands */
static cl_command_queue queue, loose;
static cl_mem buffer, other, image;
static cl_kernel kernel;
static cl_event event;
static float *data, factor = 1;
static size_t one = 1, bytes = 256, origin[3], region[3] = { 4, 4, 1 };

static void launch(cl_command_queue to)
{
    clEnqueueNDRangeKernel(to, kernel, 1, NULL, &one, &one, 0, NULL, NULL);
}
static void copy(void) { clEnqueueCopyBuffer(queue, buffer, other, 0, 0, bytes, 0, NULL, NULL); }
static void fill(void)
{
    clEnqueueFillBuffer(queue, buffer, &factor, sizeof factor, 0, bytes, 0, NULL, NULL);
}
static void write_to(cl_command_queue to, cl_event *made)
{
    clEnqueueWriteBuffer(to, buffer, !made, 0, bytes, data, 0, NULL, made);
}
static void set_number(float value) { clSetKernelArg(kernel, 1, sizeof value, &value); }
static void now_and_then(int i)
{
    if (i % BATCH == BATCH - 1)
        clFinish(queue);
}
static void map_and_unmap(void)
{
    void *at =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, NULL);
    clEnqueueUnmapMemObject(queue, buffer, at, 0, NULL, NULL);
    clFinish(queue);
}

#define ROWS                                                                                     \
    ROW(set_number, MANY, set_number(factor))                                                    \
    ROW(set_buffer, MANY, clSetKernelArg(kernel, 0, sizeof buffer, &buffer))                     \
    ROW(set_buffers, MANY, clSetKernelArg(kernel, 0, sizeof buffer, i & 1 ? &buffer : &other))   \
    ROW(launch, COMMANDS, launch(queue); now_and_then(i))                                        \
    ROW(copy, COMMANDS, copy(); now_and_then(i))                                                 \
    ROW(fill, COMMANDS, fill(); now_and_then(i))                                                 \
    ROW(marker, COMMANDS, clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL); now_and_then(i))    \
    ROW(write_later, COMMANDS,                                                                   \
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, data, 0, NULL, NULL);            \
        now_and_then(i))                                                                         \
    ROW(read_later, COMMANDS,                                                                    \
        clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, bytes, data, 0, NULL, NULL);             \
        now_and_then(i))                                                                         \
    ROW(launch_and_copy, COMMANDS, if (i & 1) copy(); else launch(queue); now_and_then(i))       \
    ROW(launch_many, COMMANDS, launch(queue))                                                    \
    ROW(number_launch_many, COMMANDS, set_number((float)i); launch(queue))                       \
    ROW(copy_many, COMMANDS, copy())                                                             \
    ROW(fill_many, COMMANDS, fill())                                                             \
    ROW(write, WAITS, write_to(queue, NULL))                                                     \
    ROW(read, WAITS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL)) \
    ROW(write_image, WAITS,                                                                      \
        clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL))   \
    ROW(map_unmap_finish, WAITS, map_and_unmap())                                                \
    ROW(launch_finish, WAITS, launch(queue); clFinish(queue))                                    \
    ROW(write_event_wait, WAITS, write_to(queue, &event); clWaitForEvents(1, &event);            \
        clReleaseEvent(event))                                                                   \
    ROW(loose_write, WAITS, write_to(loose, NULL))                                               \
    ROW(loose_launch, WAITS, launch(loose); clFinish(loose))

#define ROW(name, count, body)            \
    static void run_##name(int times)     \
    {                                     \
        for (int i = 0; i < times; i++) { \
            body;                         \
        }                                 \
        clFinish(queue);                  \
    }
ROWS
#undef ROW
#define ROW(name, count, body) { #name, run_##name, count },
    static const struct row {
    const char *name;
    void (*run)(int times);
    int count;
} rows[] = { ROWS };

static int prepare(void)
{
    const char *source = "kernel void k(global float *a, float f) { a[get_global_id(0)] = f; }";
    cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES,
                                         CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                           .image_width = 4,
                           .image_height = 4 };
    cl_platform_id platform;
    cl_device_id device;
    data = calloc(64, sizeof *data);
    if (clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    loose = clCreateCommandQueueWithProperties(context, device, properties, NULL);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    other = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    kernel = clCreateKernel(program, "k", NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    set_number(factor);
    return 0;
}

static double now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int counter(unsigned long long what)
{
    struct perf_event_attr attributes = { .type = PERF_TYPE_HARDWARE,
                                          .size = sizeof attributes,
                                          .config = what,
                                          .exclude_kernel = 1,
                                          .exclude_hv = 1 };
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

static double counted(int fd)
{
    unsigned long long value = 0;
    return fd >= 0 && read(fd, &value, sizeof value) == sizeof value ? (double)value : 0;
}

static void measure(const struct row *row, const int counters[COUNTERS], int counting)
{
    static const clockid_t clocks[] = { CLOCK_THREAD_CPUTIME_ID, CLOCK_PROCESS_CPUTIME_ID,
                                        CLOCK_MONOTONIC };
    double before[3 + COUNTERS], after[3 + COUNTERS];
    row->run(row->count / 10);
    for (int i = 0; i < counting; i++)
        before[3 + i] = counted(counters[i]);
    for (int i = 0; i < 3; i++)
        before[i] = now(clocks[i]);
    row->run(row->count);
    for (int i = 0; i < 3; i++)
        after[i] = now(clocks[i]);
    for (int i = 0; i < counting; i++)
        after[3 + i] = counted(counters[i]);
    for (int i = 0; i < 3 + counting; i++)
        printf("%.2f ", (after[i] - before[i]) / row->count);
    puts("");
}

static double steps_of(const struct row *row, int times)
{
    steps_begin();
    row->run(times);
    steps_end();
    return (double)steps.all;
}

static void step(const struct row *row)
{
    enum { FEW = 8, MORE = 40 };
    row->run(MORE);
    double few = steps_of(row, FEW);
    double more = steps_of(row, MORE);
    printf("0 0 0 %.2f 0 %ld %ld\n", (more - few) / (MORE - FEW), steps.code.count,
           steps.data.count);
}

int main(int argc, char **argv)
{
    const size_t count = sizeof rows / sizeof *rows;
    char line[64];
    int stepping = argc > 1 && !strcmp(argv[1], "steps"), missing = prepare(),
        counting = argc > 1 && !strcmp(argv[1], "count") ? COUNTERS : 0, counters[COUNTERS];
    if (missing)
        return missing;
    for (int i = 0; i < counting; i++)
        counters[i] = counter(i ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_HW_INSTRUCTIONS);
    setvbuf(stdout, NULL, _IOLBF, 4096);
    for (size_t i = 0; i < count; i++)
        if (image || strcmp(rows[i].name, "write_image"))
            printf("%s ", rows[i].name);
    puts("");
    while (fgets(line, sizeof line, stdin))
        for (size_t i = 0; i < count; i++)
            if (!strncmp(line, rows[i].name, strlen(rows[i].name)) &&
                line[strlen(rows[i].name)] == '\n') {
                if (stepping)
                    step(&rows[i]);
                else
                    measure(&rows[i], counters, counting);
            }
    return 0;
}
