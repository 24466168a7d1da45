/* Texels that were written before: by copies, in parts and row by row, by kernels through surfaces,
 * or not read at all. */
enum { WIDTH = 32, ROWS = 4 };

__global__ void fill(cudaSurfaceObject_t s)
{
    surf2Dwrite(1.0f, s, threadIdx.x * (int)sizeof(float), threadIdx.y);
}

__global__ void fetch(cudaTextureObject_t t, float *out, int rows)
{
    for (int y = 0; y < rows; y++)
        out[threadIdx.x] += tex2D<float>(t, threadIdx.x + 0.5f, y + 0.5f);
}

__global__ void load(cudaSurfaceObject_t s, float *out)
{
    for (int y = 0; y < ROWS; y++)
        out[threadIdx.x] += surf2Dread<float>(s, threadIdx.x * (int)sizeof(float), y);
}

/* Of four channels one was written, and is used. */
__global__ void one_channel(cudaTextureObject_t t, float *out)
{
    out[threadIdx.x] = tex2D<float4>(t, threadIdx.x, 0).x;
}

__global__ void write_x(cudaSurfaceObject_t s)
{
    surf2Dwrite(1.0f, s, threadIdx.x * (int)sizeof(float4), 0);
}

/* Outside, where a load gives 0. */
__global__ void outside(cudaSurfaceObject_t s, float *out)
{
    out[threadIdx.x] = surf2Dread<float>(s, 0, ROWS, cudaBoundaryModeZero);
}

static cudaArray_t array_of(const cudaChannelFormatDesc &desc, int rows)
{
    cudaArray_t array;
    cudaMallocArray(&array, &desc, WIDTH, rows, cudaArraySurfaceLoadStore);
    return array;
}

static void objects(cudaArray_t array, cudaTextureFilterMode mode, cudaSurfaceObject_t *s,
                    cudaTextureObject_t *t)
{
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    how.filterMode = mode;
    cudaCreateSurfaceObject(s, &from);
    cudaCreateTextureObject(t, &from, &how, NULL);
}

int main()
{
    static float zeros[ROWS][WIDTH];
    float *out;
    cudaSurfaceObject_t s;
    cudaTextureObject_t t;
    cudaArray_t array = array_of(cudaCreateChannelDesc<float>(), ROWS);
    cudaMalloc(&out, WIDTH * sizeof *out);
    cudaMemset(out, 0, WIDTH * sizeof *out);
    objects(array, cudaFilterModeLinear, &s, &t);
    outside<<<1, WIDTH>>>(s, out);
    cudaMemcpy2DToArray(array, 0, 0, zeros, sizeof zeros[0], sizeof zeros[0], 2,
                        cudaMemcpyHostToDevice);
    fetch<<<1, WIDTH>>>(t, out, 2);
    for (int y = 2; y < ROWS; y++)
        cudaMemcpy2DToArray(array, 0, y, zeros, sizeof zeros[0], sizeof zeros[0], 1,
                            cudaMemcpyHostToDevice);
    fetch<<<1, WIDTH>>>(t, out, ROWS);
    array = array_of(cudaCreateChannelDesc<float>(), ROWS);
    objects(array, cudaFilterModePoint, &s, &t);
    fill<<<1, dim3(WIDTH, ROWS)>>>(s);
    load<<<1, WIDTH>>>(s, out);
    fetch<<<1, WIDTH>>>(t, out, ROWS);
    objects(array_of(cudaCreateChannelDesc<float4>(), 1), cudaFilterModePoint, &s, &t);
    write_x<<<1, WIDTH>>>(s);
    one_channel<<<1, WIDTH>>>(t, out);
    return cudaDeviceSynchronize();
}
