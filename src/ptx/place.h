/* Places in source files that PTX names.  Threads: any. */
#ifndef IQ_PTX_PLACE_H
#define IQ_PTX_PLACE_H

#include <stdbool.h>

/* Is [file] (NULL: unknown) one of the toolkit or of the system, so that what matters is who called
 * it?  A program may have an include folder of its own. */
bool iq_ptx_is_header(const char *file);

#endif
