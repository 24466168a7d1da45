/* launch-wrong-device, launch-dimensions, launch-shared-memory, launch-resources, launch-arguments,
 * bad-symbol (no kernel): launches that are refused. */
#include <stdio.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "api_cuda/arguments.h"
#include "api_cuda/kernels.h"
#include "api_cuda/query.h"
#include "base/layout.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/hostmem.h"
#include "rules/cuda/not_kernel.h"
#include "rules/rules.h"

static const char axis[] = "xyz";

/* [name] may be NULL. */
static void put_kernel(struct iq_str *text, const char *name)
{
    iq_str_printf(text, "kernel %s", name ? name : "(name unknown)");
}

/* Parts of a launch that may be members of a struct, named as the two APIs do. */
enum launch_part { PART_FUNCTION, PART_GRID, PART_BLOCK, PART_SHARED, PART_ARGUMENTS, PART_EXTRA };

static const char *member_of(const struct iq_call *call, const struct iq_launch *launch,
                             enum launch_part part, unsigned axis_index)
{
    static const char *const runtime[] = { "func",           "gridDim",      "blockDim",
                                           "sharedMemBytes", "kernelParams", "extra" };
    char path[96];
    bool config = call->entry->args[launch->struct_arg].role == IQ_ROLE_CONFIG,
         of_runtime = call->entry->api == IQ_API_CUDART;
    const char *name =
        part == PART_SHARED && config && of_runtime ? "dynamicSmemBytes" : runtime[part];
    bool axes = !of_runtime && (part == PART_GRID || part == PART_BLOCK);
    snprintf(path, sizeof path, "%s->%s%s%s", call->entry->args[launch->struct_arg].name,
             launch->prefix, name,
             !axes             ? ""
             : axis_index == 0 ? "X"
             : axis_index == 1 ? "Y"
                               : "Z");
    return iq_name_intern(path);
}

/* A suspicion about [part] of the launch, wherever it stands; [value] if it is a member. */
static struct iq_suspicion suspicion_of(const struct iq_event *event, enum iq_rule_id rule,
                                        int rank, enum launch_part part, unsigned axis_index,
                                        uint64_t value)
{
    const struct iq_launch *launch = event->enqueue.launch;
    const int args[] = { launch->function_arg, launch->grid_arg,
                         launch->block_arg,    launch->shared_arg,
                         launch->args_arg,     iq_entry_arg(event->call->entry, IQ_ROLE_EXTRA) };
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, args[part]);
    if (args[part] < 0 && launch->struct_arg >= 0) {
        suspicion.arg = launch->struct_arg;
        suspicion.member = member_of(event->call, launch, part, axis_index);
        suspicion.member_value = value;
    }
    return suspicion;
}

/* The name of the kernel that is launched, NULL: not known. */
static const char *name_of(const struct iq_event *event)
{
    return iq_core_function_name(event->enqueue.launch->function);
}

struct explain_dimension {
    const char *kernel; /* name, NULL: not known */
    bool of_block;      /* else of the grid */
    unsigned axis;      /* along which it is wrong */
    uint32_t value;     /* threads or blocks, along .axis */
    uint64_t limit;     /* of the device */
    uint32_t shape[3];  /* threads of the block, or blocks of the grid */
};
static void explain_dimension(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    (void)call;
    const struct explain_dimension *evidence = IQ_EVIDENCE(explain_dimension, suspicion);
    unsigned value = evidence->value;
    unsigned long long limit = evidence->limit;
    const char *what = evidence->of_block ? "block" : "grid";
    iq_str_printf(&words->message, "the %s's %c dimension is %u; ", what, axis[evidence->axis],
                  value);
    iq_str_printf(&words->message, "it must be 1 to %llu", limit);
    put_kernel(&words->cause, evidence->kernel);
    iq_str_printf(&words->cause, " is launched with a %s of (%u, %u, %u)", what, evidence->shape[0],
                  evidence->shape[1], evidence->shape[2]);
    if (!value && evidence->of_block)
        iq_str_puts(&words->fix, "pass 1 for a dimension that is not used");
    else if (!value)
        iq_str_puts(&words->fix,
                    "skip the launch when there is no work: an element count of 0 gives 0 blocks");
    else
        iq_str_printf(&words->fix,
                      "use at most %llu and more %s, and loop over the rest in the kernel%s", limit,
                      evidence->of_block ? "blocks" : "work per block",
                      evidence->of_block || !evidence->axis
                          ? ""
                          : "; or let x, which may be up to 2147483647, count what is many");
}

struct explain_block_size {
    const char *kernel;      /* name, NULL: not known */
    uint64_t threads, limit; /* of the block, and of the device */
    uint32_t shape[3];       /* threads */
};
static void explain_block_size(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    (void)call;
    const struct explain_block_size *evidence = IQ_EVIDENCE(explain_block_size, suspicion);
    iq_str_printf(&words->message,
                  "a block of %llu threads is larger than the %llu that the device allows",
                  (unsigned long long)evidence->threads, (unsigned long long)evidence->limit);
    put_kernel(&words->cause, evidence->kernel);
    iq_str_printf(&words->cause, " is launched with a block of (%u, %u, %u)", evidence->shape[0],
                  evidence->shape[1], evidence->shape[2]);
    iq_str_printf(&words->fix,
                  "use blocks of at most %llu threads (256 is a good start) and more blocks",
                  (unsigned long long)evidence->limit);
}

