/* Source lines for reports, and the place of an argument in them.  Threads: one.  Owner: the caller's buffers. */
#ifndef IQ_REPORT_EXCERPT_H
#define IQ_REPORT_EXCERPT_H

#include "trace/document.h"

struct iq_excerpt {
    char line[256];     /* the source line, tabs as blanks, cut if long */
    int begin, end;     /* columns of the guilty argument, or of the call; begin == end: unknown */
};

/* Reads line [frame]->line.  False if the file cannot be read or is no regular text file. */
bool iq_excerpt_read(const struct iq_frame *frame, const struct iq_finding *finding, struct iq_excerpt *excerpt);

/* Copies at most [size] - 1 bytes of the source from line [frame]->line on; returns how many, 0 if the file cannot be read. */
size_t iq_excerpt_text(const struct iq_frame *frame, char *text, size_t size);

/* The columns of argument [index] (from 0; -1: the whole name) of a call of [name] in excerpt->line. */
void iq_excerpt_mark(struct iq_excerpt *excerpt, const char *name, int index);

#endif
