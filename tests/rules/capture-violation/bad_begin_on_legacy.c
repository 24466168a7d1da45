#include "cuda_runtime.h"

/* Nothing captures yet: the stream itself is the mistake. */
int main(void)
{
    cudaStream_t legacy = NULL;
    return cudaStreamBeginCapture(legacy, cudaStreamCaptureModeGlobal); // expect: capture-violation says=which_cannot_be_captured unsaid=while_a_stream_captures
}
