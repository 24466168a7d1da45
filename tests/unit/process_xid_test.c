// link: checker -lzstd -llz4
/* Lines of a kernel's log, as drivers write them. */
#include <string.h>

#include "process/xid.h"
#include "test.h"

static const char mmu[] =
    "<6>[  100.000001] NVRM: loading NVIDIA UNIX x86_64 Kernel Module\n"
    "<3>[  147.230622] NVRM: Xid (PCI:0000:00:06): 43, pid=654, name=core, channel 0x0000000a\n"
    "<3>[  154.692232] NVRM: Xid (PCI:0000:00:06): 31, pid=671, name=core, channel 0x0000000a, intr 00000000. MMU Fault: ENGINE GRAPHICS GPC1 "
    "GPCCLIENT_T1_5 faulted @ 0x8fa8_90c00000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_WRITE\n"
    "<3>[  155.000000] NVRM: Xid (PCI:0000:00:06): 31, pid=672, name=core, channel 0x0000000a, intr 00000000. MMU Fault: ENGINE GRAPHICS GPC1 "
    "GPCCLIENT_T1_5 faulted @ 0x7fa8_90c01800. Fault is of type FAULT_PTE ACCESS_TYPE_VIRT_READ\n";

static bool parse(const char *log, uint32_t pid, uint64_t since, struct iq_xid *xid)
{
    return iq_xid_parse(log, strlen(log), pid, since, xid);
}

TEST(address_and_access)
{
    struct iq_xid xid;
    CHECK(parse(mmu, 671, 150, &xid) && xid.address == 0x8fa890c00000 && xid.write && !xid.read);
    CHECK(parse(mmu, 672, 0, &xid) && xid.address == 0x7fa890c01000 && xid.read && !xid.write);
}

TEST(others_and_old_ones_do_not_count)
{
    struct iq_xid xid;
    CHECK(!parse(mmu, 654, 0, &xid));
    CHECK(!parse(mmu, 67, 0, &xid));
    CHECK(!parse(mmu, 671, 155, &xid));
    CHECK(!parse("", 671, 0, &xid));
}

TEST(cut_lines)
{
    struct iq_xid xid;
    for (size_t size = 0; size < sizeof mmu; size++)
        for (size_t from = 0; from < size; from += 7)
            if (iq_xid_parse(mmu + from, size - from, 671, 0, &xid))
                CHECK(size > 200 && xid.address == 0x8fa890c00000);
}
