// link: checker -lzstd -llz4
/* Objects of this test's own stand in for those of .NET: one method of two tiers, and metadata that
 * names it. */
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "checker_world.h"
#include "process/coreclr.h"

struct guid {
    uint32_t a;
    uint16_t b, c;
    uint8_t d[8];
};
struct object {
    const uintptr_t *functions;
};
struct map {
    uint32_t il, start, end;
};
enum { FIRST_TIER = 0x10000, NEXT_TIER = 0x20000, METHOD = 7, TOKEN = 0x06000003, REFUSED = -1 };

static const struct guid
    own = { 0x8f0b5c1e, 0x6d43, 0x4b7a, { 0x9a, 0x52, 0x1d, 0x7c, 0x3e, 0x90, 0xa4, 0xf6 } },
    callback2 = { 0x8a8cc829, 0xccf2, 0x49fe, { 0xbb, 0xae, 0x0f, 0x02, 0x22, 0x28, 0x07, 0x1a } },
    factory = { 1, 0, 0, { 0xc0, 0, 0, 0, 0, 0, 0, 0x46 } }, unknown = { 2, 0, 0, { 0 } };
static pthread_t asker;    /* the thread that calls the driver */
static bool is_old, hangs; /* an old runtime lacks the interface */
static int metadata_released;

static void put(uint16_t *to, const char *text)
{
    for (; (*to++ = (uint8_t)*text); text++)
        ;
}

static int refuse(void) { return REFUSED; }

static int release(struct object *self)
{
    (void)self;
    metadata_released++;
    return 0;
}
static int method_props(struct object *self, uint32_t token, uint32_t *type, uint16_t *name,
                        uint32_t room, uint32_t *length, void *a, void *b, void *c, void *d,
                        void *e)
{
    (void)self, (void)type, (void)room, (void)length;
    CHECK_INT(token, TOKEN);
    CHECK(!a && !b && !c && !d && !e);
    put(name, "LoadK");
    const uint16_t rest[] = { 0x00e9, 0x20ac, 0xd83d, 0xde00, 0 }; /* of 2, 3 and 4 bytes */
    memcpy(name + 5, rest, sizeof rest);
    return 0;
}
static uintptr_t metadata_functions[40];
static struct object metadata = { metadata_functions };

static int query(struct object *self, const void *id, void **out)
{
    (void)id;
    *out = is_old ? NULL : self;
    return is_old ? REFUSED : 0;
}
static int function_from_ip(struct object *self, uint64_t ip, uint64_t *function)
{
    (void)self;
    CHECK(pthread_equal(pthread_self(), asker));
    *function = METHOD;
    return (ip & ~0xffffULL) == FIRST_TIER || (ip & ~0xffffULL) == NEXT_TIER ? 0 : REFUSED;
}
static int function_info(struct object *self, uint64_t function, uint64_t *type, uint64_t *module,
                         uint32_t *token)
{
    (void)self, (void)type, (void)token;
    CHECK_INT(function, METHOD);
    *module = 9;
    return 0;
}
/* The runtime answers this only to threads that it does not know. */
static int token_and_metadata(struct object *self, uint64_t function, const void *id,
                              struct object **out, uint32_t *token)
{
    (void)self, (void)function, (void)id;
    while (__atomic_load_n(&hangs, __ATOMIC_ACQUIRE))
        usleep(1000);
    CHECK(!pthread_equal(pthread_self(), asker));
    *out = &metadata;
    *token = TOKEN;
    return 0;
}
static int module_info(struct object *self, uint64_t module, const void **base, uint32_t room,
                       uint32_t *length, uint16_t *name, uint64_t *assembly)
{
    (void)self, (void)base, (void)room, (void)length, (void)assembly;
    CHECK_INT(module, 9);
    put(name, "/app/Program.dll");
    return 0;
}
static int code_starts(struct object *self, uint64_t function, uint64_t rejit, uint32_t room,
                       uint32_t *count, uint64_t *starts)
{
    (void)self, (void)function, (void)room;
    CHECK_INT(rejit, 0);
    *count = 3;
    starts[0] = NEXT_TIER;
    starts[1] = 0; /* not compiled yet */
    starts[2] = FIRST_TIER;
    return 0;
}
static int il_to_native(struct object *self, uint64_t start, uint32_t room, uint32_t *count,
                        struct map *map)
{
    static const struct map first[] = { { 0xfffffffe, 0, 8 },
                                        { 12, 32, 64 },
                                        { 0, 8, 32 },
                                        { 0xfffffffd, 64, 70 } },
                            next[] = { { 5, 0, 16 } };
    (void)self;
    *count = start == FIRST_TIER ? 4 : 1;
    for (uint32_t i = 0; map && i < room; i++)
        map[i] = start == FIRST_TIER ? first[i] : next[i];
    return 0;
}
static uintptr_t info_functions[100];
static struct object info = { info_functions };

