#include "process/mono.h"

#include "base/memory.h"
#include "process/exports.h"

/* Of Mono's embedding interface (mono/metadata), as far as it is asked. */
struct location {
    char *file;
    uint32_t row, column, il_offset;
};
static struct {
    void *(*domain)(void); /* of the calling thread; NULL: the runtime does not know it */
    void *(*find)(void *domain, void *address);
    void *(*method)(void *compiled);
    void *(*start)(void *compiled);
    const char *(*name)(void *method);
    char *(*full_name)(void *method, int signature);
    void *(*type)(void *method);
    void *(*image)(void *type);
    const char *(*file_name)(void *image);
    struct location *(*location)(void *method, uint32_t offset, void *domain);
    void (*free_location)(struct location *location);
    void (*free)(void *memory);
} mono;
static bool present; /* release, after the functions */

static const struct {
    const char *name;
    void *place;
} functions[] = {
    { "mono_domain_get", &mono.domain },
    { "mono_jit_info_table_find", &mono.find },
    { "mono_jit_info_get_method", &mono.method },
    { "mono_jit_info_get_code_start", &mono.start },
    { "mono_method_get_name", &mono.name },
    { "mono_method_full_name", &mono.full_name },
    { "mono_method_get_class", &mono.type },
    { "mono_class_get_image", &mono.image },
    { "mono_image_get_filename", &mono.file_name },
    { "mono_debug_lookup_source_location", &mono.location },
    { "mono_debug_free_source_location", &mono.free_location },
    { "mono_free", &mono.free },
};

static bool visit_object(const struct dl_phdr_info *info, const struct iq_exports *exports)
{
    (void)info;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        uintptr_t found = iq_exports_find(exports, functions[i].name);
        if (!found)
            return false;
        *(uintptr_t *)functions[i].place = found;
    }
    __atomic_store_n(&present, true, __ATOMIC_RELEASE);
    iq_compiled_arm();
    return true;
}

void iq_mono_look(void)
{
    static unsigned long long seen;
    if (!__atomic_load_n(&present, __ATOMIC_ACQUIRE))
        iq_exports_look(&seen, visit_object);
}

static const char *copied(const char *text) { return text ? iq_core_copy(text) : NULL; }

/* A method whose line is known goes by its own name, another by its type's and its parameters',
 * too. */
static void name_method(struct iq_compiled_place *place, void *method)
{
    if (place->file) {
        place->function = copied(mono.name(method));
        return;
    }
    char *name = mono.full_name(method, 1);
    place->function = copied(name);
    mono.free(name);
}

static void ask(void *domain, uintptr_t pc, struct iq_compiled_place *place)
{
    uintptr_t inside = pc - 1; /* in the call instruction */
    void *compiled = mono.find(domain, (void *)inside);
    void *method = compiled ? mono.method(compiled) : NULL;
    if (!method)
        return;
    uint32_t offset = (uint32_t)(inside - (uintptr_t)mono.start(compiled));
    struct location *location = mono.location(method, offset, domain);
    place->assembly = copied(mono.file_name(mono.image(mono.type(method))));
    if (location && location->file && location->row) {
        place->file = copied(location->file);
        place->line = location->row;
    }
    if (location)
        mono.free_location(location);
    name_method(place, method);
}

bool iq_mono_ask(const uintptr_t *pc, struct iq_compiled_place *place, uint32_t count)
{
    void *domain = __atomic_load_n(&present, __ATOMIC_ACQUIRE) ? mono.domain() : NULL;
    for (uint32_t i = 0; domain && i < count; i++)
        ask(domain, pc[i], &place[i]);
    return domain != NULL;
}
