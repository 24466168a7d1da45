/* Makes one instruction of several where nobody else sees what lies between.
 * Owner: the caller.  Threads: any, one function each. */
#ifndef IQ_PTX_FOLD_H
#define IQ_PTX_FOLD_H

#include "ptx/ir.h"

/* After all that looks at definitions, registers have no places yet.  [guarded], [dropped]: by
 * instruction; marks in dropped what others do now.  False without memory. */
bool iq_ptx_function_fold(struct iq_ptx_function *f, const uint8_t *guarded, uint8_t *dropped);

#endif
