#include "vk_world.h"
#include "three_sets.h"

/* More sets than the pool was made for; drivers that keep no count of them give them all the same. */
int main(void)
{
    VkDescriptorSet sets[4] = {0};
    vk_world();
    make_layout();
    VkDescriptorPool pool = pool_of_three(); // site: created
    VkResult result = VK_SUCCESS;
    for (int i = 0; i < 4; i++)
        result = set_of(pool, &sets[i]); // expect: out-of-memory object=descriptor-pool
    vkDestroyDescriptorPool(vk_device, pool, NULL);
    vkDestroyDescriptorSetLayout(vk_device, layout, NULL);
    vk_end();
    if (!result)
        vk_missing("driver that counts the sets of a pool");
    return 0;
}
