#include "rules/faults/kernel_source.h"

#include <stdlib.h>
#include <string.h>

#include "api_cuda/soft_site.h"
#include "model/names.h"
#include "process/hostmem.h"
#include "rules/common/held.h"
#include "rules/rules.h"

/* ---- references ---- */

/* Behind a name of a mangled type; NULL: it is not understood. */
static const char *skip_name(const char *at)
{
    char *end;
    unsigned long length = strtoul(at, &end, 10);
    return length && strlen(end) >= length ? end + length : NULL;
}

/* Behind one type of a mangled signature; NULL: it is not understood. */
static const char *skip_type(const char *at)
{
    while (at && *at && strchr("PRKOV", *at))
        at++;
    if (at && *at >= '1' && *at <= '9')
        return skip_name(at);
    if (at && *at == 'S')
        return strchr(at, '_') ? strchr(at, '_') + 1 : NULL;
    return at && *at >= 'a' && *at <= 'z' && !strchr("uDr", *at) ? at + 1 : NULL;
}

/* Is argument [index] of the mangled function a reference?  Templates are not understood. */
static bool is_reference(const char *mangled, uint32_t index)
{
    const char *at = mangled && !strncmp(mangled, "_Z", 2) ? mangled + 2 : NULL;
    bool nested = at && *at == 'N';
    at = at ? at + nested + (at[nested] == 'L') : NULL;
    while ((at = at ? skip_name(at) : NULL) && nested && *at >= '1' && *at <= '9')
        continue;
    if (at && nested)
        at = *at == 'E' ? at + 1 : NULL;
    for (uint32_t i = 0; at && i < index; i++)
        at = skip_type(at);
    return at && (*at == 'R' || *at == 'O');
}

static bool is_by_reference(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_HOST_POINTER && fault->argument &&
           is_reference(fault->kernel, fault->argument - 1);
}

/* ---- objects passed by value ---- */

bool iq_soft_source_is_object(const struct iq_soft_fault *fault)
{
    struct iq_variable variable;
    return fault->kind == IQ_SOFT_FAULT_HOST_POINTER && fault->argument &&
           fault->argument_is_object && !fault->source &&
           !iq_name_of_variable(fault->address, &variable);
}

/* ---- pointers in memory ---- */

/* The first word of an object with virtual functions leads to a table in the data of the program.
 */
static bool is_virtual_table(const struct iq_soft_fault *fault)
{
    enum { TABLE = 4096 };
    struct iq_hostmem_region region;
    return fault->kind == IQ_SOFT_FAULT_HOST_POINTER && fault->source && !fault->is_write &&
           fault->address - fault->source_value < TABLE && fault->size == sizeof(void *) &&
           iq_hostmem_look(fault->source_value, &region) && region.what == IQ_HOSTMEM_DATA &&
           !region.writable;
}

static const struct iq_soft_site *writer_of(const struct iq_soft_fault *fault)
{
    return (const struct iq_soft_site *)(uintptr_t)fault->source_site;
}

/* What the code shows: the pointer comes from a variable, or from what an argument leads to. */
static void put_place(struct iq_str *text, const struct iq_soft_fault *fault)
{
    bool null = fault->kind == IQ_SOFT_FAULT_NULL_PAGE;
    if (fault->source)
        iq_str_printf(text, "the pointer 0x%llx", (unsigned long long)fault->source_value);
    else
        iq_str_puts(text, "the pointer");
    if (fault->source_variable)
        iq_str_printf(text, " was loaded from the module's variable %s", fault->source_variable);
    else if (fault->source_argument_name && !strstr(fault->source_argument_name, "_param_"))
        iq_str_printf(text, " was loaded from the memory of the kernel's argument %s",
                      fault->source_argument_name);
    else
        iq_str_printf(text, " was loaded from the memory of the kernel's argument %u",
                      fault->source_argument);
    iq_str_puts(text, null ? ", and is NULL there; " : "; ");
}

