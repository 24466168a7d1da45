/* Return addresses to frames: function, file, line, inlined functions as frames of their own.
 * Reads the modules' files and separate debug files by build-id (libdw).  Threads: one (the launcher's). */
#ifndef IQ_REPORT_SYMBOLS_H
#define IQ_REPORT_SYMBOLS_H

#include "trace/document.h"

/* Fills .frames of every stack that a finding of [document], or a last call, names.  Frames of inquest, the driver, cudart, the loader
 * and of what lies below main are left out.  What cannot be found out stays NULL; never fails for lack of symbols.
 * Returns 0, IQ_ENOMEM. */
int iq_symbols_resolve(struct iq_document *document);

#endif
