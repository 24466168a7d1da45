// link: checker -lzstd -llz4
/* Copies, memsets, frees and registrations: what is said of pointers and sizes. */
#include <sys/mman.h>

#include "checker_world.h"

enum { H2H, H2D, D2H, D2D, DEFAULT };
static char hbuf[1 << 20];
static uint64_t next = 0x7e0000000000;

static uint64_t device(uint64_t size)
{
    next += 1 << 26;
    return world_malloc(next, size);
}

TEST(good_copies_are_silent)
{
    uint64_t d = device(64);
    RT("cudaMemcpy", 0, d, U(hbuf), 64ul, (uint64_t)H2D);
    RT("cudaMemcpy", 0, U(hbuf), d, 64ul, (uint64_t)D2H);
    RT("cudaMemcpy", 0, 0ul, 0ul, 0ul, (uint64_t)H2D);
    RT("cudaMemset", 0, d, 0ul, 64ul);
    RT("cudaFree", 0, 0ul);
    RT("cudaFree", 0, d);
    EXPECT_NOTHING();
}

TEST(null_pointers)
{
    uint64_t d = device(64);
    RT("cudaMemcpy", 1, 0ul, U(hbuf), 4ul, (uint64_t)H2D);
    EXPECT("null-pointer", "dst");
    RT("cudaMemcpy", 1, d, 0ul, 4ul, (uint64_t)H2D);
    EXPECT("null-pointer", "src");
    RT("cudaMemset", 1, 0ul, 0ul, 4ul);
    EXPECT("null-pointer", "devPtr");
    RT("cudaMalloc", 1, 0ul, 64ul);
    EXPECT("null-pointer", "devPtr");
}

TEST(wrong_kinds)
{
    int a, b;
    uint64_t d = device(64), e = device(64);
    RT("cudaMemcpy", 1, U(&a), U(&b), 4ul, (uint64_t)H2D);
    EXPECT("wrong-kind", "kind");
    RT("cudaMemcpy", 1, U(&a), U(&b), 4ul, (uint64_t)D2D);
    EXPECT("wrong-kind", "kind");
    RT("cudaMemcpy", 1, U(&a), d, 4ul, (uint64_t)H2D);
    EXPECT("wrong-kind", "kind");
    RT("cudaMemcpy", 1, d, U(&a), 4ul, (uint64_t)D2H);
    EXPECT("wrong-kind", "kind");
    RT("cudaMemcpy", 0, d, e, 4ul, (uint64_t)H2D);
    EXPECT("wrong-kind", "kind");
    CHECK_INT(world_last()->severity, IQ_WARNING);
    CHECK(!world_last()->has_result);
    RT("cudaMemcpy", 0, d, U(&a), 4ul, (uint64_t)H2H);
    EXPECT("wrong-kind", "kind");
    RT("cudaMemcpy", 0, d, e, 4ul, (uint64_t)DEFAULT);
    EXPECT_NOTHING();
    RT("cudaMemcpy", 21, d, U(&a), 4ul, (uint64_t)99);
    EXPECT("invalid-kind", "kind");
    RT("cudaMemcpy", 21, d, U(&a), 4ul, ~0ul);
    EXPECT("invalid-kind", "kind");
}

TEST(managed_memory_is_of_any_kind)
{
    int h;
    uint64_t m = next += 1 << 26, pointer = m;
    RT("cudaMallocManaged", 0, U(&pointer), 64ul, 1ul);
    RT("cudaMemcpy", 0, m, U(&h), 4ul, (uint64_t)H2H);
    RT("cudaMemcpy", 0, m, U(&h), 4ul, (uint64_t)H2D);
    RT("cudaMemcpy", 0, U(&h), m, 4ul, (uint64_t)D2H);
    EXPECT_NOTHING();
}

