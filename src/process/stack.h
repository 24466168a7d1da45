/* Call stacks of the program: unwound where something worth remembering happens, interned, named by
 * a small number.
 * Owner: core; never freed.  Threads: any; a new stack takes IQ_LOCK_STACKS.  Fork: survives.
 * Signals: iq_stack_of_signal may be used in a handler. */
#ifndef IQ_PROCESS_STACK_H
#define IQ_PROCESS_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "base/contract.h"
#include "process/section.h"

/* Where the program called from: return address and the stack pointer of the caller at the call. */
struct iq_site {
    uintptr_t pc, sp;
};
#define IQ_SITE ((struct iq_site){ (uintptr_t)__builtin_return_address(0), IQ_ARCH_CFA })

enum { IQ_STACK_DEPTH = 48 };

struct iq_stack {
    uint32_t id, count;
    uint32_t python; /* the interpreter's frames (python.h), 0: none */
    /* an interpreter may have called: one of its frames is here, or the stack was cut before */
    bool interpreter;
    struct iq_sections in; /* what the program was doing */
    uint32_t place;        /* the stack without its range: itself, if it has none */
    uint64_t hash;
    const uintptr_t *pc;
};

/* What is remembered of the calling thread's stacks.  Whoever keeps blocks for threads puts it
 * there when a thread ends and gives it to the next one, but for what is known of its interpreter:
 * none of it goes back to the system. */
struct iq_stack_memory {
    struct iq_stack_cache *machine;
    struct iq_python_cache *python;
};
extern __thread struct iq_stack_memory iq_stack_memory __attribute__((tls_model("initial-exec")));

/* The stack whose first frame is [site]; frames of hidden ranges are left out.  0 when memory ran
 * out. */
uint32_t iq_stack_at(struct iq_site site);

/* Where the words stand that make the stack of [site] the one that iq_stack_at has just given:
 * their addresses into [words]; returns how many, 0: more than [room], or it takes more to know. */
uint32_t iq_stack_words(struct iq_site site, uintptr_t *words, uint32_t room);

/* Stack of an interrupted program: [pc] itself, then whoever called it as far as that can be found
 * out. */
uint32_t iq_stack_of_signal(uintptr_t pc);

/* Stack of a hook's caller: [pc], the hook's return address, and whoever called that function. */
uint32_t iq_stack_of_return(uintptr_t pc);

/* The frame of the calling thread, at or above [site], that holds [address].  False: none does, as
 * far as frames can be followed. */
struct iq_stack_frame {
    uintptr_t pc;   /* where its function goes on */
    uintptr_t cfa;  /* its end: canonical frame address */
    uintptr_t root; /* end of the outermost frame: the same as long as the stack is */
};
IQ_NODISCARD bool iq_stack_frame_of(struct iq_site site, uintptr_t address,
                                    struct iq_stack_frame *frame);

/* Stack [id] without its first [count] frames; 0: none is left. */
uint32_t iq_stack_without(uint32_t id, uint32_t count);

/* The stack of [caller] (process/caller.h): of one frame, the return address, where no more is
 * known of it; 0 for 0. */
uint32_t iq_stack_of_caller(uint64_t caller);

/* Stack [id] without its range: what is one mistake at one place, whatever range of NVTX it happens
 * in.  The mark stays. */
uint32_t iq_stack_place(uint32_t id);

/* The stack with [id]; NULL for 0 and unknown ids. */
const struct iq_stack *iq_stack_get(uint32_t id);

/* Frames between [begin] and [end] are ours or the driver's. */
void iq_stack_hide(uintptr_t begin, uintptr_t end);
bool iq_stack_is_hidden(uintptr_t pc);

#endif
