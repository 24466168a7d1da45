/* Seen: crashes in free, suspected because another device is current in the destructors.
 * Is: freeing memory of another device is legal; nothing is to be reported.
 * https://github.com/dmlc/xgboost/issues/4194 */
// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    void *data, *pinned;
    return cudaMalloc(&data, 1024) || cudaMallocHost(&pinned, 1024) || cudaSetDevice(1) || cudaFree(data) || cudaFreeHost(pinned);
}