struct explain_shared_bytes {
    const char *kernel; /* name, NULL: not known */
    uint64_t wanted;    /* bytes of dynamic shared memory for a block */
    uint64_t limit;     /* bytes without asking */
    uint64_t opt_in;    /* bytes at most, 0: not known */
    uint64_t fixed;     /* bytes of static shared memory, which counts, too */
    uint64_t set;       /* bytes that the program allowed the kernel, 0: it did not, or not known */
};
static void explain_shared_bytes(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    (void)call;
    const struct explain_shared_bytes *evidence = IQ_EVIDENCE(explain_shared_bytes, suspicion);
    unsigned long long wanted = evidence->wanted, opt_in = evidence->opt_in,
                       fixed = evidence->fixed, set = evidence->set;
    bool never = opt_in && wanted + fixed > opt_in;
    iq_str_printf(&words->message, "%llu bytes of dynamic shared memory ", wanted);
    if (fixed && (never || !set))
        iq_str_printf(&words->message, "and %llu of static shared memory ", fixed);
    iq_str_puts(&words->message, "exceed ");
    if (never)
        iq_str_printf(&words->message, "the device's limit of %llu bytes per block", opt_in);
    else if (set)
        iq_str_printf(&words->message, "the %llu bytes that the program allowed this kernel", set);
    else
        iq_str_printf(&words->message, "the default limit of %llu bytes",
                      (unsigned long long)evidence->limit);
    put_kernel(&words->cause, evidence->kernel);
    iq_str_printf(&words->cause, " is launched with %llu bytes; its static shared memory", wanted);
    if (fixed)
        iq_str_printf(&words->cause, ", %llu bytes,", fixed);
    iq_str_puts(&words->cause, " is added to that");
    if (never)
        iq_str_puts(&words->fix,
                    "use less shared memory per block, or split the work into smaller tiles");
    else
        iq_str_puts(
            &words->fix,
            "raise the kernel's limit first: cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); "
            "the device must have that much (227 KiB on recent devices)");
}

struct explain_shared_attribute {
    uint64_t bytes; /* of dynamic shared memory */
};
static void explain_shared_attribute(const struct iq_suspicion *suspicion, struct iq_call *call,
                                     struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%llu bytes of dynamic shared memory exceed the device's limit per block",
                  (unsigned long long)IQ_EVIDENCE(explain_shared_attribute, suspicion)->bytes);
    iq_str_printf(&words->cause, "%s sets a maximum that the device does not have",
                  call->entry->name);
    iq_str_puts(&words->fix, "pass at most cudaDevAttrMaxSharedMemoryPerBlockOptin");
}

/* What is known of the kernel that is launched; NULL: nothing. */
static const struct iq_kernel *kernel_of(const struct iq_launch *launch)
{
    struct iq_handle *handle = iq_handle_find(IQ_KIND_KERNEL, launch->function);
    return iq_kernel_of(launch->function, handle && handle->kind == IQ_KIND_KERNEL ? handle : NULL);
}

struct explain_arguments {
    const char *name;               /* of the kernel, NULL: not known */
    const struct iq_kernel *kernel; /* NULL: not known */
};
static void explain_arguments(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_arguments *evidence = IQ_EVIDENCE(explain_arguments, suspicion);
    const struct iq_kernel *kernel = evidence->kernel;
    iq_str_printf(&words->message, "%s of %s is NULL, but the kernel has ",
                  iq_guilty_name(suspicion, call), call->entry->name);
    if (kernel && kernel->param_count)
        iq_str_printf(&words->message, "%u parameter%s", kernel->param_count,
                      kernel->param_count == 1 ? "" : "s");
    else
        iq_str_puts(&words->message, "parameters");
    put_kernel(&words->cause, evidence->name);
    if (kernel && kernel->param_count)
        iq_str_printf(&words->cause, " takes %u bytes of arguments, according to its image",
                      kernel->bytes);
    else
        iq_str_puts(
            &words->cause,
            ": its dimensions and shared memory are legal, so the missing arguments are the cause");
    iq_str_puts(&words->fix, "pass an array with the address of each argument");
}

struct explain_buffer {
    const char *kernel;     /* name, NULL: not known */
    uint64_t given, wanted; /* bytes of arguments */
};
static void explain_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    (void)call;
    const struct explain_buffer *evidence = IQ_EVIDENCE(explain_buffer, suspicion);
    unsigned long long given = evidence->given, wanted = evidence->wanted;
    put_kernel(&words->message, evidence->kernel);
    iq_str_printf(&words->message,
                  " takes %llu bytes of arguments, but the buffer in extra has %llu bytes", wanted,
                  given);
    iq_str_puts(
        &words->cause,
        "CU_LAUNCH_PARAM_BUFFER_SIZE must be exactly the size of all arguments, each at its alignment");
    if (given - wanted < sizeof(uint64_t) && given % sizeof(uint64_t) == 0)
        iq_str_printf(
            &words->fix,
            "pass %llu bytes; sizeof also counts the padding after the last member of a struct",
            wanted);
    else
        iq_str_puts(
            &words->fix,
            "leave out what the kernel does not take; check whether the kernel is from an older build");
}

