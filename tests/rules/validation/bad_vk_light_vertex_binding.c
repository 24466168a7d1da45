// options: --validation no
#include "vk_vertex_input.h"

/* An attribute of binding 1, and only binding 0 is described. */
int main(void)
{
    VkCommandBuffer commands = vk_vertex_input_begin();
    VkVertexInputBindingDescription2EXT binding = { VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT, NULL, 0, 16, VK_VERTEX_INPUT_RATE_VERTEX, 1 };
    VkVertexInputAttributeDescription2EXT attributes[2] = { { VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT, NULL, 0, 0, VK_FORMAT_R32_SFLOAT, 0 },
                                                            { VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT, NULL, 1, 1, VK_FORMAT_R32_SFLOAT, 4 } };
    set_vertex_input(commands, 1, &binding, 2, attributes); // expect: validation api=vkCmdSetVertexInputEXT arg=pVertexAttributeDescriptions[1].binding says=a_binding_that
    vk_vertex_input_end(commands, 0);
    return 0;
}
