// cc: g++ -std=c++20
/* The address of a pointer, a string view, a span and a shared pointer for that of the elements. */
#include "cuda_runtime.h"
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

int main()
{
    void *device;
    char *text = strdup("the quick brown fox jumps over the lazy dog");
    std::vector<float> elements(64);
    std::span<float> span(elements);
    std::string_view constant("a string view of a literal that has more bytes than the view");
    auto shared = std::make_shared<float[]>(64);
    cudaMalloc(&device, 256);
    cudaMemcpy(device, &text, 44, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=(char_*,_8_bytes,_of_main)
    cudaMemcpy(device, &span, span.size_bytes(), cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=the_object_of_a_span_holds
    cudaMemcpy(device, &constant, constant.size(), cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=the_object_of_a_string_view_holds
    cudaMemcpy(device, &shared, 256, cudaMemcpyHostToDevice); // expect: host-overrun arg=src says=the_object_of_a_shared_pointer_holds
    cudaFree(device);
    free(text);
    return 0;
}
