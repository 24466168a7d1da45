// link: checker -lzstd -llz4 -Wl,-E
/* What runtimes say of the code that they compiled is asked once, and goes to the trace. */
#include "base/locks.h"
#include "checker_world.h"
#include "mono_world.h"
#include "process/compiled.h"
#include "trace/writer.h"

static int asked_for(uintptr_t pc)
{
    int before = fake.asked;
    iq_compiled_note(&pc, 1);
    return fake.asked - before;
}

TEST(is_found)
{
    world_begin();
    CHECK(!iq_compiled_is_present());
    iq_compiled_look();
    CHECK(iq_compiled_is_present());
}

/* The runtime's collector may come through our hooks while it makes us wait. */
TEST(nothing_is_asked_under_a_lock)
{
    iq_lock(IQ_LOCK_ORDER);
    CHECK_INT(asked_for(WITH_LINES + 64), 0);
    iq_unlock(IQ_LOCK_ORDER);
}

TEST(unknown_threads_are_left_alone)
{
    fake.attached = false;
    CHECK_INT(asked_for(WITH_LINES + 64), 0);
    fake.attached = true;
}

TEST(is_asked_once)
{
    CHECK_INT(asked_for(WITH_LINES + 64), 1);
    CHECK_INT(asked_for(WITH_LINES + 64), 0);
    CHECK_INT(asked_for(WITH_LINES + 65), 1);
    CHECK_INT(asked_for(0x30000), 1);
    CHECK_INT(asked_for(0x30000), 0);
}

TEST(what_the_trace_says)
{
    const uintptr_t pc[] = { WITH_LINES + 64, WITH_LINES + 65, WITHOUT_LINES + 8, 0x30000 };
    struct iq_document document;
    iq_core_start();
    iq_compiled_note(pc, 4);
    iq_compiled_write(pc, 4);
    iq_document_init(&document);
    CHECK_INT(iq_trace_read(&document, world_trace), 0);
    const struct iq_compiled *first = iq_document_compiled(&document, pc[0]),
                             *next = iq_document_compiled(&document, pc[1]),
                             *bare = iq_document_compiled(&document, pc[2]);
    CHECK_STR(first->function, "LoadKernels");
    CHECK_STR(first->file, "/app/Program.cs");
    CHECK_STR(first->assembly, "/app/bin/Program.exe");
    CHECK_INT(first->line, 13); /* of the call before the return address */
    CHECK_INT(next->line, 14);
    CHECK_STR(bare->function, "Program:Main ()");
    CHECK(!bare->file && !bare->line);
    CHECK(!iq_document_compiled(&document, pc[3]));
    iq_document_finish(&document);
}
