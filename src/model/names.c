/* Without memory a name stays unknown, and base/pages.h counts it. */
#include "model/names.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/page.h"
#include "base/probe.h"
#include "base/sorted_map.h"
#include "process/exports.h"
#include "process/hostmem.h"

enum { NAME_BYTES = 200 };

static const char *const kinds[] = {
    [IQ_KIND_NONE] = "object",
#define IQ_KIND(id, name) [IQ_KIND_##id] = name,
#include "model/kinds.def"
};

/* What was registered with a runtime.  [unloads]: of libraries, when it was unregistered. */
struct image {
    const void *wrapper;
    unsigned long long unloads;
    bool gone; /* atomic: .unloads is known */
};

/* The name of a kernel or variable.  A library registers thousands, of which few are asked for:
 * those among its constants are read then. */
struct label {
    const char *text;          /* interned, or as it was registered */
    const struct image *image; /* NULL: unknown */
    bool is_read;
};

struct variable {
    uint64_t host, size;
    struct label label;
};

static struct iq_map interned, functions; /* hash -> text; host address -> label */
static struct iq_map images;              /* handle -> image that is registered */
static struct iq_sorted_map variables;

/* Pages that nobody could write to: each is asked for once, until an image goes. */
static uint64_t constants[256];

const char *iq_kind_name(enum iq_kind kind)
{
    return kind < IQ_KIND_COUNT ? kinds[kind] : kinds[0];
}

/* With the lock held. */
static const char *intern(const char *text, size_t length)
{
    if (!length)
        return NULL;
    uint64_t key = iq_hash_bytes(text, length);
    const char *name = iq_map_get(&interned, key);
    if (!name) {
        name = iq_core_copy(text);
        if (name)
            IQ_DROP(iq_map_set(&interned, key, (void *)(uintptr_t)name));
    }
    return name;
}

const char *iq_name_intern(const char *text)
{
    char buffer[NAME_BYTES + 1];
    size_t length = iq_hostmem_copy_text(text, buffer, NAME_BYTES);
    buffer[length] = 0;
    iq_lock(IQ_LOCK_NAMES);
    const char *name = intern(buffer, length);
    iq_unlock(IQ_LOCK_NAMES);
    return name;
}

static bool is_constant(const char *text)
{
    uint64_t page = (uint64_t)(uintptr_t)text / IQ_PAGE_LEAST,
             *known = &constants[page % (sizeof constants / sizeof *constants)];
    if (*known != page && iq_probe_is_constant(page * IQ_PAGE_LEAST))
        *known = page;
    return page && *known == page;
}

/* [image]: its handle. */
static struct label label_of(const char *name, uint64_t image)
{
    iq_lock(IQ_LOCK_NAMES);
    struct label label = { name, iq_map_get(&images, image), false };
    label.is_read = !label.image || !is_constant(name);
    iq_unlock(IQ_LOCK_NAMES);
    if (label.is_read)
        label.text = iq_name_intern(name);
    return label;
}

/* The text of [label] as it was found with the lock held.  An image is unregistered before its
 * library is unloaded, or when the process ends and the library stays. */
static const char *read_label(struct label *label, struct label found)
{
    if (found.is_read)
        return found.text;
    bool gone = __atomic_load_n(&found.image->gone, __ATOMIC_ACQUIRE),
         there = !gone || found.image->unloads == iq_exports_count().unloads;
    const char *name = there ? iq_name_intern(found.text) : NULL;
    iq_lock(IQ_LOCK_NAMES);
    if (label->text == found.text)
        *label = (struct label){ name, found.image, true };
    iq_unlock(IQ_LOCK_NAMES);
    return name;
}

const char *iq_name_of_function(uint64_t host)
{
    struct label found = { .is_read = true };
    iq_lock(IQ_LOCK_NAMES);
    struct label *label = iq_map_get(&functions, host);
    if (label)
        found = *label;
    iq_unlock(IQ_LOCK_NAMES);
    return read_label(label, found);
}

void iq_name_add_function(uint64_t host, const char *name, uint64_t image)
{
    struct label label = label_of(name, image);
    iq_lock(IQ_LOCK_NAMES);
    struct label *old = iq_map_get(&functions, host),
                 *kept = old ? old : iq_core_alloc(sizeof label);
    if (kept)
        *kept = label;
    if (kept && !old)
        IQ_DROP(iq_map_set(&functions, host, kept));
    iq_unlock(IQ_LOCK_NAMES);
}

bool iq_name_of_variable(uint64_t address, struct iq_variable *variable)
{
    struct label found = { .is_read = true };
    iq_lock(IQ_LOCK_NAMES);
    struct variable *at = iq_sorted_map_floor(&variables, address);
    bool holds = at && address - at->host < (at->size ? at->size : 1);
    if (holds) {
        found = at->label;
        *variable = (struct iq_variable){ at->host, at->size, NULL };
    }
    iq_unlock(IQ_LOCK_NAMES);
    if (holds)
        variable->name = read_label(&at->label, found);
    return holds;
}

