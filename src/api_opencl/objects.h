/* What OpenCL objects are like, as far as rules want to know: details of their handles (memory
 * objects: api_opencl/memobj.h).
 * Owner: the handle table; arrays and texts live as long as the process and are used again with the
 * details.
 * Threads: written by the calls that make or change the object, which the API demands to be
 * ordered; read by any. */
#ifndef IQ_API_OPENCL_OBJECTS_H
#define IQ_API_OPENCL_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/opencl_abi.h"
#include "api_opencl/memobj.h"
#include "model/handle.h"

enum { IQ_CL_DEVICES = 8, IQ_CL_ARGS = 64, IQ_CL_SHARED = 16 };

/* Limits; asked once per device. */
struct iq_cl_device {
    void *next_free;
    bool known, images, is_cpu, is_full_profile;
    uint64_t group_size, item_sizes[3], local_bytes, alloc_bytes, global_bytes, constant_bytes,
        parameter_bytes;
    uint64_t image2d[2], image3d[3], image_array, image_buffer;
    /* version: 30 for 3.0; pitch_align in pixels, 0 none */
    uint32_t dimensions, base_align_bits, pitch_align, max_args, version;
    uint64_t svm, parent; /* parent: device that this is a part of; 0: none */
    bool uniform_only;    /* work-groups must divide the global size */
    char name[96];
};

struct iq_cl_context {
    void *next_free;
    struct iq_handle *devices[IQ_CL_DEVICES];
    uint32_t device_count;
    bool more;
};
struct iq_clock_snapshot;
struct iq_cl_queue {
    void *next_free;
    /* later commands come after it; NULL: none.  Kept for the next queue */
    struct iq_clock_snapshot *barrier;
    struct iq_handle *device;
    /* user event that the last command with a wait list hangs on; NULL: none */
    struct iq_handle *root;
    uint32_t root_generation;
    uint64_t properties;
    bool known;
};

/* One argument of a kernel. */
enum iq_cl_arg_kind {
    IQ_CL_ARG_UNKNOWN,
    IQ_CL_ARG_VALUE,
    IQ_CL_ARG_MEMORY,
    IQ_CL_ARG_LOCAL,
    IQ_CL_ARG_IMAGE,
    IQ_CL_ARG_SAMPLER,
    IQ_CL_ARG_PIPE
};
/* as far as it is certain */
enum iq_cl_access { IQ_CL_ACCESS_UNKNOWN, IQ_CL_ACCESS_READ, IQ_CL_ACCESS_WRITE };
/* as which a kernel reads or writes its elements */
enum iq_cl_image_use { IQ_CL_IMAGE_UNKNOWN, IQ_CL_IMAGE_FLOAT, IQ_CL_IMAGE_INT, IQ_CL_IMAGE_UINT };
struct iq_cl_arg {
    const char *name, *type; /* interned; NULL unknown */
    /* enum iq_cl_arg_kind; iq_cl_access: of memory behind it; iq_cl_image_use */
    uint8_t kind, access, image;
    bool constant;                  /* __constant */
    bool reads_first, writes_first; /* see source.h */
    uint32_t bytes;                 /* of a value; 0 unknown */
    /* iq_handle_deaths when .value, an object, was found to be good; 0: it was not */
    uint32_t good_at;
    bool set, by_address; /* given; as an SVM or USM address */
    /* thread that set it last, in the way of quick.h, to 4 or 8 bytes; 0: none did */
    uint32_t quick;
    /* handle, address, or first bytes of the value; size as given */
    uint64_t value, size;
    struct iq_call_ref ref; /* call that set it */
};

enum {
    IQ_CL_KEEP = sizeof(void *),
    IQ_CL_KEEP_KERNEL = 2 * sizeof(void *),
    IQ_CL_KEEP_PROGRAM = 2 * sizeof(void *) + sizeof(uint32_t)
};

struct iq_cl_kernel {
    void *next_free;
    struct iq_cl_arg *args;              /* room for IQ_CL_ARGS; kept for the next kernel */
    struct iq_handle *program, *context; /* NULL unknown */
    uint32_t arg_count;                  /* of the kernel; 0 with !known */
    bool known;                          /* arg_count and args[].kind come from the program */
    bool asked;
    /* on the context's first device; 0 unknown */
    uint64_t group_size, required[3], local_bytes;
    bool indirect; /* may use memory that no argument names */
    /* of .shared, the addresses that clSetKernelExecInfo named, as far as they fit */
    uint32_t shared_count;
    uint64_t shared[IQ_CL_SHARED];
    /* times that an argument was given another object, or what no argument names was told;
     * atomic */
    uint32_t changes;
    uint32_t settings; /* times that an argument was given another value */
};

