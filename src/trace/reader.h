/* Reads a trace file (format.h) into a document.  Strict: nothing in the file is believed before it was checked, since
 * the traced program shares memory with the writer and may have scribbled over it.
 * Threads: none of its own.  Launcher only. */
#ifndef IQ_TRACE_READER_H
#define IQ_TRACE_READER_H

#include <stddef.h>

#include "trace/document.h"

/* Parses [size] bytes of [data] into [document], which was initialised.  A trace that breaks off in the middle, or in
 * which a record is nonsense, gives what came before and sets document->damaged.
 * Returns 0, IQ_EFORMAT (no trace at all), IQ_EUNSUPPORTED (a newer version), IQ_ENOMEM. */
int iq_trace_parse(struct iq_document *document, const void *data, size_t size);

/* The same for the file at [path].  Also IQ_ENOENT, IQ_EACCESS, IQ_EIO, IQ_ETOOBIG. */
int iq_trace_read(struct iq_document *document, const char *path);

#endif
