/* See opencl.h.
 *
 * Every way in leads to the same generated wrappers, through thunks that hold the function behind:
 * the loader's next layer or driver, the patched function itself, or an extension function that a
 * platform gave out. */
#include "wrap/opencl.h"

#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/driver.h"
#include "base/errors.h"
#include "call/guest.h"
#include "rules/faults/missing_symbol.h"
#include "wrap/driver.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))

enum {
    DISPATCH_MAX = 512,
    LAYER_API_VERSION = 0x4240,
    LAYER_NAME = 0x4241,
    LAYER_API_VERSION_100 = 100,
    INVALID_VALUE = -30,
    OUT_OF_HOST_MEMORY = -6,
    EXTENSIONS = 128
};

static const char layer_name[] = "inquest";

IQ_EXPORT cl_int clGetLayerInfo(cl_uint name, size_t size, void *value, size_t *size_ret);
IQ_EXPORT cl_int clInitLayer(cl_uint count, void *const *target, cl_uint *count_ret,
                             void *const **dispatch_ret);
void *iq_opencl_clGetExtensionFunctionAddress(const char *func_name);
void *iq_opencl_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                         const char *func_name);

static struct {
    bool layered; /* the loader has taken us as a layer */
    bool patched;
    const char *loader; /* path of one that knows layers, NULL: none was loaded */
} state;

static void learn_driver(const char *symbol, void *real)
{
    for (const struct iq_cl_driver_slot *slot = iq_cl_driver_slots; slot->symbol; slot++)
        if (iq_sys_equal(slot->symbol, symbol))
            *slot->place = real;
}

/* --- as a layer
 * ------------------------------------------------------------------------------------------
 */

cl_int clGetLayerInfo(cl_uint name, size_t size, void *value, size_t *size_ret)
{
    static const cl_uint version = LAYER_API_VERSION_100;
    const void *answer = name == LAYER_NAME ? (const void *)layer_name : &version;
    size_t bytes = name == LAYER_NAME ? sizeof layer_name : sizeof version;
    if ((name != LAYER_NAME && name != LAYER_API_VERSION) || (value && size < bytes))
        return INVALID_VALUE;
    if (value)
        memcpy(value, answer, bytes);
    if (size_ret)
        *size_ret = bytes;
    return 0;
}

/* ocl-icd up to 2.3.1 cuts the variable at its colons, in place: every child would miss the layers
 * after the first.  We are the last one, so that nobody reads it any more. */
static void mend_variable(void)
{
    char *list = (char *)(uintptr_t)iq_guest_option("OPENCL_LAYERS");
    const char *whole = iq_guest_option("INQUEST_OPENCL_LAYERS");
    if (!list || !whole)
        return;
    for (size_t i = 0; whole[i]; i++)
        if (list[i] != whole[i] && !(whole[i] == ':' && !list[i]))
            return; /* somebody else's list */
    for (size_t i = 0; whole[i]; i++)
        list[i] = whole[i];
}

cl_int clInitLayer(cl_uint count, void *const *target, cl_uint *count_ret,
                   void *const **dispatch_ret)
{
    if (!target || !count_ret || !dispatch_ret)
        return INVALID_VALUE;
    cl_uint used = count < iq_wrap_opencl_dispatch_count ? count : iq_wrap_opencl_dispatch_count;
    size_t table_bytes = iq_wrap_opencl_dispatch_count * sizeof(void *);
    uint8_t *memory = iq_sys_pages(table_bytes + used * sizeof(struct iq_patch));
    struct iq_patch *patches = memory ? (struct iq_patch *)(memory + table_bytes) : NULL;
    if (!memory)
        return OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < used; i++) {
        const struct iq_wrap_row *row =
            iq_wrap_opencl_dispatch[i] < 0 ? NULL : &iq_wrap_opencl[iq_wrap_opencl_dispatch[i]];
        if (!row || !target[i])
            continue;
        patches[i] = (struct iq_patch){ .enter = (void *)(uintptr_t)iq_thunk_direct,
                                        .original = target[i],
                                        .wrapper = row->wrapper,
                                        .row = row,
                                        .symbol = row->symbol };
        learn_driver(row->symbol, target[i]);
    }
    const uint8_t *thunks = iq_patch_thunks(patches, used);
    if (!thunks)
        return OUT_OF_HOST_MEMORY;
    void **table = (void **)(void *)memory;
    for (cl_uint i = 0; i < used; i++)
        table[i] = patches[i].wrapper ? (void *)(uintptr_t)(thunks + i * IQ_ARCH_THUNK) : NULL;
    iq_guest_start_services(true);
    mend_variable();
    state.layered = true;
    *count_ret = iq_wrap_opencl_dispatch_count;
    *dispatch_ret = table;
    return 0;
}

