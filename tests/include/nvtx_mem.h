/* NVTX's extension for memory as a program sees it, in as few lines as will do: a table that the
 * tool fills, if there is one. */
#ifndef NVTX_MEM_H
#define NVTX_MEM_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum {
    NVTX_SLOTS = 63,
    NVTX_POOL = 1,
    NVTX_LAYOUT = 2,
    NVTX_READ = 1,
    NVTX_WRITE = 2,
    NVTX_ATOMIC = 4,
    NVTX_RESET = 8
};
struct nvtx_range {
    size_t size;
    const void *at;
};
static intptr_t nvtx_slots[NVTX_SLOTS];

/* As NVTX does it at the first call: the library that the environment names, else nothing. */
static void *nvtx_slot(int number)
{
    static int tried;
    if (!tried++ && getenv("NVTX_INJECTION64_PATH")) {
        struct {
            size_t id, count;
            intptr_t *slots;
        } segment = { 1, NVTX_SLOTS, nvtx_slots };
        struct {
            uint16_t version, size, module, compatible;
            size_t segments;
            void *segment;
            void *function;
            const void *info;
        } module = { 3, sizeof module, 1, 0x0102, 1, &segment, NULL, NULL };
        void *tool = dlopen(getenv("NVTX_INJECTION64_PATH"), RTLD_LAZY);
        int (*core)(const void *) = tool ? dlsym(tool, "InitializeInjectionNvtx2") : NULL;
        int (*extension)(void *) =
            core && core(NULL) ? dlsym(tool, "InitializeInjectionNvtxExtension") : NULL;
        if (!extension || !extension(&module))
            for (int i = 0; i < NVTX_SLOTS; i++)
                nvtx_slots[i] = 0;
    }
    return (void *)nvtx_slots[number];
}

/* NULL: there is no tool. */
static void *nvtx_heap(uint64_t at, size_t size, uint32_t usage)
{
    struct nvtx_range range = { size, (void *)at };
    struct {
        uint16_t compatible, size;
        uint32_t reserved, usage, type;
        size_t bytes;
        const void *range;
        uint32_t category, message_type;
        const char *message;
    } heap = { 0x0102, sizeof heap, 0, usage, 1, sizeof range, &range, 0, 0, NULL };
    void *(*call)(void *, const void *) = nvtx_slot(0);
    return call ? call(NULL, &heap) : NULL;
}

static void nvtx_of_heap(int slot, void *heap)
{
    void (*call)(void *, void *) = nvtx_slot(slot);
    if (call)
        call(NULL, heap);
}
static void nvtx_end_heap(void *heap) { nvtx_of_heap(1, heap); }
static void nvtx_reset_heap(void *heap) { nvtx_of_heap(2, heap); }

static void nvtx_region(void *heap, uint64_t at, size_t size)
{
    struct nvtx_range range = { size, (void *)at };
    struct {
        uint16_t compatible, size;
        uint32_t type;
        void *heap;
        size_t count, bytes;
        const void *ranges;
        void **handles;
    } batch = { 0x0102, sizeof batch, 1, heap, 1, sizeof range, &range, NULL };
    void (*call)(void *, const void *) = nvtx_slot(3);
    if (call)
        call(NULL, &batch);
}

/* Resize (4) and MarkInitialized (16). */
static void nvtx_resize(uint64_t at, size_t size)
{
    struct nvtx_range range = { size, (void *)at };
    struct {
        uint16_t compatible, size;
        uint32_t type;
        size_t count, bytes;
        const void *ranges;
    } batch = { 0x0102, sizeof batch, 1, 1, sizeof range, &range };
    void (*call)(void *, const void *) = nvtx_slot(4);
    if (call)
        call(NULL, &batch);
}

static void nvtx_mark_initialized(uint64_t at, size_t size)
{
    struct nvtx_range range = { size, (void *)at };
    struct {
        uint16_t compatible, size;
        uint32_t type;
        size_t count, bytes;
        const void *ranges;
    } batch = { 0x0102, sizeof batch, 1, 1, sizeof range, &range };
    void (*call)(void *, void *, uint8_t, const void *) = nvtx_slot(16);
    if (call)
        call(NULL, NULL, 0, &batch);
}

static void nvtx_end_region(uint64_t at)
{
    struct {
        uint16_t compatible, size;
        uint32_t type;
        size_t count, bytes;
        const uint64_t *regions;
    } batch = { 0x0102, sizeof batch, 1, 1, sizeof at, &at };
    void (*call)(void *, const void *) = nvtx_slot(5);
    if (call)
        call(NULL, &batch);
}

static void nvtx_name(uint64_t at, const char *name)
{
    struct {
        uint32_t type, name_type;
        uint64_t region;
        const char *name;
        uint32_t category, reserved;
    } one = { 1, 1, at, name, 0, 0 };
    struct {
        uint16_t compatible, size;
        uint32_t reserved;
        size_t count, bytes;
        const void *names;
        size_t reserved_too;
    } batch = { 0x0102, sizeof batch, 0, 1, sizeof one, &one, 0 };
    void (*call)(void *, const void *) = nvtx_slot(6);
    if (call)
        call(NULL, &batch);
}

static void nvtx_allow(uint64_t at, uint32_t flags)
{
    struct {
        uint32_t flags, type;
        uint64_t region;
    } one = { flags, 1, at };
    void *(*process)(void *) = nvtx_slot(13);
    struct {
        uint16_t compatible, size;
        uint32_t reserved;
        void *permissions;
        size_t count, bytes;
        const void *regions;
        size_t reserved_too;
    } batch = { 0x0102, sizeof batch, 0, process ? process(NULL) : NULL, 1, sizeof one, &one, 0 };
    void (*call)(void *, const void *) = nvtx_slot(7);
    if (call)
        call(NULL, &batch);
}

#endif
