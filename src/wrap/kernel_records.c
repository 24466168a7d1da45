/* What checked kernels noted: the records, and what is reported of them; see kernel_checks.h. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "abi/soft_observer.h"
#include "api_cuda/launch.h"
#include "call/core.h"
#include "model/range.h"
#include "process/hostmem.h"
#include "rules/faults/kernel.h"
#include "wrap/driver.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_objects.h"
#include "wrap/kernel_races.h"
#include "wrap/kernel_shadow.h"

enum { RECORD_BYTES = sizeof(struct iq_instrument_record), TEXT_BYTES = 256, NEAR_BYTES = 4096 };
/* Launches of a kernel that have records of their own until the program waits, and the memory that
 * a module may use for them. */
enum { BANKS = 8, BANKS_BYTES = 1 << 20 };
_Static_assert(RECORD_BYTES == 64, "the instrumented code writes records of this size");

static pthread_mutex_t mapping = PTHREAD_MUTEX_INITIALIZER, draining = PTHREAD_MUTEX_INITIALIZER;

static bool register_records(void *memory, size_t bytes)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    iq_kernel_real.cuThreadExchangeStreamCaptureMode(&mode);
    CUresult result = iq_kernel_real.cuMemHostRegister_v2(
        memory, bytes, CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_PORTABLE);
    iq_kernel_real.cuThreadExchangeStreamCaptureMode(&mode);
    return !result || result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
}

/* Records of a bank, with the one in front of them that says whether there are any. */
static size_t bank_records(const struct iq_checked_module *module)
{
    return (size_t)module->code.site_count + 1;
}

static uint32_t bank_count(const struct iq_checked_module *module)
{
    size_t fit = BANKS_BYTES / (bank_records(module) * RECORD_BYTES);
    return fit < 1 ? 1 : fit > BANKS ? BANKS : (uint32_t)fit;
}

static volatile struct iq_instrument_record *bank_of(const struct iq_checked_module *module,
                                                     uint64_t number)
{
    return module->records + number % bank_count(module) * bank_records(module);
}

/* Our memory, which all contexts may use once one has mapped it. */
volatile struct iq_instrument_record *iq_kernel_records(struct iq_checked_module *module,
                                                        uint64_t number)
{
    size_t bytes = bank_count(module) * bank_records(module) * RECORD_BYTES;
    if (__atomic_load_n(&module->mapped, __ATOMIC_ACQUIRE))
        return bank_of(module, number);
    pthread_mutex_lock(&mapping);
    if (!module->records) {
        void *memory =
            mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED)
            module->records = (volatile struct iq_instrument_record *)memory + 1;
    }
    bool mapped =
        module->mapped ||
        (module->records &&
         register_records((struct iq_instrument_record *)(uintptr_t)module->records - 1, bytes));
    __atomic_store_n(&module->mapped, mapped, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&mapping);
    return mapped ? bank_of(module, number) : NULL;
}

/* A context has ended, which may have been the one that mapped the records. */
static void forget_mappings(void)
{
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        __atomic_store_n(&module->mapped, false, __ATOMIC_RELEASE);
    iq_kernel_tables_forget();
    iq_kernel_shadow_forget();
    iq_kernel_races_forget();
}

/* What was noted at [from], if it was noted wholly. */
static bool read_record(volatile const struct iq_instrument_record *from,
                        struct iq_instrument_record *record)
{
    uint64_t seal = __atomic_load_n(&from->seal, __ATOMIC_ACQUIRE);
    if (!seal)
        return false;
    record->address = from->address;
    record->launch = from->launch;
    record->base = from->base;
    for (int i = 0; i < 3; i++) {
        record->thread[i] = from->thread[i];
        record->block[i] = from->block[i];
    }
    record->detail = from->detail;
    return seal == (IQ_INSTRUMENT_SEAL ^ record->address ^ record->launch ^ record->base);
}

