/* Memory and objects shared with others. */
API(1000) VkResult vkGetImageDrmFormatModifierPropertiesEXT(VkDevice device, VkImage image,
    VkImageDrmFormatModifierPropertiesEXT *pProperties);
API(1000) VkResult vkGetMemoryFdKHR(VkDevice device, const VkMemoryGetFdInfoKHR *pGetFdInfo, int *pFd);
API(1000) VkResult vkGetMemoryFdPropertiesKHR(VkDevice device, VkExternalMemoryHandleTypeFlagBits handleType, int fd,
    VkMemoryFdPropertiesKHR *pMemoryFdProperties);
API(1000) VkResult vkGetMemoryHostPointerPropertiesEXT(VkDevice device, VkExternalMemoryHandleTypeFlagBits handleType,
    PTR const void *pHostPointer, VkMemoryHostPointerPropertiesEXT *pMemoryHostPointerProperties);
