#include "process/mono.h"

#include "base/armed.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "process/exports.h"
#include "trace/writer.h"

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
bool iq_mono_present;

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
    __atomic_store_n(&iq_mono_present, true, __ATOMIC_RELEASE);
    iq_arm(IQ_ARMED_MONO, true);
    return true;
}

void iq_mono_look(void)
{
    static unsigned long long seen;
    if (!iq_mono_is_present())
        iq_exports_look(&seen, visit_object);
}

/* What is at a return address. */
struct place {
    const char *function, *file, *assembly; /* file: NULL if the runtime has no lines of it */
    uint32_t line;
};
static struct iq_map places;            /* by address; IQ_LOCK_STACKS */
static const struct place not_compiled; /* in [places] where the runtime knows no method */

static const char *copied(const char *text) { return text ? iq_core_copy(text) : NULL; }

/* A method whose line is known goes by its own name, another by its type's and its parameters',
 * too. */
static void name_method(struct place *place, void *method)
{
    if (place->file) {
        place->function = copied(mono.name(method));
        return;
    }
    char *name = mono.full_name(method, 1);
    place->function = copied(name);
    mono.free(name);
}

static const struct place *ask(void *domain, uintptr_t pc)
{
    uintptr_t inside = pc - 1; /* in the call instruction */
    void *compiled = mono.find(domain, (void *)inside);
    void *method = compiled ? mono.method(compiled) : NULL;
    struct place *place = method ? iq_core_alloc(sizeof *place) : NULL;
    if (!place)
        return &not_compiled;
    uint32_t offset = (uint32_t)(inside - (uintptr_t)mono.start(compiled));
    struct location *location = mono.location(method, offset, domain);
    *place = (struct place){ .assembly = copied(mono.file_name(mono.image(mono.type(method)))) };
    if (location && location->file && location->row) {
        place->file = copied(location->file);
        place->line = location->row;
    }
    if (location)
        mono.free_location(location);
    name_method(place, method);
    return place->function ? place : &not_compiled;
}

static const struct place *known(uintptr_t pc)
{
    iq_lock(IQ_LOCK_STACKS);
    const struct place *place = iq_map_get(&places, pc);
    iq_unlock(IQ_LOCK_STACKS);
    return place;
}

void iq_mono_note(const uintptr_t *pc, uint32_t count)
{
    void *domain = iq_mono_is_present() && iq_lock_is_free() ? mono.domain() : NULL;
    for (uint32_t i = 0; domain && i < count; i++) {
        if (known(pc[i]))
            continue;
        const struct place *place = ask(domain, pc[i]);
        iq_lock(IQ_LOCK_STACKS);
        IQ_DROP(iq_map_set(&places, pc[i], (void *)place)); /* else it is asked again */
        iq_unlock(IQ_LOCK_STACKS);
    }
}

void iq_mono_write(const uintptr_t *pc, uint32_t count)
{
    for (uint32_t i = 0; iq_mono_is_present() && i < count; i++) {
        const struct place *place = known(pc[i]);
        if (!place || place == &not_compiled || !iq_trace_begin(IQ_REC_COMPILED))
            continue;
        iq_trace_u64(IQ_TAG_PC, pc[i]);
        iq_trace_text(IQ_TAG_FUNCTION, place->function);
        iq_trace_text(IQ_TAG_PATH, place->assembly);
        iq_trace_text(IQ_TAG_FILE, place->file);
        if (place->line)
            iq_trace_u64(IQ_TAG_LINE, place->line);
        iq_trace_end();
    }
}
