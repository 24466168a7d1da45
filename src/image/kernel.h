/* What an image says of a kernel: its block, where its parameters lie, and, where there is PTX,
 * what is done through those that are addresses.  A light scan, not a compiler: what it does not
 * understand is "may be used in any way".
 * Owner: the caller's memory; nothing is kept.  Threads: any, no shared state.  Memory: malloc
 * while a scan runs. */
#ifndef IQ_IMAGE_KERNEL_H
#define IQ_IMAGE_KERNEL_H

#include "base/contract.h"
#include "base/vec.h"
#include "image/image.h"

enum { IQ_IMAGE_PARAMS = 64, IQ_IMAGE_WORDS = 48 };

/* What a kernel does with a word of its parameters, as bits. */
enum iq_image_use {
    IQ_USE_READ = 1, /* memory is read through it */
    IQ_USE_WRITE = 2,
    /* only by atomic, volatile or otherwise ordered operations, besides the above */
    IQ_USE_ATOMIC = 4,
    /* stored where the kernel may load it again, passed to a function, or nobody looked: anything
     * may happen */
    IQ_USE_UNKNOWN = 8,
    /* every access hangs on a condition on arguments or on memory, not on the numbers of threads
     * alone */
    IQ_USE_OPTIONAL = 32,
    /* at least one address depends on other arguments, or on what memory holds */
    IQ_USE_SHIFTED = 16
};

/* A number among the parameters, times [scale], that is added to an address.  [bytes] 0: none. */
struct iq_image_term {
    uint16_t param, offset;
    uint8_t bytes;
    bool is_signed;
    int32_t scale;
};

enum { IQ_IMAGE_TERMS = 2 };

/* Eight bytes of the parameters that may be an address.  With terms: the address that they and
 * [shift] make of these eight bytes, next to a word of the same parameter without any. */
struct iq_image_word {
    struct iq_image_term terms[IQ_IMAGE_TERMS];
    int32_t shift;
    uint16_t param, offset; /* index; bytes from the parameter's start */
    uint8_t use;            /* enum iq_image_use; 0: the kernel uses no memory through it */
    /* bit i: byte i from the address on is touched by thread 0 of block 0, whatever the other
     * arguments are, unless a condition keeps it from it */
    uint64_t read, written, ordered;
    /* of these, what no condition keeps from it but a comparison of its number, 0, with what is
     * taken for a size */
    uint64_t sure_read, sure_written;
};

struct iq_image_param {
    uint32_t offset, size;
    /* in PTX that somebody wrote by hand; not terminated, borrowed from the text; NULL: none */
    const char *name;
    size_t name_length;
    bool is_float; /* .f32 or .f64 in PTX; machine code does not tell */
};

struct iq_image_kernel {
    bool has_code; /* words come from PTX; otherwise from sizes alone */
    /* the kernel may wait for what others write while it runs, or tell them something: volatile
     * accesses, locks, fences for the host */
    bool may_wait;
    uint16_t param_count, word_count;
    uint32_t bytes;    /* of all parameters */
    uint32_t block[3]; /* threads of each of its blocks (.reqntid); 0: any number */
    struct iq_image_param params[IQ_IMAGE_PARAMS];
    struct iq_image_word words[IQ_IMAGE_WORDS];
};

static inline bool iq_image_word_is_offset(const struct iq_image_word *word)
{
    return word->terms[0].bytes;
}

/* Looks kernel [name] up in PTX [text] (ends at [size] or NUL), in a cubin, in any image.  Returns
 * 0, IQ_ENOENT (no such kernel, or its parameters are not described), IQ_ETOOBIG (more parameters
 * than there is room for), IQ_ENOMEM. */
IQ_NODISCARD int iq_image_ptx_kernel(const char *text, size_t size, const char *name,
                                     struct iq_image_kernel *kernel);
/* The kernels of a text, in order of their names: for one of which many are looked up.  Names point
 * into the text.  Returns 0 (to be given back by iq_image_ptx_entries_finish), IQ_ENOMEM. */
struct iq_image_ptx_entries {
    const char *end; /* of the text */
    IQ_VEC(struct iq_image_ptx_entry {
        const char *name;
        size_t length;
    })
    all;
};
IQ_NODISCARD int iq_image_ptx_entries_find(struct iq_image_ptx_entries *entries, const char *text,
                                           size_t size);
void iq_image_ptx_entries_finish(struct iq_image_ptx_entries *entries);
/* As iq_image_ptx_kernel. */
IQ_NODISCARD int iq_image_ptx_entries_kernel(const struct iq_image_ptx_entries *entries,
                                             const char *name, struct iq_image_kernel *kernel);
IQ_NODISCARD int iq_image_cubin_kernel(const void *bytes, size_t size, const char *name,
                                       struct iq_image_kernel *kernel);

/* Unpacks number [n] of the entries of [image] that hold the best PTX for a device (or the machine
 * code that it would load): those of one architecture.  The caller frees *data.  Returns 0,
 * IQ_ENOENT (there are fewer), IQ_ETOOBIG (over [limit] bytes), or what iq_image_unpack returns. */
IQ_NODISCARD int iq_image_code(const struct iq_image *image, int major, int minor, bool ptx,
                               unsigned n, size_t limit, char **data, size_t *size);

#endif
