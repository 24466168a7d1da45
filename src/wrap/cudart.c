/* See cudart.h.
 *
 * A runtime is recognised by what every one defines: __cudaRegisterFatBinary and cudaMalloc, in
 * .symtab (where the local symbols of the static library are) or in .dynsym.  Each object is looked
 * at once; the usual answer, no, costs a few string comparisons for libraries of the system and one
 * look at the section headers for others. */
#include "wrap/cudart.h"

#include <dlfcn.h>
#include <stdio.h>

#include "base/errors.h"
#include "base/hash.h"
#include "call/guest.h"
#include "wrap/compilers.h"
#include "wrap/guest.h"
#include "wrap/malloc.h"
#include "wrap/opencl.h"
#include "wrap/patch.h"
#include "wrap/python_pools.h"
#include "wrap/sys.h"
#include "wrap/vulkan.h"

enum { HIDDEN = 16 };

struct found_runtime {
    uint64_t value, size;
    const struct iq_wrap_row *row;
    bool stray;
};

struct collection {
    struct found_runtime *items;
    size_t count, capacity;
    bool has_register, has_malloc;
};

struct runtime {
    struct iq_patch *patches;
    size_t patched;
    /* of the runtime only: not all of a program that it is linked into */
    uintptr_t text, text_end;
    int version; /* 13000, 0 unknown */
    struct iq_elf_place place;
    struct runtime *next;
};

/* An object that has been looked at: in a hash table, and valid if it was still there at the last
 * scan. */
struct seen {
    struct iq_elf_place place;
    uint64_t scan;
};

static struct {
    struct runtime *runtimes;
    struct seen *seen;
    size_t seen_count, seen_capacity; /* capacity: a power of two */
    uint64_t scan;
    struct hidden {
        uintptr_t text, text_end;
        const char *path;
    } hidden[HIDDEN]; /* objects with a runtime inside that has no names; the last ones */
    uint32_t hidden_count;
    bool unwritable, starved, started;
    void *soft; /* the software runtime, once it is loaded */
} state;

static struct seen *find_seen(struct seen *table, size_t capacity, const struct link_map *map)
{
    size_t i = iq_hash_u64((uint64_t)(uintptr_t)map) & (capacity - 1);
    while (table[i].place.map && table[i].place.map != map)
        i = (i + 1) & (capacity - 1);
    return &table[i];
}

/* Makes room for one more; objects that are gone are dropped. */
static bool grow_seen(void)
{
    if (4 * state.seen_count < 3 * state.seen_capacity)
        return true;
    size_t capacity = state.seen_capacity ? 4 * state.seen_capacity : 128, kept = 0;
    struct seen *table = iq_sys_pages(capacity * sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < state.seen_capacity; i++)
        if (state.seen[i].place.map && state.seen[i].scan + 1 >= state.scan) {
            *find_seen(table, capacity, state.seen[i].place.map) = state.seen[i];
            kept++;
        }
    if (state.seen)
        iq_sys_munmap(state.seen, state.seen_capacity * sizeof *table);
    state.seen = table;
    state.seen_capacity = capacity;
    state.seen_count = kept;
    return true;
}

/* Is [map] new since the last scan?  Another object may have come to lie at the place of one that
 * is gone. */
static bool remember(const struct link_map *map)
{
    if (!grow_seen())
        return false;
    struct seen *seen = find_seen(state.seen, state.seen_capacity, map);
    bool known = seen->place.map && seen->scan + 1 >= state.scan &&
                 seen->place.bias == map->l_addr && seen->place.dynamic == map->l_ld;
    state.seen_count += !seen->place.map;
    *seen = (struct seen){ iq_elf_place_of(map), state.scan };
    return !known;
}

static bool is_system_library(const char *path)
{
    static const char *const names[] = {
        "ld-linux",   "libc.so",     "libm.so",      "libdl.so", "libpthread.so",
        "librt.so",   "libgcc_s.so", "libstdc++.so", "libz.so",  "libcuda.so",
        "libnvidia-", "libinquest-", "linux-vdso",   NULL
    };
    const char *name = iq_sys_base_name(path);
    for (size_t i = 0; names[i]; i++)
        if (iq_sys_starts(name, names[i]))
            return true;
    return false;
}

/* The function of the runtime with that name; NULL. */
static const struct iq_wrap_row *row_of_name(const char *name)
{
    return iq_sys_starts(name, "cuda") || iq_sys_starts(name, "__cuda")
               ? iq_guest_find(&iq_wrap_cudart_names, name)
               : NULL;
}

