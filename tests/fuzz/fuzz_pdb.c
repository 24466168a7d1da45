// link: report trace base
/* Debug information of .NET from arbitrary bytes, as a PDB and as the assembly that names one. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/pdb.h"

enum { METHODS = 64, OFFSETS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_pdb pdb;
    struct iq_str file;
    const char *path = NULL;
    uint8_t id[IQ_PDB_ID_BYTES];
    uint8_t *exact = malloc(size ? size : 1); /* so that a byte too many is seen */
    if (!exact)
        return 0;
    if (size)
        memcpy(exact, data, size);
    if (iq_pdb_wanted(exact, size, id, &path) && strlen(path) > size)
        abort();
    if (!iq_pdb_parse(&pdb, exact, size))
        for (uint32_t i = 0; i <= pdb.methods.count && i < METHODS * OFFSETS; i++) {
            iq_str_init_heap(&file);
            if (!iq_pdb_line(&pdb, 0x06000000 + i / OFFSETS, i % OFFSETS * 9, &file) && file.length)
                abort();
            iq_str_finish(&file);
        }
    free(exact);
    return 0;
}