void iq_soft_source_cause(struct iq_str *text, const struct iq_soft_fault *fault)
{
    struct iq_range range;
    if (is_by_reference(fault))
        iq_str_puts(text, "the argument is a reference to a host variable; ");
    if (iq_soft_source_is_object(fault))
        iq_str_puts(text, "it was passed in an object, a lambda or a struct; ");
    if (fault->source_variable || fault->source_argument)
        put_place(text, fault);
    /* the finding may be read after the program has reset the device */
    if (fault->source_variable || !fault->source ||
        !(iq_range_find(fault->source, &range) || iq_range_find_freed(fault->source, &range)))
        return;
    iq_str_printf(text, "the pointer 0x%llx was loaded from byte %llu of ",
                  (unsigned long long)fault->source_value,
                  (unsigned long long)(fault->source - range.base));
    iq_put_bytes(text, range.size);
    iq_str_printf(text, " of %s at 0x%llx", iq_plain_kind(iq_kind_name(range.kind)),
                  (unsigned long long)range.base);
    const struct iq_soft_site *writer = writer_of(fault);
    if (writer && writer->ref.entry)
        iq_str_printf(text, ", which %s copied there", writer->ref.entry->name);
    if (is_virtual_table(fault))
        iq_str_puts(text, "; it is the address of the host's virtual function table");
    iq_str_puts(text, "; ");
}

const char *iq_soft_source_fix(const struct iq_soft_fault *fault)
{
    if (fault->source_variable && fault->kind == IQ_SOFT_FAULT_NULL_PAGE)
        return "store a device address in the variable before the launch (cudaMemcpyToSymbol); host code that assigns to it changes only the host's copy";
    if (fault->source_variable && fault->kind == IQ_SOFT_FAULT_HOST_POINTER)
        return "copy the data that the pointer points to into device memory, and store that device address in the variable (cudaMemcpyToSymbol)";
    if (fault->source_argument)
        return "store a device address in that member or element before the kernel runs, or let the kernel test for NULL";
    if (is_by_reference(fault))
        return "let the kernel take the parameter by value, or pass a reference to managed memory";
    if (iq_soft_source_is_object(fault))
        return "store only device addresses in the object; a lambda that uses members of a class holds `this`, an address of the host: copy the members into local variables before it and capture these, or capture [=, *this]";
    if (!fault->source)
        return NULL;
    if (is_virtual_table(fault))
        return "construct the object in a kernel (placement new into device memory): virtual functions can only be called where the object was constructed";
    if (fault->kind == IQ_SOFT_FAULT_HOST_POINTER)
        return "copy the data that the pointer points to into device memory, too, and store that device address in the structure or array before copying it; or allocate both with cudaMallocManaged";
    if (fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE)
        return "free the memory after the last kernel that loads its address, or store the address of the new memory there";
    return NULL;
}

void iq_soft_source_relate(struct iq_finding *finding, const struct iq_soft_fault *fault)
{
    const struct iq_soft_site *writer = writer_of(fault);
    if (fault->source && writer)
        finding->related[finding->related_count++] =
            (struct iq_related){ "the copy that transferred the pointer", writer->ref.stack };
}

bool iq_soft_is_algorithm(const struct iq_soft_fault *fault)
{
    return fault->kernel &&
           (!strncmp(fault->kernel, "_ZN3cub", 7) || !strncmp(fault->kernel, "_ZN6thrust", 10));
}

bool iq_soft_is_of_library(const struct iq_soft_fault *fault)
{
    return iq_soft_is_algorithm(fault) && fault->file &&
           (strstr(fault->file, "/cub/") || strstr(fault->file, "/thrust/"));
}

const char *iq_soft_host_fix(const struct iq_soft_fault *fault)
{
    struct iq_held held;
    struct iq_variable variable;
    if (iq_name_of_variable(fault->address, &variable))
        return IQ_SHADOW_FIX;
    if (iq_held_find_in_kernel(fault->address, &held))
        return iq_held_fix(&held);
    return iq_soft_is_algorithm(fault)
               ? "pass device memory to the algorithm (thrust::device_vector, cudaMalloc), or have thrust run it on the host (thrust::host)"
               : "pass device memory (cudaMalloc), managed memory, or pinned memory to the kernel";
}
