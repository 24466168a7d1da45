#include "trace/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/job.h"
#include "base/locks.h"
#include "base/pages.h"

enum { LENGTH_BYTES = 64 << 20, STEP_BYTES = 64 << 10, SPARE_BYTES = 64 << 10, PAGE_BYTES = 4096 };

static struct iq_trace_header *header; /* the mapped file */
/* its size, of which [room] bytes have their blocks on the disk */
static uint64_t file_bytes;
static uint64_t room;
static bool writing, overflow;
static uint64_t record_start, at; /* offsets of the record being written */
static struct iq_trace_thread *threads, late;
static uint32_t thread_count; /* atomic */

bool iq_trace_is_open(void) { return __atomic_load_n(&header, __ATOMIC_ACQUIRE) != NULL; }

/* Whether a page of the file has its block: the kernel answers a write of its own with an error
 * where the disk is full, ours would be SIGBUS.  It needs no descriptor, which the program may have
 * closed and opened for a file of its own. */
static bool has_block(struct timespec *page)
{
    int before = errno;
    bool wrote = !syscall(SYS_clock_gettime, CLOCK_MONOTONIC, page);
    errno = before;
    if (wrote)
        memset(page, 0, sizeof *page);
    return wrote;
}

/* Sees to it that the first [size] bytes can be written. */
static bool reserve(uint64_t size)
{
    uint64_t want = (size + STEP_BYTES - 1) & ~(uint64_t)(STEP_BYTES - 1);
    if (want > file_bytes)
        want = file_bytes;
    for (; room < want; room += PAGE_BYTES)
        if (!has_block((void *)((char *)header + room)))
            break;
    return size <= room;
}

bool iq_trace_begin(enum iq_record_type type)
{
    if (!iq_trace_is_open())
        return false;
    iq_lock(IQ_LOCK_TRACE);
    uint64_t used = __atomic_load_n(&header->used, __ATOMIC_RELAXED);
    if (writing || !reserve(used + SPARE_BYTES)) {
        header->dropped++;
        iq_unlock(IQ_LOCK_TRACE);
        return false;
    }
    writing = true;
    overflow = false;
    record_start = used;
    at = used + sizeof(struct iq_record_header);
    ((struct iq_record_header *)(void *)((char *)header + record_start))->type = type;
    return true;
}

void iq_trace_bytes(enum iq_trace_tag tag, const void *data, size_t size)
{
    size_t padded = (size + 3) & ~(size_t)3;
    if (overflow || size > UINT32_MAX / 2 || !reserve(at + 16 + padded)) {
        overflow = true;
        return;
    }
    char *to = (char *)header + at;
    uint16_t words[2] = { (uint16_t)tag, 0 };
    uint32_t length = (uint32_t)size;
    memcpy(to, words, 4);
    memcpy(to + 4, &length, 4);
    if (size)
        memcpy(to + 8, data, size);
    memset(to + 8 + size, 0, padded - size);
    at += 8 + padded;
}

void iq_trace_u64(enum iq_trace_tag tag, uint64_t value)
{
    iq_trace_bytes(tag, &value, sizeof value);
}

void iq_trace_text(enum iq_trace_tag tag, const char *text)
{
    if (text)
        iq_trace_bytes(tag, text, strlen(text));
}

bool iq_trace_end(void)
{
    bool fits = !overflow;
    if (fits) {
        struct iq_record_header *record = (void *)((char *)header + record_start);
        record->size = (uint32_t)(at - record_start - sizeof *record);
        __atomic_store_n(&header->used, (at + 7) & ~(uint64_t)7, __ATOMIC_RELEASE);
    } else
        header->dropped++;
    writing = false;
    iq_unlock(IQ_LOCK_TRACE);
    return fits;
}

bool iq_trace_has_room(void)
{
    return !iq_trace_is_open() ||
           __atomic_load_n(&header->used, __ATOMIC_RELAXED) < file_bytes - file_bytes / 4;
}

void iq_trace_folded(enum iq_severity severity)
{
    if (iq_trace_is_open())
        __atomic_fetch_add(&header->folded[severity], 1, __ATOMIC_RELAXED);
}

