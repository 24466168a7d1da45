/* See vulkan.h.
 *
 * The loader opens the guest as a layer through its manifest, although it is loaded already, and
 * asks for the few functions below.  Whatever else a program asks for is answered with the wrapper
 * of the row, if there is a row, and counted if not. Where the Khronos validation layer is below
 * us, a messenger of our own hears what it says; the program's own ones keep working. */
#include "wrap/vulkan.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api_vulkan/message.h"
#include "api_vulkan/state.h"
#include "call/call.h"
#include "call/guest.h"
#include "iq_entries.h"
#include "process/hostmem.h"
#include "rules/faults/missing_symbol.h"
#include "rules/faults/vulkan_crash.h"
#include "wrap/driver.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/patch.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))
#define LAYER_NAME "VK_LAYER_INQUEST_guest"
#define VALIDATION_NAME "VK_LAYER_KHRONOS_validation"
#define DEBUG_UTILS "VK_EXT_debug_utils"

enum { MAX_EXTENSIONS = 256 };

struct iq_vulkan_slot iq_vulkan_slots[IQ_VULKAN_SLOTS];
static uint32_t slots_used;
static pthread_mutex_t slots_lock = PTHREAD_MUTEX_INITIALIZER;

IQ_EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(struct iq_vk_negotiate *negotiate);

/* Generated table and hand-written wrappers know each other by name. */
VkResult iq_vulkan_vkCreateInstance(const VkInstanceCreateInfo *, const VkAllocationCallbacks *,
                                    VkInstance *);
void iq_vulkan_vkDestroyInstance(VkInstance, const VkAllocationCallbacks *);
VkResult iq_vulkan_vkCreateDevice(VkPhysicalDevice, const VkDeviceCreateInfo *,
                                  const VkAllocationCallbacks *, VkDevice *);
void iq_vulkan_vkDestroyDevice(VkDevice, const VkAllocationCallbacks *);
PFN_vkVoidFunction iq_vulkan_vkGetInstanceProcAddr(VkInstance, const char *);
PFN_vkVoidFunction iq_vulkan_vkGetDeviceProcAddr(VkDevice, const char *);
VkResult iq_vulkan_vkEnumerateInstanceExtensionProperties(const char *, uint32_t *,
                                                          VkExtensionProperties *);
VkResult iq_vulkan_vkEnumerateInstanceLayerProperties(uint32_t *, VkLayerProperties *);
VkResult iq_vulkan_vkEnumerateDeviceExtensionProperties(VkPhysicalDevice, const char *, uint32_t *,
                                                        VkExtensionProperties *);
VkResult iq_vulkan_vkEnumerateDeviceLayerProperties(VkPhysicalDevice, uint32_t *,
                                                    VkLayerProperties *);

/* --- chains
 * ------------------------------------------------------------------------------------------
 */

