/* The part of NVTX 3 that marks.c uses, for machines without its header: functions that do nothing
 * until a tool, which the environment names, has set the pointers behind them. */
#ifndef NVTX_SMALL_H
#define NVTX_SMALL_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

enum { NVTX_VERSION = 3, NVTX_MESSAGE_TYPE_REGISTERED = 3, NVTX_EVENT_ATTRIB_STRUCT_SIZE = 48 };
typedef struct domain *nvtxDomainHandle_t;
typedef struct string *nvtxStringHandle_t;
typedef uint64_t nvtxRangeId_t;
typedef struct {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    uint64_t payload;
    int32_t messageType;
    union {
        const char *ascii;
        nvtxStringHandle_t registered;
    } message;
} nvtxEventAttributes_t;

typedef void (*slot_fn)(void);
static slot_fn core_slots[16], core2_slots[16];
static slot_fn *core_table[16], *core2_table[16];

static int function_table(int module, slot_fn ***table, unsigned *count)
{
    *table = module == 1 ? core_table : module == 5 ? core2_table : NULL;
    *count = 16;
    return *table != NULL;
}

static const void *export_table(uint32_t number)
{
    static const struct {
        size_t size;
        int (*function_table)(int, slot_fn ***, unsigned *);
    } callbacks = { sizeof callbacks, function_table };
    return number == 1 ? &callbacks : NULL;
}

static slot_fn slot_of(slot_fn *slots, int number)
{
    static int tried;
    if (!tried++ && getenv("NVTX_INJECTION64_PATH")) {
        for (int i = 1; i < 16; i++)
            core_table[i] = &core_slots[i], core2_table[i] = &core2_slots[i];
        void *tool = dlopen(getenv("NVTX_INJECTION64_PATH"), RTLD_LAZY);
        int (*start)(const void *(*)(uint32_t)) =
            tool ? (int (*)(const void *(*)(uint32_t)))dlsym(tool, "InitializeInjectionNvtx2")
                 : NULL;
        if (start)
            start(export_table);
    }
    return slots[number];
}

#define NVTX_CALL(slots, number, type, none, ...)        \
    slot_fn slot = slot_of(slots, number);               \
    return slot ? ((type)slot)(__VA_ARGS__) : (none)

static inline nvtxRangeId_t nvtxRangeStartA(const char *name)
{
    NVTX_CALL(core_slots, 5, nvtxRangeId_t (*)(const char *), 0, name);
}
static inline int nvtxRangeEnd(nvtxRangeId_t id)
{
    NVTX_CALL(core_slots, 7, int (*)(nvtxRangeId_t), 0, id);
}
static inline int nvtxRangePushA(const char *name)
{
    NVTX_CALL(core_slots, 9, int (*)(const char *), -2, name);
}
static inline int nvtxRangePushW(const wchar_t *name)
{
    NVTX_CALL(core_slots, 10, int (*)(const wchar_t *), -2, name);
}
static inline int nvtxRangePop(void) { NVTX_CALL(core_slots, 11, int (*)(void), -2, ); }
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                        const nvtxEventAttributes_t *event)
{
    NVTX_CALL(core2_slots, 4, int (*)(nvtxDomainHandle_t, const nvtxEventAttributes_t *), -2,
              domain, event);
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    NVTX_CALL(core2_slots, 5, int (*)(nvtxDomainHandle_t), -2, domain);
}
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain,
                                                           const char *text)
{
    NVTX_CALL(core2_slots, 10, nvtxStringHandle_t (*)(nvtxDomainHandle_t, const char *), NULL,
              domain, text);
}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
    NVTX_CALL(core2_slots, 12, nvtxDomainHandle_t (*)(const char *), NULL, name);
}

#endif
