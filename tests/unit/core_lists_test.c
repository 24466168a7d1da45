// link: core entries core rules core trace rules core image trace base -lzstd -llz4
/* Calls whose addresses and handles are in lists and structs, as far as no device here takes part in them. */
#include "core_world.h"

static int64_t encode(uint64_t map, uint64_t address, const uint64_t *dims, const uint64_t *strides, const uint32_t *box, const uint32_t *steps, int64_t result)
{
    return world_call(IQ_API_CUDA, "cuTensorMapEncodeTiled", result, 12, map, 0ul, 2ul, address, U(dims), U(strides), U(box), U(steps), 0ul, 0ul, 0ul, 0ul);
}

TEST(tensor_maps)
{
    static _Alignas(64) char map[128];
    uint64_t dims[] = { 256, 64 }, strides[] = { 256 }, odd[] = { 260 }, d = 0x7f2000000000;
    uint32_t box[] = { 64, 64 }, large[] = { 64, 512 }, steps[] = { 1, 1 };
    CHECK_INT(encode(U(map), d, dims, strides, box, steps, 0), 0);
    EXPECT_NOTHING();
    encode(U(map), d + 8, dims, strides, box, steps, 1);
    EXPECT("misaligned", "globalAddress");
    encode(U(map) + 16, d, dims, strides, box, steps, 1);
    EXPECT("misaligned", "tensorMap");
    encode(U(map), d, dims, odd, box, steps, 1);
    EXPECT("misaligned", "globalStrides");
    encode(U(map), d, dims, strides, large, steps, 1);
    EXPECT("bad-size", "boxDim");
}

TEST(external_memory)
{
    uint64_t memory = 0x7000040, at = 0x7f2100000000, semaphore = 0x7000080, list[] = { semaphore };
    struct { uint64_t offset, size; uint32_t flags, reserved[16]; } buffer = { .size = 4096 };
    char description[256] = { 0 }, host[8192];
    CU("cuImportExternalMemory", 0, U(&memory), U(description));
    CU("cuExternalMemoryGetMappedBuffer", 0, U(&at), memory, U(&buffer));
    CU("cuMemcpyHtoD_v2", 0, at, U(host), 4096ul);
    EXPECT_NOTHING();
    CU("cuMemcpyHtoD_v2", 1, at, U(host), 8192ul);
    EXPECT("range-overflow", "ByteCount");
    CU("cuImportExternalSemaphore", 0, U(&semaphore), U(description));
    list[0] = semaphore;
    CU("cuSignalExternalSemaphoresAsync", 0, U(list), U(description), 1ul, 0ul);
    EXPECT_NOTHING();
    CU("cuDestroyExternalSemaphore", 0, semaphore);
    CU("cuSignalExternalSemaphoresAsync", 400, U(list), U(description), 1ul, 0ul);
    EXPECT("destroyed-handle", "extSemArray");
}
