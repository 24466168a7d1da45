/* What the program says that it is doing: its mark (inquest.h: the test that runs now), which holds
 * for all threads, and ranges of NVTX, which nest on a thread or hold for all.  Every interned
 * stack carries those that were open when it was taken, so that a finding about a call names the
 * mark of that call, however late the mistake is noticed.
 * Owner: names are copied, interned and never freed.  Threads: any; names take IQ_LOCK_SECTIONS.
 * Fork: the child goes on in the same mark and ranges. */
#ifndef IQ_PROCESS_SECTION_H
#define IQ_PROCESS_SECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"

enum {
    /* different names that ranges have; programs number them: what comes later has no name here */
    IQ_SECTION_RANGE_NAMES = 4096,
    IQ_SECTION_OPEN = 64, /* ranges that are open at a time; more are not told apart */
    IQ_SECTION_WORDS = 3
};

/* Names, 0: none. */
struct iq_sections {
    uint32_t mark, range;
};

/* The ranges that a thread has pushed.  Whoever keeps blocks for threads passes it on to the next
 * thread, cleared. */
struct iq_section_stack;
extern __thread struct iq_section_stack *iq_section_stack
    __attribute__((tls_model("initial-exec"), visibility("hidden")));
void iq_section_stack_clear(struct iq_section_stack *stack);

/* Some mark was set or range begun, ever. */
extern bool iq_sections_used IQ_HOT;

/* The mark, and the range that the calling thread pushed last; if it has none, the one that was
 * started last on any thread. */
struct iq_sections iq_sections_now(void);

/* Addresses of the words that decide what iq_sections_now answers on this thread, into [words];
 * returns how many. */
uint32_t iq_section_words(uintptr_t words[IQ_SECTION_WORDS]);

/* The mark is [name] from now on; NULL: there is none. */
void iq_section_mark(const char *name);

/* The number of a range's name; 0: no name, no memory, or too many names. */
uint32_t iq_section_intern(const char *name);

/* The text of [name]; NULL for 0.  Borrowed for ever. */
const char *iq_section_name(uint32_t name);

/* A range of [name] on the calling thread, until the one that was pushed last in [domain] is
 * popped. */
void iq_section_push(const void *domain, uint32_t name);
void iq_section_pop(const void *domain);

/* A range for all threads; returns its number, never 0. */
uint64_t iq_section_start(uint32_t name);
void iq_section_end(uint64_t number);

#endif
