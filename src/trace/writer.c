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
enum { FURTHER_BYTES = 16 << 20, FURTHER_LEAST = 4 * SPARE_BYTES, FURTHER = 256 };
/* Of a place: the number of its file, and where the record begins in it, in units of eight. */
enum { PLACE_FILE_SHIFT = 23 };
_Static_assert(sizeof(struct iq_trace_header) % 8 == 0, "records begin at multiples of it");
_Static_assert(LENGTH_BYTES <= 8 << PLACE_FILE_SHIFT && FURTHER < 1 << (32 - PLACE_FILE_SHIFT),
               "a place has 32 bits");
/* After the start of a finding's record. */
enum { FIELD_BYTES = 16, COUNT_AT = 8 + FIELD_BYTES + 8, SEVERITY_AT = COUNT_AT + FIELD_BYTES };

/* A mapped file of [bytes], of which [room] have their blocks on the disk. */
struct file {
    struct iq_trace_header *header;
    uint64_t bytes, room;
};
static struct file files[1 + FURTHER]; /* the first one, and those for findings */
static uint32_t further_count;         /* atomic */
static bool to_further;                /* under IQ_LOCK_FINDINGS */
static char first_path[PATH_MAX];
static struct file *out; /* of the record that is being written */
static bool writing, overflow;
static uint64_t record_start, at; /* offsets of the record being written */
static struct iq_trace_thread *threads, late;
static uint32_t thread_count; /* atomic */

bool iq_trace_is_open(void) { return __atomic_load_n(&files[0].header, __ATOMIC_ACQUIRE) != NULL; }

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

/* Sees to it that the first [size] bytes of [file] can be written. */
static bool reserve(struct file *file, uint64_t size)
{
    uint64_t want = (size + STEP_BYTES - 1) & ~(uint64_t)(STEP_BYTES - 1);
    if (want > file->bytes)
        want = file->bytes;
    for (; file->room < want; file->room += PAGE_BYTES)
        if (!has_block((void *)((char *)file->header + file->room)))
            break;
    return size <= file->room;
}

/* The file that findings are written to. */
static struct file *last_file(void)
{
    return &files[__atomic_load_n(&further_count, __ATOMIC_ACQUIRE)];
}

static struct file *file_for(enum iq_record_type type)
{
    bool of_finding = type == IQ_REC_FINDING || type == IQ_REC_STACK || type == IQ_REC_PYSTACK ||
                      type == IQ_REC_COMPILED;
    return of_finding && to_further ? last_file() : &files[0];
}

bool iq_trace_begin(enum iq_record_type type)
{
    if (!iq_trace_is_open())
        return false;
    iq_lock(IQ_LOCK_TRACE);
    struct file *file = file_for(type);
    uint64_t used = __atomic_load_n(&file->header->used, __ATOMIC_RELAXED);
    if (writing || !reserve(file, used + SPARE_BYTES)) {
        files[0].header->dropped++;
        iq_unlock(IQ_LOCK_TRACE);
        return false;
    }
    out = file;
    writing = true;
    overflow = false;
    record_start = used;
    at = used + sizeof(struct iq_record_header);
    ((struct iq_record_header *)(void *)((char *)out->header + record_start))->type = type;
    return true;
}

void iq_trace_bytes(enum iq_trace_tag tag, const void *data, size_t size)
{
    size_t padded = (size + 3) & ~(size_t)3;
    if (overflow || size > UINT32_MAX / 2 || !reserve(out, at + 16 + padded)) {
        overflow = true;
        return;
    }
    char *to = (char *)out->header + at;
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
        struct iq_record_header *record = (void *)((char *)out->header + record_start);
        record->size = (uint32_t)(at - record_start - sizeof *record);
        __atomic_store_n(&out->header->used, (at + 7) & ~(uint64_t)7, __ATOMIC_RELEASE);
    } else
        files[0].header->dropped++;
    writing = false;
    iq_unlock(IQ_LOCK_TRACE);
    return fits;
}

