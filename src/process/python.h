/* The frames of a Python interpreter (CPython 3.9 to 3.14), read from its own structures. No Python
 * function is called and no lock of the interpreter is taken: every read is guarded (peek.h), so
 * that a layout other than the believed one yields no frames, never a crash.  The calling thread's
 * own frames do not change while it is in a GPU call.
 * Owner: core; nothing is freed.  Threads: any; a new stack takes IQ_LOCK_STACKS.  Fork: survives.
 * Signals: with [quiet] a walk may be made in a handler. */
#ifndef IQ_PROCESS_PYTHON_H
#define IQ_PROCESS_PYTHON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"

enum { IQ_PYTHON_DEPTH = 64, IQ_PYTHON_WORDS = 400 };

/* A frame as it was found: its code object and where in it. */
struct iq_python_place {
    uintptr_t code;
    int64_t at;
    bool entered;
};

struct iq_python_walk {
    uint64_t hash; /* of everything that tells this stack from others */
    uint32_t count;
    struct iq_python_place place[IQ_PYTHON_DEPTH]; /* innermost first */
};

/* Addresses of all words that a walk has read; with a count of more than IQ_PYTHON_WORDS some are
 * missing. */
struct iq_python_reads {
    uint32_t count;
    uintptr_t word[IQ_PYTHON_WORDS];
};

/* Looks for an interpreter among the loaded objects, unless nothing was loaded since the last
 * time. */
void iq_python_look(void);

/* Is there an interpreter whose structures are known? */
extern bool iq_python_present IQ_HOT; /* release, after all of python */
static inline bool iq_python_is_present(void)
{
    return __atomic_load_n(&iq_python_present, __ATOMIC_ACQUIRE);
}

/* Does [pc] lie in the object that holds the interpreter? */
bool iq_python_contains(uintptr_t pc);

/* Frames of the calling thread; false if it has none.  *state remembers the thread's interpreter
 * state between calls. [reads] gets what the walk depended on: while those words are the same,
 * another one would end the same way.  NULL: not wanted. */
bool iq_python_walk(struct iq_python_walk *walk, uintptr_t *state, struct iq_python_reads *reads,
                    bool quiet);

/* A number that differs when the thread with interpreter state [state] runs something else, mostly;
 * false: unknown. */
bool iq_python_key(uint64_t *key, uintptr_t state);

/* Id of the stack with functions, files and lines read and interned; 0 if they cannot be read. */
IQ_NONNULL uint32_t iq_python_intern(const struct iq_python_walk *walk, bool quiet);

/* Writes stack [python] to the trace as the interpreter's part of stack [id]. */
void iq_python_write(uint32_t id, uint32_t python);

#endif