TEST(too_many_bytes)
{
    uint64_t d = device(40), e = device(1 << 20);
    RT("cudaMemcpy", 1, d, U(hbuf), 400ul, (uint64_t)H2D);
    EXPECT("range-overflow", "count");
    CHECK_STR(world_last()->arg_value, "400");
    CHECK_STR(world_last()->object_kind, "device-memory");
    CHECK_STR(world_last()->object_state, "live");
    CHECK_INT(world_last()->object_address, d);
    CHECK_INT(world_last()->object_size, 40);
    CHECK_STR(world_last()->result_name, "cudaErrorInvalidValue");
    CHECK(world_last()->stack_call && world_last()->stack_created);
    RT("cudaMemcpy", 1, d, U(hbuf), 41ul, (uint64_t)H2D);
    EXPECT("range-overflow", "count");
    RT("cudaMemcpy", 1, e, d, 400ul, (uint64_t)D2D);
    EXPECT("range-overflow", "count");
    CHECK_INT(world_last()->object_address, d);
    RT("cudaMemcpy", 1, U(hbuf), d, 400ul, (uint64_t)D2H);
    EXPECT("range-overflow", "count");
    RT("cudaMemset", 1, d, 0ul, 400ul);
    EXPECT("range-overflow", "count");
    CU("cuMemsetD8_v2", 1, d, 0ul, 400ul);
    EXPECT("range-overflow", "N");
    CHECK_STR(world_last()->api, "cuMemsetD8");
    CHECK_STR(world_last()->entry, "cuMemsetD8_v2");
    RT("cudaMemcpy", 1, d, U(hbuf), ~0ul, (uint64_t)H2D);
    EXPECT("bad-size", "count");
    RT("cudaMemcpy", 1, d, U(hbuf), 1ul << 40, (uint64_t)H2D);
    EXPECT("range-overflow", "count");
    CU("cuMemsetD32_v2", 1, d + 1, 0ul, 1ul);
    EXPECT("misaligned", "dstDevice");
}

TEST(unknown_pointers)
{
    uint64_t d = device(40);
    RT("cudaMemcpy", 1, 0xdeadbeeful, U(hbuf), 4ul, (uint64_t)H2D);
    EXPECT("unknown-pointer", "dst");
    RT("cudaMemcpy", 1, d + 4096, U(hbuf), 4ul, (uint64_t)H2D);
    EXPECT("unknown-pointer", "dst");
    CU("cuMemcpyHtoD_v2", 1, U(hbuf), U(hbuf) + 4, 4ul);
    EXPECT("wrong-space", "dstDevice");
    RT("cudaMemset", 1, U(hbuf), 0ul, 4ul);
    EXPECT("wrong-space", "devPtr");
}

TEST(freed_memory)
{
    uint64_t d = device(40);
    RT("cudaFree", 0, d);
    RT("cudaMemcpy", 1, d + 8, U(hbuf), 4ul, (uint64_t)H2D);
    EXPECT("use-after-free", "dst");
    CHECK_STR(world_last()->object_state, "freed");
    CHECK(world_last()->stack_destroyed);
    CHECK(strstr(world_last()->cause, "freed by cudaFree 1 call ago"));
    RT("cudaFree", 1, d);
    EXPECT("double-free", "devPtr");
    CHECK_INT(world_last()->severity, IQ_ERROR);
}

TEST(wrong_frees)
{
    uint64_t d = device(1024), pinned = next += 1 << 26, pointer = pinned;
    RT("cudaFree", 1, d + 16);
    EXPECT("interior-free", "devPtr");
    RT("cudaMallocHost", 0, U(&pointer), 64ul);
    RT("cudaFree", 1, pinned);
    EXPECT("wrong-free", "devPtr");
    CHECK_STR(world_last()->object_kind, "pinned-memory");
    RT("cudaFreeHost", 1, d);
    EXPECT("wrong-free", "ptr");
    RT("cudaFree", 1, U(hbuf));
    EXPECT("wrong-free", "devPtr");
    RT("cudaFree", 0, d); /* a refused free freed nothing */
    RT("cudaFreeHost", 0, pinned);
    EXPECT_NOTHING();
}

TEST(registration)
{
    uint64_t d = device(64);
    RT("cudaHostRegister", 0, U(hbuf), 4096ul, 0ul);
    RT("cudaHostRegister", 712, U(hbuf), 4096ul, 0ul);
    EXPECT("already-registered", "ptr");
    CHECK_STR(world_last()->object_kind, "registered-memory");
    RT("cudaHostUnregister", 0, U(hbuf));
    RT("cudaHostUnregister", 713, U(hbuf));
    EXPECT("not-registered", "ptr");
    RT("cudaHostRegister", 1, d, 64ul, 0ul);
    EXPECT("wrong-space", "ptr");
    RT("cudaHostRegister", 1, 0ul, 64ul, 0ul);
    EXPECT("null-pointer", "ptr");
    CU("cuMemHostRegister_v2", 1, U(hbuf), 0ul, 0ul);
    EXPECT("bad-size", "bytesize");
}