bool iq_trace_has_room(void)
{
    const struct file *file = last_file();
    uint64_t reserved = file == &files[0] ? iq_trace_reserved(file->bytes) : 2 * SPARE_BYTES;
    return !iq_trace_is_open() ||
           __atomic_load_n(&file->header->used, __ATOMIC_RELAXED) + reserved < file->bytes;
}

void iq_trace_folded(enum iq_severity severity)
{
    if (iq_trace_is_open())
        __atomic_fetch_add(&files[0].header->folded[severity], 1, __ATOMIC_RELAXED);
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
    threads = iq_trace_end() ? (void *)((char *)files[0].header + place) : NULL;
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
    overflow |= !reserve(out, at + head_bytes + bytes);
    if (!overflow) { /* fresh pages of the file are zero already */
        uint32_t length = (uint32_t)(head_bytes + bytes);
        memcpy((char *)out->header + place - 4, &length, sizeof length);
        memcpy((char *)out->header + place, head, head_bytes);
        at += length;
    }
    return iq_trace_end() ? (char *)files[0].header + place : NULL;
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
    char *path = first_path;
    int file;
    for (int n = 0; n < 10000; n++) {
        if (snprintf(path, sizeof first_path, "%s/trace.%ld.%d", folder, (long)getpid(), n) >=
            (int)sizeof first_path)
            return IQ_EINVAL;
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0)
            return file;
        if (errno != EEXIST)
            return iq_error_from_errno(errno);
    }
    return IQ_EEXIST;
}

/* Maps the new file behind [fd] as long as it can ever get, [bytes]; it has holes, and whoever has
 * a limit on file sizes is not killed for it.  Returns 0, IQ_E*. */
static int map_file(struct file *file, int fd, uint64_t bytes)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur < bytes)
        bytes = limit.rlim_cur & ~(uint64_t)(PAGE_BYTES - 1);
    if (!bytes || ftruncate(fd, (off_t)bytes))
        return IQ_EFULL;
    struct iq_trace_header *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        return IQ_ENOMEM;
    /* a hole needs no reading ahead, which fills thirty pages with zeros for each one */
    IQ_DROP(madvise(map, bytes, MADV_RANDOM));
    if (!has_block((void *)map)) {
        munmap(map, bytes);
        return IQ_EFULL;
    }
    map->version = 1;
    map->pid = (uint32_t)getpid();
    map->used = sizeof *map;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    memcpy(map->magic, IQ_TRACE_MAGIC, sizeof map->magic); /* last: somebody may read already */
    file->bytes = bytes;
    file->room = PAGE_BYTES;
    __atomic_store_n(&file->header, map, __ATOMIC_RELEASE);
    return 0;
}

int iq_trace_open(const char *folder)
{
    int error = folder ? 0 : IQ_EINVAL;
    if (iq_trace_is_open() || error)
        return error;
    iq_lock(IQ_LOCK_TRACE);
    int file = iq_trace_is_open() ? 0 : create_file(folder);
    if (iq_trace_is_open() || file < 0) {
        error = file < 0 ? file : 0;
        goto out;
    }
    writing = false;
    error = map_file(&files[0], file, LENGTH_BYTES);
    close(file);
    if (error)
        goto out;
    iq_pages_count_in(&files[0].header->forgotten);
    write_threads();
    write_process();
out:
    iq_unlock(IQ_LOCK_TRACE);
    return error;
}

/* findings.<pid>.<n>.<k> for trace.<pid>.<n>: only the whole of it is no longer than a path.
 * Returns its last word, NULL: it is too long. */
static const char *further_path(char *path, size_t size, uint32_t k)
{
    const char *name = strrchr(first_path, '/');
    int folder = name ? (int)(name - first_path) : 0,
        length = snprintf(path, size, "%.*s/findings%s.%u", folder, first_path,
                          name ? name + sizeof "/trace" - 1 : "", k);
    return name && length < (int)size ? path + folder + 1 : NULL;
}

