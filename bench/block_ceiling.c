/* The part of bench/block_ceiling.py that runs kernels; it is compiled behind bench/ptx_speed.c,
 * which calls measure for each kernel.  With LIST it prints the kernel's instructions; else it
 * times the interpreter against the blocks of BLOCKS, in turns, and compares what both leave. */
#include "ptx/cold.h"
#include "ptx/exec.h"

static struct iq_ptx_insn *instructions_of(const char *kernel, uint32_t *count)
{
    struct iq_ptx_launch_desc desc = { .image = r.image,
                                       .kernel = iq_ptx_module_kernel(r.module, kernel),
                                       .grid = { 1, 1, 1 },
                                       .block = { 32, 1, 1 },
                                       .params = r.params,
                                       .env = &r.env };
    if (iq_ptx_launch_create(&desc, &launch))
        exit(1);
    struct iq_ptx_insn *insns = launch->program->insns; /* they stay in the image's cache */
    *count = launch->program->insn_count;
    iq_ptx_launch_destroy(launch);
    return insns;
}

#if defined LIST

static const char *const names[] = {
#define HOT(n) #n,
#define COLD(n) #n,
#include "ptx/exec.def"
};

/* kernel, index, exec, destinations, sources, where it branches or -1, operands as base:offset */
static void measure(const char *kernel, uint32_t grid, uint32_t block, void (*scalar)(void))
{
    uint32_t count;
    const struct iq_ptx_insn *insns = instructions_of(kernel, &count);
    (void)grid, (void)block, (void)scalar;
    for (uint32_t k = 0; k < count; k++) {
        const struct iq_ptx_insn *i = &insns[k];
        bool branches = i->exec == X_bra || i->exec == X_bra_if;
        printf("%s %u %s %d %d %d", kernel, k, names[i->exec], i->nd, i->ns,
               branches ? (int)(i->to - insns) : -1);
        for (int o = 0; o < i->nd + i->ns && o < 6; o++)
            printf(" %u:%u", OPND_BASE(i->o[o]), OPND_OFFSET(i->o[o]));
        printf("\n");
    }
}

#else

#include <immintrin.h>

enum { BLOCKS_MOST = 4096 };
iq_ptx_exec_fn iq_ptx_x_bra_if, iq_ptx_x_join;
static iq_ptx_exec_fn *first[BLOCKS_MOST]; /* handlers of the instructions that blocks replace */
#include BLOCKS

enum { BLOCK_COUNT = sizeof blocks / sizeof *blocks, TURNS = 15 };
_Static_assert((int)BLOCK_COUNT <= (int)BLOCKS_MOST, "first[] has room");

static void use_blocks(struct iq_ptx_insn *insns, const char *kernel, bool on)
{
    for (int k = 0; k < BLOCK_COUNT; k++)
        if (!strcmp(blocks[k].kernel, kernel))
            insns[blocks[k].at].fn = on ? blocks[k].fn : first[k];
}

static uint64_t results(const char *kernel, uint32_t grid, uint32_t block)
{
    uint64_t hash = 1;
    fill(y, n);
    memset(c, 0, (size_t)mat * (size_t)mat * 4);
    memset(f, 0, (size_t)bodies * 16);
    memset(steps, 0, (size_t)starts * 4);
    memset(counts, 0, 1024);
    memset(sums, 0, (size_t)n * 4);
    run_once(kernel, grid, block, 1, CLOCK_THREAD_CPUTIME_ID);
    for (uint64_t at = memory.begin; at < memory.end; at += 8)
        hash = (hash ^ *(const uint64_t *)(uintptr_t)at) * 0x9e3779b97f4a7c15u;
    return hash;
}

static void measure(const char *kernel, uint32_t grid, uint32_t block, void (*scalar)(void))
{
    uint32_t count;
    struct iq_ptx_insn *insns = instructions_of(kernel, &count);
    double best[2] = { 1e9, 1e9 };
    uint64_t left[2];
    (void)scalar;
    if (only && strcmp(only, kernel))
        return;
    for (int k = 0; k < BLOCK_COUNT; k++)
        if (!strcmp(blocks[k].kernel, kernel))
            first[k] = insns[blocks[k].at].fn;
    mode = SHADOW | RACES;
    for (int on = 0; on < 2; on++) {
        use_blocks(insns, kernel, on);
        left[on] = results(kernel, grid, block);
    }
    if (left[0] != left[1]) {
        fprintf(stderr, "%s: blocks and interpreter have different results\n", kernel);
        exit(1);
    }
    for (int turn = 0; turn < 2 * TURNS; turn++) {
        use_blocks(insns, kernel, turn & 1);
        double took = run_once(kernel, grid, block, 1, CLOCK_THREAD_CPUTIME_ID);
        best[turn & 1] = least(best[turn & 1], took);
    }
    printf("%s %.4f %.4f\n", kernel, best[0], best[1]);
    fflush(stdout);
}

#endif
