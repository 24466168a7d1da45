/* Writer of the trace file (format.h), inside the traced program.
 * Owner: one file per process image, made at the first use of a GPU, and further ones for findings
 * that it has no room for.  Threads: any; a record is written under IQ_LOCK_TRACE, stacks and
 * findings also under IQ_LOCK_FINDINGS.
 * Fork: the child must call iq_trace_after_fork and then writes a file of its own.  Signals:
 * async-signal-safe unless the interrupted thread was itself writing (the record is then
 * dropped). */
#ifndef IQ_TRACE_WRITER_H
#define IQ_TRACE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "trace/finding.h"
#include "trace/format.h"

/* Creates [folder]/trace.<pid>.<n> and writes the PROCESS record.  Does nothing if it is open.
 * Returns 0, IQ_EINVAL (no folder), IQ_EACCESS, IQ_ENOENT, IQ_EFULL and other IQ_E*. */
IQ_NODISCARD int iq_trace_open(const char *folder);
bool iq_trace_is_open(void);
void iq_trace_after_fork(void);

/* The place of one more thread, shared by those that come too late or while there is no file.
 * iq_trace_after_fork ends it. */
struct iq_trace_thread *iq_trace_take_thread(void);

/* One record: begin, any number of fields, end.  begin returns false if there is no file or no
 * room: then call nothing more. */
IQ_NODISCARD bool iq_trace_begin(enum iq_record_type type);
void iq_trace_u64(enum iq_trace_tag tag, uint64_t value);
void iq_trace_text(enum iq_trace_tag tag, const char *text);
void iq_trace_bytes(enum iq_trace_tag tag, const void *data, size_t size);
bool iq_trace_end(void);

/* Whole records. */
bool iq_trace_module(uintptr_t base, uintptr_t end, uintptr_t bias, const char *path,
                     const void *build_id, size_t build_id_size);
bool iq_trace_stack(uint32_t id, const uintptr_t *pc, uint32_t count, const char *mark,
                    const char *range);
IQ_NONNULL bool iq_trace_entry(uint16_t id, const char *name);

/* The record of a new communicator, to be kept up to date; NULL: there is no file, or no room.  It
 * is there until the process ends or forks. */
struct iq_trace_collectives *iq_trace_collectives(uint64_t communicator, int rank, int ranks,
                                                  uint32_t stack);

/* Returns where it stands, 0 if it could not be written; the place never changes, so that what a
 * process which is killed has left is right: the count, the severity, and that the finding has been
 * written again, in another file. */
IQ_NONNULL uint32_t iq_trace_finding(const struct iq_finding *finding);
void iq_trace_again(uint32_t place);
void iq_trace_severity(uint32_t place, enum iq_severity severity);
void iq_trace_moved(uint32_t place);

/* Is there room for one more finding?  The last quarter of the first file is for what becomes of
 * those that are there. */
bool iq_trace_has_room(void);

/* From now on findings, and the stacks that are written under iq_trace_to_further, go to one more
 * file.  False: there are too many, or it cannot be made. */
bool iq_trace_add_further(void);
void iq_trace_to_further(bool yes);

/* Makes room for the last [capacity] calls and returns it; NULL: there is no file or no room.  It
 * is there until iq_trace_after_fork. */
struct iq_trace_ring *iq_trace_take_ring(uint64_t capacity);

/* The same for what they were made with: [bytes] of it. */
struct iq_trace_payloads *iq_trace_take_payloads(uint64_t bytes);

/* Counts a finding of [severity] that is not written. */
void iq_trace_folded(enum iq_severity severity);

#endif
