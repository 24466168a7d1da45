/* Result codes of Vulkan that say by themselves what is wrong; where a rule knows more, its suspicion has the higher rank. */
#include <string.h>

#include "call/core.h"
#include "api_vulkan/objects.h"
#include "rules/rules.h"

static const struct code { int64_t code; const char *rule, *message, *fix; } codes[] = {
    { -3, "bad-device", "the driver could not initialise what was asked for",
      "see `inquest doctor` for the drivers and layers that are installed; a driver library may be missing or too old" },
    { -5, "not-accessible", "the memory could not be mapped",
      "map memory of a type with VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT, one mapping at a time, and not more than the address space has" },
    { -6, "bad-flags", "a layer was asked for that is not installed", "install the layer, or enable only what vkEnumerateInstanceLayerProperties lists" },
    { -7, "bad-flags", "an extension was asked for that is not there",
      "enable only what vkEnumerateInstanceExtensionProperties or vkEnumerateDeviceExtensionProperties lists" },
    { -8, "bad-flags", "a feature was asked for that the device lacks", "enable only what vkGetPhysicalDeviceFeatures2 reports, and have another way for the rest" },
    { -9, "bad-device", "no Vulkan driver could be opened, or none of the version that was asked for",
      "see `inquest doctor` for the drivers that are installed (VK_DRIVER_FILES and VK_ICD_FILENAMES choose among them), and ask for at most what vkEnumerateInstanceVersion returns" },
    { -10, "out-of-memory", "too many objects of this kind exist",
      "free what is no longer needed; allocate few large blocks of memory and bind many objects to each (maxMemoryAllocationCount)" },
    { -11, "bad-format", "the format is not supported for this", "ask vkGetPhysicalDeviceImageFormatProperties first, and choose another format or usage" },
    { -12, "out-of-memory", "the pool has room enough, but not in one piece", "reset the pool (vkResetDescriptorPool) rather than freeing sets one by one, or take one pool per kind of set" },
    { -1000069000, "out-of-memory", "the pool has no room for these sets",
      "make maxSets and the pPoolSizes of the pool larger (they are of all sets together), free sets that are no longer needed, or go on with another pool" },
    { -1000072003, "unknown-handle", "the external handle is not valid", "import a handle of the type that is named, once, and before it is closed" },
    { -1000000001, "already-registered", "the window is in use by another swapchain or API",
      "destroy the old swapchain first, or pass it in oldSwapchain; one window has one swapchain" },
};

/* The layers or extensions that vkCreateInstance or vkCreateDevice was asked for. */
static void put_asked_for(struct iq_str *out, const struct iq_call *call)
{
    const VkInstanceCreateInfo *instance = iq_is_type(call->entry->args[0].type, "VkInstanceCreateInfo") ? iq_vk_behind(call, 0) : NULL;
    const VkDeviceCreateInfo *device = call->entry->arg_count > 1 && iq_is_type(call->entry->args[1].type, "VkDeviceCreateInfo") ? iq_vk_behind(call, 1) : NULL;
    bool layers = call->result == VK_ERROR_LAYER_NOT_PRESENT;
    uint32_t count = layers ? instance ? instance->enabledLayerCount : 0 : instance ? instance->enabledExtensionCount : device ? device->enabledExtensionCount : 0;
    const char *const *names = layers ? instance ? instance->ppEnabledLayerNames : NULL : instance ? instance->ppEnabledExtensionNames :
                               device ? device->ppEnabledExtensionNames : NULL;
    if (call->result != VK_ERROR_EXTENSION_NOT_PRESENT && !layers)
        return;
    for (uint32_t i = 0; names && i < count; i++)
        iq_str_printf(out, "%s%s", i ? ", " : count == 1 ? "it was asked for " : "it was asked for these, and not all are there: ", names[i] ? names[i] : "NULL");
}

/* The sets that were asked for, of a pool about which capacity.c knows nothing. */
static void put_sets(struct iq_str *out, const struct iq_call *call)
{
    const VkDescriptorSetAllocateInfo *info = !strcmp(call->entry->name, "vkAllocateDescriptorSets") ? iq_vk_behind(call, 1) : NULL;
    if (info)
        iq_str_printf(out, "%u set%s asked for, of a pool that was not seen to be made: how many it has room for is not known", info->descriptorSetCount,
                      info->descriptorSetCount == 1 ? " was" : "s were");
}

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct code *code = suspicion->pointer[0];
    iq_str_printf(&words->message, "%s: %s", call->entry->name, code->message);
    size_t before = words->cause.length;
    put_asked_for(&words->cause, call);
    put_sets(&words->cause, call);
    if (words->cause.length == before)
        iq_str_printf(&words->cause, "it returned %s, and nothing that is known of its arguments says more", iq_status_name(IQ_API_VULKAN, call->result));
    iq_str_puts(&words->fix, code->fix);
}

static void check(const struct iq_event *event)
{
    if (event->call->entry->api != IQ_API_VULKAN || iq_suspected(IQ_RANK_CODE))
        return;
    for (size_t i = 0; i < IQ_COUNT_OF(codes); i++)
        if (codes[i].code == event->result) {
            struct iq_suspicion suspicion = iq_suspicion_at(event, codes[i].rule, IQ_RANK_CODE, -1);
            suspicion.pointer[0] = &codes[i];
            suspicion.explain = explain;
            iq_suspect(&suspicion);
        }
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(END), IQ_PHASE_FAILED, check, NULL } };
const struct iq_rule_family iq_rules_vk_codes = { "vk_codes", subscriptions, IQ_COUNT_OF(subscriptions) };
