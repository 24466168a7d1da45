/* Driver API: fills.  Form of a row: api/roles.h. */
API(2000) CUresult cuMemsetD16(WR(DEV, N, 2) CUdeviceptr_v1 dstDevice, unsigned short us, COUNT unsigned int N);
API(3020, PTDS) CUresult cuMemsetD16_v2(WR(DEV, N, 2) CUdeviceptr dstDevice, unsigned short us, COUNT size_t N);
API(3020, ASYNC PTSZ) CUresult cuMemsetD16Async(WR(DEV, N, 2) CUdeviceptr dstDevice, unsigned short us, COUNT size_t N, CUstream hStream);
API(2000) CUresult cuMemsetD2D16(WR(DEV, Width, 2, dstPitch, Height) CUdeviceptr_v1 dstDevice, VAL unsigned int dstPitch, unsigned short us,
    COUNT unsigned int Width, VAL unsigned int Height);
API(3020, PTDS) CUresult cuMemsetD2D16_v2(WR(DEV, Width, 2, dstPitch, Height) CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned short us,
    COUNT size_t Width, VAL size_t Height);
API(3020, ASYNC PTSZ) CUresult cuMemsetD2D16Async(WR(DEV, Width, 2, dstPitch, Height) CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned short us,
    COUNT size_t Width, VAL size_t Height, CUstream hStream);
API(2000) CUresult cuMemsetD2D32(WR(DEV, Width, 4, dstPitch, Height) CUdeviceptr_v1 dstDevice, VAL unsigned int dstPitch, unsigned int ui,
    COUNT unsigned int Width, VAL unsigned int Height);
API(3020, PTDS) CUresult cuMemsetD2D32_v2(WR(DEV, Width, 4, dstPitch, Height) CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned int ui,
    COUNT size_t Width, VAL size_t Height);
API(3020, ASYNC PTSZ) CUresult cuMemsetD2D32Async(WR(DEV, Width, 4, dstPitch, Height) CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned int ui,
    COUNT size_t Width, VAL size_t Height, CUstream hStream);
API(2000) CUresult cuMemsetD2D8(WR(DEV, Width, 1, dstPitch, Height) CUdeviceptr_v1 dstDevice, VAL unsigned int dstPitch, unsigned char uc,
    SIZE unsigned int Width, VAL unsigned int Height);
API(3020, PTDS) CUresult cuMemsetD2D8_v2(WR(DEV, Width, 1, dstPitch, Height) CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned char uc,
    SIZE size_t Width, VAL size_t Height);
API(3020, ASYNC PTSZ) CUresult cuMemsetD2D8Async(WR(DEV, Width, 1, dstPitch, Height) CUdeviceptr dstDevice, VAL size_t dstPitch, unsigned char uc,
    SIZE size_t Width, VAL size_t Height, CUstream hStream);
API(2000) CUresult cuMemsetD32(WR(DEV, N, 4) CUdeviceptr_v1 dstDevice, unsigned int ui, COUNT unsigned int N);
API(3020, PTDS) CUresult cuMemsetD32_v2(WR(DEV, N, 4) CUdeviceptr dstDevice, unsigned int ui, COUNT size_t N);
API(3020, ASYNC PTSZ) CUresult cuMemsetD32Async(WR(DEV, N, 4) CUdeviceptr dstDevice, unsigned int ui, COUNT size_t N, CUstream hStream);
API(2000) CUresult cuMemsetD8(WR(DEV, N) CUdeviceptr_v1 dstDevice, unsigned char uc, SIZE unsigned int N);
API(3020, PTDS) CUresult cuMemsetD8_v2(WR(DEV, N) CUdeviceptr dstDevice, unsigned char uc, SIZE size_t N);
API(3020, ASYNC PTSZ) CUresult cuMemsetD8Async(WR(DEV, N) CUdeviceptr dstDevice, unsigned char uc, SIZE size_t N, CUstream hStream);
