/* Checks inside kernels on a real GPU (--kernel-checks): the program's PTX is instrumented when its
 * modules are loaded, launches pass the bounds, and what the kernels noted is reported when the
 * program waits.  Our functions stand in front of the driver's in iq_real_cuda.
 * kernel_checks.c: options; kernel_images.c: instrumented images; kernel_relink.c: those of several
 * parts; kernel_functions.c: the kernels in them; kernel_made.h: code that is made at run time;
 * kernel_loading.c, kernel_launch.c: the driver's functions that load and launch; kernel_bounds.c:
 * what the pointers of a launch may be used for; kernel_table.c:
 * the table of all memory; kernel_records.c: what kernels noted, and the functions after which it
 * is looked at; kernel_coverage.c: how much was checked; kernel_shadow.h: what has been written;
 * kernel_races.h: memory for races; kernel_fit.h: launches that would not fit.
 * Owner: the guest.  Threads: any; a lock of its own, which is not held while the driver runs.
 * Fork: a child has no context and so no modules. */
#ifndef IQ_WRAP_KERNEL_CHECKS_H
#define IQ_WRAP_KERNEL_CHECKS_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/soft_observer.h"
#include "image/image.h"
#include "instrument/instrument.h"
#include "real_cuda.h"
#include "wrap/guest.h"

struct iq_made_from;

/* An image that the driver has accepted, instrumented if it could be. */
struct iq_checked_module {
    struct iq_instrumented code;
    char name[64];              /* of the object that it lies in, or what it is */
    const char *why_not;        /* static; NULL: it is instrumented */
    uint64_t launches, checked; /* of its kernels; atomic */
    struct iq_checked_kernel *kernels;
    const void *original; /* the program's image; NULL: not kept, or no second one may be loaded */
    bool owns_original;
    /* made once more, of the same image as this one, which launches are counted for; NULL: no */
    struct iq_checked_module *again;
    bool leaves_waiting; /* kernels that wait for their whole grid have no checks */
    const void *handle;  /* CUmodule or CUlibrary; NULL: it was unloaded */
    const void *module;  /* of a library; NULL: nobody asked for it */
    void *image;         /* what the driver was given */
    bool mapped;         /* .records are known to the driver; atomic */
    /* In host memory that the device may write: a record for each site, several times over. */
    volatile struct iq_instrument_record *records;
    uint64_t *told;              /* for each site: the launch of the last record that was read */
    uint32_t *names, name_slots; /* kernels by the hash of their name: 1 + index; 0: free */
    /* Of an image linked from several texts each has a module.  The first has the image, and counts
     * the launches. */
    struct iq_checked_module *also, *head; /* head: the first; NULL: this is it */
    struct iq_checked_module *next;
};

/* A kernel that is launched instead of another one: the program's own, or one with checks and with
 * fewer registers. */
struct iq_kernel_other {
    CUcontext context;   /* for which it was loaded last; NULL: never */
    CUfunction function; /* NULL: it could not be loaded */
};

/* What function handles of the driver's lead to; .kernel NULL: to one that is not checked.  Never
 * freed. */
struct iq_checked_kernel {
    struct iq_checked_module *module;
    const struct iq_instrument_kernel *kernel;
    const char *name;
    const void *of_library;     /* the CUkernel, which functions of contexts lead to; NULL: none */
    uint64_t launches, checked; /* atomic */
    const char *why_not;        /* static; of the last launch that was not checked; atomic */
    struct iq_kernel_other unchanged, capped;
    struct iq_checked_kernel *next; /* of the first module of the image */
};

/* Instruments [image], limiting registers for [caps], and writes the image to load instead to
 * *instead; NULL: load [image], .why_not says why.  Returns NULL without memory. */
struct iq_checked_module *iq_checked_module_make(const void *image,
                                                 const struct iq_instrument_cap *caps,
                                                 uint32_t cap_count, const void **instead);
/* Makes the image of [module] of what the program's was made [from]; .why_not says why there is
 * none. */
void iq_checked_module_relink(struct iq_checked_module *module, const struct iq_made_from *from,
                              const struct iq_instrument_cap *caps, uint32_t cap_count);
/* Makes room for what is known of the sites and kernels of [module].  False: no memory. */
bool iq_checked_module_index(struct iq_checked_module *module);
/* The PTX for the device in the fatbin with number [fatbin] of [image], unpacked, the caller's;
 * NULL: *why says why there is none. */
char *iq_checked_ptx(const struct iq_image *image, size_t fatbin, struct iq_image_entry *entry,
                     size_t *size, const char **why);
void iq_checked_module_keep(struct iq_checked_module *module, const void *handle);
void iq_checked_module_drop(struct iq_checked_module *module);
/* [module] was read from the file [path]. */
void iq_checked_module_called(struct iq_checked_module *module, const char *path);
/* [module] is loaded as it is, because of [why]. */
void iq_checked_module_give_up(struct iq_checked_module *module, const char *why);