TEST(host_ranges_that_would_crash)
{
    uint64_t d = device(1 << 20);
    char *gone = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(gone, 1 << 20);
    CHECK_INT(RT("cudaMemcpy", 0, d, U(gone), 1ul << 20, (uint64_t)H2D), 1);
    CHECK(world_answered);
    EXPECT("host-unmapped", "src");
    CHECK(world_last()->contained);
    char *fixed = mmap(NULL, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK_INT(RT("cudaMemcpy", 0, U(fixed), d, 1ul << 20, (uint64_t)D2H), 1);
    EXPECT("host-read-only", "dst");
    RT("cudaMemcpy", 0, d, U(fixed), 1ul << 20, (uint64_t)H2D);
    EXPECT_NOTHING();
    /* what was answered is the last error, too */
    CHECK_INT(world_call(IQ_API_CUDART, "cudaGetLastError", 0, 0), 1);
    CHECK_INT(world_call(IQ_API_CUDART, "cudaGetLastError", 0, 0), 0);
    munmap(fixed, 1 << 20);
    RT("cudaMemcpy", 0, d, U(gone) + 64, 4ul, (uint64_t)H2D);
    EXPECT("host-unmapped", "src");
}

TEST(same_place_is_counted)
{
    uint64_t d = device(40);
    for (int i = 0; i < 5; i++)
        RT("cudaMemcpy", 1, d, U(hbuf), 41ul + (uint64_t)i, (uint64_t)H2D);
    iq_core_flush();
    EXPECT("range-overflow", "count");
    CHECK_INT(world_last()->count, 5);
}

TEST(memory_short)
{
    uint64_t p = 0;
    RT("cudaMalloc", 2, U(&p), 1ul << 45);
    EXPECT("out-of-memory", "size");
    CHECK_INT(world_last()->severity, IQ_ERROR);
    device(64); /* the program coped */
    CHECK_INT(world_look(), 0);
    CHECK_INT(world_last()->severity, IQ_NOTE);
    RT("cudaMalloc", 2, U(&p), ~0ul);
    EXPECT("bad-size", "size");
}

TEST(failed_allocation_is_used)
{
    uint64_t p = 0xabc000;
    p = 0;
    RT("cudaMalloc", 2, U(&p), 1ul << 50);
    CHECK_INT(world_look(), 1);
    uint64_t id = world_last()->id;
    RT("cudaMemcpy", 1, p, U(hbuf), 64ul, (uint64_t)H2D);
    CHECK_INT(world_look(), 0); /* takes the place of the first finding */
    CHECK_STR(world_last()->rule_text, "unchecked-error");
    CHECK_STR(world_last()->arg_name, "dst");
    CHECK_INT(world_last()->id, id);
    CHECK_INT(world_last()->related_count, 1);
    device(64);
}

/* Some drivers fill as many bytes as there are not, and memory that a reset took away. */
TEST(what_a_driver_lets_pass)
{
    uint64_t d = device(64);
    RT("cudaMemset", 0, d, 0ul, ~0ul);
    EXPECT("bad-size", "count");
    CHECK_INT(world_last()->severity, IQ_WARNING);
    CHECK(!world_last()->has_result);
    CU("cuMemsetD8Async", 0, d, 0ul, (uint64_t)INT64_MIN, 0ul);
    EXPECT("bad-size", "N");
    RT("cudaMemset", 0, d, 0ul, 64ul);
    RT("cudaMemcpy", 0, U(hbuf), U(hbuf) + 64, 64ul, (uint64_t)H2H);
    RT("cudaFree", 0, d);
    RT("cudaMemset", 0, d, 0ul, 64ul); /* made anew by somebody who is not seen */
    EXPECT_NOTHING();
}

/* ... and then it faults: one mistake, an error now. */
TEST(a_fault_of_a_negative_size)
{
    uint64_t d = device(64);
    RT("cudaMemset", 0, d, 0ul, (uint64_t)-4096);
    EXPECT("bad-size", "count");
    uint64_t id = world_last()->id;
    RT("cudaStreamSynchronize", 700, 0ul);
    EXPECT_NOTHING();
    for (size_t i = 0; i < world.findings.count; i++)
        if (world.findings.data[i].id == id)
            CHECK_INT(world.findings.data[i].severity, IQ_ERROR);
}

/* The address of a variable in hand, its size is known. */
TEST(address_of_a_variable)
{
    static char shadow[64];
    uint64_t address = next += 1 << 26;
    iq_core_register_variable(shadow, "table", sizeof shadow);
    RT("cudaGetSymbolAddress", 0, U(&address), U(shadow));
    RT("cudaMemcpy", 0, address + 16, U(hbuf), 48ul, (uint64_t)H2D);
    EXPECT_NOTHING();
    RT("cudaMemcpy", 1, address + 16, U(hbuf), 49ul, (uint64_t)H2D);
    EXPECT("range-overflow", "count");
    CHECK_STR(world_last()->object_kind, "symbol");
}
