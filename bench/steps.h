/* Counts what a thread executes by single steps: each instruction traps.  Exact, also where there
 * are no counters; on x86-64 only, and only while nothing waits.  Include it after _GNU_SOURCE. */
#ifndef BENCH_STEPS_H
#define BENCH_STEPS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

enum { STEPS_LINES = 1 << 16 };

static struct {
    volatile long all, locked, calls, lines; /* calls: of the kernel; lines: of code, each once */
    uint64_t line[STEPS_LINES];
} steps;

#if defined(__x86_64__)
/* After prefixes: LOCK, or XCHG with memory. */
static int steps_is_locked(const uint8_t *code)
{
    while (*code && strchr("\x66\xf2\xf3\x2e\x36\x3e\x26\x64\x65", *code))
        code++;
    if (*code == 0xf0)
        return 1;
    code += (*code & 0xf0) == 0x40;
    return (*code == 0x86 || *code == 0x87) && code[1] < 0xc0;
}

static void steps_on_trap(int number, siginfo_t *info, void *context)
{
    const uint8_t *code = (const uint8_t *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    uint64_t line = (uint64_t)(uintptr_t)code >> 6;
    size_t place = line * 0x9e3779b97f4a7c15u >> 48;
    (void)number;
    (void)info;
    while (steps.line[place] && steps.line[place] != line)
        place = (place + 1) % STEPS_LINES;
    steps.lines += !steps.line[place];
    steps.line[place] = line;
    steps.all++;
    steps.locked += steps_is_locked(code);
    steps.calls += code[0] == 0x0f && code[1] == 0x05;
}
#endif

static inline void steps_begin(void)
{
    memset(&steps, 0, sizeof steps);
#if defined(__x86_64__)
    struct sigaction action = { .sa_sigaction = steps_on_trap, .sa_flags = SA_SIGINFO };
    sigaction(SIGTRAP, &action, NULL);
    __asm__ volatile("pushfq; orl $0x100, (%%rsp); popfq" ::: "memory", "cc");
#endif
}

static inline void steps_end(void)
{
#if defined(__x86_64__)
    __asm__ volatile("pushfq; andl $~0x100, (%%rsp); popfq" ::: "memory", "cc");
#endif
}

#endif
