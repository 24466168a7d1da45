/* Files of the objects that were mapped in a process, opened for their debug information when the
 * first address falls into them.
 * Owner: the caller; borrows the document.  Threads: one (the launcher's). */
#ifndef IQ_REPORT_OBJECTS_H
#define IQ_REPORT_OBJECTS_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>

#include "report/functions.h"
#include "trace/document.h"

enum { IQ_OBJECT_UNITS = 8, IQ_OBJECT_MISSES = 256 };

struct iq_object_file {
    const struct iq_document_module *module;
    const char *name; /* base name of its file */
    bool tried;
    Dwfl *dwfl;
    Dwfl_Module *dwfl_module; /* NULL: there is no such file any more */
    struct iq_functions functions;
    struct {
        Dwarf_Die skeleton, unit;
    } units[IQ_OBJECT_UNITS]; /* found last */
    unsigned unit_count;
    /* addresses without a unit: looking through all of them takes a while */
    uint64_t misses[IQ_OBJECT_MISSES];
};

struct iq_objects {
    struct iq_object_file *files;
    size_t count;
};

/* Returns 0, IQ_ENOMEM. */
int iq_objects_init(struct iq_objects *objects, const struct iq_document *document);
void iq_objects_finish(struct iq_objects *objects);

/* The object that [address] lies in; NULL: none.  Borrowed. */
struct iq_object_file *iq_objects_at(struct iq_objects *objects, uint64_t address);

/* The compilation unit of the code at [address], also where the compiler wrote no table of them;
 * the part in a file of its own (-gsplit-dwarf) if there is one.  *bias is to be added for the
 * process.  NULL: none.  Borrowed until eight others were asked for. */
Dwarf_Die *iq_objects_unit(struct iq_object_file *object, uint64_t address, Dwarf_Addr *bias);

/* File that [attribute] of [die] in [unit] names (DW_AT_decl_file, DW_AT_call_file); NULL:
 * unknown. */
const char *iq_objects_file(Dwarf_Die *unit, Dwarf_Die *die, unsigned attribute);

#endif
