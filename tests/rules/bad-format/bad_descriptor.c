#include "cuda.h"

int main(void)
{
    CUarray array;
    test_context();
    CUDA_ARRAY_DESCRIPTOR three = { 16, 16, CU_AD_FORMAT_FLOAT, 3 }, unknown = { 16, 16, (CUarray_format)5, 1 };
    cuArrayCreate_v2(&array, &three); // expect: bad-format api=cuArrayCreate arg=pAllocateArray->NumChannels
    return cuArrayCreate_v2(&array, &unknown); // expect: bad-format arg=pAllocateArray->Format
}
