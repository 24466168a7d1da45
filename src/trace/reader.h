/* Reads a trace file (format.h) into a document.  Strict: nothing in the file is believed before it
 * was checked, since the traced program shares memory with the writer and may have scribbled over
 * it.
 * Threads: none of its own.  Launcher only. */
#ifndef IQ_TRACE_READER_H
#define IQ_TRACE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/contract.h"
#include "trace/document.h"

/* Parses [size] bytes of [data] into [document], which was initialised.  A trace that breaks off in
 * the middle, or in which a record is nonsense, gives what came before and sets document->damaged.
 * Returns 0, IQ_ETRUNCATED (nothing was written so far), IQ_EFORMAT (no trace at all),
 * IQ_EUNSUPPORTED (a newer version), IQ_ENOMEM. */
IQ_NODISCARD int iq_trace_parse(struct iq_document *document, const void *data, size_t size);

/* Parses the file at [path], as iq_trace_parse does.  Also IQ_ENOENT, IQ_EACCESS, IQ_EIO,
 * IQ_ETOOBIG. */
IQ_NODISCARD IQ_NONNULL int iq_trace_read(struct iq_document *document, const char *path);

/* Parses the file behind [fd], which stays open; its writer may be at work.  Returns as
 * iq_trace_read does. */
int iq_trace_read_fd(struct iq_document *document, int fd);

/* Parses into [part], which was initialised, the findings of the file at [further], one of those of
 * the trace at [trace], and what they need of that.  Returns as iq_trace_read does. */
IQ_NODISCARD IQ_NONNULL int iq_trace_read_part(struct iq_document *part, const char *trace,
                                               const char *further);

/* Looks at the records that were completed since *at, 0 at the start, and moves *at after them.
 * Is a finding among them?  It costs a read of 64 bytes where nothing is new. */
bool iq_trace_has_news(int fd, uint64_t *at);

#endif
