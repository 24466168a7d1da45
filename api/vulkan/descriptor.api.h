/* Descriptor sets and push constants. */
API(1000, FX(vk_descriptor_sets) LOOK(vk_pool) OP(allocate_sets)) VkResult vkAllocateDescriptorSets(VkDevice device,
    const VkDescriptorSetAllocateInfo *pAllocateInfo, PTR VkDescriptorSet *pDescriptorSets);
API(1000, PASS FX(vk_record) STATE) void vkCmdBindDescriptorBufferEmbeddedSamplersEXT(VkCommandBuffer commandBuffer,
    VkPipelineBindPoint pipelineBindPoint, VkPipelineLayout layout, uint32_t set);
API(1000, PASS FX(vk_push_sets) STATE) void vkCmdBindDescriptorBuffersEXT(VkCommandBuffer commandBuffer, COUNT uint32_t bufferCount,
    const VkDescriptorBufferBindingInfoEXT *pBindingInfos);
API(1000, PASS FX(vk_bind_sets) STATE OP(bind_sets)) void vkCmdBindDescriptorSets(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint,
    VkPipelineLayout layout, uint32_t firstSet, COUNT uint32_t descriptorSetCount,
    LIST(vk_descriptor_set, descriptorSetCount) const VkDescriptorSet *pDescriptorSets, COUNT uint32_t dynamicOffsetCount,
    const uint32_t *pDynamicOffsets);
API(1000, PASS FX(vk_push_constants) STATE) void vkCmdPushConstants(VkCommandBuffer commandBuffer, VkPipelineLayout layout,
    FLAGS(VkShaderStageFlagBits) VkShaderStageFlags stageFlags, uint32_t offset, uint32_t size, PTR const void *pValues);
API(1000, PASS FX(vk_push_sets) STATE OP(push_sets)) void vkCmdPushDescriptorSetKHR(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint,
    VkPipelineLayout layout, uint32_t set, COUNT uint32_t descriptorWriteCount, const VkWriteDescriptorSet *pDescriptorWrites);
API(1000, PASS FX(vk_push_sets) STATE OP(push_sets)) void vkCmdPushDescriptorSetWithTemplateKHR(VkCommandBuffer commandBuffer,
    VkDescriptorUpdateTemplate descriptorUpdateTemplate, VkPipelineLayout layout, uint32_t set, PTR const void *pData);
API(1000, PASS FX(vk_push_sets) STATE) void vkCmdSetDescriptorBufferOffsetsEXT(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint,
    VkPipelineLayout layout, uint32_t firstSet, COUNT uint32_t setCount, const uint32_t *pBufferIndices, const VkDeviceSize *pOffsets);
API(1000, FX(vk_descriptor_pool)) VkResult vkCreateDescriptorPool(VkDevice device, const VkDescriptorPoolCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_descriptor_pool) VkDescriptorPool *pDescriptorPool);
API(1000, FX(vk_set_layout)) VkResult vkCreateDescriptorSetLayout(VkDevice device, const VkDescriptorSetLayoutCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_descriptor_set_layout) VkDescriptorSetLayout *pSetLayout);
API(1010) VkResult vkCreateDescriptorUpdateTemplate(VkDevice device, const VkDescriptorUpdateTemplateCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_descriptor_update_template) VkDescriptorUpdateTemplate *pDescriptorUpdateTemplate);
API(1000) VkResult vkCreateDescriptorUpdateTemplateKHR(VkDevice device, const VkDescriptorUpdateTemplateCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_descriptor_update_template) VkDescriptorUpdateTemplate *pDescriptorUpdateTemplate);
API(1000, PASS) void vkDestroyDescriptorPool(VkDevice device, OPT DEL(vk_descriptor_pool) VkDescriptorPool descriptorPool,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyDescriptorSetLayout(VkDevice device,
    OPT DEL(vk_descriptor_set_layout) VkDescriptorSetLayout descriptorSetLayout, OPT const VkAllocationCallbacks *pAllocator);
API(1010, PASS) void vkDestroyDescriptorUpdateTemplate(VkDevice device,
    OPT DEL(vk_descriptor_update_template) VkDescriptorUpdateTemplate descriptorUpdateTemplate,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyDescriptorUpdateTemplateKHR(VkDevice device,
    OPT DEL(vk_descriptor_update_template) VkDescriptorUpdateTemplate descriptorUpdateTemplate,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000) VkResult vkFreeDescriptorSets(VkDevice device, VkDescriptorPool descriptorPool, COUNT uint32_t descriptorSetCount,
    DEL(vk_descriptor_set, descriptorSetCount) const VkDescriptorSet *pDescriptorSets);
API(1000) VkResult vkGetBufferOpaqueCaptureDescriptorDataEXT(VkDevice device, const VkBufferCaptureDescriptorDataInfoEXT *pInfo,
    PTR void *pData);
API(1000, PASS) void vkGetDescriptorEXT(VkDevice device, const VkDescriptorGetInfoEXT *pDescriptorInfo, size_t dataSize,
    PTR void *pDescriptor);
API(1000, PASS) void vkGetDescriptorSetLayoutBindingOffsetEXT(VkDevice device, VkDescriptorSetLayout layout, uint32_t binding,
    VkDeviceSize *pOffset);
API(1000, PASS) void vkGetDescriptorSetLayoutSizeEXT(VkDevice device, VkDescriptorSetLayout layout, VkDeviceSize *pLayoutSizeInBytes);
API(1010, PASS) void vkGetDescriptorSetLayoutSupport(VkDevice device, const VkDescriptorSetLayoutCreateInfo *pCreateInfo,
    VkDescriptorSetLayoutSupport *pSupport);
API(1000, PASS) void vkGetDescriptorSetLayoutSupportKHR(VkDevice device, const VkDescriptorSetLayoutCreateInfo *pCreateInfo,
    VkDescriptorSetLayoutSupport *pSupport);
API(1000) VkResult vkGetImageOpaqueCaptureDescriptorDataEXT(VkDevice device, const VkImageCaptureDescriptorDataInfoEXT *pInfo,
    PTR void *pData);
API(1000) VkResult vkGetImageViewOpaqueCaptureDescriptorDataEXT(VkDevice device, const VkImageViewCaptureDescriptorDataInfoEXT *pInfo,
    PTR void *pData);
API(1000) VkResult vkGetSamplerOpaqueCaptureDescriptorDataEXT(VkDevice device, const VkSamplerCaptureDescriptorDataInfoEXT *pInfo,
    PTR void *pData);
API(1000, FX(vk_reset_descriptors)) VkResult vkResetDescriptorPool(VkDevice device, VkDescriptorPool descriptorPool,
    FLAGS(none) VkDescriptorPoolResetFlags flags);
API(1010, PASS FX(vk_descriptors_by_template)) void vkUpdateDescriptorSetWithTemplate(VkDevice device, VkDescriptorSet descriptorSet,
    VkDescriptorUpdateTemplate descriptorUpdateTemplate, PTR const void *pData);
API(1000, PASS FX(vk_descriptors_by_template)) void vkUpdateDescriptorSetWithTemplateKHR(VkDevice device, VkDescriptorSet descriptorSet,
    VkDescriptorUpdateTemplate descriptorUpdateTemplate, PTR const void *pData);
API(1000, PASS FX(vk_descriptors) LOOK(vk_descriptors)) void vkUpdateDescriptorSets(VkDevice device, COUNT uint32_t descriptorWriteCount,
    const VkWriteDescriptorSet *pDescriptorWrites, COUNT uint32_t descriptorCopyCount, const VkCopyDescriptorSet *pDescriptorCopies);
