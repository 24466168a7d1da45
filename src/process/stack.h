/* Call stacks of the program: unwound where something worth remembering happens, interned, named by
 * a small number.
 * Owner: core; never freed, and packed: some 35 bytes for eight frames.  Threads: any; a new stack
 * takes IQ_LOCK_STACKS.  Fork: survives. Signals: iq_stack_of_signal may be used in a handler. */
#ifndef IQ_PROCESS_STACK_H
#define IQ_PROCESS_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "base/contract.h"
#include "base/hot.h"
#include "process/python.h"
#include "process/section.h"

/* Where the program called from: return address and the stack pointer of the caller at the call. */
struct iq_site {
    uintptr_t pc, sp;
};
#define IQ_SITE ((struct iq_site){ (uintptr_t)__builtin_return_address(0), IQ_ARCH_CFA })

/* Frames of a stack; stacks of a process.  A million findings have two million of them: where the
 * call was made, and where its object was. */
enum { IQ_STACK_DEPTH = 48, IQ_STACKS = 1 << 22 };

struct iq_stack {
    uint32_t id, count;
    uint32_t python; /* the interpreter's frames (python.h), 0: none */
    /* an interpreter may have called: one of its frames is here, or the stack was cut before */
    bool interpreter;
    struct iq_sections in; /* what the program was doing */
    uintptr_t pc[IQ_STACK_DEPTH];
};

/* What is remembered of the calling thread's stacks.  Whoever keeps blocks for threads puts it
 * there when a thread ends and gives it to the next one, but for what is known of its interpreter:
 * none of it goes back to the system. */
struct iq_stack_memory {
    struct iq_stack_cache *machine;
    struct iq_python_cache *python;
};
extern __thread struct iq_stack_memory iq_stack_memory __attribute__((tls_model("initial-exec")));

/* A stack seen before on this thread at the same return address and stack pointer.  It is the same
 * one again if every return address above still stands where it stood: only a sum over them is
 * kept, so that an entry is two cache lines.  One launch site of a framework is reached on many
 * ways, hence several ways for each site. */
struct iq_stack_known {
    uintptr_t pc, sp;
    uint64_t sum;
    uint32_t id;
    uint16_t count, padded;         /* of .place; up to a multiple of four, by the last one */
    uint16_t place[IQ_STACK_DEPTH]; /* words above the one below [sp] */
};
_Static_assert(sizeof(struct iq_stack_known) == 128, "two cache lines");
enum { IQ_STACK_SETS = 128, IQ_STACK_WAYS = 8, IQ_STACK_SECTIONED = 256 };
struct iq_stack_set {
    uint32_t tag[IQ_STACK_WAYS];
    /* the way that is tried first: the one that came after [met], which was the last one */
    uint8_t guess, met, after[IQ_STACK_WAYS];
    uint8_t next;                       /* is given away next */
    const struct iq_stack_known *again; /* of [met] if that is tried first, too; else of no stack */
    struct iq_stack_known *way[IQ_STACK_WAYS];
};
/* The stack [id], which is [base] in the sections [in]. */
struct iq_stack_sectioned {
    uint32_t base, id;
    struct iq_sections in;
};
struct iq_stack_cache {
    struct iq_stack_set set[IQ_STACK_SETS];
    struct iq_stack_sectioned sectioned[IQ_STACK_SECTIONED];
};

static inline uint32_t iq_stack_tag(struct iq_site site)
{
    return (uint32_t)((site.pc ^ site.sp << 20) * 0x9e3779b97f4a7c15u >> 32) | 1;
}
static inline struct iq_stack_set *iq_stack_set_of(struct iq_stack_cache *cache, uint32_t tag)
{
    return &cache->set[(tag >> 1) % IQ_STACK_SETS];
}

extern const struct iq_stack_known iq_stack_none;

/* Programs reach a site on the same ways in the same order again and again. */
static inline void iq_stack_meet(struct iq_stack_set *set, uint32_t way)
{
    set->after[set->met] = (uint8_t)way;
    set->met = (uint8_t)way;
    set->guess = set->after[way];
    set->again = set->guess == way ? set->way[way] : &iq_stack_none;
}

/* Two sums by turns, so that fewer products wait for one another.  What stands where counts:
 * recursion swaps a few addresses.  The frames are those of others, with what a sanitizer put
 * around their variables. */
IQ_STACK_READER uint64_t iq_stack_sum(const struct iq_stack_known *known)
{
    const uint64_t a = 0x9e3779b97f4a7c15u, b = 0xc2b2ae3d27d4eb4fu;
    const uintptr_t *words = (const uintptr_t *)known->sp - 1;
    const uint16_t *place = known->place, *end = place + known->padded;
    uint64_t even = 0, odd = 0;
    for (; place != end; place += 4) {
        even = (even + words[place[0]]) * a;
        odd = (odd + words[place[1]]) * b;
        even = (even + words[place[2]]) * a;
        odd = (odd + words[place[3]]) * b;
    }
    return even ^ odd;
}

/* The stack whose first frame is [site]; frames of hidden ranges are left out.  Of a program that
 * has more than 65,536 stacks, further ones are cut to their eight innermost frames.  0 when memory
 * ran out. */
uint32_t iq_stack_at(struct iq_site site);

/* The same, for calls that are made all the time: mostly it is the same as the last one of its
 * site, and the one before. */
__attribute__((always_inline)) static inline uint32_t iq_stack_again(struct iq_site site)
{
    struct iq_stack_cache *cache = iq_stack_memory.machine;
    if (__builtin_expect(!cache || iq_python_is_present() || iq_sections_used, 0))
        return iq_stack_at(site);
    const struct iq_stack_known *known = iq_stack_set_of(cache, iq_stack_tag(site))->again;
    return __builtin_expect(
               known->pc == site.pc && known->sp == site.sp && iq_stack_sum(known) == known->sum, 1)
               ? known->id
               : iq_stack_at(site);
}

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

/* Have stacks been cut, because there were so many? */
bool iq_stack_any_cut(void);

/* The stack with [id], unpacked into *into, which is returned; NULL for 0 and unknown ids. */
IQ_NONNULL const struct iq_stack *iq_stack_get(uint32_t id, struct iq_stack *into);

/* The interpreter's frames of stack [id], 0: none. */
uint32_t iq_stack_python(uint32_t id);

/* Frames between [begin] and [end] are ours or the driver's. */
void iq_stack_hide(uintptr_t begin, uintptr_t end);
bool iq_stack_is_hidden(uintptr_t pc);

#endif