struct iq_cl_program {
    void *next_free;
    const char *source; /* room for a copy, kept for the next program */
    uint32_t source_room;
    uint32_t source_bytes;           /* 0: not known */
    const char *options;             /* of the last build, interned */
    uint64_t devices[IQ_CL_DEVICES]; /* that it was built for */
    uint32_t device_count;           /* 0: for all of the context */
    struct iq_call_ref built;        /* last call that built it */
    bool build_failed, compiled_only;
    uint64_t failure; /* finding that says why; 0 none */
};

struct iq_cl_event {
    void *next_free;
    bool user;              /* made by clCreateUserEvent */
    bool failed;            /* known to have ended with an error */
    int32_t status;         /* of a user event, or the error */
    bool pending;           /* user event: not set yet */
    struct iq_call_ref set; /* call that set the status */
    /* user event that it hangs on, itself if it is one; NULL: none */
    struct iq_handle *root;
    uint32_t root_generation;
};

static inline struct iq_cl_device *iq_cl_device_of(const struct iq_handle *handle)
{
    struct iq_cl_device *device =
        handle && handle->kind == IQ_KIND_CL_DEVICE ? handle->details : NULL;
    return device && device->known ? device : NULL;
}
static inline struct iq_cl_queue *iq_cl_queue_of(const struct iq_handle *handle)
{
    return handle && handle->kind == IQ_KIND_CL_QUEUE ? handle->details : NULL;
}
static inline struct iq_cl_context *iq_cl_context_of(const struct iq_handle *handle)
{
    return handle && handle->kind == IQ_KIND_CL_CONTEXT ? handle->details : NULL;
}
static inline struct iq_cl_kernel *iq_cl_kernel_of(const struct iq_handle *handle)
{
    return handle && handle->kind == IQ_KIND_CL_KERNEL ? handle->details : NULL;
}
static inline struct iq_cl_program *iq_cl_program_of(const struct iq_handle *handle)
{
    return handle && handle->kind == IQ_KIND_CL_PROGRAM ? handle->details : NULL;
}
static inline struct iq_cl_event *iq_cl_event_of(const struct iq_handle *handle)
{
    return handle && handle->kind == IQ_KIND_CL_EVENT ? handle->details : NULL;
}

/* Cause of findings about a source that does not build, whichever program it is in; 0: the source
 * is not known. */
uint64_t iq_cl_source_cause(const struct iq_cl_program *program);

/* The live object of argument [arg]; NULL: none, dead, or of another kind. */
struct iq_handle *iq_cl_object(const struct iq_call *call, int arg);

/* Details of [handle]; new ones are zeroed but for the first [keep] bytes (at least a pointer),
 * which stay what the last owner of the memory left there: room to use again.  NULL: out of
 * memory. */
void *iq_cl_details(struct iq_handle *handle, size_t size, size_t keep);

/* The object that [call] made and returned, with room for details of [size] bytes; NULL. */
struct iq_handle *iq_cl_made(const struct iq_call *call, size_t size, size_t keep);

/* Argument index of [name], a constant; -1: none. */
int iq_cl_arg_named(const struct iq_call *call, const char *name);
uint64_t iq_cl_value(const struct iq_call *call, const char *name);

/* Pair [number] of the list of properties at [list]: a name and a value.  False: the list ends
 * before it, as does what can be read, or it has too many to be one. */
bool iq_cl_property(uint64_t list, int number, uint64_t pair[2]);

/* The context that an object belongs to, through its owners; NULL unknown. */
struct iq_handle *iq_cl_context_handle(struct iq_handle *handle);

/* Is [pc] in an object that loaders open as an OpenCL driver?  Takes the dynamic linker's lock: for
 * what is odd already. */
bool iq_cl_is_driver_code(uintptr_t pc);

/* The device that [call] works on: its queue's, else the only one of its context; NULL: several or
 * unknown. */
const struct iq_cl_device *iq_cl_device_for(struct iq_handle *handle);

#endif
