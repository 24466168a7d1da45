/* Names of memory files, and device memory that processes share by them. */
#include "softdev/share.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "softdev/shadow.h"

enum { SERIALS = IQ_CHUNK / IQ_UNIT };

/* ---- names ---- */

static uint32_t check_of(const struct iq_share_name *name)
{
    const unsigned char *from = (const unsigned char *)name + offsetof(struct iq_share_name, kind);
    uint32_t check = 2166136261u;
    for (size_t i = 0; i < sizeof *name - offsetof(struct iq_share_name, kind); i++)
        check = (check ^ from[i]) * 16777619u;
    return check;
}

uint64_t iq_share_inode(int fd)
{
    struct stat about;
    return fstat(fd, &about) ? 0 : (uint64_t)about.st_ino;
}

void iq_share_seal(struct iq_share_name *name, enum iq_share_kind kind, int fd)
{
    memcpy(name->mark, "iqsh", sizeof name->mark);
    name->kind = (uint8_t)kind;
    name->pid = getpid();
    name->fd = fd;
    name->inode = iq_share_inode(fd);
    name->check = check_of(name);
}

bool iq_share_is_name(const struct iq_share_name *name, enum iq_share_kind kind)
{
    return !memcmp(name->mark, "iqsh", sizeof name->mark) && name->kind == kind &&
           name->check == check_of(name);
}

bool iq_share_is_own(const struct iq_share_name *name) { return name->pid == getpid(); }

/* The number of a process or of a descriptor may have gone to another: the inode tells. */
int iq_share_open(const struct iq_share_name *name)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)name->pid, (int)name->fd);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && iq_share_inode(fd) != name->inode) {
        close(fd);
        fd = -1;
    }
    return fd;
}

int iq_share_file(size_t bytes)
{
    int fd = memfd_create("inquest-device-memory", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)bytes)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

CUresult iq_share_give(int file, unsigned types, void *shared, CUmemAllocationHandleType type,
                       uint64_t flags)
{
    if (!shared || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || !(types & type))
        return CUDA_ERROR_INVALID_VALUE;
    int fd = dup(file);
    if (fd < 0)
        return CUDA_ERROR_OPERATING_SYSTEM;
    memcpy(shared, &fd, sizeof fd);
    return CUDA_SUCCESS;
}

/* ---- memory ---- */

struct iq_share *iq_share_new(size_t bytes)
{
    struct iq_share *share = calloc(1, sizeof *share);
    int fd = share ? iq_share_file(bytes + SERIALS * sizeof *share->serials) : -1;
    void *tail = fd < 0 ? MAP_FAILED
                        : mmap(NULL, SERIALS * sizeof *share->serials, PROT_READ | PROT_WRITE,
                               MAP_SHARED, fd, (off_t)bytes);
    if (tail == MAP_FAILED) {
        if (fd >= 0)
            close(fd);
        free(share);
        return NULL;
    }
    *share = (struct iq_share){ fd, bytes, tail };
    return share;
}

void iq_share_destroy(struct iq_share *share)
{
    munmap(share->serials, SERIALS * sizeof *share->serials);
    close(share->fd);
    free(share);
}

CUresult iq_share_export(uint64_t address, enum iq_share_kind kind, struct iq_share_name *name)
{
    static uint32_t serial;
    size_t offset;
    struct iq_share *share = iq_arena_share_of(iq_arena_device(address), address, &offset);
    while (!share && !iq_ctx_drain_all())
        ;
    /* another thread may have freed it meanwhile */
    const struct iq_alloc *alloc = iq_alloc_find(address);
    if (!alloc)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult r = iq_arena_share(alloc->device, alloc->base, alloc->span);
    if (r)
        return r;
    share = iq_arena_share_of(alloc->device, alloc->base, &offset);
    iq_shadow_written(alloc->base, alloc->size); /* others may have, unseen */
    uint32_t *place = &share->serials[offset / IQ_UNIT];
    if (!*place)
        *place = ++serial;
    *name = (struct iq_share_name){ .device = (uint8_t)alloc->device->ordinal,
                                    .serial = *place,
                                    .offset = offset,
                                    .size = alloc->size,
                                    .owner = name->owner };
    iq_share_seal(name, kind, share->fd);
    return CUDA_SUCCESS;
}

struct share_search {
    struct iq_ctx *ctx;
    const struct iq_share_name *name;
    struct iq_alloc *found;
};

static void compare(struct iq_alloc *alloc, void *user)
{
    struct share_search *search = user;
    if (alloc->import && !alloc->dying && alloc->ctx == search->ctx &&
        alloc->import->inode == search->name->inode &&
        alloc->import->offset == search->name->offset &&
        alloc->import->serial == search->name->serial)
        search->found = alloc;
}

/* Bytes of memory in the file; 0: the memory was freed since. */
static size_t live_bytes(int fd, const struct iq_share_name *name)
{
    struct stat about;
    uint32_t serial = 0;
    if (fstat(fd, &about) || about.st_size < (off_t)(SERIALS * sizeof serial))
        return 0;
    size_t bytes = (size_t)about.st_size - SERIALS * sizeof serial;
    if (name->offset >= IQ_CHUNK || name->offset % IQ_UNIT || name->size > bytes - name->offset ||
        bytes % IQ_CHUNK)
        return 0;
    ssize_t got =
        pread(fd, &serial, sizeof serial, (off_t)(bytes + name->offset / IQ_UNIT * sizeof serial));
    return got == sizeof serial && serial && serial == name->serial ? bytes : 0;
}

static CUresult map(struct iq_ctx *ctx, int fd, size_t bytes, const struct iq_share_name *name,
                    struct iq_alloc **made)
{
    struct iq_device *device = ctx->device;
    struct iq_import *import = calloc(1, sizeof *import);
    uint64_t base = 0;
    CUresult r = import ? iq_arena_reserve(device, bytes, 0, 0, &base) : CUDA_ERROR_OUT_OF_MEMORY;
    if (!r)
        r = iq_arena_map_file(device, base, bytes, fd, 0);
    *made = r ? NULL
              : iq_alloc_add(IQ_ALLOC_IMPORTED, base + name->offset, name->size, ctx,
                             iq_arena_bias(device));
    if (!*made) {
        if (base) {
            iq_arena_unmap_file(device, base, bytes);
            iq_arena_unreserve(device, base, bytes);
        }
        free(import);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *import = (struct iq_import){ base, name->inode, name->offset, bytes, name->serial, 1 };
    (*made)->import = import;
    return CUDA_SUCCESS;
}

CUresult iq_share_import(struct iq_ctx *ctx, const struct iq_share_name *name,
                         struct iq_alloc **alloc)
{
    struct share_search search = { ctx, name, NULL };
    iq_alloc_each(compare, &search);
    *alloc = search.found;
    if (*alloc) {
        (*alloc)->import->opened++;
        return CUDA_SUCCESS;
    }
    int fd = iq_share_open(name);
    size_t bytes = fd < 0 ? 0 : live_bytes(fd, name);
    CUresult r = bytes ? map(ctx, fd, bytes, name, alloc) : CUDA_ERROR_INVALID_VALUE;
    if (fd >= 0)
        close(fd);
    return r;
}

void iq_share_close(struct iq_alloc *alloc)
{
    if (!--alloc->import->opened)
        iq_memory_give(alloc);
}

void iq_share_unmap(struct iq_alloc *alloc)
{
    iq_arena_unmap_file(alloc->device, alloc->import->base, alloc->import->bytes);
    iq_arena_unreserve(alloc->device, alloc->import->base, alloc->import->bytes);
    free(alloc->import);
    alloc->import = NULL;
}
