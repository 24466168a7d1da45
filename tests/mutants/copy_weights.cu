/* A layer of a network: its weights stay on the host. */
#include "mutant.h"

__global__ void layer(const float *weights, const float *in, float *out, int inputs)
{
    float sum = 0;
    for (int k = 0; k < inputs; k++)
        sum += weights[threadIdx.x * inputs + k] * in[k];       // site: kernel
    out[threadIdx.x] = fmaxf(sum, 0);
}

int main()
{
    const int inputs = 60, outputs = 40;
    std::vector<float> w(inputs * outputs, 0.5f);
    float *weights = fresh<float>(w.size()), *in = upload(std::vector<float>(inputs, 1));
    float *out = fresh<float>(outputs);
    RIGHT(OK(cudaMemcpy(weights, w.data(), w.size() * 4, cudaMemcpyHostToDevice));)
    layer<<<1, outputs>>>(weights, in, out, inputs);    // expect: kernel-uninitialized severity=warning
    finish();
    std::vector<float> got = download(out, outputs);
    release(weights, in, out);
    return verdict(got[0] == 30 && got[39] == 30);
}