/* A chain for the object [dispatchable]; NULL if there are too many. */
static struct iq_vulkan_chain *add_chain(const void *dispatchable,
                                         const struct iq_vulkan_chain *filled)
{
    void *key = *(void *const *)dispatchable;
    uint32_t i = iq_vulkan_hash(key);
    pthread_mutex_lock(&slots_lock);
    while (iq_vulkan_slots[i].key && iq_vulkan_slots[i].key != key)
        i = (i + 1) % IQ_VULKAN_SLOTS;
    struct iq_vulkan_chain *chain = iq_vulkan_slots[i].chain;
    bool fresh = !iq_vulkan_slots[i].key;
    if (!chain && slots_used < IQ_VULKAN_SLOTS - 16)
        chain = malloc(sizeof *chain);
    if (chain) {
        *chain = *filled;
        iq_vulkan_slots[i].chain = chain;
        slots_used += fresh;
        __atomic_store_n(&iq_vulkan_slots[i].key, key, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&slots_lock);
    return chain;
}

static const struct iq_vulkan_row *find_row(const char *symbol)
{
    return iq_guest_find(&iq_wrap_vulkan_names, symbol);
}

static void **member_of(struct iq_vulkan_chain *chain, const struct iq_vulkan_row *row)
{
    return (void **)(void *)((char *)&chain->real + row->offset);
}

/* The wrapper of [name] in front of [next]. */
static PFN_vkVoidFunction answer(struct iq_vulkan_chain *chain, const char *name,
                                 PFN_vkVoidFunction next)
{
    const struct iq_vulkan_row *row = find_row(name);
    if (!next)
        return NULL;
    if (!row && !strncmp(name, "vkCmdBind", 9))
        iq_vk_unseen_command();
    if (!row)
        return (PFN_vkVoidFunction)(uintptr_t)iq_driver_counting(name, (void *)(uintptr_t)next);
    *member_of(chain, row) = (void *)(uintptr_t)next;
    return (PFN_vkVoidFunction)(uintptr_t)row->wrapper;
}

/* Fills in what has the object as its first argument.  A loader runs out of places when it is asked
 * for functions of devices by their instance, so those of an instance are filled in when somebody
 * asks for them. */
static void fill(struct iq_vulkan_chain *chain, VkDevice device)
{
    for (uint32_t i = 0; i < iq_wrap_vulkan_count; i++) {
        const char *name = iq_wrap_vulkan[i].symbol;
        const struct iq_entry *entry = iq_wrap_vulkan[i].entry;
        int kind = entry->arg_count ? entry->args[0].kind : IQ_KIND_NONE;
        if (!device && kind != IQ_KIND_VK_INSTANCE && kind != IQ_KIND_VK_PHYSICAL_DEVICE)
            continue;
        PFN_vkVoidFunction next = device ? chain->next_device_proc(device, name)
                                         : chain->next_instance_proc(chain->instance, name);
        /* drivers need not have it: then it ends in the loader, which goes by instances */
        if (!next && strstr(name, "DebugUtils"))
            next = chain->next_instance_proc(chain->instance, name);
        *member_of(chain, &iq_wrap_vulkan[i]) = (void *)(uintptr_t)next;
    }
}

/* --- functions
 * ------------------------------------------------------------------------------------------
 */

PFN_vkVoidFunction iq_vulkan_vkGetInstanceProcAddr(VkInstance instance, const char *name)
{
    static const char *const global[] = {
        "vkCreateInstance",
        "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateInstanceLayerProperties",
        "vkGetInstanceProcAddr",
        "vkCreateDevice" /* of no instance: layers in front of us ask so */,
        NULL
    };
    for (int i = 0; global[i]; i++)
        if (!strcmp(name, global[i]))
            return (PFN_vkVoidFunction)(uintptr_t)find_row(name)->wrapper;
    if (!instance)
        return NULL;
    struct iq_vulkan_chain *chain = iq_vulkan_chain_of(instance);
    return answer(chain, name, chain->next_instance_proc(instance, name));
}

PFN_vkVoidFunction iq_vulkan_vkGetDeviceProcAddr(VkDevice device, const char *name)
{
    struct iq_vulkan_chain *chain = iq_vulkan_chain_of(device);
    return answer(chain, name, chain->next_device_proc(device, name));
}

static PFN_vkVoidFunction physical_proc(VkInstance instance, const char *name)
{
    struct iq_vulkan_chain *chain = iq_vulkan_chain_of(instance);
    return chain->next_physical_proc
               ? answer(chain, name, chain->next_physical_proc(instance, name))
               : NULL;
}

VkResult vkNegotiateLoaderLayerInterfaceVersion(struct iq_vk_negotiate *negotiate)
{
    if (!negotiate || negotiate->sType != IQ_VK_NEGOTIATE_STRUCT ||
        negotiate->loaderLayerInterfaceVersion < IQ_VK_LAYER_VERSION)
        return VK_ERROR_INITIALIZATION_FAILED;
    negotiate->loaderLayerInterfaceVersion = IQ_VK_LAYER_VERSION;
    negotiate->pfnGetInstanceProcAddr = iq_vulkan_vkGetInstanceProcAddr;
    negotiate->pfnGetDeviceProcAddr = iq_vulkan_vkGetDeviceProcAddr;
    negotiate->pfnGetPhysicalDeviceProcAddr = physical_proc;
    return VK_SUCCESS;
}

/* We have neither extensions nor layers of our own; the loader asks for others elsewhere. */
static VkResult none_of_ours(const char *layer, uint32_t *count)
{
    if (layer && strcmp(layer, LAYER_NAME))
        return VK_ERROR_LAYER_NOT_PRESENT;
    *count = 0;
    return VK_SUCCESS;
}

VkResult iq_vulkan_vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                          VkExtensionProperties *properties)
{
    (void)properties;
    return none_of_ours(layer, count);
}

VkResult iq_vulkan_vkEnumerateInstanceLayerProperties(uint32_t *count,
                                                      VkLayerProperties *properties)
{
    (void)properties;
    return none_of_ours(NULL, count);
}

