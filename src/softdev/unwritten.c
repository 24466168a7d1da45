#include "softdev/unwritten.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "ptx/place.h"
#include "ptx/ptx_exec.h"
#include "softdev/array.h"
#include "softdev/copy.h"
#include "softdev/engine.h"
#include "softdev/module.h"
#include "softdev/observer.h"
#include "softdev/shadow.h"
#include "softdev/short_copy.h"
#include "softdev/source.h"

enum { NOTES = 512, WRITERS = 2, VALUES = 24 };

/* Launches of one shape; of their arguments all numbers. */
struct writer {
    uint32_t grid[3], block[3], value_count;
    uint64_t call, site, values[VALUES];
    char kernel[200];
};
/* Who has written to allocation [id]; [other]: more than these launches. */
struct note {
    uint64_t id;
    bool other;
    uint32_t count;
    struct writer writers[WRITERS];
    struct iq_written part /* the last one of the host */;
};

static struct note notes[NOTES]; /* by id */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct note *note_of(uint64_t id) { return &notes[id % NOTES]; }

static struct note *begin_note(uint64_t id)
{
    struct note *note = note_of(id);
    if (note->id != id)
        *note = (struct note){ .id = id };
    return note;
}

/* ---- who wrote ---- */

static void add_value(struct writer *writer, uint64_t value)
{
    for (uint32_t i = 0; i < writer->value_count; i++)
        if (writer->values[i] == value)
            return;
    if (writer->value_count < VALUES)
        writer->values[writer->value_count++] = value;
}

/* Each argument as a number, each word of a struct. */
static void add_values(struct writer *writer, const struct iq_launch_work *work)
{
    const struct iq_ptx_kernel *kernel = work->function->kernel;
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const struct iq_ptx_param *param = &kernel->params[i];
        uint32_t step = param->size == 8 ? 8 : 4;
        for (uint32_t at = 0; at + step <= param->size; at += step) {
            uint64_t value = 0;
            memcpy(&value, (const char *)work->params + param->offset + at, step);
            add_value(writer, value);
        }
    }
}

static struct writer *writer_like(struct note *note, const uint32_t grid[3],
                                  const uint32_t block[3])
{
    for (uint32_t i = 0; i < note->count; i++) {
        struct writer *writer = &note->writers[i];
        if (!memcmp(writer->grid, grid, sizeof writer->grid) &&
            !memcmp(writer->block, block, sizeof writer->block))
            return writer;
    }
    if (note->count == WRITERS) {
        note->other = true;
        return NULL;
    }
    struct writer *writer = &note->writers[note->count++];
    *writer = (struct writer){ .value_count = 0 };
    memcpy(writer->grid, grid, sizeof writer->grid);
    memcpy(writer->block, block, sizeof writer->block);
    return writer;
}

void iq_unwritten_note(const struct iq_launch_work *work, uint64_t address)
{
    struct iq_alloc alloc;
    if (!iq_alloc_find_shared(address, &alloc) || !iq_shadow_of(&alloc))
        return;
    pthread_mutex_lock(&lock);
    struct writer *writer = writer_like(begin_note(alloc.id), work->grid, work->block);
    if (writer) {
        writer->call = work->call;
        writer->site = work->site;
        snprintf(writer->kernel, sizeof writer->kernel, "%s", work->function->kernel->name);
        add_values(writer, work);
    }
    pthread_mutex_unlock(&lock);
}

void iq_unwritten_spoil(const struct iq_alloc *alloc)
{
    pthread_mutex_lock(&lock);
    begin_note(alloc->id)->other = true;
    pthread_mutex_unlock(&lock);
}

void iq_unwritten_wrote(const struct iq_written *written)
{
    struct iq_alloc alloc;
    if (!written->site || !written->size || !iq_alloc_find_shared(written->address, &alloc) ||
        !iq_shadow_of(&alloc))
        return;
    pthread_mutex_lock(&lock);
    begin_note(alloc.id)->part = *written;
    pthread_mutex_unlock(&lock);
}

