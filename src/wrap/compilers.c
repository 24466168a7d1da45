/* See compilers.h. */
#include "wrap/compilers.h"

#include "wrap/driver.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_made.h"
#include "wrap/sys.h"

enum { FUNCTIONS_MAX = 64, INTERNAL_ERROR = 6 };

struct compiler {
    const char *library, *function, *instead;
    uintptr_t checked;
};

static const struct compiler compilers[] = {
#define COMPILER(library, function, instead, checked) \
    { library, function, instead, (uintptr_t)(checked) },
#include "wrap/compilers.def"
};

enum { COMPILER_COUNT = sizeof compilers / sizeof compilers[0] };

/* A patched function; [patch] comes first, so that it leads here. */
struct patched {
    struct iq_patch patch;
    const struct compiler *compiler;
    const struct link_map *map; /* of the library */
};

typedef void (*original_fn)(const char *, void *);

/* The library does not answer such a call. */
static int answer_missing(void) { return INTERNAL_ERROR; }

/* The software driver's function, which gets to know what the library's own would have been. */
void iq_compilers_first(struct iq_patch *patch)
{
    const struct patched *patched = (const struct patched *)patch;
    char name[64] = "inquest_soft_";
    iq_wrap_start();
    original_fn tell = (original_fn)iq_driver_symbol("inquest_soft_jitlink_original");
    for (; patched->compiler; patched--)
        ;
    for (patched++; tell && patched->compiler; patched++)
        if (patched->patch.original)
            tell(patched->compiler->function, patched->patch.original);
    iq_sys_copy(name + sizeof "inquest_soft_" - 1, patch->symbol, iq_sys_length(patch->symbol) + 1);
    uintptr_t found = iq_driver_symbol(name);
    patch->wrapper = (void *)(found ? found : (uintptr_t)answer_missing);
    __atomic_store_n(&patch->enter, (void *)(uintptr_t)iq_thunk_direct, __ATOMIC_RELEASE);
}

/* --- patching
 * ------------------------------------------------------------------------------------------
 */

/* "nvJitLinkCreate" or its name in one version, "__nvJitLinkCreate_13_0". */
static bool is_name_of(const char *symbol, const char *function)
{
    if (iq_sys_equal(symbol, function))
        return true;
    const char *rest = symbol + 2 + iq_sys_length(function);
    return iq_sys_starts(symbol, "__") && iq_sys_starts(symbol + 2, function) && rest[0] == '_' &&
           rest[1] >= '0' && rest[1] <= '9';
}

static const struct compiler *compiler_of(const char *soname, const char *symbol)
{
    for (size_t i = 0; i < COMPILER_COUNT; i++)
        if (iq_sys_starts(soname, compilers[i].library) &&
            is_name_of(symbol, compilers[i].function))
            return iq_guest_is_soft() || compilers[i].checked ? &compilers[i] : NULL;
    return NULL;
}

static bool is_library(const char *soname)
{
    for (size_t i = 0; i < COMPILER_COUNT; i++)
        if (iq_sys_starts(soname, compilers[i].library))
            return true;
    return false;
}

/* What is called instead of [compiler]'s function; 0: what the software driver has. */
static uintptr_t wrapper_of(const struct iq_elf_object *object, const struct compiler *compiler)
{
    return !iq_guest_is_soft() ? compiler->checked
           : compiler->instead ? iq_elf_find(object, compiler->instead)
                               : 0;
}

static bool patch_one(struct iq_patcher *patcher, const struct iq_elf_object *object,
                      const Elf64_Sym *symbol, struct patched *patched)
{
    uint8_t *at = (uint8_t *)object->bias + symbol->st_value;
    size_t size = symbol->st_size ? symbol->st_size : 16;
    uintptr_t wrapper = wrapper_of(object, patched->compiler);
    bool of_library = iq_guest_is_soft() && patched->compiler->instead;
    patched->map = object->map;
    patched->patch = (struct iq_patch){ .symbol = patched->compiler->function };
    patched->patch.enter = (void *)(uintptr_t)(wrapper ? iq_thunk_direct : iq_thunk_first);
    patched->patch.wrapper = (void *)wrapper;
    if (of_library ? !wrapper : iq_patcher_detour(patcher, at, size, &patched->patch) != 0)
        return false;
    return !iq_patcher_install(patcher, at, size, &patched->patch);
}

/* Two symbols may be one function, which can be patched once only. */
static bool is_known(const struct iq_elf_object *object, uint32_t index)
{
    const Elf64_Sym *symbol = &object->symbols[index];
    for (uint32_t i = 1; i < index; i++)
        if (object->symbols[i].st_value == symbol->st_value &&
            object->symbols[i].st_shndx == symbol->st_shndx)
            return true;
    return ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF;
}

void iq_compilers_look_at(const struct iq_elf_object *object, bool live)
{
    struct iq_patcher patcher;
    if ((!iq_guest_is_soft() && !iq_kernel_checks_are_wanted()) || !object->soname ||
        !is_library(object->soname))
        return;
    /* One without a compiler at either end. */
    if (iq_patcher_init(&patcher, object, FUNCTIONS_MAX,
                        (FUNCTIONS_MAX + 2) * sizeof(struct patched), live))
        return;
    struct patched *patches = patcher.records, *next = patches + 1;
    for (uint32_t i = 1; i < iq_elf_symbol_count(object) && next < patches + FUNCTIONS_MAX; i++) {
        next->compiler = compiler_of(object->soname, object->strings + object->symbols[i].st_name);
        if (next->compiler && !is_known(object, i) &&
            patch_one(&patcher, object, &object->symbols[i], next))
            next++;
    }
    next->compiler = NULL;
    (void)iq_patcher_finish(&patcher);
}

uintptr_t iq_compilers_function(const char *name)
{
    struct iq_elf_object object;
    const struct patched *patched = (const struct patched *)iq_patch_current;
    if (!patched || iq_elf_open(patched->map, &object))
        return 0;
    for (uint32_t i = 1; i < iq_elf_symbol_count(&object); i++)
        if (object.symbols[i].st_shndx != SHN_UNDEF &&
            is_name_of(object.strings + object.symbols[i].st_name, name))
            return object.bias + object.symbols[i].st_value;
    return 0;
}