static void collect(struct collection *all, const Elf64_Sym *symbol, const char *name)
{
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF ||
        all->count == all->capacity)
        return;
    const struct iq_wrap_row *row = row_of_name(name);
    if (!row)
        return;
    all->has_register |= iq_sys_equal(name, "__cudaRegisterFatBinary");
    all->has_malloc |= iq_sys_equal(name, "cudaMalloc");
    all->items[all->count++] =
        (struct found_runtime){ symbol->st_value, symbol->st_size, row, false };
}

static bool collect_dynamic(const struct iq_elf_object *object, struct collection *all)
{
    if (!iq_elf_lookup(object, "__cudaRegisterFatBinary") || !iq_elf_lookup(object, "cudaMalloc"))
        return false;
    size_t count = iq_elf_symbol_count(object);
    for (size_t i = 1; i < count; i++)
        collect(all, &object->symbols[i], object->strings + object->symbols[i].st_name);
    return all->has_register && all->has_malloc;
}

/* The file must be the one that is mapped: its header is compared. */
static bool is_same_file(const struct iq_elf_object *object, const struct iq_elf_file *file)
{
    const uint8_t *header = (const uint8_t *)object->header;
    for (size_t i = 0; i < sizeof(Elf64_Ehdr); i++)
        if (header[i] != file->bytes[i])
            return false;
    return true;
}

static bool collect_file(const struct iq_elf_object *object, struct collection *all,
                         bool *has_fatbin)
{
    struct iq_elf_file file;
    if (iq_elf_map(object->path[0] ? object->path : "/proc/self/exe", &file))
        return false;
    *has_fatbin = file.has_fatbin;
    if (file.symbols && is_same_file(object, &file) &&
        iq_elf_has_string(file.strings, file.strings_size, "__cudaRegisterFatBinary"))
        for (size_t i = 1; i < file.symbol_count; i++) {
            const char *name;
            Elf64_Sym symbol = iq_elf_file_symbol(&file, i, &name);
            collect(all, &symbol, name);
        }
    iq_elf_unmap(&file);
    return all->has_register && all->has_malloc;
}

/* A program that is built for per-thread default streams has functions of its own with names of the
 * runtime's, among its own code: of two with one name the one farther away from the rest is no part
 * of the runtime. */
static void drop_strays(struct collection *all)
{
    enum { ROWS = 2048 };
    uint64_t seen[ROWS / 64] = { 0 };
    /* from the middle outwards: low to high have been looked at */
    size_t middle = all->count / 2, low = middle, high = middle, kept = 0;
    while (low > 0 || high < all->count) {
        uint64_t centre = all->items[middle].value;
        bool up = low == 0 || (high < all->count && all->items[high].value - centre <
                                                        centre - all->items[low - 1].value);
        struct found_runtime *item = &all->items[up ? high++ : --low];
        size_t row = (size_t)(item->row - iq_wrap_cudart);
        if (row >= ROWS)
            continue;
        item->stray = seen[row / 64] >> row % 64 & 1;
        seen[row / 64] |= 1ull << row % 64;
    }
    for (size_t i = 0; i < all->count; i++)
        if (!all->items[i].stray)
            all->items[kept++] = all->items[i];
    all->count = kept;
}

/* By address, and each address once (two names of one function). */
static void sort_found(struct collection *all)
{
    for (size_t gap = all->count / 2; gap; gap /= 2)
        for (size_t i = gap; i < all->count; i++) {
            struct found_runtime item = all->items[i];
            size_t j = i;
            for (; j >= gap && all->items[j - gap].value > item.value; j -= gap)
                all->items[j] = all->items[j - gap];
            all->items[j] = item;
        }
    size_t kept = 0;
    for (size_t i = 0; i < all->count; i++)
        if (!kept || all->items[kept - 1].value != all->items[i].value)
            all->items[kept++] = all->items[i];
    all->count = kept;
    drop_strays(all);
}

/* The constant that cudaRuntimeGetVersion stores, in it or in what it calls: movl $13000,
 * (%reg). */