/* ARG fields from /proc/self/cmdline, since the guest never sees argv. */
static void write_arguments(void)
{
    static char text[32 << 10];
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    for (char *arg = text; size > 0 && arg < text + size; arg += strlen(arg) + 1) {
        text[size] = 0;
        iq_trace_text(IQ_TAG_ARG, arg);
    }
}

static void write_process(void)
{
    char text[PATH_MAX];
    struct timespec now;
    if (!iq_trace_begin(IQ_REC_PROCESS))
        return;
    iq_trace_u64(IQ_TAG_PID, (uint64_t)getpid());
    iq_trace_u64(IQ_TAG_PPID, (uint64_t)getppid());
    write_arguments();
    if (!gethostname(text, sizeof text))
        iq_trace_text(IQ_TAG_HOST, text);
    iq_trace_text(IQ_TAG_RANK, iq_job_rank(environ));
    iq_trace_u64(IQ_TAG_RANKS, iq_job_size(environ));
    iq_trace_text(IQ_TAG_JOB, iq_job_name(environ));
    ssize_t length = readlink("/proc/self/exe", text, sizeof text - 1);
    if (length > 0)
        iq_trace_bytes(IQ_TAG_EXE, text, (size_t)length);
    clock_gettime(CLOCK_REALTIME, &now);
    iq_trace_u64(IQ_TAG_START_NS, (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec);
    iq_trace_end();
}

static void write_threads(void)
{
    static const struct iq_trace_thread none[IQ_TRACE_THREADS];
    if (!iq_trace_begin(IQ_REC_THREADS))
        return;
    uint64_t place = at + 8;
    iq_trace_bytes(IQ_TAG_THREADS, none, sizeof none);
    threads = iq_trace_end() ? (void *)((char *)header + place) : NULL;
}

struct iq_trace_thread *iq_trace_take_thread(void)
{
    uint32_t place = __atomic_fetch_add(&thread_count, 1, __ATOMIC_RELAXED);
    return threads && place < IQ_TRACE_THREADS ? &threads[place] : &late;
}

/* A record of one field that begins with [head] and has room for [bytes] more; NULL: no room. */
static void *take_area(enum iq_record_type type, const void *head, size_t head_bytes,
                       uint64_t bytes)
{
    uint64_t place;
    if (bytes > LENGTH_BYTES / 2 || !iq_trace_begin(type))
        return NULL;
    place = at + 8;
    iq_trace_bytes(IQ_TAG_RING, NULL, 0);
    overflow |= !reserve(at + head_bytes + bytes);
    if (!overflow) { /* fresh pages of the file are zero already */
        uint32_t length = (uint32_t)(head_bytes + bytes);
        memcpy((char *)header + place - 4, &length, sizeof length);
        memcpy((char *)header + place, head, head_bytes);
        at += length;
    }
    return iq_trace_end() ? (char *)header + place : NULL;
}

struct iq_trace_ring *iq_trace_take_ring(uint64_t capacity)
{
    const struct iq_trace_ring empty = { 0, capacity };
    return take_area(IQ_REC_CALLS, &empty, sizeof empty, capacity * sizeof(struct iq_trace_call));
}

struct iq_trace_payloads *iq_trace_take_payloads(uint64_t bytes)
{
    const struct iq_trace_payloads empty = { 0, bytes };
    return take_area(IQ_REC_PAYLOADS, &empty, sizeof empty, bytes);
}

/* Returns a descriptor or IQ_E*. */
static int create_file(const char *folder)
{
    char path[PATH_MAX];
    int file;
    for (int n = 0; n < 10000; n++) {
        if (snprintf(path, sizeof path, "%s/trace.%ld.%d", folder, (long)getpid(), n) >=
            (int)sizeof path)
            return IQ_EINVAL;
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0)
            return file;
        if (errno != EEXIST)
            return iq_error_from_errno(errno);
    }
    return IQ_EEXIST;
}

/* Maps a new file as long as it can ever get; it has holes, and whoever has a limit on file sizes
 * is not killed for it. */
