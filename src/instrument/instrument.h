/* Instrumentation of PTX: global accesses of a kernel are checked against the memory that its
 * arguments point to.  The bounds arrive as one more parameter, which the host fills at each
 * launch; an access out of bounds is noted in a record and left out (a load gives 0).  The text
 * between the insertions stays byte for byte.  Owner: the caller destroys what iq_instrument
 * returns.  Threads: any, no shared state.  Errors: a text that is not understood stays. */
#ifndef IQ_INSTRUMENT_INSTRUMENT_H
#define IQ_INSTRUMENT_INSTRUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "instrument/record.h"

#define IQ_INSTRUMENT_COUNTERS \
    "__inquest_counters" /* a u64 for each site: the last launch with a record */
#define IQ_INSTRUMENT_HIDDEN "__inquest_bounds" /* the parameter after a kernel's own */
#define IQ_INSTRUMENT_NO_KERNEL UINT32_MAX

enum { IQ_INSTRUMENT_ROOTS = 4 }; /* of one access at most */
enum { IQ_INSTRUMENT_CELL_BYTES = 24 };

/* A variable of the module, or of one of its functions. */
struct iq_instrument_variable {
    char *name;
    uint64_t bytes; /* 0: the dynamic shared memory of the launch */
    enum iq_instrument_space {
        IQ_SPACE_GLOBAL,
        IQ_SPACE_SHARED,
        IQ_SPACE_LOCAL,
        IQ_SPACE_CONST /* addresses as ld.const has them */
    } space;
};

/* What pointers of a kernel are computed from: a word of its parameters, or a variable. */
struct iq_instrument_root {
    uint32_t variable; /* 1 + index in .variables; 0: a parameter */
    uint32_t offset;   /* in the packed parameters, bytes */
    uint32_t argument; /* index of the parameter */
    uint32_t within;   /* bytes from the start of that parameter */
    bool is_written;   /* races are looked for, and something is written */
    char *name;        /* of the parameter; NULL: a variable */
};

/* Eight bytes of the hidden parameter, as an access of .bytes at [root + .displacement] needs them.
 */
struct iq_instrument_word {
    enum iq_instrument_word_kind {
        IQ_WORD_RECORDS, /* address of the module's records, struct iq_instrument_record each */
        IQ_WORD_LAUNCH,  /* a number for the launch */
        IQ_WORD_BASE,    /* first byte of the root's memory less .displacement */
        IQ_WORD_LIMIT,   /* bytes of that memory less .bytes, plus 1; 0 if that is less than 1 */
        /* the same for an access that has other roots, too: of what is no memory all is */
        IQ_WORD_COMMON_LIMIT,
        IQ_WORD_TABLE, /* address of a table of memory: base and size, in order of address */
        IQ_WORD_COUNT, /* its rows; 0: there is none, and what needs it is not tested */
        /* the bits of address a, set where it was written, lie at this word + a / 8; 0: unknown */
        IQ_WORD_SHADOW,
        /* zeroed memory for races in shared memory, 0: they are not looked for; every how manieth
         * block it is for, counted from the last one on; how many cells of
         * IQ_INSTRUMENT_CELL_BYTES each has, one for 1 << .shared_shift bytes */
        IQ_WORD_SHARED_STATE,
        IQ_WORD_SHARED_STEP,
        IQ_WORD_SHARED_CELLS,
        /* the cell of address a lies at this word + (a >> .global_shift) *
         * IQ_INSTRUMENT_CELL_BYTES, zeroed, for accesses that begin in the part of the root's
         * memory where races are looked for: from this address on so many bytes, 0: nowhere */
        IQ_WORD_CELLS,
        IQ_WORD_CELLS_FIRST,
        IQ_WORD_CELLS_SIZE,
        /* of a root that is such an object: 0, or what is gone, as in .detail of a record */
        IQ_WORD_TEXTURE,
        IQ_WORD_SURFACE,
        /* ... the first texel that is missing at the end of a texture, and in the upper half how
         * many are missing; 0: none */
        IQ_WORD_TEXELS
    } kind;
    uint32_t root, bytes;
    uint32_t alignment; /* 0: none */
    uint32_t needs;     /* IQ_INSTRUMENT_NEEDS_*; 0: whatever may be done with the memory */
    int64_t displacement;
};

/* What an access does that may be forbidden in a part of an allocation. */
enum {
    IQ_INSTRUMENT_NEEDS_READ = 1,
    IQ_INSTRUMENT_NEEDS_WRITE = 2,
    IQ_INSTRUMENT_NEEDS_ATOMIC = 4
};
static inline uint32_t iq_instrument_needs(bool is_write, bool is_atomic)
{
    return is_atomic  ? IQ_INSTRUMENT_NEEDS_ATOMIC
           : is_write ? IQ_INSTRUMENT_NEEDS_WRITE
                      : IQ_INSTRUMENT_NEEDS_READ;
}

