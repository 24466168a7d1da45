// link: checker -lzstd -llz4
/* A program without an interpreter has no frames of one, and nothing looks for them. */
#include "checker_world.h"
#include "process/python.h"

TEST(no_interpreter)
{
    struct iq_python_walk walk = { .count = 7 };
    struct iq_python_reads reads = { 0 };
    uintptr_t state = 0;
    uint64_t key;
    world_begin();
    iq_python_look();
    CHECK(!iq_python_is_present());
    CHECK(!iq_python_contains((uintptr_t)world_begin));
    CHECK(!iq_python_contains(0));
    CHECK(!iq_python_walk(&walk, &state, &reads, false));
    CHECK(!iq_python_walk(&walk, &state, NULL, true));
    CHECK(!iq_python_key(&key, 0));
}
