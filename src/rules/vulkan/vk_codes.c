/* Result codes of Vulkan that say by themselves what is wrong; where a rule knows more, its
 * suspicion has the higher rank. */

#include "abi/vulkan_abi.h"
#include "api_vulkan/objects.h"
#include "call/core.h"
#include "rules/rules.h"

static const struct code {
    int64_t code;
    enum iq_rule_id rule;
    const char *message, *fix;
} codes[] = {
    { VK_ERROR_INITIALIZATION_FAILED, IQ_RULE_BAD_DEVICE,
      "the driver could not initialise the requested object",
      "run `inquest doctor` to list the installed drivers and layers; a driver library may be missing or too old" },
    { VK_ERROR_MEMORY_MAP_FAILED, IQ_RULE_NOT_ACCESSIBLE, "the memory could not be mapped",
      "map memory of a type with VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT, one mapping at a time, and at most what fits into the address space" },
    { VK_ERROR_LAYER_NOT_PRESENT, IQ_RULE_BAD_FLAGS, "a requested layer is not installed",
      "install the layer, or enable only what vkEnumerateInstanceLayerProperties lists" },
    { VK_ERROR_EXTENSION_NOT_PRESENT, IQ_RULE_BAD_FLAGS, "a requested extension is not available",
      "enable only what vkEnumerateInstanceExtensionProperties or vkEnumerateDeviceExtensionProperties lists" },
    { VK_ERROR_FEATURE_NOT_PRESENT, IQ_RULE_BAD_FLAGS,
      "the device does not support a requested feature",
      "enable only what vkGetPhysicalDeviceFeatures2 reports, and provide a fallback" },
    { VK_ERROR_INCOMPATIBLE_DRIVER, IQ_RULE_BAD_DEVICE,
      "no Vulkan driver could be loaded, or none supports the requested version",
      "run `inquest doctor` to list the installed drivers (VK_DRIVER_FILES and VK_ICD_FILENAMES select among them), and request at most the version that vkEnumerateInstanceVersion returns" },
    { VK_ERROR_TOO_MANY_OBJECTS, IQ_RULE_OUT_OF_MEMORY, "too many objects of this kind exist",
      "free unused objects; allocate a few large blocks of memory and bind many objects to each (maxMemoryAllocationCount)" },
    { VK_ERROR_FORMAT_NOT_SUPPORTED, IQ_RULE_BAD_FORMAT, "the format is not supported for this use",
      "query vkGetPhysicalDeviceImageFormatProperties first, and choose another format or usage" },
    { VK_ERROR_FRAGMENTED_POOL, IQ_RULE_OUT_OF_MEMORY,
      "the pool has enough room, but not in one block",
      "reset the pool (vkResetDescriptorPool) rather than freeing sets one by one, or use one pool per kind of set" },
    { VK_ERROR_OUT_OF_POOL_MEMORY, IQ_RULE_OUT_OF_MEMORY, "the pool has no room for these sets",
      "increase maxSets and pPoolSizes of the pool (they count all sets together), free unused sets, or use another pool" },
    { VK_ERROR_INVALID_EXTERNAL_HANDLE, IQ_RULE_UNKNOWN_HANDLE, "the external handle is not valid",
      "import a handle of the given type, only once, before it is closed" },
    { VK_ERROR_NATIVE_WINDOW_IN_USE_KHR, IQ_RULE_ALREADY_REGISTERED,
      "the window is in use by another swapchain or API",
      "destroy the old swapchain first, or pass it in oldSwapchain; a window can have only one swapchain" },
};

/* The layers or extensions that vkCreateInstance or vkCreateDevice was asked for. */
static void put_asked_for(struct iq_str *out, const struct iq_call *call)
{
    const VkInstanceCreateInfo *instance =
        iq_is_type(call->entry->args[0].type, "VkInstanceCreateInfo") ? iq_vk_pointee(call, 0)
                                                                      : NULL;
    const VkDeviceCreateInfo *device =
        call->entry->arg_count > 1 && iq_is_type(call->entry->args[1].type, "VkDeviceCreateInfo")
            ? iq_vk_pointee(call, 1)
            : NULL;
    bool layers = call->result == VK_ERROR_LAYER_NOT_PRESENT;
    uint32_t count = layers     ? instance ? instance->enabledLayerCount : 0
                     : instance ? instance->enabledExtensionCount
                     : device   ? device->enabledExtensionCount
                                : 0;
    const char *const *names = layers     ? instance ? instance->ppEnabledLayerNames : NULL
                               : instance ? instance->ppEnabledExtensionNames
                               : device   ? device->ppEnabledExtensionNames
                                          : NULL;
    if (call->result != VK_ERROR_EXTENSION_NOT_PRESENT && !layers)
        return;
    for (uint32_t i = 0; names && i < count; i++)
        iq_str_printf(out, "%s%s",
                      i            ? ", "
                      : count == 1 ? "the call requested "
                                   : "the call requested these, and not all are available: ",
                      names[i] ? names[i] : "NULL");
}

/* The sets that were asked for, of a pool about which capacity.c knows nothing. */
static void put_sets(struct iq_str *out, const struct iq_call *call)
{
    const VkDescriptorSetAllocateInfo *info =
        call->entry->operation == IQ_OP_ALLOCATE_SETS ? iq_vk_pointee(call, 1) : NULL;
    if (info)
        iq_str_printf(
            out,
            "%u set%s requested from a pool whose creation inquest did not see, so its size is unknown",
            info->descriptorSetCount, info->descriptorSetCount == 1 ? " was" : "s were");
}

struct explain_code {
    const struct code *code; /* that the call returned */
};
static void explain_code(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct code *code = IQ_EVIDENCE(explain_code, suspicion)->code;
    iq_str_printf(&words->message, "%s: %s", call->entry->name, code->message);
    size_t before = words->cause.length;
    put_asked_for(&words->cause, call);
    put_sets(&words->cause, call);
    if (words->cause.length == before)
        iq_str_printf(&words->cause, "it returned %s, and nothing in its arguments explains why",
                      iq_status_name(IQ_API_VULKAN, call->result));
    iq_str_puts(&words->fix, code->fix);
}

static void check_vk_codes(const struct iq_event *event)
{
    if (iq_suspected(IQ_RANK_CODE))
        return;
    for (size_t i = 0; i < IQ_COUNT_OF(codes); i++)
        if (codes[i].code == event->result) {
            struct iq_suspicion suspicion = iq_suspicion_at(event, codes[i].rule, IQ_RANK_CODE, -1);
            IQ_EXPLAIN(&suspicion, explain_code, .code = &codes[i]);
            iq_suspect(&suspicion);
        }
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(END), IQ_PHASE_FAILED, check_vk_codes, .apis = IQ_IN(VULKAN) },
};
const struct iq_rule_family iq_rules_vk_codes = { "vk_codes", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
