/* Counts what a thread executes by single steps: each instruction traps.  Exact, also where there
 * are no counters; on x86-64 only, and only while nothing waits.  Lines of data are those of the
 * first byte that an instruction accesses.  Include it after _GNU_SOURCE. */
#ifndef BENCH_STEPS_H
#define BENCH_STEPS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

enum { STEPS_LINES = 1 << 16 };

/* Cache lines, each once. */
struct steps_set {
    volatile long count;
    uint64_t line[STEPS_LINES];
};

static struct {
    volatile long all, locked, calls; /* calls: of the kernel */
    struct steps_set code, data;
    uint64_t fs_base;
    int64_t relative; /* to the end of the last instruction: what it accessed */
    int is_relative;
} steps;

#if defined(__x86_64__)
#include <sys/syscall.h>
#include <unistd.h>

static void steps_touch(struct steps_set *set, uint64_t address)
{
    uint64_t line = address >> 6;
    size_t place = line * 0x9e3779b97f4a7c15u >> 48;
    while (set->line[place] && set->line[place] != line)
        place = (place + 1) % STEPS_LINES;
    set->count += !set->line[place];
    set->line[place] = line;
}

/* An instruction up to its opcode. */
struct steps_head {
    const uint8_t *next; /* behind the opcode */
    int map, opcode;     /* 1: 0f, 2: 0f 38, 3: 0f 3a */
    int x, b, fs, lock, scale;
};

static struct steps_head steps_decode(const uint8_t *code)
{
    struct steps_head h = { .scale = 1 };
    for (; *code && strchr("\x66\xf2\xf3\x2e\x36\x3e\x26\x64\x65\xf0", *code); code++) {
        h.fs |= *code == 0x64;
        h.lock |= *code == 0xf0;
    }
    if (*code == 0xc5) { /* VEX */
        h.map = 1;
        code += 2;
    } else if (*code == 0xc4 || *code == 0x62) { /* VEX, EVEX */
        h.map = code[1] & 7;
        h.x = !(code[1] & 0x40);
        h.b = !(code[1] & 0x20);
        h.scale = *code == 0x62 ? 16 << (code[3] >> 5 & 3) : 1;
        code += *code == 0x62 ? 4 : 3;
    } else {
        if ((*code & 0xf0) == 0x40) { /* REX */
            h.x = *code >> 1 & 1;
            h.b = *code++ & 1;
        }
        if (*code == 0x0f) {
            h.map = code[1] == 0x38 ? 2 : code[1] == 0x3a ? 3 : 1;
            code += h.map == 1 ? 1 : 2;
        }
    }
    h.opcode = *code;
    h.next = code + 1;
    return h;
}

/* Does a byte follow that may name memory which is accessed? */
static int steps_has_memory(const struct steps_head *h)
{
    int op = h->opcode;
    if (h->map > 1)
        return 1;
    if (h->map == 1)
        return !(op < 0x10 || (op >= 0x18 && op <= 0x1f) || (op >= 0x30 && op <= 0x37) ||
                 op == 0x77 || (op & 0xf0) == 0x80 || (op >= 0xa0 && op <= 0xa2) ||
                 (op >= 0xa8 && op <= 0xaa) || (op >= 0xc8 && op <= 0xcf));
    return op < 0x40
               ? (op & 7) < 4
               : op == 0x63 || op == 0x69 || op == 0x6b || ((op & 0xf0) == 0x80 && op != 0x8d) ||
                     (op & 0xfe) == 0xc0 || (op & 0xfe) == 0xc6 || (op & 0xfc) == 0xd0 ||
                     (op & 0xf8) == 0xd8 || (op & 0xfe) == 0xf6 || (op & 0xfe) == 0xfe;
}

static uint64_t steps_register(const greg_t *r, int number)
{
    static const uint8_t order[16] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                       REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                       REG_R12, REG_R13, REG_R14, REG_R15 };
    return (uint64_t)r[order[number]];
}

static void steps_touch_operand(const struct steps_head *h, const greg_t *r)
{
    const uint8_t *at = h->next;
    int mode = *at >> 6, base = *at & 7;
    uint64_t address = h->fs ? steps.fs_base : 0;
    if (mode == 3)
        return;
    at++;
    if (base == 4) { /* SIB */
        int index = (*at >> 3 & 7) | h->x << 3;
        base = *at & 7;
        address += index == 4 ? 0 : steps_register(r, index) << (*at >> 6);
        at++;
    } else if (base == 5 && mode == 0) {
        int32_t offset;
        memcpy(&offset, at, sizeof offset);
        steps.relative = offset;
        steps.is_relative = h->opcode != 0xff || h->map;
        if (!steps.is_relative)
            steps_touch(&steps.data, (uint64_t)(uintptr_t)at + 4 + (uint64_t)(int64_t)offset);
        return;
    }
    if (base != 5 || mode)
        address += steps_register(r, base | h->b << 3);
    int32_t offset = 0;
    if (mode == 1)
        offset = (int8_t)*at * h->scale;
    else if (mode == 2 || base == 5)
        memcpy(&offset, at, sizeof offset);
    steps_touch(&steps.data, address + (uint64_t)(int64_t)offset);
}

static void steps_touch_implied(const struct steps_head *h, const greg_t *r)
{
    int op = h->opcode, more = op == 0xff ? *h->next >> 3 & 7 : 0;
    uint64_t sp = (uint64_t)r[REG_RSP];
    if (h->map)
        return;
    if ((op & 0xf8) == 0x50 || op == 0x68 || op == 0x6a || op == 0xe8 || more == 2 || more == 6)
        steps_touch(&steps.data, sp - 8);
    if ((op & 0xf8) == 0x58 || op == 0x8f || (op & 0xfe) == 0xc2)
        steps_touch(&steps.data, sp);
    if (op == 0xc9)
        steps_touch(&steps.data, (uint64_t)r[REG_RBP]);
    if ((op & 0xfc) == 0xa4 || (op & 0xfe) == 0xac)
        steps_touch(&steps.data, (uint64_t)r[REG_RSI]);
    if ((op & 0xfc) == 0xa4 || (op & 0xfe) == 0xaa || (op & 0xfe) == 0xae)
        steps_touch(&steps.data, (uint64_t)r[REG_RDI]);
}

static void steps_on_trap(int number, siginfo_t *info, void *context)
{
    const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *code = (const uint8_t *)r[REG_RIP];
    struct steps_head head = steps_decode(code);
    (void)number;
    (void)info;
    if (steps.is_relative)
        steps_touch(&steps.data, (uint64_t)r[REG_RIP] + (uint64_t)steps.relative);
    steps.is_relative = 0;
    steps_touch(&steps.code, (uint64_t)r[REG_RIP]);
    if (steps_has_memory(&head))
        steps_touch_operand(&head, r);
    steps_touch_implied(&head, r);
    steps.all++;
    /* LOCK, or XCHG with memory */
    steps.locked += head.lock || (!head.map && (head.opcode | 1) == 0x87 && *head.next < 0xc0);
    steps.calls += head.map == 1 && head.opcode == 0x05;
}
#endif

static inline void steps_begin(void)
{
    memset(&steps, 0, sizeof steps);
#if defined(__x86_64__)
    enum { GET_FS = 0x1003 };
    syscall(SYS_arch_prctl, GET_FS, &steps.fs_base);
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