void iq_unwritten_copied(const struct iq_alloc *to, const struct iq_alloc *from)
{
    pthread_mutex_lock(&lock);
    const struct note *source = note_of(from->id);
    struct note *target = begin_note(to->id);
    bool known = source->id == from->id, fresh = !target->count && !target->other;
    if (known && fresh && source != target) {
        *target = *source;
        target->id = to->id;
    } else {
        target->other = true;
    }
    pthread_mutex_unlock(&lock);
}

/* ---- what is written ---- */

/* Of the bytes of a copy, counted without the gaps between its rows: written ones stand in runs of
 * [length], the first at 0, one every [period]. */
struct pattern {
    uint64_t size, written, runs, length, period;
    bool regular;
};
struct scan {
    struct pattern pattern;
    uint64_t at, begun;
    bool set;
    uint64_t first_unwritten /* address */;
};

static void end_run(struct scan *scan)
{
    struct pattern *p = &scan->pattern;
    uint64_t length = scan->at - scan->begun;
    if (!scan->set || !length)
        return;
    if (!p->runs)
        p->length = length;
    if (p->runs == 1)
        p->period = scan->begun;
    p->regular &= scan->begun == p->runs * p->period && length == p->length;
    p->runs++;
    p->written += length;
}

static void feed(struct scan *scan, bool set, uint64_t address, uint64_t size)
{
    if (set != scan->set) {
        end_run(scan);
        scan->begun = scan->at;
        scan->set = set;
    }
    if (!set && !scan->first_unwritten)
        scan->first_unwritten = address;
    scan->at += size;
}

/* The bytes at [at] up to [end] that are alike: none or all of them written. */
static uint64_t alike(uint64_t shadow, uint64_t at, uint64_t end, bool *set)
{
    const uint8_t *bits = (const uint8_t *)(uintptr_t)shadow;
    uint64_t from = at;
    *set = bits[at >> 3] >> (at & 7) & 1;
    while (at < end) {
        uint64_t word;
        if (!(at & 7) && end - at >= 64) {
            memcpy(&word, bits + (at >> 3), sizeof word);
            if (word == (*set ? ~0ull : 0)) {
                at += 64;
                continue;
            }
        }
        if ((bits[at >> 3] >> (at & 7) & 1) != *set)
            break;
        at++;
    }
    return at - from;
}

static void scan_row(struct scan *scan, uint64_t shadow, uint64_t address, uint64_t size)
{
    for (uint64_t done = 0; done < size;) {
        bool set;
        uint64_t length = alike(shadow, address + done, address + size, &set);
        feed(scan, set, address + done, length);
        done += length;
    }
}

static struct scan scan_copy(const struct iq_copy_work *work, uint64_t shadow)
{
    struct scan scan = { .pattern = { .regular = true } };
    for (size_t z = 0; z < work->depth; z++)
        for (size_t y = 0; y < work->height; y++)
            scan_row(&scan, shadow, work->src.address + y * work->src.pitch + z * work->src.slice,
                     work->width);
    end_run(&scan);
    scan.pattern.size = scan.at;
    if (scan.pattern.runs < 2)
        scan.pattern.period = scan.at;
    return scan;
}

/* ---- is it a mistake? ---- */

static bool has(const struct writer *writer, uint64_t value)
{
    for (uint32_t i = 0; i < writer->value_count; i++)
        if (writer->values[i] == value)
            return true;
    return false;
}

/* Is [count] an argument, or a product of two of them? */
static bool has_product(const struct writer *writer, uint64_t count, bool product)
{
    if (has(writer, count))
        return true;
    for (uint32_t i = 0; product && i < writer->value_count; i++)
        if (writer->values[i] > 1 && count % writer->values[i] == 0 &&
            has(writer, count / writer->values[i]))
            return true;
    return false;
}

