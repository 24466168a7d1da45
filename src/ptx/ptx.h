/* PTX modules: text is parsed, checked and lowered once; modules can be linked; an image binds a
 * module to the addresses of its variables; execution is in ptx_exec.h.  Owner: whoever calls
 * parse/link/create destroys the result.
 * Threads: a module and an image may be read by any thread at once; creation and destruction are
 * the caller's to order.
 * Fork, signals: plain memory, nothing survives specially; not async-signal-safe. */
#ifndef IQ_PTX_PTX_H
#define IQ_PTX_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Results of parse, link and create; 0 is success. */
enum {
    IQ_PTX_OK = 0,
    IQ_PTX_ENOTPTX = -1,  /* not recognised: the first statement is not .version */
    IQ_PTX_EVERSION = -2, /* .version newer than this implementation knows */
    IQ_PTX_ETARGET = -3,  /* .target higher than the device, or unknown */
    IQ_PTX_EADDRESS = -4, /* 32-bit .address_size */
    IQ_PTX_ESYNTAX = -5,  /* anything a compiler would refuse */
    IQ_PTX_ENOMEM = -6,
    IQ_PTX_EUNRESOLVED = -7, /* link: an .extern symbol has no definition */
    IQ_PTX_EDUPLICATE = -8,  /* link: two strong definitions */
};
enum { IQ_PTX_VERSION_MAJOR = 9, IQ_PTX_VERSION_MINOR = 0 }; /* newest .version known */
enum { IQ_PTX_VERSION_CREDIBLE = 10 };                       /* a later major version is no PTX */

/* Windows of the generic address space; no host allocation can lie there.  Everything else is
 * global = host address. */
#define IQ_PTX_SHARED_BASE 0x0f00000000000000ull
#define IQ_PTX_LOCAL_BASE 0x0f10000000000000ull
#define IQ_PTX_WINDOW_BYTES 0x0000000100000000ull

enum iq_ptx_space {
    IQ_PTX_GENERIC,
    IQ_PTX_GLOBAL,
    IQ_PTX_CONST,
    IQ_PTX_SHARED,
    IQ_PTX_LOCAL,
    IQ_PTX_PARAM,
    IQ_PTX_REG,
    IQ_PTX_TEXREF
};
enum iq_ptx_linkage { IQ_PTX_STATIC, IQ_PTX_EXTERN, IQ_PTX_VISIBLE, IQ_PTX_WEAK, IQ_PTX_COMMON };

/* Messages in order of occurrence; line and column count from 1, 0 = no place. */
struct iq_ptx_diag_item {
    uint32_t line, column;
    bool warning;
    char *message;
};
struct iq_ptx_diag {
    struct iq_ptx_diag_item *items;
    size_t count;
};

void iq_ptx_diag_finish(struct iq_ptx_diag *diag);
/* "ptxas <name>, line 3; error : ..." lines, one per message; malloc'd, NULL without memory. */
char *iq_ptx_diag_format(const struct iq_ptx_diag *diag, const char *name);

struct iq_ptx_parse_options {
    uint32_t device_sm; /* capability of the device, 90 for 9.0; 0 accepts any known target */
    const char *name;   /* shown in messages; may be NULL */
    /* newer versions and targets than known are accepted, up to the first directive that is
     * unknown; an unknown instruction stops whoever executes it */
    bool newer;
};

struct iq_ptx_param {
    const char *name, *type; /* type without dot: "u64", "b8" */
    /* bytes, all elements; offset in the packed parameter buffer */
    uint32_t size, align, offset;
    uint32_t elements; /* 0 = scalar */
    bool pointer;      /* declared .ptr */
};

