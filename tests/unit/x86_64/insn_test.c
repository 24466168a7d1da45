// link: -lZydis
/* Instruction lengths against an independent decoder (where libzydis-dev is), and moved prologues
 * that must still compute the same. */
#include <stdint.h>
#include <sys/mman.h>

#include "test.h"

#if __has_include(<Zydis/Zydis.h>)
#include <Zydis/Zydis.h>
#define HAS_ZYDIS 1
#endif

#include "../../../src/arch/x86_64/insn.c"

#ifdef HAS_ZYDIS
static int zydis_length(const uint8_t *code, size_t size)
{
    ZydisDecoder decoder;
    ZydisDecodedInstruction insn;
    ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, ZYAN_NULL, code, size, &insn)))
        return -1;
    return insn.length;
}

/* Whatever both know must have the same length. */
static int disagreements(const uint8_t *code, size_t size, int *known)
{
    int wrong = 0;
    for (size_t at = 0; at + 16 <= size;) {
        struct iq_insn insn;
        int theirs = zydis_length(code + at, 16);
        if (iq_insn_decode(code + at, 16, &insn) == 0 && theirs > 0) {
            ++*known;
            if (insn.length != theirs && ++wrong < 10)
                fprintf(stderr, "%02x %02x %02x %02x: %d, Zydis says %d\n", code[at], code[at + 1],
                        code[at + 2], code[at + 3], insn.length, theirs);
        }
        at += theirs > 0 ? (size_t)theirs : 1;
    }
    return wrong;
}

TEST(own_code_agrees_with_zydis)
{
    int known = 0;
    uintptr_t begin = (uintptr_t)iq_insn_decode & ~4095ul;
    CHECK_INT(disagreements((const uint8_t *)begin, 4096, &known), 0);
    CHECK(known > 200);
}

/* libc's own text: a few hundred thousand instructions of every kind. */
TEST(libc_agrees_with_zydis)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    int known = 0, wrong = 0;
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long begin, end;
        char flags[5];
        if (sscanf(line, "%lx-%lx %4s", &begin, &end, flags) == 3 && !strcmp(flags, "r-xp") &&
            strstr(line, "libc.so"))
            wrong += disagreements((const uint8_t *)begin, end - begin, &known);
    }
    if (maps)
        fclose(maps);
    CHECK_INT(wrong, 0);
    CHECK(known > 100000);
}

TEST(random_bytes_agree_with_zydis)
{
    uint8_t code[32];
    uint64_t state = 88172645463325252u;
    int wrong = 0;
    for (int i = 0; i < 400000; i++) {
        for (size_t j = 0; j < sizeof code; j++) {
            state ^= state << 13, state ^= state >> 7, state ^= state << 17;
            code[j] = (uint8_t)(state >> 24);
        }
        struct iq_insn insn;
        int theirs = zydis_length(code, 15);
        if (iq_insn_decode(code, 15, &insn) == 0 && theirs > 0 && insn.length != theirs &&
            ++wrong < 10)
            fprintf(stderr, "%02x %02x %02x %02x %02x %02x: %d, Zydis says %d\n", code[0], code[1],
                    code[2], code[3], code[4], code[5], insn.length, theirs);
    }
    CHECK_INT(wrong, 0);
}
#endif

