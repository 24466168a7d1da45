// light: too
#include "vk_world.h"

/* A length of -1: no memory goes on for so long. */
int main(void)
{
    VkWriteDescriptorSet write = { VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET };
    vk_world();
    vkUpdateDescriptorSets(vk_device, (uint32_t)-1, &write, 0, NULL); // expect: bad-size arg=pDescriptorWrites contained=1
    return 0;
}
