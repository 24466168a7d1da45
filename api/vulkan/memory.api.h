/* Device memory. */
API(1000, FX(vk_allocate_memory)) VkResult vkAllocateMemory(VkDevice device, const VkMemoryAllocateInfo *pAllocateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_memory) VkDeviceMemory *pMemory);
API(1000, FX(vk_bind)) VkResult vkBindBufferMemory(VkDevice device, VkBuffer buffer, VkDeviceMemory memory,
    OFFSET VkDeviceSize memoryOffset);
API(1010, FX(vk_bind2) LOOK(vk_bind2)) VkResult vkBindBufferMemory2(VkDevice device, COUNT uint32_t bindInfoCount,
    const VkBindBufferMemoryInfo *pBindInfos);
API(1000, FX(vk_bind2) LOOK(vk_bind2)) VkResult vkBindBufferMemory2KHR(VkDevice device, COUNT uint32_t bindInfoCount,
    const VkBindBufferMemoryInfo *pBindInfos);
API(1000, FX(vk_bind)) VkResult vkBindImageMemory(VkDevice device, VkImage image, VkDeviceMemory memory, OFFSET VkDeviceSize memoryOffset);
API(1010, FX(vk_bind2) LOOK(vk_bind2) OP(bind_image_memory)) VkResult vkBindImageMemory2(VkDevice device, COUNT uint32_t bindInfoCount,
    const VkBindImageMemoryInfo *pBindInfos);
API(1000, FX(vk_bind2) LOOK(vk_bind2) OP(bind_image_memory)) VkResult vkBindImageMemory2KHR(VkDevice device, COUNT uint32_t bindInfoCount,
    const VkBindImageMemoryInfo *pBindInfos);
API(1000, FX(vk_flush) LOOK(vk_ranges)) VkResult vkFlushMappedMemoryRanges(VkDevice device, COUNT uint32_t memoryRangeCount,
    const VkMappedMemoryRange *pMemoryRanges);
API(1000, PASS FX(vk_free_memory)) void vkFreeMemory(VkDevice device, OPT DEL(vk_memory) VkDeviceMemory memory,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkGetBufferMemoryRequirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements *pMemoryRequirements);
API(1010, PASS) void vkGetBufferMemoryRequirements2(VkDevice device, const VkBufferMemoryRequirementsInfo2 *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1000, PASS) void vkGetBufferMemoryRequirements2KHR(VkDevice device, const VkBufferMemoryRequirementsInfo2 *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1030, PASS) void vkGetDeviceBufferMemoryRequirements(VkDevice device, const VkDeviceBufferMemoryRequirements *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1000, PASS) void vkGetDeviceBufferMemoryRequirementsKHR(VkDevice device, const VkDeviceBufferMemoryRequirements *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1010, PASS) void vkGetDeviceGroupPeerMemoryFeatures(VkDevice device, uint32_t heapIndex, uint32_t localDeviceIndex,
    uint32_t remoteDeviceIndex, VkPeerMemoryFeatureFlags *pPeerMemoryFeatures);
API(1000, PASS) void vkGetDeviceGroupPeerMemoryFeaturesKHR(VkDevice device, uint32_t heapIndex, uint32_t localDeviceIndex,
    uint32_t remoteDeviceIndex, VkPeerMemoryFeatureFlags *pPeerMemoryFeatures);
API(1030, PASS) void vkGetDeviceImageMemoryRequirements(VkDevice device, const VkDeviceImageMemoryRequirements *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1000, PASS) void vkGetDeviceImageMemoryRequirementsKHR(VkDevice device, const VkDeviceImageMemoryRequirements *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1030, PASS) void vkGetDeviceImageSparseMemoryRequirements(VkDevice device, const VkDeviceImageMemoryRequirements *pInfo,
    uint32_t *pSparseMemoryRequirementCount, OPT VkSparseImageMemoryRequirements2 *pSparseMemoryRequirements);
API(1000, PASS) void vkGetDeviceImageSparseMemoryRequirementsKHR(VkDevice device, const VkDeviceImageMemoryRequirements *pInfo,
    uint32_t *pSparseMemoryRequirementCount, OPT VkSparseImageMemoryRequirements2 *pSparseMemoryRequirements);
API(1000, PASS) void vkGetDeviceMemoryCommitment(VkDevice device, VkDeviceMemory memory, VkDeviceSize *pCommittedMemoryInBytes);
API(1020, PASS) uint64_t vkGetDeviceMemoryOpaqueCaptureAddress(VkDevice device, const VkDeviceMemoryOpaqueCaptureAddressInfo *pInfo);
API(1000, PASS) uint64_t vkGetDeviceMemoryOpaqueCaptureAddressKHR(VkDevice device, const VkDeviceMemoryOpaqueCaptureAddressInfo *pInfo);
API(1000, PASS) void vkGetImageMemoryRequirements(VkDevice device, VkImage image, VkMemoryRequirements *pMemoryRequirements);
API(1010, PASS) void vkGetImageMemoryRequirements2(VkDevice device, const VkImageMemoryRequirementsInfo2 *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1000, PASS) void vkGetImageMemoryRequirements2KHR(VkDevice device, const VkImageMemoryRequirementsInfo2 *pInfo,
    VkMemoryRequirements2 *pMemoryRequirements);
API(1000, PASS) void vkGetImageSparseMemoryRequirements(VkDevice device, VkImage image, uint32_t *pSparseMemoryRequirementCount,
    OPT VkSparseImageMemoryRequirements *pSparseMemoryRequirements);
API(1010, PASS) void vkGetImageSparseMemoryRequirements2(VkDevice device, const VkImageSparseMemoryRequirementsInfo2 *pInfo,
    uint32_t *pSparseMemoryRequirementCount, OPT VkSparseImageMemoryRequirements2 *pSparseMemoryRequirements);
API(1000, PASS) void vkGetImageSparseMemoryRequirements2KHR(VkDevice device, const VkImageSparseMemoryRequirementsInfo2 *pInfo,
    uint32_t *pSparseMemoryRequirementCount, OPT VkSparseImageMemoryRequirements2 *pSparseMemoryRequirements);
API(1000, FX(vk_flush) LOOK(vk_ranges) OP(invalidate_memory)) VkResult vkInvalidateMappedMemoryRanges(VkDevice device, COUNT uint32_t memoryRangeCount,
    const VkMappedMemoryRange *pMemoryRanges);
API(1000, FX(vk_map)) VkResult vkMapMemory(VkDevice device, VkDeviceMemory memory, OFFSET VkDeviceSize offset, VkDeviceSize size,
    FLAGS(none) VkMemoryMapFlags flags, void * *ppData);
API(1000, PASS) void vkSetDeviceMemoryPriorityEXT(VkDevice device, VkDeviceMemory memory, float priority);
API(1000, PASS FX(vk_unmap)) void vkUnmapMemory(VkDevice device, VkDeviceMemory memory);
