/* Seen: invalid resource handle.
 * Was: a stream of one device and an event of the other. Waiting for it would be legal, recording it is not.
 * https://github.com/cp2k/cp2k/issues/1530 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda.h"

int main(void)
{
    CUdevice device[2];
    CUcontext context[2];
    CUstream stream;
    CUevent event;
    cuInit(0);
    for (int i = 0; i < 2; i++) {
        cuDeviceGet(&device[i], i);
        cuDevicePrimaryCtxRetain(&context[i], device[i]);
    }
    cuCtxSetCurrent(context[0]);
    cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    cuCtxSetCurrent(context[1]);
    cuEventCreate(&event, CU_EVENT_DISABLE_TIMING); // site: created
    cuEventRecord(event, stream); // expect: wrong-context arg=hEvent object=event result=400
    return 0;
}
