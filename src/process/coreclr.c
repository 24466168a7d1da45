#include "process/coreclr.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

/* The runtime's binary interface (corprof.idl, cor.h), as far as it is used: objects begin with a
 * table of functions, which take the object first and return 0 or an error. */
struct guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
};
struct object {
    const uintptr_t *functions;
};
enum { NO_INTERFACE = (int)0x80004002, NO_CLASS = (int)0x80040111 };
enum {
    QUERY_INTERFACE,
    RELEASE = 2,
    /* of the profiler */
    INITIALIZE = 3,
    SHUTDOWN,
    PROFILER_FUNCTIONS = 80,
    /* of what it asks */
    FUNCTION_FROM_IP = 7,
    FUNCTION_INFO = 15,
    TOKEN_AND_METADATA = 19,
    MODULE_INFO = 20,
    CODE_STARTS = 90,
    IL_TO_NATIVE = 91,
    /* of metadata */
    METHOD_PROPS = 30
};
struct il_map {
    uint32_t il, start, end;
};
#define FUNCTION(of, index, ...) ((int (*)(struct object *, __VA_ARGS__))(of)->functions[index])

static const struct guid
    iid_unknown = { 0, 0, 0, { 0xc0, 0, 0, 0, 0, 0, 0, 0x46 } },
    iid_factory = { 1, 0, 0, { 0xc0, 0, 0, 0, 0, 0, 0, 0x46 } },
    iid_callback = { 0x176fbed1,
                     0xa55c,
                     0x4796,
                     { 0x98, 0xca, 0xa9, 0xda, 0x0e, 0xf8, 0x83, 0xe7 } },
    iid_callback2 = { 0x8a8cc829,
                      0xccf2,
                      0x49fe,
                      { 0xbb, 0xae, 0x0f, 0x02, 0x22, 0x28, 0x07, 0x1a } },
    iid_info9 = { 0x008170db, 0xf8cc, 0x4796, { 0x9a, 0x51, 0xdc, 0x8a, 0xa0, 0xb4, 0x70, 0x12 } },
    iid_metadata = { 0x7dac8207,
                     0xd3ae,
                     0x4c75,
                     { 0x9b, 0x67, 0x92, 0x80, 0x1a, 0x49, 0x7d, 0x44 } },
    own_class = { 0x8f0b5c1e, 0x6d43, 0x4b7a, { 0x9a, 0x52, 0x1d, 0x7c, 0x3e, 0x90, 0xa4, 0xf6 } };

static struct object *runtime; /* atomic; NULL: not there, or going away */

static bool is_guid(const void *id, const struct guid *wanted)
{
    return !memcmp(id, wanted, sizeof *wanted);
}

static int query(struct object *self, const void *id, void **out)
{
    bool is = is_guid(id, &iid_unknown) || is_guid(id, &iid_callback) ||
              is_guid(id, &iid_callback2) || is_guid(id, &iid_factory);
    *out = is ? self : NULL;
    return is ? 0 : NO_INTERFACE;
}

static int nothing(struct object *self)
{
    (void)self;
    return 0;
}

/* Runtimes before 2.1 lack the interface, and their methods go without lines. */
static int initialize(struct object *self, struct object *info)
{
    (void)self;
    struct object *found = NULL;
    if (FUNCTION(info, QUERY_INTERFACE, const void *, void *)(info, &iid_info9, &found) || !found)
        return 0;
    __atomic_store_n(&runtime, found, __ATOMIC_RELEASE);
    iq_compiled_arm();
    return 0;
}

static int shut_down(struct object *self)
{
    (void)self;
    __atomic_store_n(&runtime, NULL, __ATOMIC_RELEASE);
    return 0;
}

/* The one profiler; it is never freed, and so counts no references. */
static int create(struct object *self, void *outer, const void *id, void **out)
{
    static uintptr_t functions[PROFILER_FUNCTIONS];
    static struct object profiler = { functions };
    (void)self;
    (void)outer;
    for (size_t i = 0; i < PROFILER_FUNCTIONS; i++)
        functions[i] = (uintptr_t)nothing;
    functions[QUERY_INTERFACE] = (uintptr_t)query;
    functions[INITIALIZE] = (uintptr_t)initialize;
    functions[SHUTDOWN] = (uintptr_t)shut_down;
    return query(&profiler, id, out);
}

int iq_coreclr_class(const void *wanted, const void *interface, void **object)
{
    static const uintptr_t functions[] = { (uintptr_t)query, (uintptr_t)nothing, (uintptr_t)nothing,
                                           (uintptr_t)create, (uintptr_t)nothing };
    static struct object factory = { functions };
    return is_guid(wanted, &own_class) ? query(&factory, interface, object) : NO_CLASS;
}

enum { METHODS = 64, TEXT = 1024, WAIT_S = 2 };

/* What a thread of ours is to find out. */
struct job {
    struct object *info;
    uint32_t count;
    struct {
        uint64_t function, inside;
        struct iq_compiled_place place;
    } method[METHODS];
};

/* [text], UTF-16 that ends with 0, in core's memory; NULL if it is too long. */
static const char *kept(const uint16_t *text)
{
    char bytes[TEXT];
    size_t length = 0;
    for (; *text; text++) {
        uint32_t c = *text;
        if (c >= 0xd800 && c < 0xdc00 && text[1] >= 0xdc00 && text[1] < 0xe000)
            c = 0x10000 + ((c - 0xd800) << 10) + (uint32_t)(*++text - 0xdc00);
        if (length + 5 > sizeof bytes)
            return NULL;
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        static const uint8_t first[] = { 0, 0xc0, 0xe0, 0xf0 };
        bytes[length++] = (char)(first[more] | c >> 6 * more);
        while (more--)
            bytes[length++] = (char)(0x80 | (c >> 6 * more & 0x3f));
    }
    bytes[length] = '\0';
    return length ? iq_core_copy(bytes) : NULL;
}

