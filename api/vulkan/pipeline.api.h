/* Pipelines and shaders. */
API(1000, PASS FX(vk_bind_pipeline) STATE) void vkCmdBindPipeline(VkCommandBuffer commandBuffer, VkPipelineBindPoint pipelineBindPoint,
    VkPipeline pipeline);
API(1000, FX(vk_compute_pipelines)) VkResult vkCreateComputePipelines(VkDevice device, OPT VkPipelineCache pipelineCache, COUNT uint32_t createInfoCount,
    const VkComputePipelineCreateInfo *pCreateInfos, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_pipeline, createInfoCount) VkPipeline *pPipelines);
API(1000) VkResult vkCreateGraphicsPipelines(VkDevice device, OPT VkPipelineCache pipelineCache, COUNT uint32_t createInfoCount,
    const VkGraphicsPipelineCreateInfo *pCreateInfos, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_pipeline, createInfoCount) VkPipeline *pPipelines);
API(1000) VkResult vkCreatePipelineCache(VkDevice device, const VkPipelineCacheCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_pipeline_cache) VkPipelineCache *pPipelineCache);
API(1000) VkResult vkCreatePipelineLayout(VkDevice device, const VkPipelineLayoutCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_pipeline_layout) VkPipelineLayout *pPipelineLayout);
API(1000, TELLS FX(vk_shader)) VkResult vkCreateShaderModule(VkDevice device, const VkShaderModuleCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_shader_module) VkShaderModule *pShaderModule);
API(1000, PASS) void vkDestroyPipeline(VkDevice device, OPT DEL(vk_pipeline) VkPipeline pipeline,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyPipelineCache(VkDevice device, OPT DEL(vk_pipeline_cache) VkPipelineCache pipelineCache,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyPipelineLayout(VkDevice device, OPT DEL(vk_pipeline_layout) VkPipelineLayout pipelineLayout,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyShaderModule(VkDevice device, OPT DEL(vk_shader_module) VkShaderModule shaderModule,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000) VkResult vkGetPipelineCacheData(VkDevice device, VkPipelineCache pipelineCache, size_t *pDataSize, PTR void *pData);
API(1000, PASS) void vkGetShaderModuleCreateInfoIdentifierEXT(VkDevice device, const VkShaderModuleCreateInfo *pCreateInfo,
    VkShaderModuleIdentifierEXT *pIdentifier);
API(1000, PASS) void vkGetShaderModuleIdentifierEXT(VkDevice device, VkShaderModule shaderModule, VkShaderModuleIdentifierEXT *pIdentifier);
API(1000) VkResult vkMergePipelineCaches(VkDevice device, VkPipelineCache dstCache, COUNT uint32_t srcCacheCount,
    LIST(vk_pipeline_cache, srcCacheCount) const VkPipelineCache *pSrcCaches);
