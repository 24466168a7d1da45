#include "vk_world.h"

/* The loader answers by itself: no layer sees the call. */
int main(void)
{
    vk_world();
    vkEnumerateInstanceVersion(NULL); // expect: null-pointer arg=pApiVersion
    return 0;
}
