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
#include "process/hostmem.h"

enum { NAME_BYTES = 200 };

static const char *const kinds[] = {
    [IQ_KIND_NONE] = "object",
#define IQ_KIND(id, name) [IQ_KIND_##id] = name,
#include "model/kinds.def"
};

static struct iq_map functions, interned;
static struct iq_map images, image_handles; /* handle -> wrapper; host address -> handle */
static struct iq_sorted_map variables;

/* The names that a library registers stand next to each other among its constants: a page of them
 * is read at once, and forgotten when an image comes or goes. */
static struct {
    uint64_t from; /* 0: none */
    char bytes[IQ_PAGE_LEAST];
} constants;

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

/* Length of the name, 0 if it does not lie in one page of constants that can be read.  With the
 * lock held. */
static size_t copy_constant(const char *text, char *copy)
{
    uint64_t at = (uint64_t)(uintptr_t)text, from = at & ~(uint64_t)(sizeof constants.bytes - 1);
    if (!from || from != constants.from) {
        constants.from = 0;
        if (!iq_hostmem_copy(from, constants.bytes, sizeof constants.bytes) ||
            !iq_probe_is_constant(from))
            return 0;
        constants.from = from;
    }
    const char *found = constants.bytes + (at - from);
    size_t rest = sizeof constants.bytes - (size_t)(at - from),
           length = strnlen(found, rest < NAME_BYTES ? rest : NAME_BYTES);
    if (length == rest)
        return 0;
    memcpy(copy, found, length);
    return length;
}

/* A name as libraries register thousands of them. */
static const char *intern_constant(const char *text)
{
    char buffer[NAME_BYTES + 1];
    iq_lock(IQ_LOCK_NAMES);
    size_t length = copy_constant(text, buffer);
    buffer[length] = 0;
    const char *name = intern(buffer, length);
    iq_unlock(IQ_LOCK_NAMES);
    return length ? name : iq_name_intern(text);
}

const char *iq_name_of_function(uint64_t host)
{
    iq_lock(IQ_LOCK_NAMES);
    const char *name = iq_map_get(&functions, host);
    iq_unlock(IQ_LOCK_NAMES);
    return name;
}

void iq_name_add_function(uint64_t host, const char *name)
{
    const char *copy = intern_constant(name);
    iq_lock(IQ_LOCK_NAMES);
    if (copy)
        IQ_DROP(iq_map_set(&functions, host, (void *)(uintptr_t)copy));
    iq_unlock(IQ_LOCK_NAMES);
}

bool iq_name_of_variable(uint64_t address, struct iq_variable *variable)
{
    iq_lock(IQ_LOCK_NAMES);
    const struct iq_variable *found = iq_sorted_map_floor(&variables, address);
    bool holds = found && address - found->host < (found->size ? found->size : 1);
    if (holds)
        *variable = *found;
    iq_unlock(IQ_LOCK_NAMES);
    return holds;
}

void iq_name_add_variable(uint64_t host, uint64_t size, const char *name)
{
    struct iq_variable *variable = iq_core_alloc(sizeof *variable);
    if (!variable)
        return;
    *variable = (struct iq_variable){ host, size, intern_constant(name) };
    iq_lock(IQ_LOCK_NAMES);
    IQ_DROP(iq_sorted_map_set(&variables, host, variable));
    iq_unlock(IQ_LOCK_NAMES);
}

void iq_name_add_image(uint64_t handle, const void *wrapper)
{
    iq_lock(IQ_LOCK_NAMES);
    constants.from = 0;
    IQ_DROP(iq_map_set(&images, handle, (void *)(uintptr_t)wrapper));
    iq_unlock(IQ_LOCK_NAMES);
}

void iq_name_remove_image(uint64_t handle)
{
    iq_lock(IQ_LOCK_NAMES);
    constants.from = 0;
    iq_map_remove(&images, handle);
    iq_unlock(IQ_LOCK_NAMES);
}

void iq_name_tie_to_image(uint64_t host, uint64_t handle)
{
    iq_lock(IQ_LOCK_NAMES);
    IQ_DROP(iq_map_set(&image_handles, host, (void *)(uintptr_t)handle));
    iq_unlock(IQ_LOCK_NAMES);
}

const void *iq_name_image_of(uint64_t host)
{
    iq_lock(IQ_LOCK_NAMES);
    uint64_t handle = (uint64_t)(uintptr_t)iq_map_get(&image_handles, host);
    const void *wrapper = handle ? iq_map_get(&images, handle) : NULL;
    iq_unlock(IQ_LOCK_NAMES);
    return wrapper;
}

const void *iq_name_find_image(bool (*visit)(void *user, const void *wrapper), void *user)
{
    size_t at = 0;
    const struct iq_map_slot *slot;
    const void *found = NULL;
    iq_lock(IQ_LOCK_NAMES);
    while (!found && (slot = iq_map_next(&images, &at)))
        if (visit(user, slot->value))
            found = slot->value;
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