static const char *assembly_of(struct object *info, uint64_t function)
{
    uint64_t type, module = 0, assembly;
    uint32_t token, length;
    const void *base;
    uint16_t text[TEXT] = { 0 };
    if (FUNCTION(info, FUNCTION_INFO, uint64_t, uint64_t *, uint64_t *,
                 uint32_t *)(info, function, &type, &module, &token) ||
        FUNCTION(info, MODULE_INFO, uint64_t, const void **, uint32_t, uint32_t *, uint16_t *,
                 uint64_t *)(info, module, &base, TEXT, &length, text, &assembly))
        return NULL;
    text[TEXT - 1] = 0;
    return kept(text);
}

/* Name and token of the method. */
static void name_method(struct object *info, uint64_t function, struct iq_compiled_place *place)
{
    struct object *metadata = NULL;
    uint32_t token = 0, type, length;
    uint16_t text[TEXT] = { 0 };
    if (FUNCTION(info, TOKEN_AND_METADATA, uint64_t, const void *, struct object **,
                 uint32_t *)(info, function, &iid_metadata, &metadata, &token) ||
        !metadata)
        return;
    if (!FUNCTION(metadata, METHOD_PROPS, uint32_t, uint32_t *, uint16_t *, uint32_t, uint32_t *,
                  void *, void *, void *, void *, void *)(metadata, token, &type, text, TEXT,
                                                          &length, NULL, NULL, NULL, NULL, NULL)) {
        text[TEXT - 1] = 0;
        place->function = kept(text);
        place->method = token;
    }
    FUNCTION(metadata, RELEASE, int)(metadata, 0);
}

/* Where the code begins that [inside] lies in: each tier has its own. */
static uint64_t start_of(struct object *info, uint64_t function, uint64_t inside)
{
    uint64_t starts[METHODS] = { 0 }, best = 0;
    uint32_t count = 0;
    if (FUNCTION(info, CODE_STARTS, uint64_t, uint64_t, uint32_t, uint32_t *,
                 uint64_t *)(info, function, 0, METHODS, &count, starts))
        return 0;
    for (uint32_t i = 0; i < count && i < METHODS; i++)
        if (starts[i] <= inside && starts[i] > best)
            best = starts[i];
    return best;
}

/* Offset in the method's own code, of the last boundary that is not the compiler's own. */
static uint32_t il_offset(struct object *info, uint64_t start, uint64_t inside)
{
    enum { MOST = 1 << 16 };
    uint32_t count = 0, best = 0, offset = 0;
    struct il_map *map = NULL;
    int (*ask)(struct object *, uint64_t, uint32_t, uint32_t *, struct il_map *) =
        (int (*)(struct object *, uint64_t, uint32_t, uint32_t *,
                 struct il_map *))info->functions[IL_TO_NATIVE];
    if (!start || ask(info, start, 0, &count, NULL) || !count || count > MOST ||
        !(map = calloc(count, sizeof *map)) || ask(info, start, count, &count, map))
        count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (map[i].il < INT32_MAX && map[i].start <= inside - start && map[i].start >= best) {
            best = map[i].start;
            offset = map[i].il;
        }
    free(map);
    return offset;
}

static void *work(void *argument)
{
    struct job *job = argument;
    for (uint32_t i = 0; i < job->count; i++) {
        struct iq_compiled_place *place = &job->method[i].place;
        uint64_t function = job->method[i].function, inside = job->method[i].inside;
        name_method(job->info, function, place);
        place->assembly = place->function ? assembly_of(job->info, function) : NULL;
        place->il_offset = il_offset(job->info, start_of(job->info, function, inside), inside);
    }
    return NULL;
}

/* The runtime answers most questions only to its own callbacks, and to threads that it does not
 * know.  False: no thread, or it still waits for somebody, and has the job for itself. */
static bool is_done(struct job *job)
{
    pthread_t thread;
    sigset_t all, old;
    struct timespec until;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int failed = pthread_create(&thread, NULL, work, job);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failed) {
        free(job);
        return false;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += WAIT_S;
    if (!pthread_timedjoin_np(thread, NULL, &until))
        return true;
    pthread_detach(thread);
    return false;
}

static bool is_asked(struct job *job, const uintptr_t *pc, struct iq_compiled_place *place,
                     uint32_t count)
{
    uint32_t which[METHODS];
    for (uint32_t i = 0; i < count && job->count < METHODS; i++) {
        uint64_t inside = pc[i] - 1, function = 0; /* in the call instruction */
        if (FUNCTION(job->info, FUNCTION_FROM_IP, uint64_t, uint64_t *)(job->info, inside,
                                                                        &function) ||
            !function)
            continue;
        which[job->count] = i;
        job->method[job->count].function = function;
        job->method[job->count++].inside = inside;
    }
    if (job->count && !is_done(job))
        return false;
    for (uint32_t i = 0; i < job->count; i++)
        place[which[i]] = job->method[i].place;
    free(job);
    return true;
}

void iq_coreclr_after_fork(void) { __atomic_store_n(&runtime, NULL, __ATOMIC_RELEASE); }

bool iq_coreclr_ask(const uintptr_t *pc, struct iq_compiled_place *place, uint32_t count)
{
    struct object *info = __atomic_load_n(&runtime, __ATOMIC_ACQUIRE);
    struct job *job = info ? calloc(1, sizeof *job) : NULL;
    if (!job)
        return false;
    job->info = info;
    return is_asked(job, pc, place, count);
}