static struct iq_trace_header *map_file(int file, int *error)
{
    struct rlimit limit;
    file_bytes = LENGTH_BYTES;
    if (!getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur < file_bytes)
        file_bytes = limit.rlim_cur & ~(uint64_t)(PAGE_BYTES - 1);
    *error = IQ_EFULL;
    if (!file_bytes || ftruncate(file, (off_t)file_bytes))
        return NULL;
    void *map = mmap(NULL, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) {
        *error = IQ_ENOMEM;
        return NULL;
    }
    /* a hole needs no reading ahead, which fills thirty pages with zeros for each one */
    IQ_DROP(madvise(map, file_bytes, MADV_RANDOM));
    if (has_block(map)) {
        room = PAGE_BYTES;
        *error = 0;
        return map;
    }
    munmap(map, file_bytes);
    return NULL;
}

int iq_trace_open(const char *folder)
{
    int error = folder ? 0 : IQ_EINVAL;
    if (iq_trace_is_open() || error)
        return error;
    iq_lock(IQ_LOCK_TRACE);
    int file = header ? 0 : create_file(folder);
    if (header || file < 0) {
        error = header ? 0 : file;
        goto out;
    }
    struct iq_trace_header *map = map_file(file, &error);
    close(file);
    if (!map)
        goto out;
    memcpy(map->magic, IQ_TRACE_MAGIC, sizeof map->magic);
    map->version = 1;
    map->pid = (uint32_t)getpid();
    map->used = sizeof *map;
    iq_pages_count_in(&map->forgotten);
    __atomic_store_n(&header, map, __ATOMIC_RELEASE);
    writing = false;
    write_threads();
    write_process();
out:
    iq_unlock(IQ_LOCK_TRACE);
    return error;
}

void iq_trace_after_fork(void)
{
    iq_pages_count_in(NULL);
    if (header)
        munmap(header, file_bytes);
    header = NULL;
    threads = NULL;
    thread_count = 0;
    writing = false;
}

struct iq_trace_collectives *iq_trace_collectives(uint64_t communicator, int rank, int ranks,
                                                  uint32_t stack)
{
    static const struct iq_trace_collectives none;
    if (!iq_trace_begin(IQ_REC_COLLECTIVES))
        return NULL;
    uint64_t place = at + 8;
    iq_trace_bytes(IQ_TAG_COLLECTIVES, &none, sizeof none);
    if (!overflow) {
        struct iq_trace_collectives *record = (void *)((char *)header + place);
        *record = (struct iq_trace_collectives){
            .communicator = communicator, .rank = rank, .ranks = ranks, .stack = stack
        };
    }
    return iq_trace_end() ? (void *)((char *)header + place) : NULL;
}

bool iq_trace_module(uintptr_t base, uintptr_t end, uintptr_t bias, const char *path,
                     const void *build_id, size_t build_id_size)
{
    if (!iq_trace_begin(IQ_REC_MODULE))
        return false;
    iq_trace_u64(IQ_TAG_BASE, base);
    iq_trace_u64(IQ_TAG_END, end);
    iq_trace_u64(IQ_TAG_BIAS, bias);
    iq_trace_text(IQ_TAG_PATH, path);
    if (build_id_size)
        iq_trace_bytes(IQ_TAG_BUILD_ID, build_id, build_id_size);
    return iq_trace_end();
}

bool iq_trace_stack(uint32_t id, const uintptr_t *pc, uint32_t count, const char *mark,
                    const char *range)
{
    if (!iq_trace_begin(IQ_REC_STACK))
        return false;
    iq_trace_u64(IQ_TAG_STACK_ID, id);
    iq_trace_text(IQ_TAG_MARK, mark);
    iq_trace_text(IQ_TAG_RANGE, range);
    for (uint32_t i = 0; i < count; i++)
        iq_trace_u64(IQ_TAG_PC, pc[i]);
    return iq_trace_end();
}

bool iq_trace_entry(uint16_t id, const char *name)
{
    if (!iq_trace_begin(IQ_REC_ENTRY))
        return false;
    iq_trace_u64(IQ_TAG_ENTRY_ID, id);
    iq_trace_text(IQ_TAG_NAME, name);
    return iq_trace_end();
}

