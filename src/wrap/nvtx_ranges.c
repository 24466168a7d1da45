/* The ranges that a program opens by NVTX: a finding names the one that its call was made in.  Each
 * copy of NVTX in a program asks us once to set its function pointers.  Of marks, categories and
 * resources nothing is to be told: their functions do nothing, as without a tool. */
#include <wchar.h>

#include "abi/nvtx_abi.h"
#include "base/memory.h"
#include "call/thread.h"
#include "process/section.h"
#include "wrap/wrap.h"

#define IQ_EXPORT __attribute__((visibility("default")))

enum { WIDE_BYTES = 512 };

typedef int initialize_fn(const void *(*tables)(uint32_t));
IQ_EXPORT initialize_fn InitializeInjectionNvtx2, InitializeInjectionNvtx2Preinject;
IQ_EXPORT extern initialize_fn *InitializeInjectionNvtx2_fnptr;

/* ---- names ---- */

static size_t put_utf8(char *to, uint32_t point)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    to[0] = (char)(0xff00u >> (more + 1) | point >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        to[i] = (char)(0x80 | (point >> 6 * (more - i) & 0x3f));
    return more + 1;
}

static const char *narrow(char text[WIDE_BYTES], const wchar_t *wide)
{
    size_t length = 0;
    for (; wide && *wide && length + 5 < WIDE_BYTES; wide++)
        length += put_utf8(text + length, (uint32_t)*wide & 0x1fffff);
    text[length] = 0;
    return text;
}

static uint32_t name_of_wide(const wchar_t *wide)
{
    char text[WIDE_BYTES];
    return iq_section_intern(narrow(text, wide));
}

static uint32_t name_of(const struct nvtx_attributes *event)
{
    if (!event || event->struct_size < sizeof *event)
        return 0;
    switch (event->message_type) {
    case NVTX_MESSAGE_ASCII: return iq_section_intern(event->message);
    case NVTX_MESSAGE_WIDE: return name_of_wide(event->message);
    case NVTX_MESSAGE_REGISTERED: return (uint32_t)(uintptr_t)event->message;
    default: return 0;
    }
}

/* The handle of a string is the number of its name, the one of a domain its address. */
static void *register_a(void *domain, const char *name)
{
    (void)domain;
    return (void *)(uintptr_t)iq_section_intern(name);
}

static void *register_w(void *domain, const wchar_t *name)
{
    (void)domain;
    return (void *)(uintptr_t)name_of_wide(name);
}

static void *create_a(const char *name) { return iq_core_copy(name ? name : ""); }
static void *create_w(const wchar_t *name)
{
    char text[WIDE_BYTES];
    return iq_core_copy(narrow(text, name));
}

/* ---- ranges ---- */

static int push(void *domain, uint32_t name)
{
    if (iq_thread_get()) /* it passes the ranges' memory on when the thread ends */
        iq_section_push(domain, name);
    return NVTX_NOT_TRACKED;
}
static int domain_pop(void *domain)
{
    iq_section_pop(domain);
    return NVTX_NOT_TRACKED;
}
static int domain_push(void *domain, const struct nvtx_attributes *event)
{
    return push(domain, name_of(event));
}
static int push_ex(const struct nvtx_attributes *event) { return push(NULL, name_of(event)); }
static int push_a(const char *name) { return push(NULL, iq_section_intern(name)); }
static int push_w(const wchar_t *name) { return push(NULL, name_of_wide(name)); }
static int pop(void) { return domain_pop(NULL); }

static uint64_t domain_start(void *domain, const struct nvtx_attributes *event)
{
    (void)domain;
    return iq_section_start(name_of(event));
}
static void domain_end(void *domain, uint64_t range)
{
    (void)domain;
    iq_section_end(range);
}
static uint64_t start_ex(const struct nvtx_attributes *event) { return domain_start(NULL, event); }
static uint64_t start_a(const char *name) { return iq_section_start(iq_section_intern(name)); }
static uint64_t start_w(const wchar_t *name) { return iq_section_start(name_of_wide(name)); }
static void end(uint64_t range) { iq_section_end(range); }

/* ---- how NVTX finds them ---- */

struct function {
    uint32_t slot;
    intptr_t function;
};
static const struct function core[] = {
    { NVTX_RANGE_START_EX, (intptr_t)start_ex }, { NVTX_RANGE_START_A, (intptr_t)start_a },
    { NVTX_RANGE_START_W, (intptr_t)start_w },   { NVTX_RANGE_END, (intptr_t)end },
    { NVTX_RANGE_PUSH_EX, (intptr_t)push_ex },   { NVTX_RANGE_PUSH_A, (intptr_t)push_a },
    { NVTX_RANGE_PUSH_W, (intptr_t)push_w },     { NVTX_RANGE_POP, (intptr_t)pop },
};
static const struct function core2[] = {
    { NVTX_DOMAIN_RANGE_START_EX, (intptr_t)domain_start },
    { NVTX_DOMAIN_RANGE_END, (intptr_t)domain_end },
    { NVTX_DOMAIN_RANGE_PUSH_EX, (intptr_t)domain_push },
    { NVTX_DOMAIN_RANGE_POP, (intptr_t)domain_pop },
    { NVTX_DOMAIN_REGISTER_A, (intptr_t)register_a },
    { NVTX_DOMAIN_REGISTER_W, (intptr_t)register_w },
    { NVTX_DOMAIN_CREATE_A, (intptr_t)create_a },
    { NVTX_DOMAIN_CREATE_W, (intptr_t)create_w },
};

static void fill(const struct nvtx_callbacks *callbacks, int module,
                 const struct function *functions, size_t count)
{
    intptr_t **slots = NULL;
    unsigned slot_count = 0;
    if (!callbacks->function_table(module, &slots, &slot_count) || !slots)
        return;
    for (size_t i = 0; i < count; i++)
        if (functions[i].slot < slot_count && slots[functions[i].slot])
            *slots[functions[i].slot] = functions[i].function;
}

int InitializeInjectionNvtx2(const void *(*tables)(uint32_t))
{
    const struct nvtx_callbacks *callbacks = tables ? tables(NVTX_TABLE_CALLBACKS) : NULL;
    if (callbacks && callbacks->struct_size >= sizeof *callbacks) {
        fill(callbacks, NVTX_MODULE_CORE, core, sizeof core / sizeof *core);
        fill(callbacks, NVTX_MODULE_CORE2, core2, sizeof core2 / sizeof *core2);
    }
    return 1;
}

/* For programs that do not look into the environment, or have a cleared one. */
int InitializeInjectionNvtx2Preinject(const void *(*tables)(uint32_t))
{
    return InitializeInjectionNvtx2(tables);
}
initialize_fn *InitializeInjectionNvtx2_fnptr = InitializeInjectionNvtx2;