/* The memory of the record's argument or variable, or what its address lay in or not far behind. */
static bool find_memory(const struct iq_instrument_site *site,
                        const struct iq_instrument_record *record, struct iq_range *range)
{
    bool by_root = site->root_count && site->check == IQ_CHECK_BOUNDS;
    uint64_t at = by_root ? record->base : record->address;
    if (iq_range_find(at, range) || iq_range_find_freed(at, range))
        return true;
    bool near = !site->root_count && at >= IQ_KERNEL_NULL_PAGE && iq_range_find_below(at, range) &&
                at - range->base - range->size < NEAR_BYTES;
    range->size = near ? range->size : 0;
    return near;
}

bool iq_kernel_is_pageable(bool *pageable)
{
    CUdevice device;
    int value = 0;
    bool known = !iq_kernel_real.cuCtxGetDevice(&device) &&
                 !iq_kernel_real.cuDeviceGetAttribute(
                     &value, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, device);
    *pageable = value;
    return known;
}

/* Is it in memory of the host that the driver knows nothing of? */
static bool is_host(uint64_t address)
{
    struct iq_hostmem_region region;
    return iq_hostmem_look(address, &region) && region.readable && !region.shared;
}

/* An address that was not in the table: does somebody know it all the same? */
static bool is_known(const struct iq_instrument_site *site,
                     const struct iq_instrument_record *record)
{
    struct iq_range range;
    CUdeviceptr base;
    size_t size;
    bool pageable;
    return (iq_range_find(record->address, &range) && range.kind != IQ_KIND_VMM_RANGE &&
            record->address + site->bytes <= range.base + range.size) ||
           !iq_kernel_real.cuMemGetAddressRange_v2(&base, &size, record->address) ||
           (is_host(record->address) && iq_kernel_is_pageable(&pageable) && pageable);
}

/* This comes before all else that is wrong with an access, as on the device. */
static bool is_misaligned(const struct iq_instrument_site *site,
                          const struct iq_instrument_record *record)
{
    return site->check == IQ_CHECK_BOUNDS && site->alignment &&
           record->address % site->alignment != 0;
}

/* Bytes of the access. */
static uint32_t size_of(const struct iq_instrument_site *site,
                        const struct iq_instrument_record *record)
{
    return site->is_sized && record->detail < site->bytes ? (uint32_t)record->detail : site->bytes;
}

static enum iq_soft_fault_kind kind_of(const struct iq_instrument_site *site,
                                       const struct iq_instrument_record *record,
                                       const struct iq_range *range)
{
    if (site->check == IQ_CHECK_UNINITIALIZED)
        return IQ_SOFT_FAULT_UNINITIALIZED;
    if (site->check == IQ_CHECK_OBJECT)
        return record->detail & IQ_INSTRUMENT_GONE    ? IQ_SOFT_FAULT_TEXTURE_GONE
               : record->detail & IQ_INSTRUMENT_FREED ? IQ_SOFT_FAULT_USE_AFTER_FREE
               : record->detail & IQ_INSTRUMENT_SHORT ? IQ_SOFT_FAULT_TEXTURE_SHORT
                                                      : IQ_SOFT_FAULT_TEXTURE_GONE;
    if (site->check == IQ_CHECK_MASK || site->check == IQ_CHECK_BARRIER)
        return IQ_SOFT_FAULT_DIVERGENCE;
    if (site->check == IQ_CHECK_SHARED_RACE)
        return IQ_SOFT_FAULT_SHARED_RACE;
    if (site->check == IQ_CHECK_RACE)
        return IQ_SOFT_FAULT_RACE;
    if (is_misaligned(site, record))
        return IQ_SOFT_FAULT_MISALIGNED;
    if (record->address < IQ_KERNEL_NULL_PAGE)
        return IQ_SOFT_FAULT_NULL_PAGE;
    if (!range->size && is_host(record->address))
        return IQ_SOFT_FAULT_HOST_POINTER;
    /* inside, and refused all the same: it was freed when the kernel was launched */
    return range->size && record->address >= range->base &&
                   record->address + size_of(site, record) <= range->base + range->size
               ? IQ_SOFT_FAULT_USE_AFTER_FREE
               : IQ_SOFT_FAULT_OUT_OF_BOUNDS;
}

