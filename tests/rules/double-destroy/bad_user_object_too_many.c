#include "cuda.h"

static void gone(void *user) { (void)user; }

int main(void)
{
    static int data;
    CUuserObject object;
    cuInit(0);
    cuUserObjectCreate(&object, &data, gone, 2, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC); // site: created
    cuUserObjectRetain(object, 1);
    return cuUserObjectRelease(object, 4); // expect: double-destroy arg=count object=user-object contained=1 says=releases_4_references
}