/* Do arguments say [bytes], in elements of which each thread wrote one or more, or in threads'
 * shares? */
static bool has_count(const struct writer *writer, uint64_t bytes, uint64_t each, bool product)
{
    for (uint64_t element = 1; element <= 16 && element <= each; element *= 2)
        if (each % element == 0 && bytes % element == 0 &&
            has_product(writer, bytes / element, product))
            return true;
    return bytes % each == 0 && has_product(writer, bytes / each, product);
}

static uint64_t extent(const struct writer *writer, int i)
{
    return (uint64_t)writer->grid[i] * writer->block[i];
}

static uint64_t thread_count(const struct writer *writer)
{
    return extent(writer, 0) * extent(writer, 1) * extent(writer, 2);
}

/* One run: the last of the grid's dimensions that counts came out too short. */
static bool ends_early(const struct writer *writer, const struct pattern *p, uint64_t each)
{
    int last = extent(writer, 2) > 1 ? 2 : extent(writer, 1) > 1 ? 1 : 0;
    if (has(writer, extent(writer, last)) || has_count(writer, p->written, each, false))
        return false;
    return has_count(writer, p->size, each, last > 0) ||
           p->size - p->written < each * (thread_count(writer) / writer->grid[last]);
}

/* A run for each row: the first dimension did.  Rows may have padding, so the width must be an
 * argument. */
static bool narrow_rows(const struct writer *writer, const struct pattern *p, uint64_t each)
{
    uint64_t width = extent(writer, 0), gap = p->period - p->length;
    return p->length == width * each && p->runs == extent(writer, 1) * extent(writer, 2) &&
           !has(writer, width) && p->period % each == 0 && has(writer, p->period / each) &&
           gap < each * writer->block[0];
}

/* Has every thread written as much, and should there have been more of them?  A few threads may
 * write any number of results. */
static bool is_short(const struct writer *writer, const struct pattern *p, uint64_t *each)
{
    enum { FEW = 64, MUCH = 1024 };
    uint64_t threads = thread_count(writer);
    if (!p->regular || !p->written || threads < FEW || p->written % threads ||
        p->written / threads > MUCH)
        return false;
    *each = p->written / threads;
    return p->runs == 1 ? ends_early(writer, p, *each) : narrow_rows(writer, p, *each);
}

static void tell(const struct iq_copy_work *work, const struct iq_alloc *alloc,
                 const struct scan *scan, const struct writer *writer, uint64_t each)
{
    struct iq_soft_unwritten seen = { .struct_size = sizeof seen,
                                      .call = work->call,
                                      .site = work->site,
                                      .address = scan->first_unwritten,
                                      .size = scan->pattern.size - scan->pattern.written,
                                      .copied = scan->pattern.size,
                                      .object_base = alloc->base,
                                      .object_size = alloc->size,
                                      .kernel = writer->kernel,
                                      .launch_call = writer->call,
                                      .launch_site = writer->site,
                                      .each = each };
    memcpy(seen.grid, writer->grid, sizeof seen.grid);
    memcpy(seen.block, writer->block, sizeof seen.block);
    iq_observer_unwritten(&seen);
}

/* A copy of the host's has filled the front of the variable; the rest of it is copied, too. */
static void tell_short(const struct iq_copy_work *work, const struct iq_alloc *alloc,
                       const struct scan *scan, const struct iq_written *part)
{
    enum { LEAST = 4 /* a half is no number of elements */ };
    uint64_t size = part->size;
    if (!part->site || part->rows > 1 || part->address != alloc->base || !part->source ||
        !iq_short_copy_is_part(size, alloc->size) || alloc->size / size < LEAST ||
        scan->pattern.size != alloc->size || scan->pattern.written != size ||
        scan->first_unwritten != alloc->base + size ||
        !iq_short_copy_is_untouched(alloc->base + size, alloc->size - size))
        return;
    struct iq_soft_unwritten seen = { .struct_size = sizeof seen,
                                      .call = work->call,
                                      .site = work->site,
                                      .address = scan->first_unwritten,
                                      .size = alloc->size - size,
                                      .copied = alloc->size,
                                      .object_base = alloc->base,
                                      .object_size = alloc->size,
                                      .writer_site = part->site,
                                      .written = size,
                                      .wanted = alloc->size,
                                      .writer_source = part->source };
    iq_observer_unwritten(&seen);
}

