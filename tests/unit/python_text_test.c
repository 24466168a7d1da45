// link: checker -lzstd -llz4
/* Guarded reads, and the parts of an interpreter's structures that are formats: strings and line tables. */
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "process/peek.h"
#include "process/python_layout.h"
#include "process/python_text.h"
#include "test.h"

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)info;
    if (!iq_peek_recover(context))
        signal(number, SIG_DFL);
}

static void check_peeks(bool quiet)
{
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), out[64];
    CHECK(!munmap(page + 4096, 4096));
    memcpy(page + 4096 - 11, "hello world", 11);
    CHECK(iq_peek(out, (uintptr_t)page + 4096 - 11, 11, quiet) && !memcmp(out, "hello world", 11));
    CHECK(iq_peek(out, (uintptr_t)page + 4096 - 1, 1, quiet) && out[0] == 'd');
    CHECK(!iq_peek(out, (uintptr_t)page + 4096 - 11, 12, quiet));
    CHECK(!iq_peek(out, (uintptr_t)page + 4096, 8, quiet));
    CHECK(!iq_peek(out, 0, 8, quiet));
    CHECK(!iq_peek(out, 8, 3, quiet));
    CHECK(!iq_peek(out, 0x8000000000000000u, 8, quiet));     /* no address at all */
    CHECK(!iq_peek(out, UINTPTR_MAX - 7, 8, quiet));
    munmap(page, 4096);
}

TEST(reads_of_what_is_not_there_fail)
{
    check_peeks(false);
    check_peeks(true);
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO }, old[2];
    sigaction(SIGSEGV, &action, &old[0]);
    sigaction(SIGBUS, &action, &old[1]);
    iq_peek_trust_handler(true);
    check_peeks(false);
    iq_peek_trust_handler(false);
    sigaction(SIGSEGV, &old[0], NULL);
    sigaction(SIGBUS, &old[1], NULL);
}

TEST(line_numbers)
{
    static const uint8_t pairs[] = { 6, 1, 8, 255, 4, 2, 0, 127, 10, 1 };       /* bytes, lines (signed) */
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 0), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 6), 11);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 15), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 18), 139);
    CHECK_INT(iq_python_line(IQ_PYTHON_LNOTAB, pairs, sizeof pairs, 10, 999), 140);
    static const uint8_t ranges[] = { 4, 1, 6, 128, 2, 255, 8, 3 };
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 2), 11);
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 4), 0);        /* belongs to no line */
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 10), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 19), 13);
    CHECK_INT(iq_python_line(IQ_PYTHON_LINETABLE_310, ranges, sizeof ranges, 10, 20), 0);
    static const uint8_t locations[] = {
        0x80 | 1, 0x12,                     /* short form, 2 units, same line */
        0x80 | 11 << 3, 1, 2,               /* one line on, 1 unit */
        0x80 | 14 << 3 | 1, 0x42, 3, 0, 1, 1,   /* long form: +97 lines, 2 units */
        0x80 | 15 << 3,                     /* none */
        0x80 | 13 << 3 | 7, 5,              /* 2 lines back, 8 units */
    };
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 2), 10);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 4), 11);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 6), 108);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 10), 0);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 12), 106);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, 1000), 0);
    CHECK_INT(iq_python_line(IQ_PYTHON_LOCATIONS, locations, sizeof locations, 10, -2), 10);     /* not begun */
}

static const char *text_of(uint32_t state, const void *data, uint64_t length, size_t size)
{
    static char out[64];
    static uint64_t object[64];
    static const struct iq_python_layout layout = { .head = 16, .ascii = 40 };
    bool ascii = state >> 6 & 1;
    memset(object, 0, sizeof object);
    object[2] = length;
    memcpy(&object[4], &state, sizeof state);
    memcpy((char *)object + (ascii ? 40 : 56), data, size);
    return iq_python_text(&layout, (uintptr_t)object, out, sizeof out, false) ? out : "-";
}

TEST(strings_of_all_widths)
{
    enum { COMPACT = 1 << 5, ASCII = 1 << 6, ONE = 1 << 2, TWO = 2 << 2, FOUR = 4 << 2 };
    CHECK_STR(text_of(COMPACT | ASCII | ONE | 1, "train.py", 8, 8), "train.py");
    CHECK_STR(text_of(COMPACT | ONE, "\xfcml", 3, 3), "üml");
    CHECK_STR(text_of(COMPACT | TWO, u"a\u20acb", 3, 6), "a€b");
    CHECK_STR(text_of(COMPACT | FOUR, U"\U0001f40d.py", 4, 16), "🐍.py");
    CHECK_STR(text_of(ASCII | ONE, "legacy", 6, 6), "-");
    CHECK_STR(text_of(COMPACT | 3 << 2, "odd", 3, 3), "-");
    CHECK_STR(text_of(COMPACT | ASCII | ONE, "long", UINT64_MAX, 4), "-");
    CHECK_STR(text_of(COMPACT | ASCII | ONE, "", 0, 0), "");
}

TEST(layouts)
{
    struct iq_python_layout layout;
    uint64_t nonsense[128] = { 0 };
    CHECK(iq_python_layout_find(&layout, 0x030c03f0, 0) && layout.frame_at == 56);
    CHECK(!iq_python_layout_find(&layout, 0x030800f0, 0));
    CHECK(!iq_python_layout_find(&layout, 0x02071200, 0));
    CHECK(!iq_python_layout_find(&layout, 0x030d00f0, 0));
    CHECK(!iq_python_layout_find(&layout, 0x030e00f0, (uintptr_t)nonsense));
    memcpy(nonsense, "xdebugpy", 8);
    CHECK(!iq_python_layout_find(&layout, 0x030e00f0, (uintptr_t)nonsense));
    /* as 3.14 lays out its table: one more field for interpreters, one more for frames */
    static const uint64_t table[] = { 0, 0x030e00f0, 0, 330000, 700, 712, /* interpreter */ 110000, 7264, 7272, 7352, 7360, 7500, 7600, 7700,
        7708, 80, 90, 0, 91, 92, /* thread */ 600, 0, 8, 16, 72, 152, 160, 200, 36, /* frame */ 88, 8, 0, 56, 80, 74, 64,
        /* code */ 208, 112, 120, 128, 136, 68, 52, 96, 104, 200, /* object */ 16, 8 };
    memcpy(nonsense + 1, table + 1, sizeof table - 8);
    CHECK(iq_python_layout_find(&layout, 0x030e00f0, (uintptr_t)nonsense));
    CHECK_INT(layout.interpreter_threads, 7352);
    CHECK_INT(layout.thread_frame, 72);
    CHECK_INT(layout.frame_owner, 74);
    CHECK_INT(layout.code_line, 68);
    CHECK_INT(layout.code_instructions, 200);
}