VkResult iq_vulkan_vkEnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char *layer,
                                                        uint32_t *count,
                                                        VkExtensionProperties *properties)
{
    if (layer && !strcmp(layer, LAYER_NAME))
        return none_of_ours(layer, count);
    return iq_vulkan_next(device)->vkEnumerateDeviceExtensionProperties(device, layer, count,
                                                                        properties);
}

VkResult iq_vulkan_vkEnumerateDeviceLayerProperties(VkPhysicalDevice device, uint32_t *count,
                                                    VkLayerProperties *properties)
{
    (void)device, (void)properties;
    return none_of_ours(NULL, count);
}

/* Times that the loader called us to create something; atomic. */
static uint32_t creations;

/* --- instances
 * ------------------------------------------------------------------------------------------
 */

static struct iq_vk_layer_info *link_info(const void *chain, VkStructureType type)
{
    struct iq_vk_layer_info *info = (struct iq_vk_layer_info *)(uintptr_t)chain;
    while (info && !(info->sType == type && info->function == IQ_VK_LAYER_LINK_INFO))
        info = (struct iq_vk_layer_info *)(uintptr_t)info->pNext;
    return info;
}

/* Is the Khronos validation layer part of this instance? */
static bool has_validation(const VkInstanceCreateInfo *info)
{
    const char *layers = getenv("VK_INSTANCE_LAYERS");
    for (uint32_t i = 0; i < info->enabledLayerCount; i++)
        if (!strcmp(info->ppEnabledLayerNames[i], VALIDATION_NAME))
            return true;
    return layers && strstr(layers, VALIDATION_NAME);
}

static VkBool32 hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                     VkDebugUtilsMessageTypeFlagsEXT types,
                     const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    (void)user, (void)types;
    if (!data->pMessage)
        return 0;
    return iq_vk_message(severity == VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, data);
}

static const VkDebugUtilsMessengerCreateInfoEXT messenger_info = {
    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
    .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
    .pfnUserCallback = hear
};

typedef VkResult (*create_instance_fn)(const VkInstanceCreateInfo *, const VkAllocationCallbacks *,
                                       VkInstance *);

/* Creates the instance with the extension that messages come by, and with a messenger for the
 * creation itself. */
static VkResult create_listening(create_instance_fn create, const VkInstanceCreateInfo *info,
                                 const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    const char *names[MAX_EXTENSIONS + 1];
    VkInstanceCreateInfo changed = *info;
    VkDebugUtilsMessengerCreateInfoEXT messenger = messenger_info;
    bool present = false;
    if (info->enabledExtensionCount > MAX_EXTENSIONS)
        return create(info, allocator, instance);
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        names[i] = info->ppEnabledExtensionNames[i];
        present |= !strcmp(names[i], DEBUG_UTILS);
    }
    if (!present)
        names[changed.enabledExtensionCount++] = DEBUG_UTILS;
    changed.ppEnabledExtensionNames = names;
    messenger.pNext = info->pNext;
    changed.pNext = &messenger;
    VkResult result = create(&changed, allocator, instance);
    return result == VK_ERROR_EXTENSION_NOT_PRESENT && !present ? create(info, allocator, instance)
                                                                : result;
}

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), own = strlen(end);
    return length >= own && !strcmp(name + length - own, end);
}

/* Layers are found by functions whose names end like this. */
static bool is_layer(const struct iq_elf_object *object)
{
    for (size_t i = 0, count = iq_elf_symbol_count(object); i < count; i++) {
        const char *name = object->strings + object->symbols[i].st_name;
        if (object->symbols[i].st_shndx && strncmp(name, "vk_icd", 6) &&
            (ends_in(name, "_GetInstanceProcAddr") ||
             ends_in(name, "NegotiateLoaderLayerInterfaceVersion")))
            return true;
    }
    return false;
}

/* Frames of the loader and of layers of the system are not the program's; of other layers one
 * cannot know what they do for whom. */
static void find_loader(void)
{
    struct iq_elf_object object;
    for (const struct link_map *map = iq_elf_first(); map; map = map->l_next) {
        if (!map->l_name[0] || map == iq_elf_self() || iq_elf_open(map, &object))
            continue;
        if (strstr(map->l_name, "libvulkan.so") || strstr(map->l_name, "libVkLayer"))
            iq_core_hide_range(object.text, object.text_end);
        else if (is_layer(&object))
            iq_vk_add_layer(object.text, object.text_end, iq_sys_base_name(map->l_name));
    }
}