/* In words where [fault] lies, seen from the shared variable at [base]. */
static void say_shared(struct iq_soft_fault *fault, const struct iq_instrument_variable *variable,
                       uint64_t base, uint64_t bytes, char text[TEXT_BYTES])
{
    uint64_t threads = (uint64_t)fault->block_size[0] * fault->block_size[1] * fault->block_size[2],
             at = fault->address - base;
    if (variable->bytes || !bytes || fault->address < base || at < bytes) {
        iq_instrument_say_place(text, TEXT_BYTES, variable, bytes, base, fault->address);
        return;
    }
    fault->wanted = iq_instrument_say_dynamic(text, TEXT_BYTES, bytes, at, fault->size, threads);
    fault->written = fault->wanted ? bytes : 0;
}

/* What the record says of the variable that the address came from; [text]: room for words. */
static void fill_variable(struct iq_soft_fault *fault,
                          const struct iq_instrument_variable *variable, uint64_t base,
                          const struct iq_kernel_launch *made, char text[TEXT_BYTES])
{
    uint64_t bytes = variable->bytes ? variable->bytes : made->shared_bytes;
    fault->kind = IQ_SOFT_FAULT_OUT_OF_BOUNDS;
    fault->variable = variable->name;
    fault->object_base = base;
    fault->object_size = bytes;
    if (variable->space == IQ_SPACE_GLOBAL || variable->space == IQ_SPACE_CONST)
        return;
    fault->kind = variable->space == IQ_SPACE_SHARED ? IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS
                                                     : IQ_SOFT_FAULT_LOCAL_OUT_OF_BOUNDS;
    /* of the others the words tell */
    fault->variable = variable->space == IQ_SPACE_SHARED && variable->bytes ? variable->name : NULL;
    fault->object_size = 0;
    fault->text = text;
    if (variable->space == IQ_SPACE_SHARED)
        say_shared(fault, variable, base, bytes, text);
    else
        snprintf(text, TEXT_BYTES,
                 "byte %lld of the %llu bytes that the function has at this address",
                 (long long)(fault->address - base), (unsigned long long)bytes);
}

/* ... that the address is not aligned. */
static void fill_misaligned(struct iq_soft_fault *fault, enum iq_instrument_space space,
                            char text[TEXT_BYTES])
{
    static const char *const spaces[] = { "global", "shared", "local", "constant" };
    snprintf(text, TEXT_BYTES, "%s of %u bytes at %s address 0x%llx: misaligned address",
             fault->is_atomic  ? "atomic access"
             : fault->is_write ? "write"
                               : "read",
             fault->size, spaces[space], (unsigned long long)fault->address);
    fault->text = text;
}

/* Bytes of shared memory that the device keeps for itself in front of the program's; the software
 * driver keeps its own behind them. */
static uint64_t reserved_bytes(void)
{
    int bytes = 0;
    CUdevice device;
    if (iq_driver_symbol(IQ_SOFT_SET_OBSERVER) || iq_kernel_real.cuCtxGetDevice(&device) ||
        iq_kernel_real.cuDeviceGetAttribute(
            &bytes, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, device))
        return 0;
    return bytes < 0 ? 0 : (uint64_t)bytes;
}

/* As the program counts: its first variable is at 0. */
static void count_from_first(struct iq_instrument_record *record)
{
    uint64_t reserved = reserved_bytes();
    record->address -= record->address >= reserved ? reserved : 0;
    record->base -= record->base >= reserved && record->base != UINT32_MAX ? reserved : 0;
}

/* Did a call of the host take a number of elements for one of bytes? */
static void fill_writer(struct iq_soft_fault *fault, const struct iq_range *range)
{
    struct iq_kernel_part part;
    if (!iq_kernel_shadow_part(fault->address, &part))
        return;
    uint64_t end = part.at + part.size, rest = range->base + range->size - part.at;
    if (fault->address < end || rest <= part.size || rest % part.size ||
        !iq_instrument_is_element(rest / part.size, fault->size))
        return;
    fault->writer_site = part.site;
    fault->written = part.size;
    fault->wanted = rest;
}

