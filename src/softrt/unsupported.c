/* Entry points that exist so that programs can be loaded, and say that they are not served.
 * Each is a function of its own: whoever patches entry points must be able to tell them apart. */
#include "softrt/softrt.h"

#define NAME(symbol) \
    IQ_RT_HEAD(cudaError_t, symbol, (void)) { return iq_rt_leave(cudaErrorNotSupported); }
#include "unsupported.def"

/* Devices have had double precision for so long that there is nothing to convert. */
IQ_RT_RAW(cudaSetDoubleForDevice, (double *value), value ? 0 : (int)cudaErrorInvalidValue)
IQ_RT_RAW(cudaSetDoubleForHost, (double *value), value ? 0 : (int)cudaErrorInvalidValue)

/* Asks for private entry points of the runtime; there are none here. */
IQ_RT_HEAD(void *, __cudaGetProcAddress, (void)) { return NULL; }
