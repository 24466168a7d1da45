/* Which extension a function of Vulkan comes with.  Constant data; threads: any; signals: yes. */
#ifndef IQ_API_VULKAN_EXTENSIONS_H
#define IQ_API_VULKAN_EXTENSIONS_H

#include <stdbool.h>

/* The extension that [name] belongs to, static; NULL: none that we know.  [of_instance]: it is
 * enabled when the instance is made, not the device. */
const char *iq_vk_extension_of(const char *name, bool *of_instance);

#endif