static int (*profiler_function(struct object *profiler, int index))(struct object *, void *)
{
    return (int (*)(struct object *, void *))profiler->functions[index];
}

/* As the runtime does: the class's factory, then the profiler, then what it shall ask. */
static struct object *start_runtime(void)
{
    struct object *made = NULL, *profiler = NULL;
    asker = pthread_self();
    for (size_t i = 0; i < sizeof info_functions / sizeof *info_functions; i++)
        info_functions[i] = (uintptr_t)refuse;
    info_functions[0] = (uintptr_t)query;
    info_functions[7] = (uintptr_t)function_from_ip;
    info_functions[15] = (uintptr_t)function_info;
    info_functions[19] = (uintptr_t)token_and_metadata;
    info_functions[20] = (uintptr_t)module_info;
    info_functions[90] = (uintptr_t)code_starts;
    info_functions[91] = (uintptr_t)il_to_native;
    metadata_functions[2] = (uintptr_t)release;
    metadata_functions[30] = (uintptr_t)method_props;
    CHECK(iq_coreclr_class(&unknown, &factory, (void **)&made) != 0);
    CHECK_INT(iq_coreclr_class(&own, &factory, (void **)&made), 0);
    int (*create)(struct object *, void *, const void *, void **) =
        (int (*)(struct object *, void *, const void *, void **))made->functions[3];
    CHECK(create(made, NULL, &unknown, (void **)&profiler) != 0);
    CHECK_INT(create(made, NULL, &callback2, (void **)&profiler), 0);
    CHECK_INT(profiler_function(profiler, 3)(profiler, &info), 0);
    return profiler;
}

TEST(an_old_runtime_is_not_asked)
{
    struct iq_compiled_place place = { 0 };
    uintptr_t pc = FIRST_TIER + 40;
    world_begin();
    is_old = true;
    start_runtime();
    CHECK(!iq_compiled_is_present());
    CHECK(!iq_coreclr_ask(&pc, &place, 1));
    is_old = false;
}

TEST(methods_tiers_and_offsets)
{
    const uintptr_t pc[] = { 0x30001,         FIRST_TIER + 40, FIRST_TIER + 33,
                             FIRST_TIER + 32, FIRST_TIER + 68, NEXT_TIER + 9 };
    struct iq_compiled_place place[6] = { { 0 } };
    struct object *profiler = start_runtime();
    CHECK(iq_compiled_is_present());
    for (int i = 5; i < 80; i++) /* of what it does not want to know */
        CHECK_INT(profiler_function(profiler, i)(profiler, NULL), 0);
    CHECK(iq_coreclr_ask(pc, place, 6));
    CHECK(!place[0].function);
    CHECK_STR(place[1].function, "LoadK\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    CHECK_STR(place[1].assembly, "/app/Program.dll");
    CHECK_INT(place[1].method, TOKEN);
    CHECK_INT(place[1].il_offset, 12);
    CHECK_INT(place[2].il_offset, 12);
    CHECK_INT(place[3].il_offset, 0);  /* the call before the return address */
    CHECK_INT(place[4].il_offset, 12); /* the compiler's own code after it */
    CHECK_INT(place[5].il_offset, 5);
    CHECK_INT(metadata_released, 5);
}

TEST(a_runtime_is_not_asked_in_the_child_of_a_fork)
{
    struct iq_compiled_place place = { 0 };
    uintptr_t pc = FIRST_TIER + 40;
    start_runtime();
    iq_coreclr_after_fork();
    CHECK(!iq_coreclr_ask(&pc, &place, 1));
}

TEST(a_runtime_that_goes_away_is_not_asked)
{
    struct iq_compiled_place place = { 0 };
    uintptr_t pc = FIRST_TIER + 40;
    struct object *profiler = start_runtime();
    profiler_function(profiler, 4)(profiler, NULL);
    CHECK(!iq_coreclr_ask(&pc, &place, 1));
}

/* The runtime may wait for its collector, which may wait for the asking thread.  The last test: the
 * thread that is left waits until the process ends. */
TEST(a_runtime_that_does_not_answer_is_left)
{
    struct iq_compiled_place place = { 0 };
    uintptr_t pc = FIRST_TIER + 40;
    start_runtime();
    __atomic_store_n(&hangs, true, __ATOMIC_RELEASE);
    CHECK(!iq_coreclr_ask(&pc, &place, 1));
    CHECK(!place.function);
}