static bool is_to_host(const struct iq_copy_work *work)
{
    struct iq_alloc alloc;
    if (work->src.kind != IQ_SIDE_MEMORY || work->staging || work->dst.kind == IQ_SIDE_ARRAY)
        return false;
    return work->dst.kind == IQ_SIDE_PAGEABLE ||
           (iq_alloc_find_shared(work->dst.address, &alloc) && iq_alloc_is_host(&alloc));
}

/* Of [alloc], NULL: none, might some be left that a copy of [all] bytes does not write? */
static bool is_unwritten(const struct iq_alloc *alloc, size_t all)
{
    return alloc && alloc->shadowed && (!all || all < alloc->size);
}

bool iq_unwritten_is_due(const struct iq_work *work)
{
    const struct iq_copy_work *copy = &work->u.copy;
    const struct iq_fill_work *fill = &work->u.fill;
    if ((work->kind != IQ_WORK_COPY && work->kind != IQ_WORK_FILL) ||
        !iq_observer_wants(IQ_SOFT_WATCH_UNINITIALIZED))
        return false;
    if (work->kind == IQ_WORK_FILL)
        return is_unwritten(iq_alloc_find(fill->address), fill->width * fill->element);
    return iq_source_is_due(copy) || iq_short_copy_is_due(copy) ||
           (copy->src.kind == IQ_SIDE_MEMORY &&
            is_unwritten(iq_alloc_find(copy->src.address), 0)) ||
           (copy->dst.kind == IQ_SIDE_MEMORY && copy->depth == 1 &&
            is_unwritten(iq_alloc_find(copy->dst.address), copy->width)) ||
           (copy->dst.kind == IQ_SIDE_ARRAY && copy->depth == 1 &&
            is_unwritten(iq_alloc_find_array(copy->dst.array->address), copy->width));
}

void iq_unwritten_check(const struct iq_copy_work *work)
{
    struct iq_alloc alloc;
    if (!work->site || !is_to_host(work) || !iq_alloc_find_shared(work->src.address, &alloc) ||
        !iq_shadow_of(&alloc))
        return;
    struct scan scan = scan_copy(work, iq_shadow_of(&alloc));
    if (scan.pattern.written == scan.pattern.size)
        return;
    pthread_mutex_lock(&lock);
    struct note note = *note_of(alloc.id);
    pthread_mutex_unlock(&lock);
    uint64_t each;
    if (note.id == alloc.id && alloc.kind == IQ_ALLOC_GLOBAL)
        tell_short(work, &alloc, &scan, &note.part);
    for (uint32_t i = 0; note.id == alloc.id && !note.other && i < note.count; i++)
        if (is_short(&note.writers[i], &scan.pattern, &each)) {
            tell(work, &alloc, &scan, &note.writers[i], each);
            return;
        }
}

/* ---- elements taken for bytes ---- */

static bool is_argument(const struct iq_launch_work *work, uint64_t value)
{
    struct writer numbers = { .value_count = 0 };
    add_values(&numbers, work);
    return has(&numbers, value);
}

/* Bytes from the start of the [row] to its end, or to that of the memory. */
static uint64_t row_bytes(const struct iq_written *part, const struct iq_alloc *alloc, uint64_t row)
{
    uint64_t rest = alloc->base + alloc->size - row;
    return (part->rows > 1 || part->of_array) && part->pitch < rest ? part->pitch : rest;
}