/* --- by patching
 * ------------------------------------------------------------------------------------------
 */

struct found {
    uintptr_t at;
    size_t size;
    const struct iq_wrap_row *row;
};

/* Does the file say the name of the variable that loaders with layers read? */
static bool knows_layers(const struct iq_elf_object *object)
{
    static const char word[] = "OPENCL_LAYERS";
    struct iq_elf_file file;
    bool known = false;
    if (iq_elf_map(object->path, &file))
        return false;
    for (size_t i = 0; !known && i + sizeof word <= file.size; i++)
        known = file.bytes[i] == 'O' && iq_sys_equal_bytes(file.bytes + i, word, sizeof word - 1);
    iq_elf_unmap(&file);
    return known;
}

/* What [object] has of [row_count] rows.  Two symbols may be one function, which can be patched
 * once only. */
static size_t collect(const struct iq_elf_object *object, const struct iq_wrap_row *rows,
                      uint32_t row_count, struct found *items, size_t room)
{
    size_t count = 0;
    for (uint32_t i = 0; i < row_count && count < room; i++) {
        const Elf64_Sym *symbol = iq_elf_lookup(object, rows[i].symbol);
        uintptr_t at = symbol && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC
                           ? object->bias + symbol->st_value
                           : 0;
        bool known = at < object->text || at + IQ_ARCH_ENTRY > object->text_end ||
                     (symbol->st_size && symbol->st_size < IQ_ARCH_ENTRY);
        for (size_t k = 0; k < count && !known; k++)
            known = items[k].at == at;
        if (!known)
            items[count++] = (struct found){ at, symbol->st_size ? symbol->st_size : 16, &rows[i] };
    }
    return count;
}

/* Returns true if any of them is patched. */
static bool patch_all(const struct iq_elf_object *object, const struct found *items, size_t count,
                      bool live)
{
    bool any = false;
    struct iq_patcher patcher;
    if (iq_patcher_init(&patcher, object, count, count * sizeof(struct iq_patch), live))
        return false;
    struct iq_patch *patches = patcher.records;
    for (size_t i = 0; i < count; i++) {
        patches[i] = (struct iq_patch){ .enter = (void *)(uintptr_t)iq_thunk_first,
                                        .wrapper = items[i].row->wrapper,
                                        .row = items[i].row,
                                        .symbol = items[i].row->symbol };
        if (iq_patcher_detour(&patcher, (uint8_t *)items[i].at, items[i].size, &patches[i]) ||
            iq_patcher_install(&patcher, (uint8_t *)items[i].at, items[i].size, &patches[i]))
            continue;
        learn_driver(patches[i].symbol, patches[i].original);
        any = true;
    }
    (void)iq_patcher_finish(&patcher);
    return any;
}

/* A loader that finds no driver takes no layers: that it has nothing to offer is seen where every
 * program begins. */
static void patch_question(const struct iq_elf_object *object, bool live)
{
    const struct iq_wrap_row *row = iq_guest_find(&iq_wrap_opencl_names, "clGetPlatformIDs");
    struct found item;
    if (row && collect(object, row, 1, &item, 1))
        (void)patch_all(object, &item, 1, live);
}