/* Only the bytes that are missing. */
static void fill_missing(struct iq_soft_fault *fault, uint32_t missing)
{
    uint32_t first = missing ? (uint32_t)__builtin_ctz(missing) : 0,
             end = missing ? 32 - (uint32_t)__builtin_clz(missing) : fault->size;
    fault->address += first;
    fault->size = end - first;
}

/* The site of the other side of a race at site [index]; NULL: it is not known. */
static const struct iq_instrument_site *other_site(const struct iq_checked_module *module,
                                                   uint32_t index, uint64_t detail)
{
    const struct iq_instrument_site *site = &module->code.sites[index];
    uint32_t number = iq_instrument_other_site(detail, site->check == IQ_CHECK_RACE),
             first = module->code.kernels[site->kernel].first_site;
    return number < module->code.site_count - first ? &module->code.sites[first + number] : NULL;
}

static uint32_t number_of(const uint32_t at[3], const uint32_t size[3])
{
    return at[0] + size[0] * (at[1] + size[1] * at[2]);
}

static void place_of(uint32_t number, const uint32_t size[3], uint32_t at[3])
{
    uint32_t x = size[0] ? size[0] : 1, y = size[1] ? size[1] : 1;
    at[0] = number % x;
    at[1] = number / x % y;
    at[2] = number / x / y;
}

/* As iq_ptx_launch_order, of two accesses of a kernel, which calls no functions. */
static int order_of(const struct iq_instrument_site *own, const struct iq_instrument_site *other,
                    bool warp)
{
    bool is_first = own->ptx_line < other->ptx_line;
    const struct iq_instrument_site *first = is_first ? own : other, *last = is_first ? other : own;
    bool parted = warp ? first->syncs != last->syncs : first->barriers != last->barriers,
         turned = parted && first->loop_end >= last->ptx_line;
    return own->ptx_line == other->ptx_line ? 0 : is_first != turned ? -1 : 1;
}

/* The other side of a race. */
static void fill_race(struct iq_soft_fault *fault, const struct iq_checked_module *module,
                      uint32_t index, const struct iq_instrument_record *record)
{
    bool global = module->code.sites[index].check == IQ_CHECK_RACE;
    const struct iq_instrument_site *other = other_site(module, index, record->detail);
    uint32_t thread = iq_instrument_other_thread(record->detail, global),
             kind = iq_instrument_other_kind(record->detail, global),
             own_block = number_of(record->block, fault->grid_size),
             block = global ? iq_instrument_other_block(record->detail) : own_block;
    if (other) {
        fault->other_file = other->file ? module->code.files[other->file - 1] : NULL;
        fault->other_line = other->line;
        fault->other_ptx_line = other->ptx_line;
    }
    place_of(thread, fault->block_size, fault->other_thread);
    place_of(block, fault->grid_size, fault->other_block);
    fault->other_is_write = iq_instrument_other_is_write(record->detail);
    fault->other_is_atomic = global ? kind >= IQ_INSTRUMENT_ATOMIC : kind == IQ_INSTRUMENT_ATOMIC;
    bool same_warp =
             block == own_block && number_of(record->thread, fault->block_size) / 32 == thread / 32,
         by_atomics = fault->is_atomic && fault->other_is_atomic;
    if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE)
        return;
    int order =
        other && block == own_block ? order_of(&module->code.sites[index], other, same_warp) : 0;
    fault->race = (block == own_block ? IQ_SOFT_RACE_SAME_BLOCK : 0) | iq_soft_race_order(order) |
                  (same_warp ? IQ_SOFT_RACE_SAME_WARP : 0) |
                  (by_atomics ? IQ_SOFT_RACE_BLOCK_SCOPE : 0);
}