/* What was written stays in the file; the process need not hold it in memory. */
static void let_go(const struct file *file)
{
    if (file > files)
        IQ_DROP(madvise(file->header, file->bytes, MADV_DONTNEED));
}

static bool add_further(void)
{
    char path[PATH_MAX];
    uint32_t count = __atomic_load_n(&further_count, __ATOMIC_RELAXED);
    const char *name = further_path(path, sizeof path, count);
    if (!iq_trace_is_open() || count == FURTHER || !name)
        return false;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct file *further = &files[count + 1];
    bool made = file >= 0 && !map_file(further, file, FURTHER_BYTES), told = false;
    bool small = made && further->bytes < FURTHER_LEAST;
    if (file >= 0)
        close(file);
    if (made && !small && iq_trace_begin(IQ_REC_FURTHER)) {
        iq_trace_text(IQ_TAG_NAME, name);
        told = iq_trace_end();
    }
    if (made && !told) {
        munmap(further->header, further->bytes);
        further->header = NULL;
    }
    if (!told)
        return false;
    let_go(&files[count]);
    __atomic_store_n(&further_count, count + 1, __ATOMIC_RELEASE);
    return true;
}

bool iq_trace_add_further(void)
{
    int before = errno;
    bool added = add_further();
    errno = before;
    return added;
}

void iq_trace_to_further(bool yes) { to_further = yes; }

void iq_trace_after_fork(void)
{
    iq_pages_count_in(NULL);
    for (uint32_t i = 0; i <= further_count; i++) {
        if (files[i].header)
            munmap(files[i].header, files[i].bytes);
        files[i].header = NULL;
    }
    further_count = 0;
    to_further = false;
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
        struct iq_trace_collectives *record = (void *)((char *)files[0].header + place);
        *record = (struct iq_trace_collectives){
            .communicator = communicator, .rank = rank, .ranks = ranks, .stack = stack
        };
    }
    return iq_trace_end() ? (void *)((char *)files[0].header + place) : NULL;
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
    if (finding->access_size || finding->proof) { /* user data are of no known size */
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
        iq_trace_text(IQ_TAG_RELATED_SITE, finding->related_site[i]);
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
    iq_trace_u64(IQ_TAG_PROOF_ADDRESS, finding->proof_address);
}

uint32_t iq_trace_finding(const struct iq_finding *finding)
{
    if (!iq_trace_begin(IQ_REC_FINDING))
        return 0;
    uint32_t place = (uint32_t)(out - files) << PLACE_FILE_SHIFT | (uint32_t)(record_start / 8);
    iq_trace_u64(IQ_TAG_FINDING_ID, finding->id); /* these three at COUNT_AT, SEVERITY_AT */
    iq_trace_u64(IQ_TAG_COUNT, finding->count);
    iq_trace_u64(IQ_TAG_SEVERITY, finding->severity);
    iq_trace_text(IQ_TAG_RULE, iq_rule_text(finding->rule));
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
    return iq_trace_end() ? place : 0;
}

/* What the record at [place] has [after] its start; NULL: there is none. */
static void *field(uint32_t place, uint64_t after)
{
    const struct file *file = &files[place >> PLACE_FILE_SHIFT];
    uint64_t start = (uint64_t)(place & ((1u << PLACE_FILE_SHIFT) - 1)) * 8;
    return place && file->header ? (char *)file->header + start + after : NULL;
}

void iq_trace_again(uint32_t place)
{
    uint64_t *count = field(place, COUNT_AT);
    if (count)
        ++*count;
}

void iq_trace_severity(uint32_t place, enum iq_severity severity)
{
    uint64_t *value = field(place, SEVERITY_AT);
    if (value)
        *value = severity;
}

void iq_trace_moved(uint32_t place)
{
    uint32_t *type = field(place, 0);
    if (type && place >> PLACE_FILE_SHIFT != (uint32_t)(last_file() - files))
        *type = IQ_REC_VOID;
}
