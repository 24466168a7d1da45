/* Shared by the files of src/instrument only: a module that is being rewritten.
 * Owner: iq_instrument. */
#ifndef IQ_INSTRUMENT_REWRITER_H
#define IQ_INSTRUMENT_REWRITER_H

#include "base/str.h"
#include "instrument/copies.h"
#include "instrument/demands.h"
#include "instrument/endings.h"
#include "instrument/functions.h"
#include "instrument/inner.h"
#include "instrument/lookups.h"
#include "instrument/notes.h"
#include "instrument/races.h"
#include "instrument/rows.h"

#define IQ_INSTRUMENT_MEMBERS "__inquest_members" /* see endings.c */

enum { IQ_PENDING = 64, IQ_STATE_WORDS = 4 };

/* What a body is instrumented as. */
enum iq_role {
    IQ_ROLE_KERNEL,
    IQ_ROLE_FUNCTION, /* with parameters of ours */
    IQ_ROLE_OTHER     /* nothing is tested in it, and it has nothing to give to what it calls */
};

/* What the address of an access comes from. */
struct roots {
    uint8_t count;
    uint32_t of[IQ_INSTRUMENT_ROOTS];
};

/* What is tested: bytes at an address, where the guard is true. */
struct tested {
    struct iq_memory_access access;
    struct roots roots;
    uint32_t needs;      /* IQ_INSTRUMENT_NEEDS_* */
    bool narrow, direct; /* the address is a register of four bytes; it is a variable */
    /* the host sees whether the address is a multiple of .passed, by the argument; that it is one
     * of .asked, .asked_at bytes behind the register, has to be tested; 0: of anything */
    uint32_t passed, asked;
    int64_t asked_at;
    struct iq_name guard;
    bool guarded, guard_not;
};

/* A tested access of the segment. */
struct pending_text {
    struct tested tested;
    uint32_t site, number; /* number: of its predicates */
    /* 1 + the number of a test of the same bytes for another use, which has told of the bounds */
    uint32_t before;
    uint32_t region; /* that it is in; 0: in none */
    /* the address is kept in a register of ours: its own is gone at the end of the segment */
    bool kept;
};

/* A .loc: where the statement is, and where the function it is of was inlined (line 0: it was not).
 * Files are 1 + index in .files, 0: unknown. */
struct insertion {
    uint32_t file, line, outer_file, outer_line;
};

struct rewriter {
    struct iq_instrumented *out;
    unsigned checks; /* IQ_INSTRUMENT_* */
    const struct iq_instrument_cap *caps;
    uint32_t cap_count;
    struct iq_demands demands;
    uint32_t target;      /* 75: sm_75 */
    bool has_active_mask; /* the text may use activemask, and lanes may wait in turns */
    struct races races;
    uint32_t shared_looks, global_looks; /* bits: the shifts of cells that kernels have */
    struct iq_str text, cold;
    const char *copied; /* up to here the original is in .text */
    struct iq_body *body;
    struct iq_instrument_kernel *kernel; /* of the body; of a function, to count in */
    IQ_VEC(struct iq_instrument_kernel) kernels;
    IQ_VEC(struct iq_instrument_site) sites;
    IQ_VEC(char *) files;
    IQ_VEC(struct iq_instrument_word) words; /* of .body's kernel */
    struct iq_inst_variables variables;
    IQ_VEC(uint32_t) limits;     /* of dynamic shared memory, for accesses of so many bytes */
    IQ_VEC(struct cache) caches; /* of .body's kernel */
    IQ_VEC(struct guess) guesses;
    IQ_VEC(struct ending_member) members;
    uint32_t lookups, indexes, guessed, guessed_rows; /* ..rows: at once, at most */
    struct iq_functions functions;
    enum iq_role role;        /* of .body */
    uint32_t copies, objects; /* that are tested */
    struct row_groups rows;
    uint32_t calls, own_tests, shadow_tests, mask_tests, barrier_tests;
    bool may_search, may_search_here; /* here: in .body */
    IQ_VEC(uint32_t) file_numbers;    /* of .files */
    struct pending_text pending[IQ_PENDING];
    uint32_t pending_count, tests, segments;
    uint32_t waits;                    /* for records that other threads write */
    bool ends_threads;                 /* in .body a thread ends where it is first wrong */
    bool tests_generic;                /* ... generic addresses of variables are tested */
    IQ_VEC(struct end_root) end_roots; /* what addresses come from that are wrong there */
    uint32_t regions, slices;          /* slices: registers of addresses that are computed ahead */
    uint32_t place;                    /* 1 + index in .places of the last .loc, 0: none */
    IQ_VEC(struct insertion) places;   /* of .body's kernel */
    bool any_barriers, failed;
};

#define PUT(...) iq_str_printf(&r->text, __VA_ARGS__)
#define COLD(...) iq_str_printf(&r->cold, __VA_ARGS__)
#define NAME(name) (int)(name).length, (name).text

