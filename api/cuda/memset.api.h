/* Driver API: fills.  Form of a row: api/roles.h. */
API(2000) CUresult cuMemsetD16(WR(DEV, N, 2) CUdeviceptr_v1 dstDevice, unsigned short us, COUNT unsigned int N);
API(3020, PTDS) CUresult cuMemsetD16_v2(WR(DEV, N, 2) CUdeviceptr dstDevice, unsigned short us, COUNT size_t N);
API(3020, ASYNC PTSZ) CUresult cuMemsetD16Async(WR(DEV, N, 2) CUdeviceptr dstDevice, unsigned short us, COUNT size_t N, CUstream hStream);
API(2000, FX(memset2d)) CUresult cuMemsetD2D16(PTR CUdeviceptr_v1 dstDevice, VAL unsigned int dstPitch, unsigned short us, VAL unsigned int Width,
    VAL unsigned int Height);
API(3020, FX(memset2d) PTDS) CUresult cuMemsetD2D16_v2(PTR CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned short us, VAL size_t Width,
    VAL size_t Height);
API(3020, FX(memset2d) ASYNC PTSZ) CUresult cuMemsetD2D16Async(PTR CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned short us, VAL size_t Width,
    VAL size_t Height, CUstream hStream);
API(2000, FX(memset2d)) CUresult cuMemsetD2D32(PTR CUdeviceptr_v1 dstDevice, VAL unsigned int dstPitch, unsigned int ui, VAL unsigned int Width,
    VAL unsigned int Height);
API(3020, FX(memset2d) PTDS) CUresult cuMemsetD2D32_v2(PTR CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned int ui, VAL size_t Width,
    VAL size_t Height);
API(3020, FX(memset2d) ASYNC PTSZ) CUresult cuMemsetD2D32Async(PTR CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned int ui, VAL size_t Width,
    VAL size_t Height, CUstream hStream);
API(2000, FX(memset2d)) CUresult cuMemsetD2D8(PTR CUdeviceptr_v1 dstDevice, VAL unsigned int dstPitch, unsigned char uc, VAL unsigned int Width,
    VAL unsigned int Height);
API(3020, FX(memset2d) PTDS) CUresult cuMemsetD2D8_v2(PTR CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned char uc, VAL size_t Width,
    VAL size_t Height);
API(3020, FX(memset2d) ASYNC PTSZ) CUresult cuMemsetD2D8Async(PTR CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned char uc, VAL size_t Width,
    VAL size_t Height, CUstream hStream);
API(2000) CUresult cuMemsetD32(WR(DEV, N, 4) CUdeviceptr_v1 dstDevice, unsigned int ui, COUNT unsigned int N);
API(3020, PTDS) CUresult cuMemsetD32_v2(WR(DEV, N, 4) CUdeviceptr dstDevice, unsigned int ui, COUNT size_t N);
API(3020, ASYNC PTSZ) CUresult cuMemsetD32Async(WR(DEV, N, 4) CUdeviceptr dstDevice, unsigned int ui, COUNT size_t N, CUstream hStream);
API(2000) CUresult cuMemsetD8(WR(DEV, N) CUdeviceptr_v1 dstDevice, unsigned char uc, SIZE unsigned int N);
API(3020, PTDS) CUresult cuMemsetD8_v2(WR(DEV, N) CUdeviceptr dstDevice, unsigned char uc, SIZE size_t N);
API(3020, ASYNC PTSZ) CUresult cuMemsetD8Async(WR(DEV, N) CUdeviceptr dstDevice, unsigned char uc, SIZE size_t N, CUstream hStream);
