/* Return addresses to frames: function, file, line, inlined functions as frames of their own. Reads
 * the modules' files and separate debug files by build-id (libdw).  Threads: one (the
 * launcher's). */
#ifndef IQ_REPORT_SYMBOLS_H
#define IQ_REPORT_SYMBOLS_H

#include "trace/document.h"

/* Fills .frames of every stack that a finding of [document], a last call or a recorded one names.
 * Frames of inquest, the driver, cudart, the loader and of what lies below main are left out.  What
 * cannot be found out stays NULL; never fails for lack of symbols. Returns 0, IQ_ENOMEM. */
int iq_symbols_resolve(struct iq_document *document);

/* The same, but for the notes: a program's own ones, such as leaks at exit, often lie in large
 * libraries, which take seconds to read. */
int iq_symbols_resolve_but_notes(struct iq_document *document);

/* Resolves only the findings that [wanted] wants, and removes the others from [document].  What
 * debug information has to prove was judged before. */
int iq_symbols_resolve_some(struct iq_document *document,
                            bool (*wanted)(void *user, const struct iq_document *document,
                                           const struct iq_finding *finding),
                            void *user);

#endif
