#include "cuda.h"

static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .func nothing() { ret; }\n.visible .entry k() { call nothing; ret; }\n";

int main(void)
{
    CUlinkState state;
    void *image;
    size_t size;
    test_context();
    if (cuLinkCreate(0, NULL, NULL, &state) || cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "part", 0, NULL, NULL))
        return 1;
    cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "part", 0, NULL, NULL); // expect-real: symbol-not-found arg=data
    cuLinkComplete(state, &image, &size); // expect-soft: symbol-not-found arg=state result=999
    return 0;
}