struct explain_given_twice {
    const char *kernel; /* name, NULL: not known */
};
static void explain_given_twice(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s gets the kernel's arguments twice, in kernelParams and in extra",
                  call->entry->name);
    put_kernel(&words->cause, IQ_EVIDENCE(explain_given_twice, suspicion)->kernel);
    iq_str_puts(
        &words->cause,
        ": kernelParams holds the address of each argument, extra one buffer with all of them; a launch takes only one of the two");
    iq_str_puts(&words->fix, "pass NULL for extra, or NULL for kernelParams");
}

/* The size that `extra` gives for the buffer of arguments; 0: there is none. */
static uint64_t buffer_size(const struct iq_launch *launch)
{
    uint64_t room = UINT64_MAX;
    if (launch->extra)
        iq_arguments_buffer(launch->extra, &room);
    return room == UINT64_MAX ? 0 : room;
}

/* Arguments in a buffer that is too large (too small: rules/cuda/parameter.c).  True: it is. */
static bool check_buffer(const struct iq_event *event)
{
    const struct iq_kernel *kernel = kernel_of(event->enqueue.launch);
    uint64_t size = buffer_size(event->enqueue.launch);
    if (!kernel || size <= kernel->bytes)
        return false;
    struct iq_suspicion suspicion = suspicion_of(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_CODE + 3,
                                                 PART_EXTRA, 0, event->enqueue.launch->extra);
    IQ_EXPLAIN(&suspicion, explain_buffer, .kernel = name_of(event), .given = size,
               .wanted = kernel->bytes);
    iq_suspect(&suspicion);
    return true;
}

/* Calls that only ask about a kernel, or change it. */
static void check_function(const struct iq_event *event)
{
    if (event->role->role == IQ_ROLE_FUNC && !strcmp(event->role->type, "const void *") &&
        !(event->call->entry->flags & IQ_ENTRY_LAUNCH) &&
        /* of a kernel without code for this device its image says more */
        !iq_name_of_function(event->value))
        iq_suspect_not_kernel(
            event, event->value,
            iq_suspicion_at(event, IQ_RULE_BAD_SYMBOL, IQ_RANK_CODE + 5, event->arg));
}

struct explain_resources {
    const char *kernel; /* name, NULL: not known */
    uint64_t threads;   /* at most, 0: not known */
};
static void explain_resources(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    put_kernel(&words->cause, IQ_EVIDENCE(explain_resources, suspicion)->kernel);
    if (call->result == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE) {
        iq_str_puts(&words->message, "the grid is too large for a cooperative launch");
        iq_str_puts(&words->cause,
                    ": all blocks of a cooperative launch must be resident on the device at once");
        iq_str_puts(
            &words->fix,
            "launch at most cudaOccupancyMaxActiveBlocksPerMultiprocessor blocks times the number of multiprocessors");
    } else {
        iq_str_puts(
            &words->message,
            "the kernel needs more registers or threads than the device has for such a block");
        iq_str_puts(
            &words->cause,
            ": registers per thread times threads per block exceed the device's register file");
        iq_str_puts(&words->fix, "use smaller blocks");
        if (IQ_EVIDENCE(explain_resources, suspicion)->threads)
            iq_str_printf(&words->fix, ", of at most %llu threads",
                          (unsigned long long)IQ_EVIDENCE(explain_resources, suspicion)->threads);
        iq_str_puts(&words->fix, ", or compile with __launch_bounds__ or -maxrregcount");
    }
}

struct explain_bounds {
    const char *kernel;      /* name, NULL: not known */
    uint64_t threads, limit; /* of the block, and that the kernel was compiled for */
    uint32_t shape[3];       /* threads */
};
static void explain_bounds(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    (void)call;
    const struct explain_bounds *evidence = IQ_EVIDENCE(explain_bounds, suspicion);
    iq_str_printf(
        &words->message,
        "a block of %llu threads is larger than the %llu that the kernel was compiled for",
        (unsigned long long)evidence->threads, (unsigned long long)evidence->limit);
    put_kernel(&words->cause, evidence->kernel);
    iq_str_printf(
        &words->cause,
        " is launched with a block of (%u, %u, %u); __launch_bounds__ (or __block_size__) lets the compiler give each thread registers for smaller blocks only",
        evidence->shape[0], evidence->shape[1], evidence->shape[2]);
    iq_str_printf(
        &words->fix,
        "use blocks of at most %llu threads and more blocks, or raise the number in the kernel's __launch_bounds__",
        (unsigned long long)evidence->limit);
}

/* Of all devices since compute capability 5.3; warps get registers by whole groups for a lane. */
enum { BLOCK_REGISTERS = 65536, WARP = 32, REGISTER_GROUP = 8 };

/* More threads than the kernel was compiled for, while the registers would do. */
static bool suspect_bounds(const struct iq_event *event, const struct iq_query_limits *own)
{
    const uint32_t *block = event->enqueue.launch->block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    uint64_t lanes = (threads + WARP - 1) / WARP * WARP,
             registers = (own->registers + REGISTER_GROUP - 1) / REGISTER_GROUP * REGISTER_GROUP;
    if (!own->threads || threads <= own->threads || lanes * registers > BLOCK_REGISTERS)
        return false;
    struct iq_suspicion suspicion =
        suspicion_of(event, IQ_RULE_LAUNCH_RESOURCES, IQ_RANK_CODE + 5, PART_BLOCK, 0, block[0]);
    IQ_EXPLAIN(&suspicion, explain_bounds, .kernel = name_of(event), .threads = threads,
               .limit = own->threads, .shape = { block[0], block[1], block[2] });
    iq_suspect(&suspicion);
    return true;
}