static uint8_t *near_page(void)
{
    static uint8_t *page;
    uintptr_t here = (uintptr_t)near_page & ~4095ul;
    for (uintptr_t step = 1; !page && step < 1000; step++) {
        void *got = mmap((void *)(here - (step << 20)), 4096, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (got != MAP_FAILED && here - (uintptr_t)got < 0x70000000)
            page = got;
    }
    return page;
}

static int value = 41;

#if defined(__clang__)
#define WHOLE __attribute__((noinline))
#else
#define WHOLE __attribute__((noinline, noclone))
#endif

/* Moves the first [need] bytes of a function and calls the copy. */
WHOLE static int sample(int a, int b)
{
    if (a > b)
        return value + a;
    value += b;
    return value - a;
}

TEST(moved_prologue_computes_the_same)
{
    uint8_t *page = near_page();
    size_t taken;
    int written =
        iq_insn_move((const uint8_t *)(uintptr_t)sample, 64, 5, page, 128, (uintptr_t)page, &taken);
    CHECK(written > 0);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
    value = 41;
    int first = sample(3, 5), second = sample(7, 2);
    value = 41;
    int (*moved)(int, int) = (int (*)(int, int))(uintptr_t)page;
    CHECK_INT(moved(3, 5), first);
    CHECK_INT(moved(7, 2), second);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static int move(const uint8_t *code, size_t size, size_t *taken)
{
    uint8_t *page = near_page();
    return iq_insn_move(code, size, 5, page, 64, (uintptr_t)page, taken);
}

TEST(what_cannot_be_moved_is_refused)
{
    size_t taken = 0;
    static const uint8_t three[] = { 0x31, 0xc0, 0xc3 },
                         call[] = { 0xff, 0xd0, 0x90, 0x90, 0x90, 0xc3 },
                         loop[] = { 0x55, 0x75, 0xfd, 0x90, 0x90, 0xc3, 0, 0 },
                         vex[] = { 0xc5, 0xf8, 0x77, 0x90, 0x90, 0x90 };
    CHECK_INT(move(three, sizeof three, &taken), IQ_ETOOBIG);
    CHECK_INT(move(call, sizeof call, &taken), IQ_EUNSUPPORTED);
    CHECK_INT(move(loop, sizeof loop, &taken), IQ_EUNSUPPORTED);
    CHECK_INT(move(vex, sizeof vex, &taken), IQ_EUNSUPPORTED);
}

int call_first(int);
int call_helper(int);
int call_helper(int value_) { return value_ * 3; }
__asm__(
    ".text\n.globl call_first\ncall_first:\n\tpush %rbx\n\tcall call_helper\n\tadd $1, %eax\n\tpop %rbx\n\tret\n");

TEST(call_in_the_prologue_returns_into_the_original)
{
    uint8_t *page = near_page();
    size_t taken = 0;
    CHECK(iq_insn_move((const uint8_t *)(uintptr_t)call_first, 32, 5, page, 64, (uintptr_t)page,
                       &taken) > 0);
    CHECK_INT(taken, 6);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
    CHECK_INT(((int (*)(int))(uintptr_t)page)(5), 16);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

int long_prologue(int);
__asm__(
    ".text\n.globl long_prologue\nlong_prologue:\n\tpush %rbp\n\tmov %rsp, %rbp\n\tpush %rbx\n\tsub $8, %rsp\n\tmov %edi, %ebx\n\txor %eax, %eax\n"
    "\tlea 7(%rax, %rbx, 2), %eax\n\tadd $8, %rsp\n\tpop %rbx\n\tpop %rbp\n\tret\n");

/* Out of reach of 32-bit displacements: what needs none is moved, calls and the way back become
 * absolute. */
TEST(prologue_moved_far_away_computes_the_same)
{
    uintptr_t here = (uintptr_t)near_page & ~4095ul, far = here > (uintptr_t)1 << 44
                                                               ? here - ((uintptr_t)1 << 40)
                                                               : here + ((uintptr_t)1 << 44);
    uint8_t *page =
        mmap((void *)far, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t taken = 0;
    CHECK(page != MAP_FAILED &&
          (here > (uintptr_t)page ? here - (uintptr_t)page : (uintptr_t)page - here) > (uintptr_t)1
                                                                                           << 32);
    CHECK_INT(iq_insn_move((const uint8_t *)(uintptr_t)long_prologue, 32, 13, page, 64,
                           (uintptr_t)page, &taken),
              13 + 14);
    CHECK_INT(taken, 13);
    CHECK_INT(iq_insn_move((const uint8_t *)(uintptr_t)long_prologue, 32, 13, page + 256, 26,
                           (uintptr_t)page + 256, &taken),
              IQ_ETOOBIG);
    CHECK_INT(iq_insn_move((const uint8_t *)(uintptr_t)call_first, 32, 5, page + 64, 64,
                           (uintptr_t)page + 64, &taken),
              1 + 13 + 14);
    CHECK_INT(iq_insn_move((const uint8_t *)(uintptr_t)sample, 64, 64, page + 128, 128,
                           (uintptr_t)page + 128, &taken),
              IQ_ETOOBIG);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
    CHECK_INT(((int (*)(int))(uintptr_t)page)(5), 17);
    CHECK_INT(((int (*)(int))(uintptr_t)(page + 64))(5), 16);
    munmap(page, 4096);
}

TEST(ten_byte_function_is_moved_up_to_its_jump)
{
    static const uint8_t code[] = { 0x55, 0x48, 0x89, 0xe5, 0x5d, 0xe9, 0x10, 0, 0, 0 };
    size_t taken = 0;
    CHECK_INT(move(code, sizeof code, &taken), 10);
    CHECK_INT(taken, 5);
}

/* The functions of the CUDA toolkit's libOpenCL: a test for NULL whose jump leads right behind what
 * is moved. */
TEST(short_dispatcher_is_moved_with_its_jump)
{
    static const uint8_t code[] = { 0x48, 0x85, 0xff, 0x74, 0x09, 0x48, 0x8b, 0x07, 0xff, 0xa0,
                                    0x88, 0x01, 0,    0,    0xb8, 0xdc, 0xff, 0xff, 0xff, 0xc3 };
    size_t taken = 0;
    CHECK_INT(move(code, sizeof code, &taken), 3 + 6 + 5);
    CHECK_INT(taken, 5);
}

TEST(branch_into_the_entry_is_seen)
{
    static const uint8_t into[] = { 0x55, 0x90, 0x90, 0x90, 0x90, 0x90, 0xeb, 0xfb },
                         to_start[] = { 0x55, 0x90, 0x90, 0x90, 0x90, 0x90, 0xeb, 0xf8 };
    CHECK(iq_insn_branches_into(into, sizeof into, 5));
    CHECK(!iq_insn_branches_into(to_start, sizeof to_start, 5));
}