static int find_version(const uint8_t *code, size_t size, const struct iq_elf_object *object,
                        int depth)
{
    for (size_t i = 0; i + 6 <= size; i++) {
        int32_t value;
        if (code[i] == 0xc7 && (code[i + 1] & 0xf8) == 0 && code[i + 1] != 4 && code[i + 1] != 5) {
            iq_sys_copy(&value, code + i + 2, sizeof value);
            if (value >= 7000 && value < 30000 && value % 10 == 0)
                return value;
        }
        if (code[i] == 0xe8 && depth > 0) {
            iq_sys_copy(&value, code + i + 1, sizeof value);
            uintptr_t target = (uintptr_t)code + i + 5 + (uintptr_t)(intptr_t)value;
            if (target < object->text || target + 96 > object->text_end)
                continue;
            int version = find_version((const uint8_t *)target, 48, object, depth - 1);
            if (version)
                return version;
        }
    }
    return 0;
}

/* 12000 for libcudart.so.12: the major version alone, where a wheel brought the library.  0:
 * another name. */
static int version_of_name(const char *name)
{
    int major = 0, minor = 0;
    if (!iq_sys_starts(name, "libcudart.so."))
        return 0;
    const char *c = name + 13;
    for (; *c >= '0' && *c <= '9'; c++)
        major = 10 * major + *c - '0';
    for (c += *c == '.'; *c >= '0' && *c <= '9'; c++)
        minor = 10 * minor + *c - '0';
    return major >= 9 && major < 30 && minor < 100 ? 1000 * major + 10 * minor : 0;
}

/* What the runtime itself would answer is exact; its file name is not. */
static int version_of(const struct iq_elf_object *object, const struct collection *all)
{
    int named = version_of_name(iq_sys_base_name(object->path));
    for (size_t i = 0; i < all->count; i++)
        if (iq_sys_equal(all->items[i].row->symbol, "cudaRuntimeGetVersion")) {
            size_t size = all->items[i].size < 512 ? all->items[i].size : 512;
            int answered =
                find_version((const uint8_t *)object->bias + all->items[i].value, size, object, 1);
            return answered && (!named || answered / 1000 == named / 1000) ? answered : named;
        }
    return named;
}

/* Is it left alone whatever the device? */
static bool is_exempt(const struct found_runtime *item, bool soft)
{
    if (item->size && item->size < IQ_ARCH_ENTRY)
        return true;
    return !soft && (iq_sys_equal(item->row->symbol, "cudaGetExportTable") ||
                     item->row->entry->flags & IQ_ENTRY_PLAIN);
}

/* The form of the row that a runtime of [version] has; an unknown version counts as the newest. */
static const struct iq_wrap_row *row_of_version(const struct iq_wrap_row *row, int version)
{
    const struct iq_wrap_row *end = iq_wrap_cudart + iq_wrap_cudart_count;
    while (row->until && (!version || (uint32_t)version > row->until) && row + 1 < end &&
           iq_sys_equal(row[1].symbol, row->symbol))
        row++;
    return row;
}

static void patch_one(struct runtime *runtime, struct iq_patcher *patcher,
                      const struct iq_elf_object *object, const struct found_runtime *item)
{
    bool soft = iq_guest_is_soft();
    uint8_t *at = (uint8_t *)object->bias + item->value;
    if (is_exempt(item, soft) || (uintptr_t)at < object->text ||
        (uintptr_t)at + 16 > object->text_end)
        return;
    const struct iq_wrap_row *row = row_of_version(item->row, runtime->version);
    struct iq_patch *patch = &runtime->patches[runtime->patched];
    *patch = (struct iq_patch){ .enter = (void *)(uintptr_t)iq_thunk_first,
                                .wrapper = row->wrapper,
                                .entry = row->entry,
                                .row = row,
                                .symbol = row->symbol };
    size_t size = item->size ? item->size : 16;
    if ((soft || !iq_patcher_detour(patcher, at, size, patch)) &&
        !iq_patcher_install(patcher, at, size, patch))
        runtime->patched++;
}

static void tell_core(const struct runtime *runtime)
{
    iq_core_set_runtime(runtime && runtime->patched ? "patched"
                        : state.hidden_count        ? "hidden"
                                                    : "none");
    if (runtime && runtime->text_end)
        iq_core_hide_range(runtime->text, runtime->text_end);
}

/* Some calls of a runtime will go unseen.  Before the first GPU call nobody can be told. */
static void tell_of_unpatched(void)
{
    if (state.started && state.unwritable)
        iq_core_message(
            IQ_MESSAGE_ERROR,
            "the system does not allow code in memory to be changed, so CUDA runtime calls are seen only "
            "where they call the driver; relax the security policy (SELinux execmod, seccomp) to see them all");
    if (state.started && state.starved)
        iq_core_message(
            IQ_MESSAGE_ERROR,
            "there was no memory to patch a CUDA runtime, so its calls are seen only where they call the driver");
}

