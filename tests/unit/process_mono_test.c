// link: checker -lzstd -llz4 -Wl,-E
#include "checker_world.h"
#include "mono_world.h"
#include "process/mono.h"

static const uintptr_t pc[] = { WITH_LINES + 64, WITHOUT_LINES + 8, 0x30000 };

TEST(nothing_is_asked_before_it_is_found)
{
    struct iq_compiled_place place = { 0 };
    world_begin();
    CHECK(!iq_mono_ask(pc, &place, 1));
    CHECK(!iq_compiled_is_present());
    iq_mono_look();
    CHECK(iq_compiled_is_present());
}

TEST(what_it_says_of_an_address)
{
    struct iq_compiled_place place[3] = { { 0 } };
    CHECK(iq_mono_ask(pc, place, 3));
    CHECK_STR(place[0].function, "LoadKernels");
    CHECK_STR(place[0].file, "/app/Program.cs");
    CHECK_STR(place[0].assembly, "/app/bin/Program.exe");
    CHECK_INT(place[0].line, 13); /* of the call before the return address */
    CHECK_STR(place[1].function, "Program:Main ()");
    CHECK(!place[1].file && !place[1].line);
    CHECK(!place[2].function);
}

TEST(unknown_threads_are_left_alone)
{
    struct iq_compiled_place place = { 0 };
    fake.attached = false;
    CHECK(!iq_mono_ask(pc, &place, 1));
    CHECK(!place.function);
    fake.attached = true;
}
