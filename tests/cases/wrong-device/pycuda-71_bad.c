/* Seen: "peer access is not supported between these two devices" although it is.
 * Was: the call names the peer, and the peer itself was current instead of the context that wants the access.
 * https://github.com/inducer/pycuda/issues/71 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda.h"

int main(void)
{
    CUcontext own, peer;
    cuInit(0);
    cuCtxCreate(&own, NULL, 0, 0);
    cuCtxCreate(&peer, NULL, 0, 1);
    cuCtxEnablePeerAccess(peer, 0); // expect: wrong-context arg=peerContext object=context
    return 0;
}
