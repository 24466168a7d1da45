// link: checker -lzstd -llz4
/* Calls whose addresses and handles are in lists and structs, as far as no device here takes part
 * in them. */
#include "checker_world.h"
#include "model/names.h"

static int64_t encode(uint64_t map, uint64_t address, const uint64_t *dims, const uint64_t *strides,
                      const uint32_t *box, const uint32_t *steps, int64_t result)
{
    return world_call(IQ_API_CUDA, "cuTensorMapEncodeTiled", result, 12, map, 0ul, 2ul, address,
                      U(dims), U(strides), U(box), U(steps), 0ul, 0ul, 0ul, 0ul);
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

static int64_t encode_as(uint64_t type, uint64_t rank, uint32_t inner, uint64_t interleave,
                         uint64_t swizzle, uint64_t fill)
{
    static _Alignas(64) char map[128];
    uint64_t dims[] = { 256, 64, 4 }, strides[] = { 2048, 1 << 17 }, d = 0x7f2000000000;
    uint32_t box[] = { inner, 16, 1 }, steps[] = { 1, 1, 1 };
    return world_call(IQ_API_CUDA, "cuTensorMapEncodeTiled", 1, 12, U(map), type, rank, d, U(dims),
                      U(strides), U(box), U(steps), interleave, swizzle, 0ul, fill);
}

TEST(tensor_layouts)
{
    encode_as(7, 2, 3, 0, 0, 0);
    EXPECT("misaligned", "boxDim");
    encode_as(7, 2, 64, 0, 2, 0);
    EXPECT("bad-size", "boxDim");
    encode_as(6, 2, 64, 0, 3, 0); /* 128 bytes of halves fit: only the address is odd */
    EXPECT("unknown-pointer", "globalAddress");
    encode_as(7, 2, 16, 1, 0, 0);
    EXPECT("bad-flags", "interleave");
    encode_as(7, 3, 16, 2, 0, 0);
    EXPECT("bad-flags", "swizzle");
    encode_as(3, 2, 16, 0, 0, 1);
    EXPECT("bad-flags", "oobFill");
}

TEST(limits_and_schedules)
{
    CU("cuCtxSetLimit", 1, 0ul, 1ul << 40);
    EXPECT("bad-size", "value");
    CU("cuCtxSetLimit", 215, 3ul, 4ul);
    EXPECT("bad-flags", "limit");
    CU("cuDevicePrimaryCtxSetFlags_v2", 1, 0ul, 3ul);
    EXPECT("bad-flags", "flags");
    CU("cuDevicePrimaryCtxSetFlags_v2", 0, 0ul, 4ul);
    EXPECT_NOTHING();
}

TEST(external_memory)
{
    uint64_t memory = 0x7000040, at = 0x7f2100000000, semaphore = 0x7000080, list[] = { semaphore };
    struct {
        uint64_t offset, size;
        uint32_t flags, reserved[16];
    } buffer = { .size = 4096 };
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

/* A driver may let through what has not been reserved. */
TEST(virtual_memory_beyond_its_reservation)
{
    uint64_t page = 2 << 20, at = 0x7f2200000000, behind = at + page, memory = 0x70000c0;
    CU("cuMemAddressReserve", 0, U(&at), page, 0ul, 0ul, 0ul);
    CU("cuMemCreate", 0, U(&memory), 4 * page, 0ul, 0ul);
    CU("cuMemMap", 0, at, 2 * page, 0ul, memory, 0ul);
    EXPECT("range-overflow", "size");
    CU("cuMemUnmap", 0, at, 2 * page);
    CU("cuMemAddressReserve", 0, U(&at), page, 0ul, 0ul, 0ul);
    CU("cuMemAddressReserve", 0, U(&behind), page, 0ul, 0ul, 0ul);
    CU("cuMemMap", 0, at, 2 * page, 0ul, memory, 0ul);
    EXPECT_NOTHING();
}
