/* Memory pools of frameworks for Python: when one is loaded, python_pools.py is run in its
 * interpreter, unless INQUEST_PYTHON_POOLS=no.
 * Threads: as cudart.h. */
#ifndef IQ_WRAP_PYTHON_POOLS_H
#define IQ_WRAP_PYTHON_POOLS_H

#include <link.h>
#include <stdbool.h>

/* If [map] is an extension that such a framework loads before it has a pool, the main thread runs
 * the text as soon as it runs Python.  Inside of the dynamic linker the interpreter is only asked
 * to call back. */
void iq_python_pools_look_at(const struct link_map *map);

/* Patches [map] if it is librmm, whose pools hand out blocks to programs in C++, too. */
void iq_rmm_pools_look_at(const struct link_map *map, bool live);

/* Are blocks of such pools to be known? */
bool iq_python_pools_are_wanted(void);

#endif