static VkResult create_instance(const VkInstanceCreateInfo *info,
                                const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    struct iq_vk_layer_info *link =
        link_info(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    bool listening = has_validation(info);
    if (!link || !link->link.instance)
        return VK_ERROR_INITIALIZATION_FAILED;
    struct iq_vulkan_chain chain = { .next_instance_proc =
                                         link->link.instance->pfnNextGetInstanceProcAddr,
                                     .next_physical_proc =
                                         link->link.instance->pfnNextGetPhysicalDeviceProcAddr };
    create_instance_fn create =
        (create_instance_fn)chain.next_instance_proc(NULL, "vkCreateInstance");
    if (!create)
        return VK_ERROR_INITIALIZATION_FAILED;
    link->link.instance = link->link.instance->pNext; /* the next layer takes its own link */
    iq_vk_listen(listening);
    VkResult result = listening ? create_listening(create, info, allocator, instance)
                                : create(info, allocator, instance);
    if (result != VK_SUCCESS)
        return result;
    chain.instance = *instance;
    fill(&chain, NULL);
    if (listening && chain.real.vkCreateDebugUtilsMessengerEXT)
        chain.real.vkCreateDebugUtilsMessengerEXT(*instance, &messenger_info, NULL,
                                                  &chain.messenger);
    if (add_chain(*instance, &chain))
        return result;
    chain.real.vkDestroyInstance(*instance, allocator);
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

VkResult iq_vulkan_vkCreateInstance(const VkInstanceCreateInfo *info,
                                    const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    struct iq_call call;
    __atomic_add_fetch(&creations, 1, __ATOMIC_RELAXED);
    iq_guest_start_services(false);
    find_loader();
    const uint64_t args[] = { (uint64_t)(uintptr_t)info, (uint64_t)(uintptr_t)allocator,
                              (uint64_t)(uintptr_t)instance };
    iq_call_enter(&call, &iq_entries[IQ_ID_vkCreateInstance], args, IQ_SITE);
    VkResult result =
        call.answered ? (VkResult)call.result : create_instance(info, allocator, instance);
    iq_call_leave(&call, result);
    return result;
}

void iq_vulkan_vkDestroyInstance(VkInstance instance, const VkAllocationCallbacks *allocator)
{
    struct iq_call call;
    const uint64_t args[] = { (uint64_t)(uintptr_t)instance, (uint64_t)(uintptr_t)allocator };
    if (!instance)
        return;
    struct iq_vulkan_chain *chain = iq_vulkan_chain_of(instance);
    iq_call_enter(&call, &iq_entries[IQ_ID_vkDestroyInstance], args, IQ_SITE);
    if (!call.answered) {
        if (chain->messenger)
            chain->real.vkDestroyDebugUtilsMessengerEXT(instance, chain->messenger, NULL);
        chain->messenger = NULL;
        chain->real.vkDestroyInstance(instance, allocator);
    }
    iq_call_leave(&call, 0);
}

/* --- devices
 * ------------------------------------------------------------------------------------------
 */

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device)
{
    struct iq_vk_layer_info *link =
        link_info(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    struct iq_vulkan_chain *instance = iq_vulkan_chain_of(physical);
    typedef VkResult (*create_fn)(VkPhysicalDevice, const VkDeviceCreateInfo *,
                                  const VkAllocationCallbacks *, VkDevice *);
    if (!link || !link->link.device)
        return VK_ERROR_INITIALIZATION_FAILED;
    struct iq_vulkan_chain chain = { .next_instance_proc =
                                         link->link.device->pfnNextGetInstanceProcAddr,
                                     .instance = instance->instance,
                                     .next_device_proc =
                                         link->link.device->pfnNextGetDeviceProcAddr };
    create_fn create = (create_fn)chain.next_instance_proc(instance->instance, "vkCreateDevice");
    if (!create)
        return VK_ERROR_INITIALIZATION_FAILED;
    link->link.device = link->link.device->pNext;
    VkResult result = create(physical, info, allocator, device);
    if (result != VK_SUCCESS)
        return result;
    fill(&chain, *device);
    if (add_chain(*device, &chain))
        return result;
    chain.real.vkDestroyDevice(*device, allocator);
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

/* What memory the device has, and what it is called: asked once, when a device is made. */
static void describe_device(VkPhysicalDevice physical, VkDevice device)
{
    const struct iq_real_vulkan *next = iq_vulkan_next(physical);
    VkPhysicalDeviceMemoryProperties memory;
    VkPhysicalDeviceProperties properties;
    if (!next->vkGetPhysicalDeviceMemoryProperties || !next->vkGetPhysicalDeviceProperties)
        return;
    next->vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    next->vkGetPhysicalDeviceProperties(physical, &properties);
    iq_vk_device_made(device, &memory, &properties);
}

VkResult iq_vulkan_vkCreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                  const VkAllocationCallbacks *allocator, VkDevice *device)
{
    struct iq_call call;
    __atomic_add_fetch(&creations, 1, __ATOMIC_RELAXED);
    const uint64_t args[] = { (uint64_t)(uintptr_t)physical, (uint64_t)(uintptr_t)info,
                              (uint64_t)(uintptr_t)allocator, (uint64_t)(uintptr_t)device };
    iq_call_enter(&call, &iq_entries[IQ_ID_vkCreateDevice], args, IQ_SITE);
    VkResult result =
        call.answered ? (VkResult)call.result : create_device(physical, info, allocator, device);
    iq_call_leave(&call, result);
    if (result == VK_SUCCESS && !call.answered)
        describe_device(physical, *device);
    return result;
}

void iq_vulkan_vkDestroyDevice(VkDevice device, const VkAllocationCallbacks *allocator)
{
    struct iq_call call;
    const uint64_t args[] = { (uint64_t)(uintptr_t)device, (uint64_t)(uintptr_t)allocator };
    if (!device)
        return;
    struct iq_vulkan_chain *chain = iq_vulkan_chain_of(device);
    iq_call_enter(&call, &iq_entries[IQ_ID_vkDestroyDevice], args, IQ_SITE);
    if (!call.answered)
        chain->real.vkDestroyDevice(device, allocator);
    iq_call_leave(&call, 0);
}

/* --- what the loader refuses
 * ------------------------------------------------------------------------------------------ */

/* The loader refuses much by itself: layers and extensions that are not there, drivers that do not
 * open, functions that nobody offers.  Then no layer is called; so its two functions that create
 * are patched, and a failure that did not come from us is noted, and its two that look up, and
 * those that look at what they are given before a layer does, or end the program for it. (Exporting
 * the names instead would take them from libraries that keep function pointers in variables of
 * these names.) */
enum {
    AT_INSTANCE,
    AT_DEVICE,
    AT_INSTANCE_PROC,
    AT_DEVICE_PROC,
    AT_EXTENSIONS,
    AT_LAYERS,
    AT_VERSION,
    AT_DEVICES,
    AT_GROUPS,
    AT_LOADER
};
static struct iq_patch at_loader[AT_LOADER];

static VkResult note_refused(uint16_t id, const uint64_t *args, VkResult result, uint32_t before,
                             struct iq_site site)
{
    struct iq_call call;
    if (result >= 0 || __atomic_load_n(&creations, __ATOMIC_RELAXED) != before)
        return result;
    iq_guest_start_services(false);
    find_loader();
    iq_call_enter(&call, &iq_entries[id], args, site);
    iq_call_leave(&call, result);
    return result;
}

static VkResult loader_create_instance(const VkInstanceCreateInfo *info,
                                       const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    create_instance_fn next = (create_instance_fn)(uintptr_t)at_loader[AT_INSTANCE].original;
    uint32_t before = __atomic_load_n(&creations, __ATOMIC_RELAXED);
    const uint64_t args[] = { (uint64_t)(uintptr_t)info, (uint64_t)(uintptr_t)allocator,
                              (uint64_t)(uintptr_t)instance };
    struct iq_site site = IQ_SITE;
    return note_refused(IQ_ID_vkCreateInstance, args, next(info, allocator, instance), before,
                        site);
}

static VkResult loader_create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                     const VkAllocationCallbacks *allocator, VkDevice *device)
{
    typedef VkResult (*create_fn)(VkPhysicalDevice, const VkDeviceCreateInfo *,
                                  const VkAllocationCallbacks *, VkDevice *);
    create_fn next = (create_fn)(uintptr_t)at_loader[AT_DEVICE].original;
    uint32_t before = __atomic_load_n(&creations, __ATOMIC_RELAXED);
    const uint64_t args[] = { (uint64_t)(uintptr_t)physical, (uint64_t)(uintptr_t)info,
                              (uint64_t)(uintptr_t)allocator, (uint64_t)(uintptr_t)device };
    struct iq_site site = IQ_SITE;
    iq_vk_call_loader(&iq_entries[IQ_ID_vkCreateDevice], site);
    VkResult result = next(physical, info, allocator, device);
    iq_vk_call_loader(NULL, site);
    return note_refused(IQ_ID_vkCreateDevice, args, result, before, site);
}

/* NULL, and what the loader answers with code of its own, which may lead nowhere. */
static PFN_vkVoidFunction note_answer(uint16_t id, const char *name, PFN_vkVoidFunction found,
                                      struct iq_site site)
{
    if (!found || iq_vk_is_loader((uintptr_t)found)) {
        iq_guest_start_services(false);
        find_loader();
        iq_missing_symbol_answered(&iq_entries[id], name, (uintptr_t)found, site);
    }
    return found;
}

static PFN_vkVoidFunction loader_instance_proc(VkInstance instance, const char *name)
{
    iq_vk_instance_proc next = (iq_vk_instance_proc)(uintptr_t)at_loader[AT_INSTANCE_PROC].original;
    struct iq_site site = IQ_SITE;
    return note_answer(IQ_ID_vkGetInstanceProcAddr, name, next(instance, name), site);
}

static PFN_vkVoidFunction loader_device_proc(VkDevice device, const char *name)
{
    iq_vk_device_proc next = (iq_vk_device_proc)(uintptr_t)at_loader[AT_DEVICE_PROC].original;
    struct iq_site site = IQ_SITE;
    return note_answer(IQ_ID_vkGetDeviceProcAddr, name, next(device, name), site);
}

static bool is_stray(uint64_t address)
{
    uint64_t bad = 0;
    return address < 4096 ||
           iq_hostmem_check(address, sizeof(uint32_t), true, &bad) != IQ_HOSTMEM_OK;
}

/* The loader is about to write where nothing is, at its last [count] arguments, of which the second
 * may be missing: the call is entered, so that the crash has a name. */
static void note_stray(struct iq_call *call, uint16_t id, const uint64_t *args, int count,
                       struct iq_site site)
{
    int last = iq_entries[id].arg_count - 1, first = last - count + 1;
    if (!is_stray(args[first]) && (first == last || !args[last] || !is_stray(args[last])))
        return;
    iq_guest_start_services(false);
    find_loader();
    iq_call_enter(call, &iq_entries[id], args, site);
}

static VkResult loader_extensions(const char *layer, uint32_t *count,
                                  VkExtensionProperties *properties)
{
    typedef VkResult (*next_fn)(const char *, uint32_t *, VkExtensionProperties *);
    next_fn next = (next_fn)(uintptr_t)at_loader[AT_EXTENSIONS].original;
    const uint64_t args[] = { (uint64_t)(uintptr_t)layer, (uint64_t)(uintptr_t)count,
                              (uint64_t)(uintptr_t)properties };
    struct iq_call call = { .entry = NULL };
    struct iq_site site = IQ_SITE;
    uint32_t before = __atomic_load_n(&creations, __ATOMIC_RELAXED);
    uint16_t id = IQ_ID_vkEnumerateInstanceExtensionProperties;
    note_stray(&call, id, args, 2, site);
    if (!call.entry)
        return note_refused(id, args, next(layer, count, properties), before, site);
    VkResult result = call.answered ? (VkResult)call.result : next(layer, count, properties);
    iq_call_leave(&call, result);
    return result;
}

static VkResult leave_stray(struct iq_call *call, VkResult result)
{
    if (call->entry)
        iq_call_leave(call, result);
    return result;
}

static VkResult loader_layers(uint32_t *count, VkLayerProperties *properties)
{
    typedef VkResult (*next_fn)(uint32_t *, VkLayerProperties *);
    next_fn next = (next_fn)(uintptr_t)at_loader[AT_LAYERS].original;
    const uint64_t args[] = { (uint64_t)(uintptr_t)count, (uint64_t)(uintptr_t)properties };
    struct iq_call call = { .entry = NULL };
    note_stray(&call, IQ_ID_vkEnumerateInstanceLayerProperties, args, 2, IQ_SITE);
    return leave_stray(&call, call.entry && call.answered ? (VkResult)call.result
                                                          : next(count, properties));
}

static VkResult loader_version(uint32_t *version)
{
    typedef VkResult (*next_fn)(uint32_t *);
    next_fn next = (next_fn)(uintptr_t)at_loader[AT_VERSION].original;
    const uint64_t args[] = { (uint64_t)(uintptr_t)version };
    struct iq_call call = { .entry = NULL };
    note_stray(&call, IQ_ID_vkEnumerateInstanceVersion, args, 1, IQ_SITE);
    return leave_stray(&call, call.entry && call.answered ? (VkResult)call.result : next(version));
}

static VkResult loader_devices(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices)
{
    typedef VkResult (*next_fn)(VkInstance, uint32_t *, VkPhysicalDevice *);
    next_fn next = (next_fn)(uintptr_t)at_loader[AT_DEVICES].original;
    const uint64_t args[] = { (uint64_t)(uintptr_t)instance, (uint64_t)(uintptr_t)count,
                              (uint64_t)(uintptr_t)devices };
    struct iq_call call = { .entry = NULL };
    note_stray(&call, IQ_ID_vkEnumeratePhysicalDevices, args, 2, IQ_SITE);
    return leave_stray(&call, call.entry && call.answered ? (VkResult)call.result
                                                          : next(instance, count, devices));
}

static VkResult loader_groups(VkInstance instance, uint32_t *count,
                              VkPhysicalDeviceGroupProperties *groups)
{
    typedef VkResult (*next_fn)(VkInstance, uint32_t *, VkPhysicalDeviceGroupProperties *);
    next_fn next = (next_fn)(uintptr_t)at_loader[AT_GROUPS].original;
    const uint64_t args[] = { (uint64_t)(uintptr_t)instance, (uint64_t)(uintptr_t)count,
                              (uint64_t)(uintptr_t)groups };
    struct iq_call call = { .entry = NULL };
    note_stray(&call, IQ_ID_vkEnumeratePhysicalDeviceGroups, args, 2, IQ_SITE);
    return leave_stray(&call, call.entry && call.answered ? (VkResult)call.result
                                                          : next(instance, count, groups));
}

void iq_vulkan_look_at(const struct iq_elf_object *object, bool live)
{
    static const char *const names[AT_LOADER] = { "vkCreateInstance",
                                                  "vkCreateDevice",
                                                  "vkGetInstanceProcAddr",
                                                  "vkGetDeviceProcAddr",
                                                  "vkEnumerateInstanceExtensionProperties",
                                                  "vkEnumerateInstanceLayerProperties",
                                                  "vkEnumerateInstanceVersion",
                                                  "vkEnumeratePhysicalDevices",
                                                  "vkEnumeratePhysicalDeviceGroups" };
    void *const wrappers[AT_LOADER] = {
        (void *)(uintptr_t)loader_create_instance, (void *)(uintptr_t)loader_create_device,
        (void *)(uintptr_t)loader_instance_proc,   (void *)(uintptr_t)loader_device_proc,
        (void *)(uintptr_t)loader_extensions,      (void *)(uintptr_t)loader_layers,
        (void *)(uintptr_t)loader_version,         (void *)(uintptr_t)loader_devices,
        (void *)(uintptr_t)loader_groups
    };
    struct iq_patcher patcher;
    if (!object->soname || !iq_sys_starts(object->soname, "libvulkan.so"))
        return;
    iq_vk_set_loader(object->text, object->text_end);
    if (at_loader[AT_INSTANCE].original || iq_patcher_init(&patcher, object, AT_LOADER, 0, live))
        return;
    for (int i = 0; i < AT_LOADER; i++) {
        const Elf64_Sym *symbol = iq_elf_lookup(object, names[i]);
        uintptr_t at = symbol && ELF64_ST_TYPE(symbol->st_info) == STT_FUNC
                           ? object->bias + symbol->st_value
                           : 0;
        if (at < object->text || at + IQ_ARCH_ENTRY > object->text_end ||
            symbol->st_size < IQ_ARCH_ENTRY)
            continue;
        at_loader[i] = (struct iq_patch){ .enter = (void *)(uintptr_t)iq_thunk_direct,
                                          .wrapper = wrappers[i],
                                          .symbol = names[i] };
        if (!iq_patcher_detour(&patcher, (uint8_t *)at, symbol->st_size, &at_loader[i]))
            (void)iq_patcher_install(&patcher, (uint8_t *)at, symbol->st_size, &at_loader[i]);
    }
    (void)iq_patcher_finish(&patcher);
}
