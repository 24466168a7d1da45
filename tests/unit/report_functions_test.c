// link: report trace base
/* Names by address, compared with those of libdw. */
#include <dlfcn.h>
#include <string.h>

#include "report/functions.h"
#include "test.h"

static const Dwfl_Callbacks callbacks = { .find_elf = dwfl_build_id_find_elf,
                                          .find_debuginfo = dwfl_standard_find_debuginfo,
                                          .section_address = dwfl_offline_section_address };

/* Where the symbol begins that libdw finds at [address]; 0: none. */
static uint64_t start_of(Dwfl_Module *object, uint64_t address)
{
    GElf_Off offset;
    GElf_Sym symbol;
    return dwfl_module_addrinfo(object, address, &offset, &symbol, NULL, NULL, NULL)
               ? address - offset
               : 0;
}

/* Every function of [path] at its first, a middle and its last byte. */
static void compare_all(const char *path)
{
    struct iq_functions functions = { 0 };
    Dwfl *dwfl = dwfl_begin(&callbacks);
    dwfl_report_begin(dwfl);
    Dwfl_Module *object = dwfl_report_elf(dwfl, "object", path, -1, 0x10000000, true);
    dwfl_report_end(dwfl, NULL, NULL);
    int count = dwfl_module_getsymtab(object), compared = 0;
    for (int i = 1; i < count; i += 1 + count / 400) {
        GElf_Sym symbol;
        GElf_Addr start;
        const char *name = dwfl_module_getsym_info(object, i, &symbol, &start, NULL, NULL, NULL);
        if (name && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_shndx != SHN_UNDEF)
            CHECK(!iq_functions_name(&functions, object, start)); /* data */
        if (!name || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF)
            continue;
        uint64_t bytes[] = { start, start + symbol.st_size / 2,
                             start + symbol.st_size - (symbol.st_size > 0) };
        for (int k = 0; k < 3; k++) {
            const char *theirs = dwfl_module_addrname(object, bytes[k]),
                       *ours = iq_functions_name(&functions, object, bytes[k]);
            /* of two names of one function either will do */
            CHECK(theirs && ours);
            if (theirs && ours && strcmp(theirs, ours) != 0)
                CHECK_INT(start_of(object, bytes[k]), start);
            compared++;
        }
    }
    CHECK(compared > 100);
    iq_functions_finish(&functions);
    dwfl_end(dwfl);
}

TEST(this_program_has_the_names_of_libdw) { compare_all("/proc/self/exe"); }

TEST(a_library_has_the_names_of_libdw)
{
    Dl_info info;
    CHECK(dladdr(dlsym(RTLD_DEFAULT, "qsort"), &info));
    compare_all(info.dli_fname);
}

TEST(nothing_lies_outside)
{
    struct iq_functions functions = { 0 };
    Dwfl *dwfl = dwfl_begin(&callbacks);
    dwfl_report_begin(dwfl);
    Dwfl_Module *object = dwfl_report_elf(dwfl, "object", "/proc/self/exe", -1, 0x10000000, true);
    dwfl_report_end(dwfl, NULL, NULL);
    CHECK(!iq_functions_name(&functions, object, 0x1000));
    CHECK(functions.count > 0);
    iq_functions_finish(&functions);
    dwfl_end(dwfl);
}
