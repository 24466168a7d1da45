/* Decoder of CUDA module images: what the bytes are, what is inside, what a driver will say, and
 * what is missing.
 * Owner: the caller keeps the bytes alive; results point into them and own nothing unless a
 * function says so.
 * Threads: any, no shared state.  Memory: only what iq_image_unpack returns.  Never exits or
 * prints. */
#ifndef IQ_IMAGE_IMAGE_H
#define IQ_IMAGE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/errors.h"

#define IQ_IMAGE_SIZE_UNKNOWN ((size_t)-1)

/* Where the bytes are.  With an unknown size only what the format itself announces is read, and
 * each range is first asked of [readable]: how many of the [wanted] bytes at [at] may be read.
 * NULL: trust the format, and follow no pointers (a fatbin wrapper then has no contents). */
struct iq_image_source {
    const void *bytes;
    size_t size; /* IQ_IMAGE_SIZE_UNKNOWN as in cuModuleLoadData */
    size_t (*readable)(void *user, const void *at, size_t wanted);
    void *user;
    bool file; /* bytes are a file: pointers in a fatbin wrapper mean nothing */
};

/* A [readable] that asks the kernel about every page (base/probe.h). */
size_t iq_image_probe_readable(void *user, const void *at, size_t wanted);

/* An image in the process's memory, as long as it says itself. */
static inline struct iq_image_source iq_image_in_memory(const void *bytes)
{
    return (struct iq_image_source){ .bytes = bytes,
                                     .size = IQ_IMAGE_SIZE_UNKNOWN,
                                     .readable = iq_image_probe_readable };
}

enum iq_image_kind {
#define IQ_IMAGE_KIND(id, name, text) IQ_IMAGE_##id,
#include "image/kinds.def"
    IQ_IMAGE_KIND_COUNT
};

enum iq_image_problem {
    IQ_PROBLEM_NONE,
#define IQ_IMAGE_PROBLEM(id, text) IQ_PROBLEM_##id,
#include "image/problems.def"
    IQ_PROBLEM_COUNT
};

enum { IQ_IMAGE_CRASHES = -1 };
enum iq_image_health { IQ_IMAGE_WHOLE, IQ_IMAGE_TRUNCATED, IQ_IMAGE_CORRUPT };

struct iq_ptx_facts {
    int version_major, version_minor; /* .version; -1: none or unreadable */
    /* 90 for sm_90 (first target if a list); 0: none or unreadable */
    int target;
    char variant;     /* 'a', 'f' or 0 */
    bool debug;       /* .target ..., debug */
    int address_size; /* 0: not given (accepted), 64, or what stands there */
    /* how many sm_ names follow .target; more than one is refused */
    int targets;
    int line; /* line of the first problem in the header, 0: none */
    enum iq_image_problem problem;
};

struct iq_cubin_facts {
    int abi;        /* EI_ABIVERSION: 7 or 8 */
    uint32_t flags; /* e_flags */
    int arch;       /* 90 for sm_90 */
    char variant;   /* 'a', 'f' or 0 */
    /* ET_REL: made with -rdc=true; loads only if it calls nothing outside */
    bool relocatable;
    bool debug; /* has .debug_info or .debug_line */
    bool bits64;
};

/* What iq_image_sniff found out. */
struct iq_image {
    struct iq_image_source source;
    enum iq_image_kind kind;
    /* bytes of the image by its own format (PTX: without the NUL); known bytes otherwise */
    size_t size;
    enum iq_image_health health;
    uint64_t problem_offset; /* byte of the first problem */
    enum iq_image_problem problem;
    /* what a real driver was measured to say to such damage: a CUresult, 0 if it does not mind,
     * IQ_IMAGE_CRASHES if it crashes or never returns */
    int answer;
    struct iq_ptx_facts ptx;     /* kinds PTX, PTX_BOM, PTX_UTF16 */
    struct iq_cubin_facts cubin; /* kind CUBIN */
    uint32_t wrapper_version;    /* kind FATBIN_WRAPPER: 1, or 2 (-rdc=true) */
    /* kinds FATBIN, FATBIN_WRAPPER: main header; NULL if not reachable */
    const uint8_t *fatbin;
    /* wrapper version 2: more fatbins, to be linked together; may be NULL */
    const uint8_t *const *linked;
    size_t linked_count;
};

