/* Surfaces that threads share in an order, or not at all, or where the order does not matter. */
__global__ void own(cudaSurfaceObject_t s)
{
    int x = blockIdx.x * (int)sizeof(float);
    surf2Dwrite(surf2Dread<float>(s, x, 1) + 1, s, x, 1);
}

__global__ void between(cudaSurfaceObject_t s, float *out)
{
    surf2Dwrite((float)threadIdx.x, s, threadIdx.x * (int)sizeof(float), 1);
    __syncthreads();
    out[threadIdx.x] = surf2Dread<float>(s, (blockDim.x - 1 - threadIdx.x) * (int)sizeof(float), 1);
}

__global__ void same_value(cudaSurfaceObject_t s) { surf2Dwrite(7.0f, s, 0, 1); }

/* Neighbouring bytes of one word. */
__global__ void bytes(cudaSurfaceObject_t s, cudaTextureObject_t t, unsigned *out)
{
    if (blockIdx.x % 2)
        surf2Dwrite((unsigned char)blockIdx.x, s, blockIdx.x, 1);
    else
        out[blockIdx.x] = tex2D<unsigned char>(t, blockIdx.x, 1);
}

__global__ void next(cudaTextureObject_t t, float *out)
{
    out[blockIdx.x] = tex2D<float>(t, (blockIdx.x + 1) % gridDim.x, 1);
}

__global__ void reduce(cudaSurfaceObject_t s)
{
    asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(0), "r"(1), "r"(1));
}

/* Global memory that nobody writes, beside a surface that the kernel writes. */
__global__ void beside(cudaSurfaceObject_t s, const float *in)
{
    surf2Dwrite(in[(blockIdx.x + 1) % gridDim.x], s, blockIdx.x * (int)sizeof(float), 1);
}

static cudaArray_t array_of(cudaChannelFormatDesc desc, const void *zeros, int width, int rows)
{
    cudaArray_t array;
    int pitch = width * (desc.x / 8);
    cudaMallocArray(&array, &desc, width, rows, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array, 0, 0, zeros, pitch, pitch, rows, cudaMemcpyHostToDevice);
    return array;
}

static void objects(cudaArray_t array, cudaSurfaceObject_t *s, cudaTextureObject_t *t)
{
    cudaResourceDesc from = {};
    cudaTextureDesc how = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaCreateSurfaceObject(s, &from);
    cudaCreateTextureObject(t, &from, &how, NULL);
}

int main()
{
    enum { N = 63, ROWS = 2 }; /* rows of bytes do not begin at words */
    static float zeros[ROWS * N];
    float *out;
    cudaSurfaceObject_t s, narrow;
    cudaTextureObject_t t, narrow_t;
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(out, 0, N * sizeof *out);
    objects(array_of(cudaCreateChannelDesc<float>(), zeros, N, ROWS), &s, &t);
    objects(array_of(cudaCreateChannelDesc<unsigned char>(), zeros, N, ROWS), &narrow, &narrow_t);
    own<<<N, 1>>>(s);
    between<<<1, N>>>(s, out);
    same_value<<<N, 32>>>(s);
    bytes<<<N, 1>>>(narrow, narrow_t, (unsigned *)out);
    next<<<N, 1>>>(t, out);
    reduce<<<N, 32>>>(s);
    beside<<<N, 1>>>(s, out);
    return cudaDeviceSynchronize();
}
