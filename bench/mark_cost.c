/* COUNT marks, NVTX ranges or calls in a mark, for bench/mark_cost.py, which counts the
 * instructions of one. Usage: mark_cost KIND COUNT. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/stack.h"

__attribute__((noinline)) static uint32_t take_stack(void)
{
    uint32_t id = iq_stack_at(IQ_SITE);
    __asm__ volatile("");
    return id;
}

static void run(const char *kind, long count)
{
    static const char *const names[] = { "tests/test_a.py::test_first",
                                         "tests/test_a.py::test_second" };
    uint32_t known = iq_section_intern("forward");
    bool marked = !strcmp(kind, "stack-in-mark");
    if (marked)
        iq_section_mark(names[0]);
    for (long i = 0; i < count; i++)
        if (!strcmp(kind, "mark"))
            iq_section_mark(names[i & 1]);
        else if (!strcmp(kind, "range"))
            iq_section_push(NULL, iq_section_intern("forward")), iq_section_pop(NULL);
        else if (!strcmp(kind, "range-registered"))
            iq_section_push(NULL, known), iq_section_pop(NULL);
        else if (!strcmp(kind, "process-range"))
            iq_section_end(iq_section_start(known));
        else if (marked || !strcmp(kind, "stack"))
            take_stack();
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    run(argv[1], atol(argv[2]));
    return 0;
}