/* Finds out what [source] is.  Always fills [image]; bytes NULL and size 0 are legal questions.
 * Returns 0 (also for truncated and corrupt images: see .health). */
int iq_image_sniff(const struct iq_image_source *source, struct iq_image *image);

const char *iq_image_kind_name(enum iq_image_kind kind); /* "fatbin" */
const char *iq_image_kind_text(enum iq_image_kind kind); /* "an HTML page" */
/* "the fatbin header is cut off"; NULL of none. */
const char *iq_image_problem_text(enum iq_image_problem problem);

enum iq_image_packing { IQ_PACKING_NONE, IQ_PACKING_LZ4, IQ_PACKING_ZSTD };
enum { IQ_ENTRY_PTX = 1, IQ_ENTRY_ELF = 2, IQ_ENTRY_LTOIR = 8 };

/* One loadable thing: a fatbin entry, or the image itself when it is plain PTX or a cubin. */
struct iq_image_entry {
    int kind;     /* IQ_ENTRY_*, or another number */
    int arch;     /* 90; of PTX the compute_ number */
    char variant; /* 'a', 'f' or 0 */
    /* PTX ISA; of ELF the container's version, of no interest */
    int version_major, version_minor;
    uint64_t flags; /* as stored; 0 for plain images */
    enum iq_image_packing packing;
    bool debug, bits64;
    bool plain;      /* the image itself, not in a fatbin */
    size_t fatbin;   /* 0: main fatbin, 1..: wrapper's linked fatbins */
    uint64_t offset; /* of the entry header within its fatbin */
    const uint8_t *payload;
    uint64_t payload_size; /* stored bytes without padding */
    uint64_t unpacked_size;
    /* source file name of debug builds; not terminated; NULL: none */
    const char *name;
    size_t name_length;
};

struct iq_image_cursor {
    const struct iq_image *image;
    size_t fatbin; /* which fatbin is being walked */
    uint64_t offset;
    bool done;
    enum iq_image_health health; /* why the walk ended: WHOLE at the real end */
    int answer;                  /* as in struct iq_image */
    uint64_t problem_offset;     /* within fatbin [fatbin] */
    enum iq_image_problem problem;
};

/* Walks all entries of PTX, cubin, fatbin and wrapper images:
 *     struct iq_image_cursor cursor; struct iq_image_entry entry;
 *     for (iq_image_begin(&image, &cursor); iq_image_next(&cursor, &entry);) ... */
void iq_image_begin(const struct iq_image *image, struct iq_image_cursor *cursor);
bool iq_image_next(struct iq_image_cursor *cursor, struct iq_image_entry *entry);

const char *iq_image_variant_text(char variant); /* "a" of sm_90a, "" of none */

/* "sm_75 SASS, compute_75 PTX (ISA 9.0)": list of what is inside, cut with "..." if long. */
void iq_image_contents(const struct iq_image *image, char *text, size_t size);

/* Whether as many bytes as the entry announces can be packed into those that it has: if not, it is
 * damaged. */
bool iq_image_is_plausible(const struct iq_image_entry *entry);

/* Decompresses (or copies) an entry into malloc'ed memory with a NUL after it; of PTX the padding
 * is cut off. In unpack.c, which is the only file that needs zstd and lz4. Returns 0, IQ_ENOMEM,
 * IQ_ETOOBIG (over 1 GiB), IQ_ECORRUPT. */
IQ_NODISCARD int iq_image_unpack(const struct iq_image_entry *entry, char **data, size_t *size);

/* Names of kernels and other functions.  [visit] returns false to stop.  The name is not
 * terminated. */
typedef bool (*iq_image_visit_name)(void *user, const char *name, size_t length, bool kernel);
void iq_image_cubin_names(const void *bytes, size_t size, iq_image_visit_name visit, void *user);
/* Line of the outermost { that the text leaves open, or of a declaration in front of it that has no
 * end: the text is cut off, or something is missing.  *problem says which.  0: none. */
int iq_image_ptx_open_line(const char *text, size_t size, enum iq_image_problem *problem);
void iq_image_ptx_names(const char *text, size_t size, iq_image_visit_name visit, void *user);

/* Reads .version, .target, .address_size at the head of PTX [text]; stops at [size] or NUL. */
void iq_image_ptx_header(const char *text, size_t size, struct iq_ptx_facts *facts);

#endif
