// link: checker -lzstd -llz4
/* Which object of the loader an address lies in. */
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "checker_world.h"
#include "process/modules.h"

static int variable;

TEST(an_address_has_a_path)
{
    int local;
    world_begin();
    iq_modules_write();
    const char *own = iq_modules_path((uintptr_t)&variable);
    CHECK(own && strstr(own, "process_modules_test"));
    CHECK(iq_modules_path((uintptr_t)world_begin) == own); /* the same string: may be compared */
    const char *libc = iq_modules_path((uintptr_t)abs);
    CHECK(libc && strstr(libc, "libc"));
    CHECK(!iq_modules_path((uintptr_t)&local));
    CHECK(!iq_modules_path(0));
}

TEST(the_program_and_the_c_library)
{
    CHECK(iq_modules_is_program((uintptr_t)world_begin));
    CHECK(!iq_modules_is_program((uintptr_t)malloc));
    CHECK(iq_modules_is_libc((uintptr_t)malloc));
    CHECK(!iq_modules_is_libc((uintptr_t)world_begin));
    CHECK(!iq_modules_is_program(0) && !iq_modules_is_libc(0));
}

TEST(each_object_is_written_once)
{
    world_begin();
    uintptr_t pc = (uintptr_t)world_begin;
    CU("cuInit", 0, 0ul);
    iq_modules_note(&pc, 1);
    iq_modules_write();
    world_look();
    size_t own = 0;
    for (size_t i = 0; i < world.modules.count; i++)
        own += strstr(world.modules.data[i].path, "process_modules_test") != NULL;
    CHECK_INT(own, 1);
}

/* As of dlopen("./plugin.so"): the launcher looks for its symbols in another folder. */
TEST(a_relative_path_becomes_absolute)
{
    Dl_info info;
    world_begin();
    CHECK(dladdr((void *)(uintptr_t)abs, &info));
    char *folder = strdup(info.dli_fname);
    *strrchr(folder, '/') = 0;
    CHECK(!chdir(folder));
    void *library = dlopen("./libBrokenLocale.so.1", RTLD_NOW); /* nobody else's */
    if (!library) /* an emulator has another folder for it than for the current one */
        SKIP("the C library's folder cannot be gone to");
    uintptr_t symbol = (uintptr_t)dlsym(library, "__ctype_get_mb_cur_max");
    iq_modules_note(&symbol, 1);
    CHECK(!chdir("/"));
    iq_modules_write();
    CHECK(iq_modules_path(symbol) && iq_modules_path(symbol)[0] == '/');
    CHECK(iq_modules_path(symbol) && !access(iq_modules_path(symbol), R_OK));
    dlclose(library);
    free(folder);
}
