#include "virtual_memory.h"

/* A growing buffer: more of the range is mapped as it is needed, from the middle on, and the rest of it is never used. */
int main(void)
{
    size_t page = 2 << 20;
    unsigned long long rights;
    CUdeviceptr at, again;
    CUmemGenericAllocationHandle memory;
    char first[64];
    test_context();
    int bad = cuMemAddressReserve(&at, 8 * page, 0, 0, 0) || cuMemCreate(&memory, page, &properties, 0);
    for (int i = 2; i < 5 && !bad; i++)
        bad = cuMemMap(at + i * page, page, 0, memory, 0) || cuMemSetAccess(at + 2 * page, (i - 1) * page, &access_rights, 1) || cuMemsetD8(at + 2 * page, i, (i - 1) * page) ||
              cuMemGetAccess(&rights, &access_rights.location, at + i * page) || rights != CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    bad |= cuMemcpyDtoH(first, at + 3 * page, sizeof first) || first[0] != 4 || cuMemUnmap(at + 2 * page, 3 * page) || cuMemAddressFree(at, 8 * page);
    /* the addresses may be another reservation's */
    return bad || cuMemAddressReserve(&again, 8 * page, 0, at, 0) || cuMemMap(again, page, 0, memory, 0) || cuMemSetAccess(again, page, &access_rights, 1) ||
           cuMemsetD8(again, 0, page) || cuMemUnmap(again, page) || cuMemAddressFree(again, 8 * page) || cuMemRelease(memory);
}