/* Of size [k] of the block or the grid, which have an argument each, or one together. */
static struct iq_suspicion suspicion_of_axis(const struct iq_event *event, enum iq_rule_id rule,
                                             int rank, bool block, unsigned k)
{
    const struct iq_launch *launch = event->enqueue.launch;
    struct iq_suspicion suspicion = suspicion_of(event, rule, rank, block ? PART_BLOCK : PART_GRID,
                                                 k, (block ? launch->block : launch->grid)[k]);
    if (!suspicion.member && suspicion.arg >= 0 &&
        event->call->entry->args[suspicion.arg].form != IQ_FORM_DIM3)
        suspicion.arg += (int)k;
    return suspicion;
}

struct explain_fixed_block {
    const char *kernel; /* name, NULL: not known */
    uint32_t given[3], fixed[3];
};
static void explain_fixed_block(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    (void)call;
    const struct explain_fixed_block *evidence = IQ_EVIDENCE(explain_fixed_block, suspicion);
    const uint32_t *given = evidence->given, *fixed = evidence->fixed;
    iq_str_printf(
        &words->message,
        "a block of (%u, %u, %u) threads is not the (%u, %u, %u) that the kernel was compiled for",
        given[0], given[1], given[2], fixed[0], fixed[1], fixed[2]);
    put_kernel(&words->cause, evidence->kernel);
    iq_str_puts(
        &words->cause,
        " fixes the size of its blocks (.reqntid in PTX, __block_size__ in CUDA C++), so no other block can be launched, not even a smaller one or one of as many threads in another shape");
    iq_str_printf(&words->fix,
                  "launch blocks of (%u, %u, %u), or compile the kernel for blocks of (%u, %u, %u)",
                  fixed[0], fixed[1], fixed[2], given[0], given[1], given[2]);
}

/* Another block than the kernel takes; the driver's limits do not tell. */
static bool suspect_fixed_block(const struct iq_event *event)
{
    const uint32_t *block = event->enqueue.launch->block;
    const struct iq_kernel *kernel = kernel_of(event->enqueue.launch);
    const uint32_t *fixed = kernel ? kernel->block : NULL;
    unsigned k = 0;
    while (fixed && k < 3 && block[k] == fixed[k])
        k++;
    if (!fixed || !fixed[0] || k == 3)
        return false;
    struct iq_suspicion suspicion =
        suspicion_of_axis(event, IQ_RULE_LAUNCH_RESOURCES, IQ_RANK_CODE + 5, true, k);
    IQ_EXPLAIN(&suspicion, explain_fixed_block, .kernel = name_of(event),
               .given = { block[0], block[1], block[2] },
               .fixed = { fixed[0], fixed[1], fixed[2] });
    iq_suspect(&suspicion);
    return true;
}

/* What the driver says of the kernel that it has refused to launch; all 0: nothing. */
static struct iq_query_limits own_limits(const struct iq_event *event, int ordinal)
{
    const struct iq_launch *launch = event->enqueue.launch;
    uint64_t function =
        launch->host_function ? iq_call_refused_kernel(event->call) : launch->function;
    const struct iq_handle *kernel = function ? iq_handle_find(IQ_KIND_KERNEL, function) : NULL;
    struct iq_query_limits own = { 0 };
    if (!kernel || kernel->kind != IQ_KIND_KERNEL || iq_handle_is_dead(kernel) ||
        !iq_query_limits(kernel, ordinal, &own))
        own = (struct iq_query_limits){ 0 };
    return own;
}

static void suspect_dimension(const struct iq_event *event, bool block, unsigned k, uint64_t limit)
{
    const struct iq_launch *launch = event->enqueue.launch;
    const uint32_t *dim = block ? launch->block : launch->grid;
    struct iq_suspicion suspicion =
        suspicion_of_axis(event, IQ_RULE_LAUNCH_DIMENSIONS, IQ_RANK_RANGE, block, k < 3 ? k : 0);
    if (k < 3)
        IQ_EXPLAIN(&suspicion, explain_dimension, .kernel = name_of(event), .of_block = block,
                   .axis = k, .value = dim[k], .limit = limit, .shape = { dim[0], dim[1], dim[2] });
    else
        IQ_EXPLAIN(&suspicion, explain_block_size, .kernel = name_of(event),
                   .threads = (uint64_t)dim[0] * dim[1] * dim[2], .limit = limit,
                   .shape = { dim[0], dim[1], dim[2] });
    iq_suspect(&suspicion);
}

