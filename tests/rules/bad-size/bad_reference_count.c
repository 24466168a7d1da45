#include "cuda_runtime.h"

static void gone(void *user) { (void)user; }

int main(void)
{
    static int data;
    cudaUserObject_t object;
    int owners = -1;
    cudaUserObjectCreate(&object, &data, gone, 1, cudaUserObjectNoDestructorSync);
    return cudaUserObjectRetain(object, (unsigned)owners); // expect: bad-size arg=count says=exceeds_what_one_call_can_count
}