/* Where in shared memory it is. */
static void fill_shared(struct iq_soft_fault *fault, const struct iq_checked_module *module,
                        const struct iq_instrument_site *site, uint64_t base)
{
    if (!site->variable || base == UINT32_MAX)
        return;
    fault->variable = module->code.variables[site->variable - 1].name;
    fault->object_size = module->code.variables[site->variable - 1].bytes;
    fault->object_base = base;
}

/* The lane is not in the mask that it names. */
static void fill_mask(struct iq_soft_fault *fault, const struct iq_instrument_record *record,
                      char text[TEXT_BYTES])
{
    uint32_t lane = number_of(record->thread, fault->block_size) % 32;
    snprintf(text, TEXT_BYTES, "lane %u of the warp named the mask 0x%x", lane,
             (uint32_t)record->detail);
    fault->text = text;
    fault->race = IQ_SOFT_RACE_OUTSIDE;
}

/* ... of the argument. */
static void fill_argument(struct iq_soft_fault *fault, const struct iq_instrument_root *root,
                          uint64_t base)
{
    fault->argument = 1 + root->argument;
    fault->argument_name = root->name;
    fault->argument_value = base;
}

/* Which part of divided memory it pointed to: of one that nobody has, what was there once is told;
 * of one that may not be used in that way, what is permitted. */
static void fill_part(struct iq_soft_fault *fault, const struct iq_soft_part *part)
{
    bool permitted = part->may & iq_instrument_needs(fault->is_write, fault->is_atomic),
         inside = fault->address - part->begin < part->end - part->begin;
    fault->part_meant = part->id;
    fault->part = !(part->may & IQ_SOFT_MAY_ALL) || (inside && !permitted) ? part->id : 0;
    fault->part_may = (uint8_t)part->may;
}

/* The texel in linear memory, and the memory, or as far as the texture was meant to go. */
static void fill_texel(struct iq_soft_fault *fault, const struct iq_instrument_record *record,
                       char text[TEXT_BYTES])
{
    struct iq_range range;
    uint64_t address;
    uint32_t bytes;
    if (!iq_kernel_object_memory(record->address, &address, &bytes) || !bytes)
        return;
    fault->size = bytes;
    fault->address = address + (record->base == IQ_INSTRUMENT_NO_TEXEL ? 0 : record->base * bytes);
    if (fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE)
        return;
    uint64_t missing = iq_kernel_object_missing(record->address);
    uint64_t end = iq_range_find(address, &range) ? range.base + range.size : address;
    fault->variable = "texture";
    fault->object_base = address;
    fault->object_size = end - address;
    fault->written = (missing >> 32) + (uint32_t)missing;
    iq_instrument_say_short_texture(text, TEXT_BYTES, fault->object_size, bytes);
    fault->text = text;
}

/* ... the object, and what is gone: that, or its array. */
static void fill_object(struct iq_soft_fault *fault, const struct iq_instrument_root *root,
                        const struct iq_instrument_record *record, bool is_surface,
                        char text[TEXT_BYTES])
{
    bool own = record->detail & IQ_INSTRUMENT_GONE;
    fill_argument(fault, root, record->address);
    if (fault->kind != IQ_SOFT_FAULT_TEXTURE_GONE) {
        fill_texel(fault, record, text);
        return;
    }
    fault->object_base = record->detail & ~IQ_INSTRUMENT_GONE;
    fault->variable = !own ? "array" : is_surface ? "surface" : "texture";
}

static void fill_root(struct iq_soft_fault *fault, const struct iq_instrument_site *site,
                      const struct iq_instrument_kernel *kernel,
                      const struct iq_kernel_launch *made, uint64_t base)
{
    uint32_t root = site->roots[0];
    bool kept = made->number && root < sizeof made->parts / sizeof *made->parts;
    fill_argument(fault, &kernel->roots[root], base);
    if (kept && made->parts[root].id && site->check == IQ_CHECK_BOUNDS)
        fill_part(fault, &made->parts[root]);
}

