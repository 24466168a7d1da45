#include "vk_vertex_input.h"

/* Attributes of bindings that are described, and none at all. */
int main(void)
{
    VkCommandBuffer commands = vk_vertex_input_begin();
    VkVertexInputBindingDescription2EXT bindings[2] = { { VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT, NULL, 1, 16, VK_VERTEX_INPUT_RATE_VERTEX, 1 },
                                                        { VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT, NULL, 0, 16, VK_VERTEX_INPUT_RATE_VERTEX, 1 } };
    VkVertexInputAttributeDescription2EXT attribute = { VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT, NULL, 0, 0, VK_FORMAT_R32_SFLOAT, 0 };
    set_vertex_input(commands, 2, bindings, 1, &attribute);
    set_vertex_input(commands, 0, NULL, 0, NULL);
    vk_vertex_input_end(commands, 1);
    return 0;
}
