/* Names of what images are, hold, and have wrong. */
#include <stdio.h>
#include <string.h>

#include "image/image.h"

static const char *const kind_names[] = {
#define IQ_IMAGE_KIND(id, name, text) name,
#include "image/kinds.def"
};
static const char *const kind_texts[] = {
#define IQ_IMAGE_KIND(id, name, text) text,
#include "image/kinds.def"
};

const char *iq_image_kind_name(enum iq_image_kind kind)
{
    return kind_names[(unsigned)kind < IQ_IMAGE_KIND_COUNT ? kind : IQ_IMAGE_UNKNOWN];
}

const char *iq_image_kind_text(enum iq_image_kind kind)
{
    return kind_texts[(unsigned)kind < IQ_IMAGE_KIND_COUNT ? kind : IQ_IMAGE_UNKNOWN];
}

const char *iq_image_problem_text(enum iq_image_problem problem)
{
    static const char *const texts[IQ_PROBLEM_COUNT] = {
#define IQ_IMAGE_PROBLEM(id, text) [IQ_PROBLEM_##id] = text,
#include "image/problems.def"
    };
    return (unsigned)problem < IQ_PROBLEM_COUNT ? texts[problem] : NULL;
}

const char *iq_image_variant_text(char variant)
{
    return variant == 'a' ? "a" : variant == 'f' ? "f" : "";
}

/* "sm_90a SASS" or "compute_90 PTX (ISA 9.0)". */
static void entry_text(const struct iq_image_entry *entry, char *text, size_t size)
{
    if (entry->kind == IQ_ENTRY_PTX)
        snprintf(text, size, "compute_%d%s PTX (ISA %d.%d)", entry->arch,
                 iq_image_variant_text(entry->variant), entry->version_major, entry->version_minor);
    else if (entry->kind == IQ_ENTRY_ELF)
        snprintf(text, size, "sm_%d%s SASS", entry->arch, iq_image_variant_text(entry->variant));
    else if (entry->kind == IQ_ENTRY_LTOIR)
        snprintf(text, size, "sm_%d LTO code (only for linking)", entry->arch);
    else
        snprintf(text, size, "data of kind %d", entry->kind);
}

void iq_image_contents(const struct iq_image *image, char *text, size_t size)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    char last[64] = "", word[64];
    size_t used = 0;
    if (!size)
        return;
    text[0] = '\0';
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);) {
        entry_text(&entry, word, sizeof word);
        if (!strcmp(word, last))
            continue;
        snprintf(last, sizeof last, "%s", word);
        int length = snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
        if (length < 0 || (size_t)length >= size - used) {
            snprintf(text + (size > 4 ? size - 4 : 0), size > 4 ? 4 : size, "...");
            return;
        }
        used += (size_t)length;
    }
    if (!used)
        snprintf(text, size, "no code at all");
}
