/* Source lines for reports, and the place of an argument in them.  Threads: one.  Owner: the
 * caller's buffers. */
#ifndef IQ_REPORT_EXCERPT_H
#define IQ_REPORT_EXCERPT_H

#include "trace/document.h"

enum { IQ_SOURCES_MAX = 32, IQ_EXCERPT_AROUND = 2, IQ_EXCERPT_LINE = 1024 };

/* Folders, without links in their names, below which sources may be read. */
struct iq_sources {
    char *folders[IQ_SOURCES_MAX];
    size_t count;
};

struct iq_excerpt {
    char line[IQ_EXCERPT_LINE]; /* the source line, tabs as blanks, cut if very long */
    int begin, end; /* columns of the guilty argument, or of the call; begin == end: unknown */
    int first_column, end_column; /* the same in characters of the file, from 1; 0: unknown */
    /* the lines around it that the file has; nearest last, nearest first */
    char before[IQ_EXCERPT_AROUND][IQ_EXCERPT_LINE], after[IQ_EXCERPT_AROUND][IQ_EXCERPT_LINE];
    int before_count, after_count;
};

/* Reads line [frame]->line and what is around it; with [sources] only from a file below one of
 * them.  False if the file cannot be read or is no regular text file of a sane size. */
bool iq_excerpt_read(const struct iq_frame *frame, const struct iq_finding *finding,
                     const struct iq_sources *sources, struct iq_excerpt *excerpt);

/* Cuts [line] to [width] characters around the columns *begin to *end, which move along; what was
 * cut away leaves an ellipsis. */
void iq_excerpt_fit(char line[IQ_EXCERPT_LINE], int *begin, int *end, int width);

/* Copies at most [size] - 1 bytes of the source from line [frame]->line on; returns how many, 0 if
 * the file cannot be read. */
size_t iq_excerpt_text(const struct iq_frame *frame, char *text, size_t size);

/* The columns of argument [index] (from 0; -1: the whole name) of a call of [name] in
 * excerpt->line. */
void iq_excerpt_mark(struct iq_excerpt *excerpt, const char *name, int index);

#endif
