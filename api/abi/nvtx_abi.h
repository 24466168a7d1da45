/* NVTX 3, as far as a tool needs it: how a program's copy of NVTX finds the tool, and the extension that describes memory
 * (module 1, version 1.2).  NVTX is header-only: each object of a program has tables of its own, which the tool fills.
 * Layouts are those of version 1 of each structure; later ones only append. */
#ifndef IQ_ABI_NVTX_H
#define IQ_ABI_NVTX_H

#include <stddef.h>
#include <stdint.h>

/* What the initialisation function of the core is given: a function that gives tables by number.  The table of callbacks gives, by module, the
 * addresses of the function pointers that the tool may set, by number. */
enum { NVTX_TABLE_CALLBACKS = 1, NVTX_MODULE_CORE = 1, NVTX_MODULE_CORE2 = 5 };
struct nvtx_callbacks { size_t struct_size; int (*function_table)(int module, intptr_t ***slots, unsigned *count); };
enum { NVTX_RANGE_START_EX = 4, NVTX_RANGE_START_A, NVTX_RANGE_START_W, NVTX_RANGE_END, NVTX_RANGE_PUSH_EX, NVTX_RANGE_PUSH_A, NVTX_RANGE_PUSH_W, NVTX_RANGE_POP };
enum { NVTX_DOMAIN_RANGE_START_EX = 2, NVTX_DOMAIN_RANGE_END, NVTX_DOMAIN_RANGE_PUSH_EX, NVTX_DOMAIN_RANGE_POP, NVTX_DOMAIN_REGISTER_A = 10,
       NVTX_DOMAIN_REGISTER_W, NVTX_DOMAIN_CREATE_A, NVTX_DOMAIN_CREATE_W };
enum { NVTX_MESSAGE_ASCII = 1, NVTX_MESSAGE_WIDE, NVTX_MESSAGE_REGISTERED };
struct nvtx_attributes { uint16_t version, struct_size; uint32_t category; int32_t color_type; uint32_t color; int32_t payload_type, reserved; uint64_t payload; int32_t message_type; const void *message; };
enum { NVTX_NOT_TRACKED = -2 }; /* what Push and Pop answer where the levels of ranges are not kept */

/* What the initialisation function of an extension is given.  A slot that stays 0 becomes a function that does nothing. */
struct nvtx_segment { size_t id, slot_count; intptr_t *slots; };
struct nvtx_module { uint16_t version, struct_size, module, compatible; size_t segment_count; struct nvtx_segment *segments; intptr_t (*export_function)(uint32_t); const void *info; };
enum { NVTX_MODULE_MEMORY = 1, NVTX_MEMORY_VERSION = 0x0102, NVTX_MODULE_PAYLOAD = 2, NVTX_DOMAIN_IS_ENABLED = 7 };

/* Slots of the memory extension. */
enum { NVTX_HEAP_REGISTER, NVTX_HEAP_UNREGISTER, NVTX_HEAP_RESET, NVTX_REGIONS_REGISTER, NVTX_REGIONS_RESIZE, NVTX_REGIONS_UNREGISTER, NVTX_REGIONS_NAME,
       NVTX_PERMISSIONS_ASSIGN, NVTX_PERMISSIONS_CREATE, NVTX_PERMISSIONS_DESTROY, NVTX_PERMISSIONS_RESET, NVTX_PERMISSIONS_BIND, NVTX_PERMISSIONS_UNBIND,
       NVTX_CUDA_PROCESS_PERMISSIONS, NVTX_CUDA_DEVICE_PERMISSIONS, NVTX_CUDA_PEER_ACCESS, NVTX_CUDA_MARK_INITIALIZED };

enum { NVTX_USAGE_SUB_ALLOCATOR = 1, NVTX_USAGE_LAYOUT = 2, NVTX_TYPE_VIRTUAL_ADDRESS = 1 };
enum { NVTX_MAY_READ = 1, NVTX_MAY_WRITE = 2, NVTX_MAY_ATOMIC = 4, NVTX_MAY_RESET = 8 };

struct nvtx_range { size_t size; const void *at; };
struct nvtx_heap { uint16_t compatible, struct_size; uint32_t reserved, usage, type; size_t description_size; const void *description; };
/* Of Register (with a heap), Resize and MarkInitialized (both without): ranges of [element_size] bytes each. */
struct nvtx_register { uint16_t compatible, struct_size; uint32_t type; void *heap; size_t count, element_size; const void *elements; void **handles; };
struct nvtx_ranges { uint16_t compatible, struct_size; uint32_t type; size_t count, element_size; const void *elements; };
/* Regions are told by their address, or by a handle, which here is the address. */
struct nvtx_references { uint16_t compatible, struct_size; uint32_t type; size_t count, element_size; const void *elements; };
enum { NVTX_NAME_ASCII = 1 };
struct nvtx_name { uint32_t region_type, name_type; const void *region; const char *name; uint32_t category, reserved; };
struct nvtx_names { uint16_t compatible, struct_size; uint32_t reserved; size_t count, element_size; const void *elements; size_t reserved_too; };
struct nvtx_permission { uint32_t flags, type; const void *region; };
struct nvtx_assign { uint16_t compatible, struct_size; uint32_t reserved; void *permissions; size_t count, element_size; const void *elements; };

#endif