struct iq_ptx_kernel {
    const char *name;
    const struct iq_ptx_param *params;
    uint32_t param_count, param_bytes;
    /* static needs of the kernel and all it can call (recursion counted once) */
    uint32_t shared_bytes, local_bytes;
    uint32_t register_count; /* an estimate of what a real compiler would take */
    uint32_t max_threads[3], required_threads[3]; /* .maxntid, .reqntid; 0 = not given */
    uint32_t min_blocks, cluster[3];              /* .reqnctapercluster; 0 = not given */
    bool recursive, indirect_calls;               /* local_bytes is then only a lower bound */
    enum iq_ptx_linkage linkage;
    struct iq_ptx_function *function; /* opaque */
};

/* Within the initialiser of a variable: write (address of symbol + addend) as `size` bytes at
 * offset. */
struct iq_ptx_reloc {
    uint64_t offset;
    uint32_t size;
    const char *symbol;
    int64_t addend;
};

struct iq_ptx_variable {
    const char *name;
    enum iq_ptx_space space; /* GLOBAL, CONST, SHARED or TEXREF */
    enum iq_ptx_linkage linkage;
    bool managed;
    uint32_t align, element_size;
    uint64_t size;             /* 0 = .extern [] (dynamic shared memory) */
    const unsigned char *init; /* init_size bytes, the rest is zero; NULL = all zero */
    uint64_t init_size;
    const struct iq_ptx_reloc *relocs;
    uint32_t reloc_count, line;
};

struct iq_ptx_module {
    uint32_t version_major, version_minor, target_sm;
    bool arch_specific, debug; /* sm_90a and the like; ".target ..., debug" */
    const struct iq_ptx_kernel *kernels;
    const struct iq_ptx_variable *variables;
    const char *const *source_files; /* by .file index, NULL where unused */
    uint32_t kernel_count, variable_count, source_file_count;
    struct iq_ptx_module_private *private;
};

/* Parses size bytes (a NUL ends the text earlier).  On error *module is NULL and diag (may be NULL)
 * has the reasons. */
int iq_ptx_parse(const char *text, size_t size, const struct iq_ptx_parse_options *options,
                 struct iq_ptx_module **module, struct iq_ptx_diag *diag);
/* Links modules into a new one; the inputs are only read and may be destroyed afterwards.  One
 * module without .extern needs no link.  diag says which symbols are missing or duplicate. */
int iq_ptx_link(const struct iq_ptx_module *const *modules, size_t count,
                struct iq_ptx_module **linked, struct iq_ptx_diag *diag);
void iq_ptx_module_destroy(struct iq_ptx_module *module);
/* NULL if there is none. */
const struct iq_ptx_kernel *iq_ptx_module_kernel(const struct iq_ptx_module *module,
                                                 const char *name);
const struct iq_ptx_variable *iq_ptx_module_variable(const struct iq_ptx_module *module,
                                                     const char *name);
/* Is this an .extern function or variable without definition left (then link before use)?  Returns
 * its name or NULL. */
const char *iq_ptx_module_unresolved(const struct iq_ptx_module *module);

/* An image: module + addresses.  addresses[i] belongs to module->variables[i]; those of SHARED ones
 * are ignored. The module must live longer.  Returns NULL without memory. */
struct iq_ptx_image;
struct iq_ptx_image *iq_ptx_image_create(const struct iq_ptx_module *module,
                                         const uint64_t *addresses);
uint64_t iq_ptx_image_address(const struct iq_ptx_image *image, uint32_t index);
/* The variable whose memory begins at [address]; NULL: none does. */
const struct iq_ptx_variable *iq_ptx_image_variable_at(const struct iq_ptx_image *image,
                                                       uint64_t address);
void iq_ptx_image_destroy(struct iq_ptx_image *image);
/* Writes the initial bytes of variable `index`, size bytes, with relocations applied, to dst. */
int iq_ptx_image_initialise(const struct iq_ptx_image *image, uint32_t index, void *dst);
/* Value of a device-function pointer; 0 = no such function. */
uint64_t iq_ptx_image_function(const struct iq_ptx_image *image, const char *name);

#endif