static void patch_runtime(const struct iq_elf_object *object, struct collection *all, bool live)
{
    struct iq_patcher patcher;
    sort_found(all);
    size_t bytes = sizeof(struct runtime) + all->count * sizeof(struct iq_patch);
    if (iq_patcher_init(&patcher, object, all->count, bytes, live)) {
        state.starved = true;
        tell_of_unpatched();
        return;
    }
    struct runtime *runtime = patcher.records;
    runtime->place = iq_elf_place_of(object->map);
    runtime->patches = (struct iq_patch *)(runtime + 1);
    runtime->version = version_of(object, all);
    runtime->text = object->bias + all->items[0].value;
    runtime->text_end =
        object->bias + all->items[all->count - 1].value + all->items[all->count - 1].size;
    for (size_t i = 0; i < all->count; i++)
        patch_one(runtime, &patcher, object, &all->items[i]);
    if (iq_patcher_finish(&patcher) || patcher.refused)
        state.unwritable = true;
    tell_of_unpatched();
    runtime->next = state.runtimes;
    state.runtimes = runtime;
    if (state.started)
        tell_core(runtime);
}

/* Then [object] has none of its own: the linker takes all functions of the runtime from one place.
 * The names in a library like PyTorch's are 80 MB, these are a few thousand. */
static bool uses_shared_runtime(const struct iq_elf_object *object)
{
    size_t end = iq_elf_needs(object, "libcudart.so") ? iq_elf_import_end(object) : 0;
    for (size_t i = 1; i < end; i++) {
        const char *name = object->strings + object->symbols[i].st_name;
        if (object->symbols[i].st_shndx == SHN_UNDEF && row_of_name(name))
            return true;
    }
    return false;
}

static void look_at(const struct iq_elf_object *object, struct collection *all, bool live)
{
    bool has_fatbin = false;
    if (is_system_library(object->path) || (object->soname && is_system_library(object->soname)))
        return;
    if (uses_shared_runtime(object) ||
        !iq_elf_has_string(object->strings, object->strings_size, "dlsym"))
        return; /* every runtime finds the driver by it */
    *all = (struct collection){ .items = all->items, .capacity = all->capacity };
    bool is_library = object->soname && iq_sys_starts(object->soname, "libcudart.so");
    bool is_runtime = is_library && collect_dynamic(object, all);
    if (!is_runtime)
        is_runtime = collect_file(object, all, &has_fatbin);
    if (!is_runtime && !is_library) {
        all->count = 0;
        is_runtime = collect_dynamic(object, all);
    }
    if (is_runtime) {
        patch_runtime(object, all, live);
    } else if (has_fatbin && !iq_elf_imports(object, "__cudaRegisterFatBinary")) {
        state.hidden[state.hidden_count++ % HIDDEN] =
            (struct hidden){ object->text, object->text_end,
                             object->path[0] ? object->path : "the program" };
        if (state.started)
            iq_cudart_start();
    }
}

/* Is it linked to the driver or to a runtime? */
static bool needs_gpu(const struct iq_elf_object *object)
{
    return iq_elf_needs(object, "libcuda.so") || iq_elf_needs(object, "libcudart.so") ||
           iq_elf_needs(object, "libOpenCL.so");
}

/* Libraries that have been unloaded take their runtimes with them. */
static void forget_unloaded(void)
{
    for (struct runtime **at = &state.runtimes; *at;)
        if (iq_elf_is_loaded(&(*at)->place))
            at = &(*at)->next;
        else
            *at = (*at)->next;
    iq_patcher_sweep();
}

void iq_cudart_scan(bool live)
{
    enum { CAPACITY = 2048 };
    struct collection all = { .capacity = CAPACITY };
    bool uses_gpu = false;
    state.scan++;
    forget_unloaded();
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next) {
        if (map == iq_elf_self() || !remember(map))
            continue;
        iq_python_pools_look_at(map);
        iq_rmm_pools_look_at(map, live);
        struct iq_elf_object object;
        if (iq_elf_open(map, &object))
            continue;
        uses_gpu |= needs_gpu(&object);
        iq_opencl_look_at(&object, state.scan == 1, live);
        iq_vulkan_look_at(&object, live);
        iq_compilers_look_at(&object, live);
        if (!all.items && !is_system_library(map->l_name))
            all.items = iq_sys_pages(CAPACITY * sizeof *all.items);
        if (all.items)
            look_at(&object, &all, live);
    }
    if (all.items)
        iq_sys_munmap(all.items, CAPACITY * sizeof *all.items);
    if (state.runtimes || state.hidden_count || uses_gpu)
        iq_malloc_start();
}

