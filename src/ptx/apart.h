/* Which memory the threads of a kernel keep apart: all that the kernel does with an argument is to
 * access places that follow from blockIdx, threadIdx and what the launch knows, and no two threads
 * have a byte in common.  Such memory cannot see a race and is not watched for any.  Nor can memory
 * that a kernel only accesses by atomic operations, though these may order others.
 * Owner: forms belong to the function.  Threads: read-only once parsed. */
#ifndef IQ_PTX_APART_H
#define IQ_PTX_APART_H

#include <stdbool.h>
#include <stdint.h>

struct iq_ptx_function;
struct iq_ptx_launch;
struct iq_ptx_program;

/* Steps that are no instruction: a register of 32 or 64 bits with several definitions is what any
 * of the sources is; one that a loop counts is the first source and, a number of times, the second
 * one more (the third: 1 + the loop); one of which nothing is known. */
enum {
    IQ_PTX_FORM_JOIN32 = 1 << 16,
    IQ_PTX_FORM_JOIN64,
    IQ_PTX_FORM_LOOP32,
    IQ_PTX_FORM_LOOP64,
    IQ_PTX_FORM_UNKNOWN
};

/* One step of the computation of addresses; sources are 1 + a form (BASE_FRAME), which is in front
 * of it unless it leads back to a join, a constant of the function (BASE_UNIFORM) or a special of
 * the warp (BASE_WARP). */
struct iq_ptx_form {
    uint32_t exec, from[3];
};
/* A plain access through the argument at 8 * slot of the parameters; its address, as a source of a
 * form; the number of guards in front of it. */
struct iq_ptx_form_place {
    uint32_t slot, address, size, guards;
    int64_t offset;
};
/* Threads that go beyond the instruction [at] have less < more or, if not strict, less <= more. */
struct iq_ptx_form_guard {
    uint32_t at, less, more;
    bool strict, sign, wide;
};

/* A register that begins with [first] and, each time around, takes [step] more; the loop goes on as
 * long as it is related to [limit] so (as in exec.def). */
struct iq_ptx_form_loop {
    uint32_t first, step, limit, relation;
    bool sign, wide;
};

/* accessed: arguments that are used for any access to global memory; candidates: those of which
 * places has all. */
struct iq_ptx_forms {
    struct iq_ptx_form *steps;
    struct iq_ptx_form_place *places;
    struct iq_ptx_form_guard *guards;
    struct iq_ptx_form_loop *loops;
    uint32_t step_count, step_cap, place_count, place_cap;
    uint32_t guard_count, guard_cap, loop_count, loop_cap;
    uint64_t accessed, candidates;
    bool joins;      /* among the steps */
    uint64_t atomic; /* those that nothing but atomic operations of the whole device access */
    bool named;      /* variables of the module are accessed, too */
    bool releases;   /* an atomic operation orders what lies in front of it, as a fence does */
};

/* What a launch of the program has found; the same launch finds the same.  Threads: any, who has
 * set lock; others do without. */
struct iq_ptx_apart_last {
    uint8_t lock, params[255];
    uint32_t grid[3], block[3]; /* all 0: nothing yet */
    uint64_t apart;
};

/* After iq_ptx_function_origins, registers have no places yet.  False without memory. */
bool iq_ptx_function_forms(struct iq_ptx_function *f);
void iq_ptx_forms_finish(struct iq_ptx_forms *forms);
/* Fills apart, atomic and orderless of the launch: arguments are a bit each, as in
 * iq_ptx_access.origins. */
void iq_ptx_launch_sort(struct iq_ptx_launch *l);
/* Of a range of memory that is used now: is it kept apart, and no other argument points into it? */
bool iq_ptx_range_is_apart(const struct iq_ptx_launch *l, uint64_t begin, uint64_t end);
/* Do all arguments that point into it access it by atomic operations alone? */
bool iq_ptx_range_is_atomic(const struct iq_ptx_launch *l, uint64_t begin, uint64_t end);

#endif