void iq_name_add_variable(uint64_t host, uint64_t size, const char *name, uint64_t image)
{
    struct variable *variable = iq_core_alloc(sizeof *variable);
    if (!variable)
        return;
    *variable = (struct variable){ host, size, label_of(name, image) };
    iq_lock(IQ_LOCK_NAMES);
    IQ_DROP(iq_sorted_map_set(&variables, host, variable));
    iq_unlock(IQ_LOCK_NAMES);
}

void iq_name_add_image(uint64_t handle, const void *wrapper)
{
    struct image *image = iq_core_alloc(sizeof *image);
    if (!image)
        return;
    *image = (struct image){ .wrapper = wrapper };
    iq_lock(IQ_LOCK_NAMES);
    IQ_DROP(iq_map_set(&images, handle, image));
    iq_unlock(IQ_LOCK_NAMES);
}

void iq_name_remove_image(uint64_t handle)
{
    unsigned long long unloads = iq_exports_count().unloads;
    iq_lock(IQ_LOCK_NAMES);
    memset(constants, 0, sizeof constants);
    struct image *image = iq_map_remove(&images, handle);
    if (image) {
        image->unloads = unloads;
        __atomic_store_n(&image->gone, true, __ATOMIC_RELEASE);
    }
    iq_unlock(IQ_LOCK_NAMES);
}

const void *iq_name_image_of(uint64_t host)
{
    iq_lock(IQ_LOCK_NAMES);
    const struct label *label = iq_map_get(&functions, host);
    const struct variable *variable = label ? NULL : iq_sorted_map_floor(&variables, host);
    if (variable && variable->host == host)
        label = &variable->label;
    const struct image *image = label ? label->image : NULL;
    const void *wrapper = image && !image->gone ? image->wrapper : NULL;
    iq_unlock(IQ_LOCK_NAMES);
    return wrapper;
}

const void *iq_name_find_image(bool (*visit)(void *user, const void *wrapper), void *user)
{
    size_t at = 0;
    const struct iq_map_slot *slot;
    const void *found = NULL;
    iq_lock(IQ_LOCK_NAMES);
    while (!found && (slot = iq_map_next(&images, &at))) {
        const struct image *image = slot->value;
        if (visit(user, image->wrapper))
            found = image->wrapper;
    }
    iq_unlock(IQ_LOCK_NAMES);
    return found;
}

static void put_set(struct iq_str *text, const struct iq_arg *role, uint64_t value)
{
    const struct iq_set *set = iq_arg_set(role);
    for (uint32_t i = 0; i < set->count; i++)
        if ((uint32_t)set->members[i].value == (uint32_t)value) {
            iq_str_puts(text, set->members[i].name);
            return;
        }
    if (role->role == IQ_ROLE_FLAGS)
        iq_str_printf(text, "0x%llx", (unsigned long long)value);
    else
        iq_str_printf(text, "%d", (int)value);
}

void iq_name_value(struct iq_str *text, const struct iq_arg *role, uint64_t value)
{
    char copy[64];
    uint64_t triple[3];
    const uint32_t *dim = (const uint32_t *)(uintptr_t)value;
    size_t length;
    if (role->set && iq_arg_set(role)->count) {
        put_set(text, role, value);
        return;
    }
    switch (role->form) {
    case IQ_FORM_INT:
        iq_str_printf(text, "%lld",
                      role->bytes == 4 ? (long long)(int32_t)value : (long long)value);
        break;
    case IQ_FORM_UINT:
    case IQ_FORM_SIZE: iq_str_printf(text, "%llu", (unsigned long long)value); break;
    case IQ_FORM_DIM3: iq_str_printf(text, "(%u, %u, %u)", dim[0], dim[1], dim[2]); break;
    case IQ_FORM_TRIPLE:
        if (value && iq_hostmem_copy(value, triple, sizeof triple))
            iq_str_printf(text, "{%llu, %llu, %llu}", (unsigned long long)triple[0],
                          (unsigned long long)triple[1], (unsigned long long)triple[2]);
        else
            iq_str_printf(text, value ? "0x%llx" : "NULL", (unsigned long long)value);
        break;
    case IQ_FORM_STR:
        length = iq_hostmem_copy_text((const char *)(uintptr_t)value, copy, sizeof copy - 1);
        copy[length] = 0;
        if (value)
            iq_str_put_json(text, copy);
        else
            iq_str_puts(text, "NULL");
        break;
    default:
        if (value)
            iq_str_printf(text, "0x%llx", (unsigned long long)value);
        else
            iq_str_puts(text, role->form == IQ_FORM_SET ? "0" : "NULL");
    }
}

size_t iq_plain_type(const char *type, const char **begin)
{
    static const char *const words[] = { "const ", "struct ", "enum " };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncmp(type, words[i], strlen(words[i])))
            type += strlen(words[i]);
    *begin = type;
    return strcspn(type, " *");
}

bool iq_is_type(const char *type, const char *plain)
{
    size_t length = iq_plain_type(type, &type);
    return length == strlen(plain) && !memcmp(type, plain, length);
}