/* Index of the word of the hidden parameter; adds it where it is new. */
uint32_t iq_rewriter_word(struct rewriter *r, enum iq_instrument_word_kind kind, uint32_t root,
                          uint32_t bytes, int64_t displacement);

/* A site for the access [s], where [check] is made of it; .root_count 0: it is looked up. */
bool iq_rewriter_add_site(struct rewriter *r, const struct iq_statement *s,
                          const struct iq_memory_access *access, bool looked_up,
                          enum iq_instrument_check check);

/* The address of [access] in [to_register], in eight bytes. */
void iq_rewriter_put_address(struct rewriter *r, struct iq_str *to,
                             const struct iq_memory_access *access, const char *to_register);

/* The variable that the body's root [root] is; NULL: it is a parameter. */
const struct iq_inst_variable *iq_rewriter_variable(const struct rewriter *r, uint32_t root);

/* ", !%p", or nothing where that is not [guarded]. */
const char *iq_rewriter_guard(char text[96], bool guarded, bool not_, struct iq_name guard);

/* Around the access [s], which is carried out where [runs] ("%p", "!%p") is true: the shadow bits
 * of what it reads are looked at, those of what it writes set. */
void iq_shadow_put(struct rewriter *r, const struct iq_statement *s,
                   const struct iq_memory_access *access, uint32_t site, const char *runs);

/* May [s] write global memory that iq_shadow_put does not see? */
bool iq_shadow_is_passed(const struct rewriter *r, const struct iq_statement *s);

/* Is the call [s] one of a function of the driver's that writes nothing, and orders nothing? */
bool iq_shadow_is_harmless(const struct rewriter *r, const struct iq_statement *s);

/* In front of [s]: is the texture or surface that it uses there?  False: [s] is not tested. */
bool iq_objects_put(struct rewriter *r, const struct iq_statement *s);

/* In front of [s]: is the lane in the mask of lanes that it synchronises with? */
void iq_masks_put(struct rewriter *r, const struct iq_statement *s);

/* What [access], of [s], is tested for; false: not all the memory that its address comes from is
 * known, or it may be an address of other memory. */
bool iq_checks_describe(struct rewriter *r, const struct iq_statement *s,
                        const struct iq_memory_access *access, struct tested *tested);

/* The test of [t]: [predicate] becomes true where the access is wrong. */
void iq_checks_put_test(struct rewriter *r, struct iq_str *to, const struct tested *t,
                        const char *predicate);
/* May [access] be tested: is all the memory that its address comes from known?  Is its address a
 * fixed one of a variable, and the access within that?  Does [s] branch, or can be branched to? */
bool iq_checks_is_testable(struct rewriter *r, const struct iq_memory_access *access);
bool iq_checks_is_inside(struct rewriter *r, const struct iq_memory_access *access);
bool iq_checks_is_flow(const struct rewriter *r, const struct iq_statement *s);

/* How far [t] lies after the start of the memory of its root [index] in %iqt, and the bytes of that
 * in %iqv.  [predicate] becomes true where the address is not aligned, too. */
void iq_checks_put_room(struct rewriter *r, struct iq_str *to, const struct tested *t,
                        uint8_t index);
void iq_checks_put_alignment(struct iq_str *to, const struct tested *t, const char *predicate);

/* Elements at the end of a vector from shared memory that nobody uses do not count. */
void iq_checks_trim(const struct rewriter *r, struct iq_memory_access *access);
/* The last region, statements [first, last], with a test for each access. */
void iq_checks_put_exactly(struct rewriter *r, uint32_t first, uint32_t last);

/* Out of line, where [guard]: %iqh and %iqv become start and size of the memory of [root], as far
 * as it may be used as an access [needs] it.
 * ..put_distance: %iqt is how far [t] lies after the start. */
void iq_checks_put_memory(struct rewriter *r, uint32_t root, uint32_t needs, const char *guard);
void iq_checks_put_distance(struct rewriter *r, const struct tested *t);
void iq_checks_note_place(struct rewriter *r, const struct iq_statement *s);

/* Ends the segment in front of what comes next. */
void iq_checks_flush(struct rewriter *r);

/* Are tests shared by regions?  Other checks than those of bounds look at each access. */
bool iq_regions_are_used(const struct rewriter *r);

/* Puts the region that begins with statement [first]; returns the index behind it, or [first]. */
uint32_t iq_regions_put(struct rewriter *r, uint32_t first);

/* The original up to [at] goes to .text. */
void iq_rewriter_copy(struct rewriter *r, const char *at);

/* Gets ready for .body, which is a [role]; [ends]: its threads end where they are first wrong. */
void iq_checks_begin(struct rewriter *r, enum iq_role role, bool ends);

/* The statements of .body, all the tests among them; what the tests need, in front of them. */
void iq_checks_put_body(struct rewriter *r);
void iq_checks_put_declarations(struct rewriter *r);

#endif
