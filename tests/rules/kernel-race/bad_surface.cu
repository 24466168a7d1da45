// unseen on a GPU: what textures and surfaces access is not checked there
/* Blocks store through a surface what other blocks load through it, or fetch through a texture, in
 * the same kernel. */
__global__ void shift(cudaSurfaceObject_t s)
{
    int next = (blockIdx.x + 1) % gridDim.x;
    float left = surf2Dread<float>(s, next * (int)sizeof(float), 1);
    surf2Dwrite(left + 1, s, blockIdx.x * (int)sizeof(float), 1); // site-soft: kernel
}

__global__ void fetch(cudaSurfaceObject_t s, cudaTextureObject_t t, float *out)
{
    surf2Dwrite((float)blockIdx.x, s, blockIdx.x * (int)sizeof(float), 1);
    out[blockIdx.x] = tex2D<float>(t, (blockIdx.x + gridDim.x - 1) % gridDim.x, 1); // site-soft: kernel
}

__global__ void all_write(cudaSurfaceObject_t s)
{
    surf2Dwrite((float)blockIdx.x, s, 0, 1); // site-soft: kernel
}

int main()
{
    enum { N = 64, ROWS = 2 };
    static float zeros[ROWS][N];
    float *out;
    cudaArray_t array;
    cudaTextureObject_t t;
    cudaSurfaceObject_t s;
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaMalloc(&out, N * sizeof *out);
    cudaMallocArray(&array, &floats, N, ROWS, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, zeros, sizeof zeros[0], sizeof zeros[0], ROWS,
                        cudaMemcpyHostToDevice);
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaCreateSurfaceObject(&s, &from);
    cudaCreateTextureObject(&t, &from, &how, NULL);
    shift<<<N, 1>>>(s); // expect-soft: kernel-race severity=warning object=array says=of_row_1_of_an_array
    fetch<<<N, 1>>>(s, t, out); // expect-soft: kernel-race severity=warning object=array
    all_write<<<N, 1>>>(s); // expect-soft: kernel-race severity=warning object=array
    cudaDeviceSynchronize();
    return 0;
}
