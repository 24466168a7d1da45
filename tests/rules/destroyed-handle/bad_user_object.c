#include "cuda_runtime.h"

static void gone(void *user) { (void)user; }

int main(void)
{
    static int data;
    cudaUserObject_t object;
    cudaUserObjectCreate(&object, &data, gone, 1, cudaUserObjectNoDestructorSync); // site: created
    cudaUserObjectRelease(object, 1);                                             // site: destroyed
    return cudaUserObjectRetain(object, 1); // expect: destroyed-handle arg=object object=user-object contained=1
}
