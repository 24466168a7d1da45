#include "cuda.h"

int main(void)
{
    char host[128] = { 0 };
    CUarray array;
    test_context();
    CUDA_ARRAY_DESCRIPTOR line = { 16, 0, CU_AD_FORMAT_FLOAT, 1 };
    cuArrayCreate_v2(&array, &line);
    cuMemcpyAtoH_v2(host, array, 0, 128); // expect: region-overflow api=cuMemcpyAtoH arg=ByteCount object=array
    cuMemcpyHtoA_v2(array, 40, host, 64); // expect: region-overflow api=cuMemcpyHtoA arg=ByteCount object=array
    CUDA_ARRAY_DESCRIPTOR rows = { 16, 4, CU_AD_FORMAT_FLOAT, 1 };
    cuArrayCreate_v2(&array, &rows);
    cuMemcpyHtoA_v2(array, 0, host, 128);          // expect: region-overflow api=cuMemcpyHtoA arg=ByteCount object=array says=do_not_fit_into_64 says=only_the_first_row says=or_copy_at_most_64_bytes
    return cuMemcpyHtoA_v2(array, 64, host, 64);   // expect: region-overflow api=cuMemcpyHtoA arg=dstOffset object=array says=only_the_first_row says=use_cuMemcpy2D unsaid=begin_below
}