struct iq_instrument_kernel {
    char *name;
    uint32_t parameter_count; /* without ours */
    uint32_t parameter_bytes; /* packed, without ours */
    uint32_t hidden_offset;   /* of our parameter in the packed parameters */
    struct iq_instrument_root *roots;
    uint32_t root_count;
    struct iq_instrument_word *words; /* what the hidden parameter holds, in this order */
    uint32_t word_count;
    uint32_t accesses, checked; /* to memory other than parameters and constants */
    bool is_bounded;            /* it says itself how many threads a block may have */
    bool waits_for_grid;        /* ... or may do so: it uses the driver's memory for that */
    uint32_t first_site;
    /* what is looked for: races in shared memory; barriers that diverge; any races */
    bool watches_shared, watches_barriers, watches_races;
    uint32_t shared_shift, global_shift; /* log2 of the bytes that a cell is for */
    uint32_t shared_bytes; /* no more than these, with what the device keeps for itself, come
                              before the dynamic shared memory */
    bool writes_unseen;    /* it may write global memory and leave the shadow bits as they are */
};

/* A checked access, and what for. */
struct iq_instrument_site {
    enum iq_instrument_check {
        IQ_CHECK_BOUNDS,
        IQ_CHECK_UNINITIALIZED,
        IQ_CHECK_MASK,
        IQ_CHECK_OBJECT, /* textures and surfaces */
        IQ_CHECK_SHARED_RACE,
        IQ_CHECK_RACE,
        IQ_CHECK_BARRIER
    } check;
    uint32_t kernel;   /* index, or IQ_INSTRUMENT_NO_KERNEL: in a function, of any kernel */
    uint32_t ptx_line; /* of the original text */
    uint32_t file;     /* 1 + index in .files, 0: no .loc */
    uint32_t line;     /* of that file */
    uint32_t bytes, alignment;
    bool is_surface;                    /* of an object: it is no texture */
    bool is_done;                       /* nothing is left out */
    bool is_write, is_atomic, is_sized; /* sized: it has .bytes at most; .detail says how many */
    enum iq_instrument_space space;
    /* Of accesses that may race: barriers of the block, and synchronisations of the warp, in front
     * of it in the text; last line, in .ptx_line's terms, of the loops that it is in, 0: none. */
    uint32_t barriers, syncs, loop_end;
    uint32_t variable;  /* 1 + index in .variables that the address comes from; 0: from no such */
    uint8_t root_count; /* 0: the address is looked up in the table */
    uint32_t roots[IQ_INSTRUMENT_ROOTS]; /* of the kernel */
};

struct iq_instrumented {
    char *text; /* NUL-terminated */
    size_t size;
    struct iq_instrument_kernel *kernels;
    uint32_t kernel_count;
    struct iq_instrument_site *sites;
    uint32_t site_count;
    char **files;
    uint32_t file_count;
    struct iq_instrument_variable *variables;
    uint32_t variable_count;
    uint32_t function_accesses, function_checked; /* in functions that kernels call */
};

/* A kernel that has to run with blocks of so many threads: its registers are limited. */
struct iq_instrument_cap {
    const char *kernel;
    uint32_t threads; /* 0: it stays as it is */
};

/* What is checked besides bounds; of a text that is linked with others none of it. */
enum {
    IQ_INSTRUMENT_UNINITIALIZED = 1,
    IQ_INSTRUMENT_RACES = 2,
    IQ_INSTRUMENT_MASKS = 4,
    IQ_INSTRUMENT_LINKED = 8,      /* ... with code that calls its visible functions as they are */
    IQ_INSTRUMENT_UNCONTAINED = 16 /* what is wrong is noted, and done all the same */
};

/* Instruments [text] ([size] bytes, or up to a NUL) for [checks]; [caps] may be NULL.  Returns 0
 * and fills [out], IQ_ENOMEM, or IQ_EUNSUPPORTED with *why (static text; may be NULL to ignore):
 * nothing to check, or nothing that can be. */
int iq_instrument(const char *text, size_t size, unsigned checks,
                  const struct iq_instrument_cap *caps, uint32_t cap_count,
                  struct iq_instrumented *out, const char **why);
void iq_instrumented_finish(struct iq_instrumented *out);

/* Does [text] ask another one, NVIDIA's device runtime, to launch kernels? */
bool iq_instrument_launches(const char *text, size_t size);
/* Has the module [text] variables that the program may change?  Two copies of it would differ. */
bool iq_instrument_has_state(const char *text);

/* Where [address] lies, seen from a shared variable of [bytes] at [base], in words. */
void iq_instrument_say_place(char *text, size_t size, const struct iq_instrument_variable *variable,
                             uint64_t bytes, uint64_t base, uint64_t address);

/* As iq_ptx_say_dynamic, where only the threads are known, iq_ptx_say_short_texture, and
 * iq_ptx_is_element. */
uint64_t iq_instrument_say_dynamic(char *text, size_t size, uint64_t given, uint64_t at,
                                   uint32_t bytes, uint64_t threads);
void iq_instrument_say_short_texture(char *text, size_t size, uint64_t bytes, uint32_t texel_bytes);
bool iq_instrument_is_element(uint64_t factor, uint32_t access);

#endif
