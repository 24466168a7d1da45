// link: base
/* Where the launcher and the doctor look for a driver, on machines that are not this one. */
#include <string.h>
#include <unistd.h>

#include "arch/arch.h"
#include "cli/program.h"
#include "test.h"

static const char *there; /* all that can be read of what is asked for */
static int asked_access(const char *path, int how)
{
    (void)how;
    return there && !strcmp(path, there) ? 0 : -1;
}
static const char *other; /* the processor that it was built for; NULL: this one */
const char *iq_program_other_machine(const char *path)
{
    (void)path;
    return other;
}
#define access asked_access
#include "cli/driver.c"
#undef access

static const char *find(const char *path)
{
    static char found[4096];
    there = path;
    unsetenv("LD_LIBRARY_PATH");
    return iq_driver_find(NULL, found, sizeof found) ? found : NULL;
}

TEST(a_driver_of_another_processor_is_none)
{
    other = "AArch64";
    CHECK(!find("/usr/lib64/libcuda.so.1"));
    other = NULL;
}

TEST(usual_folders)
{
    CHECK(!find(NULL));
    CHECK_STR(find("/usr/lib64/libcuda.so.1"), "/usr/lib64/libcuda.so.1");
    CHECK(!find("/usr/lib64/libcuda.so"));
}

TEST(folders_of_jetson)
{
    const char *old = "/usr/lib/" IQ_ARCH_TRIPLET "/tegra/libcuda.so.1",
               *newer = "/usr/lib/" IQ_ARCH_TRIPLET "/nvidia/libcuda.so.1";
    CHECK_STR(find(old), old);
    CHECK_STR(find(newer), newer);
}

TEST(device_files)
{
    there = "/dev/nvhost-gpu";
    CHECK(iq_driver_has_device_file());
    there = "/dev/dxg";
    CHECK(iq_driver_has_device_file());
}
