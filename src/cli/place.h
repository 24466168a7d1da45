/* Where this installation keeps its parts, from the place of the running executable: the tree can
 * be moved.
 * Threads: start-up only. */
#ifndef IQ_CLI_PLACE_H
#define IQ_CLI_PLACE_H

#include <stdbool.h>

struct iq_place {
    char libraries[4096];  /* <prefix>/lib/inquest, no slash at the end */
    char gdb_script[4200]; /* "" if it is missing, as below */
    char guest[4200], audit[4200], soft_driver[4200]; /* "" if the file is missing */
};

/* Fills [place].  False if the executable's own path cannot be found out. */
bool iq_place_find(struct iq_place *place);

#endif
