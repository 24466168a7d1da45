// link: process trace base
/* What this program and the C library export. */
#include "process/exports.h"
#include "test.h"

static uintptr_t found, missing;
static int objects;

static bool find_function(const struct dl_phdr_info *info, const struct iq_exports *exports)
{
    (void)info;
    objects++;
    missing |= iq_exports_find(exports, "no_such_function_anywhere");
    uintptr_t here = iq_exports_find(exports, "pthread_create");
    found = here ? here : found;
    return found;
}

TEST(finds_a_function_in_an_object)
{
    unsigned long long seen = 0;
    iq_exports_look(&seen, find_function);
    CHECK(found);
    CHECK(!missing);
    CHECK(objects > 0);
}

TEST(looks_again_only_if_something_was_loaded)
{
    unsigned long long seen = 0;
    iq_exports_look(&seen, find_function);
    objects = 0;
    iq_exports_look(&seen, find_function);
    CHECK_INT(objects, 0);
}