static void write_object(const struct iq_finding *finding)
{
    if (finding->object_kind) {
        iq_trace_text(IQ_TAG_OBJECT_KIND, finding->object_kind);
        iq_trace_text(IQ_TAG_OBJECT_STATE, finding->object_state);
        iq_trace_u64(IQ_TAG_OBJECT_ADDRESS, finding->object_address);
        iq_trace_u64(IQ_TAG_OBJECT_SIZE, finding->object_size);
        iq_trace_u64(IQ_TAG_OBJECT_DEVICE, (uint64_t)(int64_t)finding->object_device);
    }
    if (finding->access_size) {
        iq_trace_u64(IQ_TAG_ACCESS_ADDRESS, finding->access_address);
        iq_trace_u64(IQ_TAG_ACCESS_SIZE, finding->access_size);
    }
}

static void write_stacks(const struct iq_finding *finding)
{
    static const enum iq_trace_tag tags[] = { IQ_TAG_STACK_CALL, IQ_TAG_STACK_CREATED,
                                              IQ_TAG_STACK_DESTROYED, IQ_TAG_STACK_KERNEL };
    const uint32_t ids[] = { finding->stack_call, finding->stack_created, finding->stack_destroyed,
                             finding->stack_kernel };
    for (int i = 0; i < 4; i++)
        if (ids[i])
            iq_trace_u64(tags[i], ids[i]);
    iq_trace_text(IQ_TAG_KERNEL_SITE, finding->kernel_site);
    for (int i = 0; i < finding->related_count; i++) {
        iq_trace_text(IQ_TAG_RELATED_WHAT, finding->related[i].what);
        iq_trace_u64(IQ_TAG_RELATED_STACK, finding->related[i].stack);
    }
}

static void write_proof(const struct iq_finding *finding)
{
    if (!finding->proof)
        return;
    iq_trace_u64(IQ_TAG_PROOF, finding->proof);
    iq_trace_u64(IQ_TAG_ACCESS_WRITES, finding->access_writes);
    iq_trace_u64(IQ_TAG_FRAME_PC, finding->frame_pc);
    iq_trace_u64(IQ_TAG_FRAME_CFA, finding->frame_cfa);
    iq_trace_u64(IQ_TAG_LATER_PC, finding->later_pc);
}

uint64_t iq_trace_finding(const struct iq_finding *finding)
{
    if (!iq_trace_begin(IQ_REC_FINDING))
        return 0;
    iq_trace_u64(IQ_TAG_FINDING_ID, finding->id);
    iq_trace_text(IQ_TAG_RULE, iq_rule_text(finding->rule));
    iq_trace_u64(IQ_TAG_SEVERITY, finding->severity);
    iq_trace_text(IQ_TAG_CALL_API, finding->api);
    iq_trace_text(IQ_TAG_CALL_ENTRY, finding->entry);
    if (finding->has_result) {
        iq_trace_u64(IQ_TAG_RESULT_CODE, (uint64_t)finding->result_code);
        iq_trace_text(IQ_TAG_RESULT_NAME, finding->result_name);
    }
    iq_trace_u64(IQ_TAG_CONTAINED, finding->contained);
    if (finding->arg_index >= 0) {
        iq_trace_u64(IQ_TAG_ARG_INDEX, (uint64_t)finding->arg_index);
        iq_trace_text(IQ_TAG_ARG_NAME, finding->arg_name);
        iq_trace_text(IQ_TAG_ARG_VALUE, finding->arg_value);
        if (finding->arg_of_kernel)
            iq_trace_u64(IQ_TAG_ARG_FUNCTION, finding->arg_function);
    }
    iq_trace_text(IQ_TAG_MESSAGE, finding->message);
    iq_trace_text(IQ_TAG_CAUSE, finding->cause);
    iq_trace_text(IQ_TAG_FIX, finding->fix);
    write_object(finding);
    write_proof(finding);
    write_stacks(finding);
    if (finding->found_ns)
        iq_trace_u64(IQ_TAG_FOUND_NS, finding->found_ns);
    iq_trace_text(IQ_TAG_MARK, finding->mark);
    iq_trace_text(IQ_TAG_RANGE, finding->range);
    iq_trace_u64(IQ_TAG_COUNT, finding->count);
    uint64_t place = at - sizeof finding->count;
    return iq_trace_end() ? place : 0;
}

void iq_trace_count(uint64_t place, uint64_t count)
{
    if (place && iq_trace_is_open())
        memcpy((char *)header + place, &count, sizeof count);
}
