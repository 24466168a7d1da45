/* The code of an image that describes its kernels best for one device. */
#include "image/judge.h"
#include "image/kernel.h"

/* Is [entry] the better choice?  PTX: the newest that the device takes, else the oldest of the
 * others, which has the same kernels. */
static bool is_better(const struct iq_image_entry *entry, int best, int major, int minor, bool ptx)
{
    int own = major * 10 + minor;
    if (!best)
        return true;
    if (!ptx)
        return entry->arch > best;
    return entry->arch <= own ? best > own || entry->arch > best : best > own && entry->arch < best;
}

static int best_arch(const struct iq_image *image, int major, int minor, bool ptx)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    int best = 0;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);)
        if (entry.kind == (ptx ? IQ_ENTRY_PTX : IQ_ENTRY_ELF) && entry.arch &&
            (ptx || iq_image_arch_fits(entry.arch, entry.variant, false, major, minor)) &&
            is_better(&entry, best, major, minor, ptx))
            best = entry.arch;
    return best;
}

int iq_image_code(const struct iq_image *image, int major, int minor, bool ptx, unsigned n,
                  size_t limit, char **data, size_t *size)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    int best = best_arch(image, major, minor, ptx);
    if (!best)
        return IQ_ENOENT;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry);)
        if (entry.kind == (ptx ? IQ_ENTRY_PTX : IQ_ENTRY_ELF) && entry.arch == best && !n--)
            return entry.unpacked_size > limit ? IQ_ETOOBIG : iq_image_unpack(&entry, data, size);
    return IQ_ENOENT;
}