/* Where the launch is in the program, and its shape. */
static void fill_launch(struct iq_soft_fault *fault, const struct iq_kernel_launch *made)
{
    struct iq_launch_record launch;
    fault->site = made->site;
    fault->call = made->call;
    if (iq_launch_find_soft(fault, &launch)) {
        memcpy(fault->grid_size, launch.grid, sizeof fault->grid_size);
        memcpy(fault->block_size, launch.block, sizeof fault->block_size);
    }
}

/* An argument that is the end of an allocation as well as the start of another one: an access
 * behind it is one to the other, even if that was freed. */
static void prefer_pointed(const struct iq_instrument_site *site,
                           const struct iq_kernel_launch *made, struct iq_instrument_record *record)
{
    struct iq_range live, freed;
    bool known = site->check == IQ_CHECK_BOUNDS && site->root_count && !site->variable &&
                 site->roots[0] < sizeof made->values / sizeof *made->values && made->number;
    uint64_t value = known ? made->values[site->roots[0]] : 0;
    if (!value || record->base >= value || record->address < value)
        return;
    bool pointed = iq_range_find(value, &live)
                       ? live.base == value
                       : iq_range_find_freed(value, &freed) && freed.base == value &&
                             record->address - value < freed.size;
    if (pointed)
        record->base = value;
}

/* Two copies of a statement, in which the compiler divided a line, are one barrier. */
static bool is_same_barrier(const struct iq_checked_module *module, uint32_t index,
                            const struct iq_instrument_record *record)
{
    const struct iq_instrument_site *site = &module->code.sites[index], *other = NULL;
    if (site->check == IQ_CHECK_BARRIER && site->line)
        other = other_site(module, index, record->detail);
    return other && other->line == site->line && other->file == site->file;
}

/* What is wrong with a known memory, and what a warp would not survive. */
static bool is_left_out(const struct iq_instrument_site *site)
{
    bool may = site->check == IQ_CHECK_MASK || (site->check == IQ_CHECK_BOUNDS && site->root_count);
    return may && !site->is_done && iq_core.config.contain;
}

/* [result]: of the wait that came before. */
static void report(const struct iq_checked_module *module, uint32_t index,
                   struct iq_instrument_record *record, CUresult result)
{
    const struct iq_instrument_site *site = &module->code.sites[index];
    const struct iq_soft_observer *observer = iq_core_soft_observer();
    struct iq_range range = { .size = 0 };
    struct iq_kernel_launch made;
    char text[TEXT_BYTES];
    if ((site->check == IQ_CHECK_BOUNDS && !site->root_count && is_known(site, record)) ||
        is_same_barrier(module, index, record))
        return;
    if (site->space == IQ_SPACE_SHARED)
        count_from_first(record);
    if (!iq_kernel_launch_find(record->launch, &made))
        made = (struct iq_kernel_launch){ .number = 0 };
    prefer_pointed(site, &made, record);
    const struct iq_instrument_kernel *kernel =
        site->kernel == IQ_INSTRUMENT_NO_KERNEL ? made.kernel : &module->code.kernels[site->kernel];
    bool known = site->space == IQ_SPACE_GLOBAL && site->bytes && find_memory(site, record, &range);
    struct iq_soft_fault fault = {
        .struct_size = sizeof fault,
        .kind = kind_of(site, record, &range),
        .launch = record->launch,
        .kernel = kernel ? kernel->name : NULL,
        .file = site->file ? module->code.files[site->file - 1] : NULL,
        .line = site->line,
        .ptx_line = site->ptx_line,
        .threads = 1,
        .address = record->address,
        .size = is_misaligned(site, record) ? site->alignment : size_of(site, record),
        .is_write = site->is_write,
        .is_atomic = site->is_atomic,
        .object_base = known ? range.base : 0,
        .object_size = known ? range.size : 0,
        .left_out = is_left_out(site),
        /* what was not in the table was done all the same */
        .sticky_code = (site->root_count && !site->is_done) || result != CUDA_ERROR_ILLEGAL_ADDRESS
                           ? 0
                           : result,
    };
    if (fault.kind == IQ_SOFT_FAULT_MISALIGNED)
        fill_misaligned(&fault, site->space, text);
    fill_launch(&fault, &made);
    if (site->check == IQ_CHECK_SHARED_RACE)
        fill_shared(&fault, module, site, record->base);
    else if (site->variable && fault.kind != IQ_SOFT_FAULT_MISALIGNED)
        fill_variable(&fault, &module->code.variables[site->variable - 1], record->base, &made,
                      text);
    else if (site->check == IQ_CHECK_OBJECT && kernel)
        fill_object(&fault, &kernel->roots[site->roots[0]], record, site->is_surface, text);
    else if (site->root_count && !site->variable)
        fill_root(&fault, site, kernel, &made, record->base);
    if (site->check == IQ_CHECK_UNINITIALIZED)
        fill_missing(&fault, (uint32_t)record->detail);
    if (site->check == IQ_CHECK_UNINITIALIZED && known)
        fill_writer(&fault, &range);
    if (site->check == IQ_CHECK_MASK)
        fill_mask(&fault, record, text);
    if (site->check >= IQ_CHECK_SHARED_RACE)
        fill_race(&fault, module, index, record);
    memcpy(fault.block, record->block, sizeof fault.block);
    memcpy(fault.thread, record->thread, sizeof fault.thread);
    observer->on_fault(observer->user, &fault);
}

