/* A program with launches on every kind of stream and a captured graph, for the options that add to launches. */
KERNEL(poke)

static const char ptx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry poke(.param .u64 p)\n{\n .reg .u64 %rd<2>;\n .reg .u32 %r<2>;\n"
    " ld.param.u64 %rd1, [p];\n ld.global.u32 %r1, [%rd1];\n add.u32 %r1, %r1, 1;\n st.global.u32 [%rd1], %r1;\n ret;\n}\n";

int main(void)
{
    int host = 0, *device;
    size_t nodes = 0;
    cudaStream_t streams[3];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, poke);
    __cudaRegisterFatBinaryEnd(fatbin);
    cudaMalloc((void **)&device, 64);
    cudaMemset(device, 0, 64);
    for (int i = 0; i < 3; i++)
        cudaStreamCreate(&streams[i]);
    for (int i = 0; i < 300; i++) {
        LAUNCH(poke, 1, 1, 0, i % 4 ? streams[i % 4 - 1] : 0, &device);
        cudaDeviceSynchronize();
    }
    cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
    LAUNCH(poke, 1, 1, 0, streams[0], &device);
    LAUNCH(poke, 1, 1, 0, streams[0], &device);
    cudaStreamEndCapture(streams[0], &graph);
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, streams[0]);
    cudaStreamSynchronize(streams[0]);
    if (nodes != 2 || cudaMemcpy(&host, device, 4, cudaMemcpyDeviceToHost) || host != 302)
        return 1;
    return cudaFree(device);
}
