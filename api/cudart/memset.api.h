/* Runtime API: fills.  Form of a row: api/roles.h. */
API(3020, PTDS) cudaError_t cudaMemset(WR(DEV, count) void *devPtr, int value, size_t count);
API(3020, PTDS) cudaError_t cudaMemset2D(WR(DEV, width, 1, pitch, height) void *devPtr, VAL size_t pitch, int value, SIZE size_t width,
    VAL size_t height);
API(3020, ASYNC PTSZ) cudaError_t cudaMemset2DAsync(WR(DEV, width, 1, pitch, height) void *devPtr, VAL size_t pitch, int value, SIZE size_t width,
    VAL size_t height, cudaStream_t stream);
API(3020, AS(rt_memset3d) PTDS) cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent);
API(3020, AS(rt_memset3d) ASYNC PTSZ) cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent,
    cudaStream_t stream);
API(3020, ASYNC PTSZ) cudaError_t cudaMemsetAsync(WR(DEV, count) void *devPtr, int value, size_t count, cudaStream_t stream);