/* Of several mistakes the first one in the order of the arguments. */
static bool check_dimensions(const struct iq_event *event, const struct iq_device_limits *limits)
{
    const struct iq_launch *launch = event->enqueue.launch;
    for (unsigned k = 0; k < 3; k++)
        if (!launch->grid[k] || launch->grid[k] > limits->grid[k])
            return suspect_dimension(event, false, k, limits->grid[k]), true;
    for (unsigned k = 0; k < 3; k++)
        if (!launch->block[k] || launch->block[k] > limits->block[k])
            return suspect_dimension(event, true, k, limits->block[k]), true;
    if ((uint64_t)launch->block[0] * launch->block[1] * launch->block[2] >
        limits->threads_per_block)
        return suspect_dimension(event, true, 3, limits->threads_per_block), true;
    return false;
}

/* Attributes of an extended launch, in the layout of both APIs. */
struct attribute {
    uint32_t id, unused;
    uint32_t value[16];
};
IQ_SAME_MEMBER(struct attribute, id, CUlaunchAttribute, id);
IQ_SAME_MEMBER(struct attribute, value, CUlaunchAttribute, value);
IQ_SAME_SIZE(struct attribute, CUlaunchAttribute);
struct attributes {
    uint64_t list;
    uint32_t count, unused;
};
enum {
    ATTRIBUTES_AT = offsetof(CUlaunchConfig, attrs),
    LAST_ATTRIBUTE = 16,
    MAX_ATTRIBUTES = 64,
    CLUSTER_BLOCKS = 8
};

struct explain_no_attributes {
    uint32_t count; /* that there shall be */
};
static void explain_no_attributes(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL, but numAttrs is %u",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  IQ_EVIDENCE(explain_no_attributes, suspicion)->count);
    iq_str_puts(&words->cause, "numAttrs says how many elements attrs points to");
    iq_str_puts(&words->fix, "pass the array, or 0 for numAttrs");
}

static void explain_attribute_id(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %u, which is not a launch attribute",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  (unsigned)suspicion->member_value);
    iq_str_puts(
        &words->cause,
        "each element of attrs has an id and a matching value; elements that were not filled in have a random id");
    iq_str_puts(&words->fix, "set numAttrs to the number of elements that were filled in");
}

static bool has_no_clusters(int64_t result)
{
    return result == CUDA_ERROR_NOT_SUPPORTED || result == CUDA_ERROR_FUNCTION_NOT_LOADED;
}

struct explain_cluster {
    const char *kernel;  /* name, NULL: not known */
    uint32_t cluster[3]; /* blocks of a cluster */
    uint32_t grid[3];    /* blocks of the grid */
};
static void explain_cluster(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct explain_cluster *evidence = IQ_EVIDENCE(explain_cluster, suspicion);
    const uint32_t *cluster = evidence->cluster, *grid = evidence->grid;
    bool none = has_no_clusters(call->result);
    iq_str_printf(
        &words->message,
        none ? "a cluster of (%u, %u, %u) blocks was requested, but this device has no clusters"
             : "a cluster of (%u, %u, %u) blocks does not fit this launch",
        cluster[0], cluster[1], cluster[2]);
    put_kernel(&words->cause, evidence->kernel);
    iq_str_printf(
        &words->cause,
        " is launched with a grid of (%u, %u, %u); each dimension of the grid must be a multiple of the cluster's, none may be 0, "
        "and more than %d blocks in a cluster need the attribute NonPortableClusterSizeAllowed of the kernel",
        grid[0], grid[1], grid[2], CLUSTER_BLOCKS);
    iq_str_puts(
        &words->fix,
        none
            ? "clusters need compute capability 9.0: check cudaDevAttrClusterLaunch first, and launch without the attribute on other devices"
            : "round the grid up to whole clusters and let the surplus blocks return, or use smaller clusters");
}

/* [member] is one of the struct that describes the launch. */
static void suspect_attribute(const struct iq_event *event, const char *member,
                              struct iq_suspicion suspicion)
{
    char path[96];
    snprintf(path, sizeof path, "%s->%s",
             event->call->entry->args[event->enqueue.launch->struct_arg].name, member);
    suspicion.member = iq_name_intern(path);
    iq_suspect(&suspicion);
}

static void check_attribute_id(const struct iq_event *event, uint32_t index, uint32_t id,
                               struct iq_suspicion suspicion)
{
    char member[32];
    if (id <= LAST_ATTRIBUTE)
        return;
    snprintf(member, sizeof member, "attrs[%u].id", index);
    suspicion.member_value = id;
    suspicion.explain = explain_attribute_id;
    suspect_attribute(event, member, suspicion);
}

static void suspect_cluster(const struct iq_event *event, uint32_t index, const uint32_t *cluster,
                            struct iq_suspicion suspicion)
{
    const uint32_t *grid = event->enqueue.launch->grid;
    char member[48];
    snprintf(member, sizeof member,
             event->call->entry->api == IQ_API_CUDART ? "attrs[%u].val.clusterDim.x"
                                                      : "attrs[%u].value.clusterDim.x",
             index);
    suspicion.rule =
        has_no_clusters(event->result) ? IQ_RULE_LAUNCH_RESOURCES : IQ_RULE_LAUNCH_DIMENSIONS;
    suspicion.member_value = cluster[0];
    IQ_EXPLAIN(&suspicion, explain_cluster, .kernel = name_of(event),
               .cluster = { cluster[0], cluster[1], cluster[2] },
               .grid = { grid[0], grid[1], grid[2] });
    suspect_attribute(event, member, suspicion);
}