/* Is it the statement, and the memory, of a record of the same launch that was reported just now?
 */
static bool is_same_statement(const struct iq_checked_module *module, uint32_t index,
                              uint64_t launch)
{
    const struct iq_instrument_site *site = &module->code.sites[index];
    for (uint32_t i = index; site->line && i-- > 0;) {
        const struct iq_instrument_site *other = &module->code.sites[i];
        if (other->kernel != site->kernel)
            return false;
        if (module->told[i] == launch && other->line == site->line && other->file == site->file &&
            other->roots[0] == site->roots[0] && other->variable == site->variable &&
            other->is_write == site->is_write && other->check == site->check)
            return true;
    }
    return false;
}

/* Statements that races of a launch were told of lately. */
enum { RACERS = 256 };
static struct racer {
    uint64_t launch;
    const char *file;
    uint32_t line;
} racers[RACERS];
static uint32_t racer_count;

static struct racer racer_at(const struct iq_checked_module *module,
                             const struct iq_instrument_site *site, uint64_t launch)
{
    return (struct racer){ launch, site->file ? module->code.files[site->file - 1] : NULL,
                           site->line ? site->line : site->ptx_line };
}

static bool is_racer(const struct racer *racer)
{
    for (uint32_t i = 0; i < RACERS; i++)
        if (racers[i].launch == racer->launch && racers[i].line == racer->line &&
            racers[i].file == racer->file)
            return true;
    return false;
}

/* Does the race belong to others of its launch that were told?  It does from now on. */
static bool is_of_told_group(const struct iq_checked_module *module, uint32_t index,
                             const struct iq_instrument_record *record)
{
    const struct iq_instrument_site *site = &module->code.sites[index], *other;
    if (site->check < IQ_CHECK_SHARED_RACE)
        return false;
    other = other_site(module, index, record->detail);
    struct racer own = racer_at(module, site, record->launch),
                 partner = racer_at(module, other ? other : site, record->launch);
    bool told = is_racer(&own) || is_racer(&partner);
    racers[racer_count++ % RACERS] = own;
    racers[racer_count++ % RACERS] = partner;
    return told;
}

static void drain(struct iq_checked_module *module, volatile struct iq_instrument_record *records,
                  CUresult result)
{
    struct iq_instrument_record record;
    /* where the context ended it may be what did not arrive any more */
    bool ended = result && result != CUDA_ERROR_NOT_READY;
    if (!__atomic_exchange_n(&records[-1].seal, 0, __ATOMIC_ACQUIRE) && !ended)
        return;
    pthread_mutex_lock(&draining);
    for (uint32_t i = 0; i < module->code.site_count; i++) {
        if (!records[i].seal)
            continue;
        bool whole = read_record(&records[i], &record);
        if (whole && !is_same_statement(module, i, record.launch) &&
            !is_of_told_group(module, i, &record))
            report(module, i, &record, result);
        if (whole)
            module->told[i] = record.launch;
        __atomic_store_n(&records[i].seal, 0, __ATOMIC_RELEASE); /* the next may come */
    }
    pthread_mutex_unlock(&draining);
}