/* The size in bytes of as many elements as [part] has bytes; 0: it is not a number of elements. The
 * pitch of rows that were filled counts padding, too, and so tells nothing of larger elements than
 * those that were accessed. */
static uint64_t wanted_bytes(const struct iq_launch_work *work, const struct iq_written *part,
                             uint64_t room, uint32_t element)
{
    bool rows = part->rows > 1 && !part->of_array, padded = rows && !part->source;
    uint64_t source = rows && part->source ? part->source_pitch : room,
             factor = source % part->size ? 0 : source / part->size;
    if (part->element)
        return source <= room && factor > 1 && factor == part->element ? source : 0;
    if (source <= room &&
        (padded ? factor == element && element > 1 : factor && iq_ptx_is_element(factor, element)))
        return source;
    return element > 1 && is_argument(work, part->size) && part->size * element <= room
               ? part->size * element
               : 0;
}

void iq_unwritten_blame(const struct iq_launch_work *work, const struct iq_alloc *alloc,
                        uint64_t address, struct iq_soft_fault *fault)
{
    pthread_mutex_lock(&lock);
    const struct note *note = note_of(alloc->id);
    struct iq_written part = note->id == alloc->id ? note->part : (struct iq_written){ 0 };
    pthread_mutex_unlock(&lock);
    if (!part.site || address < part.address)
        return;
    uint64_t at = part.rows > 1 ? (address - part.address) / part.pitch : 0,
             row = part.address + at * part.pitch, end = row + part.size,
             room = row_bytes(&part, alloc, row);
    if (at >= part.rows || address < end || address - row >= room || part.size >= room ||
        iq_ptx_shadow_is_set(iq_shadow_of(alloc), end, 1))
        return;
    uint64_t wanted = wanted_bytes(work, &part, room, fault->size);
    bool variable = alloc->kind == IQ_ALLOC_GLOBAL;
    if (variable && (!part.source || wanted != alloc->size || part.address != alloc->base ||
                     !iq_short_copy_is_part(part.size, wanted)))
        return;
    fault->writer_site = wanted || row == alloc->base ? part.site : 0;
    fault->writer_source = variable ? part.source : 0;
    fault->written = part.size;
    fault->wanted = wanted;
    fault->written_rows = part.rows > 1;
}

/* Is the access to as many elements of its own size after the start as there are threads before
 * this one?  An access to a member of a structure is not. */
static bool is_whole_element(const struct iq_soft_fault *fault)
{
    uint64_t thread = 0;
    for (int axis = 2; axis >= 0; axis--)
        thread = thread * fault->grid_size[axis] * fault->block_size[axis] +
                 (uint64_t)fault->block[axis] * fault->block_size[axis] + fault->thread[axis];
    return fault->address - fault->object_base == thread * fault->size;
}

void iq_unwritten_allocated(const struct iq_launch_work *work, struct iq_soft_fault *fault)
{
    uint64_t given = fault->object_size, end = fault->object_base + given,
             wanted = given * fault->size;
    if (fault->kind != IQ_SOFT_FAULT_OUT_OF_BOUNDS || fault->size < 2 || given < 2 ||
        fault->address < end || fault->address + fault->size > fault->object_base + wanted ||
        !is_argument(work, given))
        return;
    fault->written = given;
    fault->wanted = is_whole_element(fault) ? wanted : given;
}

void iq_unwritten_shared(const struct iq_launch_work *work, struct iq_soft_fault *fault,
                         uint64_t offset, char *text, size_t size)
{
    uint64_t given = work->shared, variables = work->function->kernel->shared_bytes,
             threads = (uint64_t)work->block[0] * work->block[1] * work->block[2];
    if (!given || offset < variables + given)
        return;
    fault->wanted = iq_ptx_say_dynamic(text, size, given, offset - variables, fault->size, threads,
                                       is_argument(work, given));
    fault->written = fault->wanted ? given : 0;
    fault->text = text;
}