/* The driver has unloaded [handle]: the image goes, what reports need stays. */
void iq_checked_module_unloaded(const void *handle);

/* The module with [handle]; NULL: not seen. */
struct iq_checked_module *iq_checked_module_of(const void *handle);

/* Remembers that [function] (CUfunction), or [library_kernel] (CUkernel), is kernel [name] of
 * [module]. */
void iq_checked_kernel_note(const void *function, struct iq_checked_module *module,
                            const char *name);
void iq_checked_kernel_note_library(const void *library_kernel, struct iq_checked_module *module,
                                    const char *name);
void iq_checked_kernel_same(const void *function, const void *as);
/* NULL: not seen. */
struct iq_checked_kernel *iq_checked_kernel_find(const void *function);
/* The same; if it was not seen, the driver is asked: libraries such as cuFFT get functions through
 * the tables of cuGetExportTable. */
struct iq_checked_kernel *iq_checked_kernel_of(CUfunction function);

/* Counts a launch of [kernel] (NULL: not seen), which is not checked because of [why]; NULL: it is
 * checked. */
void iq_kernel_coverage_count(struct iq_checked_kernel *kernel, const char *why);

/* The launch that was counted last as checked was not made with checks, because of [why]. */
void iq_kernel_coverage_revoke(struct iq_checked_kernel *kernel, const char *why);

/* Why [kernel] (NULL: not seen) has no checks; NULL: it has. */
const char *iq_kernel_why_not(const struct iq_checked_kernel *kernel);

/* What was checked: for the report, as messages, and as a finding where the options ask for more.
 * When the process ends. */
void iq_kernel_coverage_tell(void);

/* Visits all modules; they are never destroyed. */
struct iq_checked_module *iq_checked_modules(void);

/* The table of all memory that is known now, on the device of the current context; *count rows.
 * False: there is none. */
bool iq_kernel_table(const struct iq_real_cuda *real, uint64_t *address, uint32_t *count);

/* A context has ended: its table is gone. */
void iq_kernel_tables_forget(void);

/* Records of [module] for launch [number] of a kernel; NULL: they cannot be had. */
volatile struct iq_instrument_record *iq_kernel_records(struct iq_checked_module *module,
                                                        uint64_t number);

/* Reports what kernels have noted.  [result]: of the wait that came before. */
void iq_kernel_records_drain(CUresult result);

/* A launch of a checked kernel: its call and where that was made, as the observer knows them. */
struct iq_kernel_launch {
    uint64_t number, call, site;
    const struct iq_instrument_kernel *kernel;
    uint32_t shared_bytes; /* dynamic */
    uint64_t values[8];    /* of the first roots */
    /* what they pointed to then, where memory is divided; .id 0: ordinary memory */
    struct iq_soft_part parts[8];
};

/* The memory that the pointer [index] of [count] may be used for, by accesses that need [needs]
 * (IQ_SOFT_MAY_*; 0: by any): of divided memory ([parts], may be NULL) a part.  *base does not
 * depend on [needs].  *size UINT64_MAX: that is not known. */
void iq_kernel_bounds(const struct iq_soft_parts *parts, const uint64_t *values, uint32_t count,
                      uint32_t index, uint32_t needs, uint64_t *base, uint64_t *size);

/* False: [number] is no launch of ours, or too long ago. */
bool iq_kernel_launch_find(uint64_t number, struct iq_kernel_launch *found);

/* Addresses below this many bytes are no memory. */
enum { IQ_KERNEL_NULL_PAGE = 4096 };

/* Does the current device use host memory like its own?  False: that is not known. */
bool iq_kernel_is_pageable(bool *pageable);

/* What is checked besides bounds: IQ_INSTRUMENT_*. */
unsigned iq_kernel_checks_wanted(void);

/* The driver's own functions, behind ours; constant once these are installed. */
extern struct iq_real_cuda iq_kernel_real;

/* Puts static function checked_NAME in front of the driver's. */
#define IQ_KERNEL_INSTALL(name) \
    (iq_kernel_real.name ? (void)(iq_real_cuda.name = checked_##name) : (void)0)
void iq_kernel_loading_install(void);
void iq_kernel_launch_install(void);
void iq_kernel_records_install(void);
void iq_kernel_objects_install(void);

/* Do the options ask for checks, on a device where this room makes them?  Inside the dynamic
 * linker, too. */
bool iq_kernel_checks_are_wanted(void);

/* Puts itself in front of the driver's functions, if the options ask for it.  Once, when the driver
 * is bound. */
void iq_kernel_checks_install(void);

/* Reads and tells what is left, when the process ends. */
void iq_kernel_checks_tell(void);

#endif