static void tell_of_hidden(const char *path)
{
    char text[512];
    bool soft = iq_guest_is_soft();
    snprintf(
        text, sizeof text, "%.256s contains a statically linked CUDA runtime without symbols: %s",
        path,
        soft
            ? "the software device cannot replace it; link with -cudart shared, do not strip the program, or run it on a machine with a GPU"
            : "its calls are seen at the driver only");
    iq_core_message(soft ? IQ_MESSAGE_ERROR : IQ_MESSAGE_INFO, text);
}

void iq_cudart_start(void)
{
    state.started = true;
    for (const struct runtime *runtime = state.runtimes; runtime; runtime = runtime->next)
        tell_core(runtime);
    if (!state.runtimes)
        tell_core(NULL);
    tell_of_unpatched();
}

/* Runtimes ask for private tables first: that of an extension module that nobody uses does not. */
void iq_cudart_asks_driver(uintptr_t from, bool in_vain)
{
    for (uint32_t i = 0; i < state.hidden_count && i < HIDDEN; i++)
        if (from >= state.hidden[i].text && from < state.hidden[i].text_end) {
            tell_of_hidden(state.hidden[i].path);
            return;
        }
    if (in_vain && !iq_guest_is_soft())
        iq_core_message(
            IQ_MESSAGE_ERROR,
            "the CUDA runtime needs private tables of NVIDIA's driver, which the software driver (--driver) does not have, and cannot start; omit --device real and --driver: the software device has its own runtime");
}

/* What the software runtime lacks. */
static long answer_missing(void)
{
    const struct iq_patch *patch = iq_patch_current;
    iq_core_coverage_untracked(patch->symbol);
    return patch->row->entry && patch->row->entry->flags & IQ_ENTRY_NO_STATUS
               ? 0
               : IQ_WRAP_NOT_SUPPORTED;
}

/* No lock: loading twice gives the same handle, and the dynamic linker's lock must not be waited
 * for under one of ours. */
static const struct link_map *soft_runtime(void)
{
    void *handle = __atomic_load_n(&state.soft, __ATOMIC_ACQUIRE);
    if (handle)
        return handle;
    const char *path = iq_guest_file("soft/libinquest-cudart.so");
    handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!handle) {
        iq_core_message(IQ_MESSAGE_ERROR, "the software CUDA runtime could not be loaded");
        return NULL;
    }
    struct iq_elf_object object;
    if (!iq_elf_open(handle, &object)) {
        int (*set_version)(int) = (int (*)(int))iq_elf_find(&object, "inquest_softrt_set_version");
        if (set_version && state.runtimes && state.runtimes->version)
            set_version(state.runtimes->version);
        iq_core_hide_range(object.text, object.text_end);
    }
    __atomic_store_n(&state.soft, handle, __ATOMIC_RELEASE);
    return handle;
}

/* Registration of kernels from constructors: no use of a GPU yet, and no time to load its
 * driver. */
static bool is_registration(const char *symbol)
{
    return iq_sys_starts(symbol, "__cudaRegister") || iq_sys_starts(symbol, "__cudaUnregister") ||
           iq_sys_starts(symbol, "__cudaInitModule");
}

void iq_patch_first(struct iq_patch *patch)
{
    if (!patch->row) {
        iq_compilers_first(patch);
        return;
    }
    if (patch->row->entry->api == IQ_API_OPENCL) {
        iq_opencl_first(patch);
        return;
    }
    if (is_registration(patch->symbol))
        iq_guest_prepare();
    else
        iq_wrap_start();
    if (!patch->original) {
        const struct link_map *map = soft_runtime();
        struct iq_elf_object object;
        uintptr_t original =
            map && !iq_elf_open(map, &object) ? iq_elf_find(&object, patch->row->symbol) : 0;
        patch->original = (void *)(original ? original : (uintptr_t)answer_missing);
    }
    bool missing = patch->original == (void *)(uintptr_t)answer_missing; /* asks who was called */
    __atomic_store_n(&patch->enter,
                     missing ? (void *)(uintptr_t)iq_thunk_direct : iq_patch_enter(patch),
                     __ATOMIC_RELEASE);
}

void iq_patch_count(struct iq_patch *patch) { iq_core_coverage_untracked(patch->symbol); }
