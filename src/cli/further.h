/* Findings that a trace has in further files: counted before reports are written, and read again
 * file by file while they are.
 * Owner: the caller, as long as documents are used that iq_further_prepare has seen.  Threads: one.
 */
#ifndef IQ_CLI_FURTHER_H
#define IQ_CLI_FURTHER_H

#include "cli/wanted.h"

struct iq_further_reader {
    struct iq_wanted *wanted; /* NULL: all are */
    bool but_notes;           /* nobody reads notes */
};

/* Counts what the further files of [document] hold, and has it read by [reader].  Files that cannot
 * be read are left out, which becomes a message. */
void iq_further_prepare(struct iq_further_reader *reader, struct iq_document *document);

#endif