void iq_opencl_look_at(const struct iq_elf_object *object, bool at_start, bool live)
{
    enum { ROOM = 512 };
    if (!iq_elf_lookup(object, "clGetPlatformIDs") || !iq_elf_lookup(object, "clCreateContext"))
        return;
    bool is_loader = object->soname && iq_sys_starts(object->soname, "libOpenCL.so");
    if (!is_loader && !at_start)
        return; /* a driver that its loader has opened */
    if (is_loader && knows_layers(object)) {
        state.loader = object->path;
        patch_question(object, live);
        return;
    }
    struct found *items = iq_sys_pages(ROOM * sizeof *items);
    if (!items)
        return;
    state.patched |= patch_all(
        object, items, collect(object, iq_wrap_opencl, iq_wrap_opencl_count, items, ROOM), live);
    iq_sys_munmap(items, ROOM * sizeof *items);
}

void iq_opencl_first(struct iq_patch *patch)
{
    iq_guest_start_services(true);
    __atomic_store_n(&patch->enter, (void *)(uintptr_t)iq_thunk_direct, __ATOMIC_RELEASE);
}

const char *iq_opencl_unseen(void) { return state.layered || state.patched ? NULL : state.loader; }

/* --- extension functions
 * ------------------------------------------------------------------------------------------ */

static struct {
    const void *real;
    void *thunk;
} extensions[EXTENSIONS];
static uint32_t extension_count;
static int extension_lock;

/* What the program gets in place of [real]; the same one each time. */
static void *wrapper_of(const char *name, void *real)
{
    const struct iq_wrap_row *row = iq_guest_find(&iq_wrap_opencl_names, name);
    void *thunk = NULL;
    if (!row)
        return iq_driver_counting(name, real);
    while (__atomic_exchange_n(&extension_lock, 1, __ATOMIC_ACQUIRE))
        iq_sys_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    for (uint32_t i = 0; i < extension_count && !thunk; i++)
        thunk = extensions[i].real == real ? extensions[i].thunk : NULL;
    struct iq_patch *patch =
        thunk || extension_count == EXTENSIONS ? NULL : iq_sys_pages(sizeof *patch);
    if (patch) {
        *patch = (struct iq_patch){ .enter = (void *)(uintptr_t)iq_thunk_direct,
                                    .original = real,
                                    .wrapper = row->wrapper,
                                    .row = row,
                                    .symbol = row->symbol };
        thunk = iq_patch_thunks(patch, 1);
    }
    if (patch && thunk) {
        extensions[extension_count].real = real;
        extensions[extension_count++].thunk = thunk;
    }
    __atomic_store_n(&extension_lock, 0, __ATOMIC_RELEASE);
    return thunk ? thunk : real;
}

static const struct iq_entry *entry_of(const char *symbol)
{
    const struct iq_wrap_row *row = iq_guest_find(&iq_wrap_opencl_names, symbol);
    return row ? row->entry : NULL;
}

static void *hand_out(const char *name, void *real)
{
    return real && name ? wrapper_of(name, real) : real;
}

void *iq_opencl_clGetExtensionFunctionAddress(const char *func_name)
{
    void *(*real)(const char *) = (void *(*)(const char *))(uintptr_t)iq_wrap_original;
    const uint64_t args[] = { (uint64_t)(uintptr_t)func_name };
    struct iq_call call;
    iq_call_enter(&call, entry_of("clGetExtensionFunctionAddress"), args, IQ_SITE);
    void *found = real(func_name);
    if (!found)
        iq_missing_symbol_note(&call, func_name);
    iq_call_leave(&call, 0);
    return hand_out(func_name, found);
}

void *iq_opencl_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                         const char *func_name)
{
    void *(*real)(cl_platform_id, const char *) =
        (void *(*)(cl_platform_id, const char *))(uintptr_t)iq_wrap_original;
    const uint64_t args[] = { (uint64_t)(uintptr_t)platform, (uint64_t)(uintptr_t)func_name };
    struct iq_call call;
    iq_call_enter(&call, entry_of("clGetExtensionFunctionAddressForPlatform"), args, IQ_SITE);
    void *found = real(platform, func_name);
    if (!found)
        iq_missing_symbol_note(&call, func_name);
    iq_call_leave(&call, 0);
    return hand_out(func_name, found);
}