struct explain_own_cluster {
    const char *kernel; /* name, NULL: not known */
    uint32_t grid[3];   /* blocks */
};
static void explain_own_cluster(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct explain_own_cluster *evidence = IQ_EVIDENCE(explain_own_cluster, suspicion);
    (void)call;
    iq_str_printf(&words->message,
                  "a grid of (%u, %u, %u) blocks is not a whole number of the kernel's clusters",
                  evidence->grid[0], evidence->grid[1], evidence->grid[2]);
    put_kernel(&words->cause, evidence->kernel);
    iq_str_puts(
        &words->cause,
        " has a fixed cluster size (__cluster_dims__); each dimension of the grid, in blocks, must be a multiple of it");
    iq_str_puts(&words->fix,
                "round the grid up to whole clusters and let the surplus blocks return");
}

/* Clusters that the launch does not ask for. */
static void suspect_own_cluster(const struct iq_event *event)
{
    const uint32_t *grid = event->enqueue.launch->grid;
    struct iq_suspicion suspicion =
        suspicion_of(event, IQ_RULE_LAUNCH_DIMENSIONS, IQ_RANK_CODE + 8, PART_GRID, 0, grid[0]);
    IQ_EXPLAIN(&suspicion, explain_own_cluster, .kernel = name_of(event),
               .grid = { grid[0], grid[1], grid[2] });
    iq_suspect(&suspicion);
}

/* True: it found one. */
static bool check_attributes(const struct iq_event *event)
{
    const struct iq_launch *launch = event->enqueue.launch;
    struct attributes list;
    struct attribute attribute;
    if (launch->struct_arg < 0 ||
        event->call->entry->args[launch->struct_arg].role != IQ_ROLE_CONFIG ||
        !iq_hostmem_copy(event->call->args[launch->struct_arg] + ATTRIBUTES_AT, &list, sizeof list))
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 8, launch->struct_arg);
    if (list.count && !list.list) {
        suspicion.rule = IQ_RULE_NULL_POINTER;
        IQ_EXPLAIN(&suspicion, explain_no_attributes, .count = list.count);
        suspect_attribute(event, "attrs", suspicion);
    }
    for (uint32_t i = 0;
         list.list && i < list.count && i < MAX_ATTRIBUTES &&
         iq_hostmem_copy(list.list + i * sizeof attribute, &attribute, sizeof attribute);
         i++) {
        const uint32_t *cluster = attribute.value;
        check_attribute_id(event, i, attribute.id, suspicion);
        if (attribute.id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION ||
            (event->result == CUDA_ERROR_INVALID_VALUE && cluster[0] && cluster[1] && cluster[2]))
            continue;
        suspect_cluster(event, i, cluster, suspicion);
        return true;
    }
    return false;
}

static void check_shared(const struct iq_event *event, const struct iq_device_limits *limits,
                         const struct iq_query_limits *own)
{
    const struct iq_launch *launch = event->enqueue.launch;
    bool set = own->dynamic_shared > limits->shared_per_block;
    struct iq_suspicion suspicion = suspicion_of(event, IQ_RULE_LAUNCH_SHARED_MEMORY,
                                                 IQ_RANK_CODE + 5, PART_SHARED, 0, launch->shared);
    IQ_EXPLAIN(&suspicion, explain_shared_bytes, .kernel = name_of(event), .wanted = launch->shared,
               .limit = limits->shared_per_block, .opt_in = limits->shared_per_block_optin,
               .fixed = own->static_shared, .set = set ? own->dynamic_shared : 0);
    if (set ? launch->shared > own->dynamic_shared
            : launch->shared + own->static_shared > limits->shared_per_block)
        iq_suspect(&suspicion);
}

struct explain_unreadable {
    uint64_t address;
};
static void explain_unreadable(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    uint64_t address = IQ_EVIDENCE(explain_unreadable, suspicion)->address;
    iq_str_printf(&words->message, "%s of %s points into %s", iq_guilty_name(suspicion, call),
                  call->entry->name,
                  suspicion->rule == IQ_RULE_USE_AFTER_FREE ? "memory that has been freed"
                  : suspicion->rule == IQ_RULE_WRONG_SPACE  ? "memory that the host cannot read"
                                                            : "memory that is not mapped");
    iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)address);
    if (suspicion->object.created.entry) {
        iq_str_printf(&words->cause, "byte %llu of ",
                      (unsigned long long)(address - suspicion->object.address));
        iq_put_object(&words->cause, &suspicion->object);
        iq_str_puts(&words->cause, ", ");
        iq_put_history(&words->cause, &suspicion->object, call);
    } else
        iq_put_what(&words->cause, address);
    iq_str_puts(&words->cause, "; the call reads this list and copies the arguments");
    iq_str_puts(&words->fix,
                "pass the address of an array in host memory: kernelParams holds the address of "
                "each argument, extra the buffer with all of them and its size");
}

