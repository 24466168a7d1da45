/* Which frames of a call stack the reader wants to see.  Stateless, any thread. */
#ifndef IQ_REPORT_FRAMES_H
#define IQ_REPORT_FRAMES_H

#include "trace/document.h"

/* Appends to [out] what is worth showing of [native]: no frames of inquest, the driver, cudart, the
 * loader, no launch stubs, no bridges from other languages, nothing below main or a thread's start.
 * Frames of an interpreter stand where the interpreter itself was. If nothing is left that has a
 * name, all native frames.  Returns 0, IQ_ENOMEM. */
int iq_frames_select(const iq_frames *native, const iq_frames *interpreter, iq_frames *out);

/* Is the frame one of a library: of a toolkit, a compiler, the system, an installed package, or of
 * a shared object without lines or without its source on this machine? */
bool iq_frames_is_library(const struct iq_frame *frame);

/* Is the frame's file there, and of no library? */
bool iq_frames_is_users(const struct iq_frame *frame);

/* The frame whose line the user wrote: the first whose file is there and of no library; else the
 * first of an interactive script, of a file that is missing here, of a library; else the first.
 * NULL if there is none. */
const struct iq_frame *iq_frames_best(const iq_frames *frames);

/* Sets file and directory; a file below its compilation folder is given as it was to the compiler.
 * NULLs are unknown. */
void iq_frames_set_file(struct iq_document *document, struct iq_frame *frame, const char *file,
                        const char *directory);

/* The frame that kernel_site ("file:line|function|bx,by,bz|tx,ty,tz") describes, strings copied
 * into [document]. */
struct iq_frame iq_frames_kernel(struct iq_document *document, const char *site);

#endif
