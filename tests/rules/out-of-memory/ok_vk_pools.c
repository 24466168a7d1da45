#include "vk_world.h"
#include "three_sets.h"

/* The pool is full, and the program goes on with another one. */
int main(void)
{
    VkDescriptorSet sets[4] = {0};
    vk_world();
    make_layout();
    VkDescriptorPool pool = pool_of_three(), more = VK_NULL_HANDLE;
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < 4; i++)
        if ((result = set_of(more ? more : pool, &sets[i])) != VK_SUCCESS) {
            more = pool_of_three();
            result = set_of(more, &sets[i]);
        }
    vkDestroyDescriptorPool(vk_device, pool, NULL);
    vkDestroyDescriptorPool(vk_device, more, NULL);
    vkDestroyDescriptorSetLayout(vk_device, layout, NULL);
    vk_end();
    return result;
}