/* A list that the call cannot read. */
static bool suspect_unreadable(const struct iq_event *event, enum launch_part part,
                               uint64_t address)
{
    struct iq_range range;
    uint64_t word;
    if (!address || iq_hostmem_copy(address, &word, sizeof word))
        return false;
    bool live = iq_range_find(address, &range),
         freed = !live && iq_range_find_freed(address, &range);
    struct iq_suspicion suspicion =
        suspicion_of(event,
                     live    ? IQ_RULE_WRONG_SPACE
                     : freed ? IQ_RULE_USE_AFTER_FREE
                             : IQ_RULE_HOST_UNMAPPED,
                     freed ? IQ_RANK_DEAD : IQ_RANK_FOREIGN, part, 0, address);
    suspicion.object = live || freed ? iq_object_of_range(&range) : iq_object_of_host(address, 0);
    if (!live && !freed)
        suspicion.object.state = "never-created";
    IQ_EXPLAIN(&suspicion, explain_unreadable, .address = address);
    iq_suspect(&suspicion);
    return true;
}

static void explain_no_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s does not name a buffer of arguments and its size",
                  iq_guilty_name(suspicion, call), call->entry->name);
    iq_str_puts(
        &words->cause,
        "the list must have CU_LAUNCH_PARAM_BUFFER_POINTER with the address of the buffer, CU_LAUNCH_PARAM_BUFFER_SIZE with the address of its size, and CU_LAUNCH_PARAM_END");
    iq_str_puts(&words->fix,
                "fill in the five elements of the list, or pass the arguments in kernelParams");
}

/* Both ways to pass arguments at once, none of them, or one that leads nowhere. */
static void check_arguments(const struct iq_event *event)
{
    const struct iq_launch *launch = event->enqueue.launch;
    const struct iq_kernel *kernel = kernel_of(launch);
    bool wanted = !kernel || kernel->param_count;
    if (!launch->takes_arguments || suspect_unreadable(event, PART_ARGUMENTS, launch->params) ||
        suspect_unreadable(event, PART_EXTRA, launch->extra))
        return;
    struct iq_suspicion suspicion =
        suspicion_of(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_CODE + 3,
                     launch->extra ? PART_EXTRA : PART_ARGUMENTS, 0, launch->extra);
    if (launch->params && launch->extra)
        IQ_EXPLAIN(&suspicion, explain_given_twice, .kernel = name_of(event));
    else if (launch->extra && wanted && !buffer_size(launch))
        suspicion.explain = explain_no_buffer;
    else if (!launch->params && !launch->extra && wanted)
        IQ_EXPLAIN(&suspicion, explain_arguments, .name = name_of(event), .kernel = kernel);
    else
        return;
    iq_suspect(&suspicion);
}

static void check_launch(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    int ordinal =
        thread->current && thread->current->device >= 0 ? thread->current->device : thread->device;
    const struct iq_device_limits *limits = iq_core_limits(ordinal);
    const struct iq_launch *launch = event->enqueue.launch;
    struct iq_query_limits own = { 0 };
    if (event->result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ||
        event->result == CUDA_ERROR_INVALID_VALUE || event->result == cudaErrorInvalidConfiguration)
        own = own_limits(event, ordinal);
    if (event->result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES && !launch->params &&
        check_buffer(event))
        return;
    if (event->result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES && suspect_bounds(event, &own))
        return;
    if (event->result == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE ||
        event->result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES) {
        bool grid = event->result == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
        struct iq_suspicion suspicion = suspicion_of(
            event, IQ_RULE_LAUNCH_RESOURCES, IQ_RANK_CODE + 5, grid ? PART_GRID : PART_BLOCK, 0,
            grid ? launch->grid[0] : launch->block[0]);
        IQ_EXPLAIN(&suspicion, explain_resources, .kernel = name_of(event), .threads = own.threads);
        iq_suspect(&suspicion);
    }
    if (launch->host_function)
        iq_suspect_not_kernel(event, launch->function,
                              suspicion_of(event, IQ_RULE_BAD_SYMBOL, IQ_RANK_CODE + 5,
                                           PART_FUNCTION, 0, launch->function));
    if (event->result == CUDA_ERROR_INVALID_VALUE ||
        event->result == cudaErrorInvalidConfiguration ||
        event->result == CUDA_ERROR_INVALID_CLUSTER_SIZE ||
        event->result == CUDA_ERROR_FUNCTION_NOT_LOADED ||
        event->result == CUDA_ERROR_NOT_SUPPORTED)
        if (!check_attributes(event) && event->result == CUDA_ERROR_INVALID_CLUSTER_SIZE)
            suspect_own_cluster(event);
    if ((event->result != CUDA_ERROR_INVALID_VALUE &&
         event->result != cudaErrorInvalidConfiguration) ||
        check_dimensions(event, limits) || suspect_fixed_block(event) ||
        suspect_bounds(event, &own))
        return;
    check_shared(event, limits, &own);
    check_arguments(event);
}

