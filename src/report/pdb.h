/* Lines of .NET methods: a portable PDB, the file of debug information beside an assembly.
 * Owner: the caller of iq_pdb_load.  Threads: none of its own.  Launcher only. */
#ifndef IQ_REPORT_PDB_H
#define IQ_REPORT_PDB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/str.h"

enum { IQ_PDB_ID_BYTES = 20 };

struct iq_pdb_table {
    const uint8_t *rows;
    uint32_t count, row_bytes;
};
struct iq_pdb {
    char *file; /* owned by iq_pdb_load's */
    const uint8_t *blobs;
    size_t blobs_bytes;
    uint32_t blob_index, document_index; /* bytes */
    struct iq_pdb_table documents, methods;
    uint8_t id[IQ_PDB_ID_BYTES]; /* by which an assembly names it */
};

/* Takes [bytes] apart, which stay the caller's and must outlive [pdb].  Returns 0 or
 * IQ_ECORRUPT. */
IQ_NODISCARD IQ_NONNULL int iq_pdb_parse(struct iq_pdb *pdb, const void *bytes, size_t size);

/* Which PDB belongs to an assembly of [size] bytes: its id, and the path that the compiler wrote it
 * to.  False: none, or an old one. */
IQ_NODISCARD IQ_NONNULL bool iq_pdb_wanted(const void *assembly, size_t size,
                                           uint8_t id[IQ_PDB_ID_BYTES], const char **path);

/* The PDB of the assembly at [path]: beside it, or where the compiler wrote it.  An empty one,
 * which knows no line, if there is none of this very build. */
IQ_NONNULL void iq_pdb_load(struct iq_pdb *pdb, const char *path);

/* Line at [il_offset] of the method that has this token; 0 if it is not known.  The name of the
 * source is appended to [file]. */
IQ_NONNULL uint32_t iq_pdb_line(const struct iq_pdb *pdb, uint32_t method, uint32_t il_offset,
                                struct iq_str *file);

IQ_NONNULL void iq_pdb_finish(struct iq_pdb *pdb);

#endif
