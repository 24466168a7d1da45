// link: checker -lzstd -llz4
/* The walk over the objects of the process says what glibc's own function says. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "process/find_object.h"
#include "test.h"

/* glibc's: the name alone is that of ours. */
static iq_find_object *of_glibc(void)
{
    return (iq_find_object *)(uintptr_t)dlvsym(RTLD_DEFAULT, "_dl_find_object", "GLIBC_2.35");
}

static bool agree(void *address)
{
    struct dl_find_object ours = { 0 }, theirs = { 0 };
    int own = iq_find_object_by_list(address, &ours), real = of_glibc()(address, &theirs);
    return own == real && ours.dlfo_eh_frame == theirs.dlfo_eh_frame && (own || ours.dlfo_eh_frame);
}

static int own_function(void) { return 1; }

TEST(the_list_has_a_lock)
{
    iq_find_object_use(NULL);
    CHECK(!iq_find_object_is_lockless());
    iq_find_object_use(of_glibc());
    CHECK(iq_find_object_is_lockless() == (of_glibc() != NULL));
}

TEST(agrees_with_glibc)
{
    if (!of_glibc())
        SKIP("glibc before 2.35");
    CHECK(agree((void *)(uintptr_t)own_function));
    CHECK(agree((void *)(uintptr_t)malloc));
    CHECK(agree((void *)(uintptr_t)dlopen));
}

TEST(no_object)
{
    struct dl_find_object result;
    int local;
    CHECK_INT(iq_find_object_by_list(&local, &result), -1);
    CHECK_INT(iq_find_object_by_list(NULL, &result), -1);
    CHECK(own_function());
}