struct explain_stream_device {
    int own, current; /* ordinals: of the stream's device, and of the current one */
};
static void explain_stream_device(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    const struct iq_thread *thread = suspicion->thread;
    const struct explain_stream_device *evidence = IQ_EVIDENCE(explain_stream_device, suspicion);
    int own = evidence->own, current = evidence->current;
    iq_str_printf(&words->message,
                  "the kernel is launched on a stream of device %d while device %d is current", own,
                  current);
    put_kernel(&words->cause, NULL);
    iq_str_puts(&words->cause, " is launched on a stream that was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    if (thread->current_ref.entry)
        iq_str_printf(&words->cause, "; the current device was set by %s",
                      thread->current_ref.entry->name);
    if (!call->result)
        iq_str_puts(&words->cause,
                    "; this driver runs it on the stream's device, others refuse the launch");
    iq_str_printf(&words->fix,
                  "call cudaSetDevice(%d) before the launch, or use a stream of device %d", own,
                  current);
}

/* A launch on a stream of a device that is not the current one. */
static void check_device(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    int arg = iq_entry_stream_arg(event->call->entry);
    const struct iq_handle *stream = arg < 0 || event->call->args[arg] <= 2
                                         ? NULL
                                         : iq_resolved_handle(event->call, arg, IQ_KIND_STREAM);
    if (!stream || iq_handle_is_dead(stream) || !stream->context || !thread->current ||
        stream->context->device < 0 || thread->current->device < 0 ||
        stream->context->device == thread->current->device ||
        (event->phase == IQ_PHASE_FAILED && event->result != CUDA_ERROR_INVALID_HANDLE &&
         event->result != CUDA_ERROR_INVALID_VALUE))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_LAUNCH_WRONG_DEVICE, IQ_RANK_CODE + 12, arg);
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_handle(stream);
    IQ_EXPLAIN(&suspicion, explain_stream_device, .own = stream->context->device,
               .current = thread->current->device);
    iq_suspect(&suspicion);
}

struct explain_attribute_value {
    uint32_t attribute; /* of the kernel */
    int32_t value;
};
static void explain_attribute_value(const struct iq_suspicion *suspicion, struct iq_call *call,
                                    struct iq_words *words)
{
    const struct explain_attribute_value *evidence =
        IQ_EVIDENCE(explain_attribute_value, suspicion);
    bool carveout = evidence->attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    iq_str_printf(&words->message, "%s of %s is %d", iq_arg_name(call, suspicion->arg),
                  call->entry->name, evidence->value);
    iq_str_puts(
        &words->cause,
        carveout
            ? "the carveout is a percentage of the shared memory, 0 to 100, or -1 for the default"
            : "a number of bytes cannot be negative");
    iq_str_puts(
        &words->fix,
        carveout
            ? "pass 0 to 100"
            : "pass the number of bytes that one block needs; look for an int that overflowed");
}

static void explain_read_only(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is an attribute that is read-only",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(
        &words->cause,
        "values fixed by the compiler (registers, static shared memory, threads per block, versions) cannot be changed");
    iq_str_puts(
        &words->fix,
        "set the maximum of dynamic shared memory (8), the carveout (9) or the cluster attributes (10 to 15)");
}

/* cudaFuncSetAttribute and its kin. */
static void check_attribute(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (event->result != CUDA_ERROR_INVALID_VALUE ||
        call->entry->operation != IQ_OP_SET_FUNCTION_ATTRIBUTE ||
        (strcmp(event->role->name, "value") && strcmp(event->role->name, "val")) || event->arg < 1)
        return;
    uint32_t attribute = (uint32_t)call->args[event->arg - 1];
    int32_t value = (int32_t)event->value;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 5, event->arg);
    IQ_EXPLAIN(&suspicion, explain_attribute_value, .attribute = attribute, .value = value);
    if (attribute < CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        suspicion.rule = IQ_RULE_BAD_FLAGS;
        suspicion.arg = event->arg - 1;
        suspicion.explain = explain_read_only;
    } else if (attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES && value >= 0) {
        suspicion.rule = IQ_RULE_LAUNCH_SHARED_MEMORY;
        IQ_EXPLAIN(&suspicion, explain_shared_attribute, .bytes = event->value);
    } else if (attribute > CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT ||
               (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT && value >= -1 &&
                value <= 100))
        return;
    iq_suspect(&suspicion);
}

/* Occupancy of blocks without threads. */
static void explain_no_block(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %d", iq_arg_name(call, suspicion->arg),
                  call->entry->name, (int)call->args[suspicion->arg]);
    iq_str_puts(&words->cause, "a block has 1 to 1024 threads");
    iq_str_puts(&words->fix,
                "pass the number of threads per block, not the number of elements or of blocks");
}

static void check_occupancy(const struct iq_event *event)
{
    int32_t threads = (int32_t)event->value;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_LAUNCH_DIMENSIONS, IQ_RANK_CODE + 5, event->arg);
    suspicion.explain = explain_no_block;
    if (event->result == CUDA_ERROR_INVALID_VALUE && !strcmp(event->role->name, "blockSize") &&
        event->role->role == IQ_ROLE_VALUE && (threads < 1 || threads > 1024))
        iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(ENQUEUE), IQ_PHASE_FAILED, check_launch, .kinds = IQ_OF(KERNEL), .apis = IQ_CUDA },
    { IQ_ON(ENQUEUE), IQ_PHASE_FAILED, check_device, .kinds = IQ_OF(KERNEL), .apis = IQ_CUDA },
    { IQ_ON(ENQUEUE), IQ_PHASE_DONE, check_device, .kinds = IQ_OF(KERNEL), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_attribute, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_occupancy, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
    { IQ_ON(USE), IQ_PHASE_FAILED, check_function, .kinds = IQ_OF(KERNEL), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_function, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_launch = { "launch", subscriptions,
                                                IQ_COUNT_OF(subscriptions) };