void iq_kernel_records_drain(CUresult result)
{
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        for (uint32_t bank = 0; module->records && bank < bank_count(module); bank++)
            drain(module, bank_of(module, bank), result);
}

/* After these all that was launched before is over, or some of it. */
#define WAIT(name, parameters, arguments)                \
    static CUresult checked_##name parameters            \
    {                                                    \
        CUresult result = iq_kernel_real.name arguments; \
        iq_kernel_records_drain(result);                 \
        return result;                                   \
    }
WAIT(cuCtxSynchronize, (void), ())
WAIT(cuCtxSynchronize_v2, (CUcontext context), (context))
WAIT(cuStreamSynchronize, (CUstream stream), (stream))
WAIT(cuStreamSynchronize_ptsz, (CUstream stream), (stream))
WAIT(cuStreamQuery, (CUstream stream), (stream))
WAIT(cuStreamQuery_ptsz, (CUstream stream), (stream))
WAIT(cuEventSynchronize, (CUevent event), (event))
WAIT(cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t size), (to, from, size))
WAIT(cuMemcpyDtoH_v2_ptds, (void *to, CUdeviceptr from, size_t size), (to, from, size))

static CUresult checked_cuMemFree_v2(CUdeviceptr at)
{
    iq_kernel_shadow_drop(at);
    CUresult result = iq_kernel_real.cuMemFree_v2(at);
    iq_kernel_records_drain(result);
    return result;
}

#define UNLOAD(name, type)                             \
    static CUresult checked_##name(type handle)        \
    {                                                  \
        CUresult result = iq_kernel_real.name(handle); \
        iq_kernel_records_drain(result);               \
        if (!result)                                   \
            iq_checked_module_unloaded(handle);        \
        return result;                                 \
    }
UNLOAD(cuModuleUnload, CUmodule)
UNLOAD(cuLibraryUnload, CUlibrary)

/* They may end a context. */
#define END(name, parameters, arguments)                 \
    static CUresult checked_##name parameters            \
    {                                                    \
        CUresult result = iq_kernel_real.name arguments; \
        iq_kernel_records_drain(result);                 \
        forget_mappings();                               \
        return result;                                   \
    }
END(cuCtxDestroy_v2, (CUcontext context), (context))
END(cuDevicePrimaryCtxReset_v2, (CUdevice device), (device))
END(cuDevicePrimaryCtxRelease_v2, (CUdevice device), (device))

void iq_kernel_records_install(void)
{
    IQ_KERNEL_INSTALL(cuCtxSynchronize);
    IQ_KERNEL_INSTALL(cuCtxSynchronize_v2);
    IQ_KERNEL_INSTALL(cuStreamSynchronize);
    IQ_KERNEL_INSTALL(cuStreamSynchronize_ptsz);
    IQ_KERNEL_INSTALL(cuStreamQuery);
    IQ_KERNEL_INSTALL(cuStreamQuery_ptsz);
    IQ_KERNEL_INSTALL(cuEventSynchronize);
    IQ_KERNEL_INSTALL(cuMemcpyDtoH_v2);
    IQ_KERNEL_INSTALL(cuMemcpyDtoH_v2_ptds);
    IQ_KERNEL_INSTALL(cuMemFree_v2);
    IQ_KERNEL_INSTALL(cuModuleUnload);
    IQ_KERNEL_INSTALL(cuLibraryUnload);
    IQ_KERNEL_INSTALL(cuCtxDestroy_v2);
    IQ_KERNEL_INSTALL(cuDevicePrimaryCtxReset_v2);
    IQ_KERNEL_INSTALL(cuDevicePrimaryCtxRelease_v2);
}
