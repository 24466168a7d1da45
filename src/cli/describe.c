/* `inquest inspect`: what a file holds, on which devices it loads, what is missing. */
#include "cli/describe.h"

#include <stdlib.h>

#include "base/str.h"
#include "image/file.h"
#include "image/judge.h"

enum {
    NAMES_SHOWN = 12,
    IMAGES_SHOWN = 500,
    NAMES_LISTED = 1000,
    LARGEST_LISTED = 64 << 20,
    OLDEST_BUILT = 75 /* what a toolkit of today can still build for */
};

/* Compute capabilities that are judged, in order. */
static const struct {
    unsigned char major, minor;
} devices[] = {
    { 5, 0 }, { 5, 2 }, { 6, 0 }, { 6, 1 },  { 7, 0 },  { 7, 5 },  { 8, 0 },  { 8, 6 },
    { 8, 7 }, { 8, 9 }, { 9, 0 }, { 10, 0 }, { 10, 3 }, { 11, 0 }, { 12, 0 }, { 12, 1 },
};
enum { DEVICES = sizeof devices / sizeof devices[0] };

enum way { WAY_NONE, WAY_PART /* only some of the images */, WAY_SASS, WAY_JIT };

struct description {
    struct iq_str text;
    bool json;
    size_t images, with_code, damaged, hidden;
    uint64_t whole; /* bytes of the file before it was cut off; else 0 */
    int error;
    /* how many images load, and how many of them by compiling PTX */
    unsigned fits[DEVICES], jit[DEVICES];
    bool has_ptx;
    int newest_isa; /* major * 10 + minor, over all PTX */
};

static const char *packing_name(enum iq_image_packing packing)
{
    return packing == IQ_PACKING_ZSTD ? "zstd" : packing == IQ_PACKING_LZ4 ? "lz4" : "none";
}

static const char *health_name(enum iq_image_health health)
{
    return health == IQ_IMAGE_TRUNCATED ? "truncated"
           : health == IQ_IMAGE_CORRUPT ? "corrupt"
                                        : "whole";
}

static const char *entry_kind_name(int kind)
{
    return kind == IQ_ENTRY_PTX     ? "ptx"
           : kind == IQ_ENTRY_ELF   ? "sass"
           : kind == IQ_ENTRY_LTOIR ? "lto-ir"
                                    : "other";
}

struct kernel_names {
    struct iq_str *out;
    bool json;
    size_t count;
};

static bool add_name(void *user, const char *name, size_t length, bool kernel)
{
    struct kernel_names *n = user;
    if (!kernel)
        return true;
    if (n->count < (n->json ? NAMES_LISTED : NAMES_SHOWN)) {
        char copy[1024];
        snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1),
                 name);
        iq_str_puts(n->out, n->count ? ", " : "");
        if (n->json)
            iq_str_put_json(n->out, copy);
        else
            iq_str_puts(n->out, copy);
    }
    n->count++;
    return true;
}

/* Facts that stand only inside of the payload. */
struct inside {
    bool readable;
    struct iq_image image;
    struct iq_str names;
    size_t kernels;
    const char *problem;
};

static void look_inside(const struct iq_image_entry *entry, bool json, struct inside *inside)
{
    char *data = NULL;
    size_t size = 0;
    *inside = (struct inside){ 0 };
    iq_str_init_heap(&inside->names);
    if (!iq_image_is_plausible(entry))
        inside->problem = "the size of the unpacked data is absurd";
    if ((entry->kind != IQ_ENTRY_PTX && entry->kind != IQ_ENTRY_ELF) ||
        entry->unpacked_size > LARGEST_LISTED || inside->problem)
        return;
    int error = iq_image_unpack(entry, &data, &size);
    if (error) {
        inside->problem = iq_strerror(error);
        return;
    }
    struct iq_image_source source = { .bytes = data, .size = size, .file = true };
    struct kernel_names names = { &inside->names, json, 0 };
    iq_image_sniff(&source, &inside->image);
    inside->readable = inside->image.kind == IQ_IMAGE_PTX ||
                       (inside->image.kind == IQ_IMAGE_CUBIN && !inside->image.answer);
    enum iq_image_problem problem;
    if (inside->image.kind == IQ_IMAGE_PTX && iq_image_ptx_open_line(data, size, &problem))
        inside->problem = problem == IQ_PROBLEM_PTX_OPEN_BRACE
                              ? "the PTX is cut off, or a } is missing"
                              : "the PTX is cut off";
    if (inside->image.kind == IQ_IMAGE_PTX)
        iq_image_ptx_names(data, size, add_name, &names);
    else if (inside->image.kind == IQ_IMAGE_CUBIN)
        iq_image_cubin_names(data, size, add_name, &names);
    if (!inside->readable)
        inside->problem = inside->image.problem ? iq_image_problem_text(inside->image.problem)
                                                : iq_image_kind_text(inside->image.kind);
    inside->kernels = names.count;
    inside->image.source.bytes = NULL;
    free(data);
}

static void entry_json(struct iq_str *out, const struct iq_image_entry *entry,
                       const struct inside *inside)
{
    char variant[2] = { entry->variant, '\0' }, name[256];
    bool ptx = entry->kind == IQ_ENTRY_PTX;
    iq_str_printf(out, "{\"kind\": \"%s\", \"arch\": \"%s_%d%s\", ", entry_kind_name(entry->kind),
                  ptx ? "compute" : "sm", entry->arch, variant);
    if (ptx)
        iq_str_printf(out, "\"isa\": \"%d.%d\", ", entry->version_major, entry->version_minor);
    if (entry->kind == IQ_ENTRY_ELF && inside->readable)
        iq_str_printf(out, "\"abi\": %d, \"relocatable\": %s, ", inside->image.cubin.abi,
                      inside->image.cubin.relocatable ? "true" : "false");
    iq_str_printf(
        out,
        "\"compression\": \"%s\", \"stored\": %llu, \"size\": %llu, \"debug\": %s, \"bits\": %d, \"offset\": %llu, \"name\": ",
        packing_name(entry->packing), (unsigned long long)entry->payload_size,
        (unsigned long long)entry->unpacked_size, entry->debug ? "true" : "false",
        entry->bits64 ? 64 : 32, (unsigned long long)entry->offset);
    if (entry->name_length) {
        snprintf(name, sizeof name, "%.*s",
                 (int)(entry->name_length < sizeof name ? entry->name_length : sizeof name - 1),
                 entry->name);
        iq_str_put_json(out, name);
    } else {
        iq_str_puts(out, "null");
    }
    iq_str_printf(out, ", \"kernels\": [%s], \"problem\": ", iq_str_text(&inside->names));
    if (inside->problem)
        iq_str_put_json(out, inside->problem);
    else
        iq_str_puts(out, "null");
    iq_str_puts(out, "}");
}

static void entry_text(struct iq_str *out, const struct iq_image_entry *entry,
                       const struct inside *inside)
{
    const char *variant = iq_image_variant_text(entry->variant);
    iq_str_puts(out, "    ");
    if (entry->kind == IQ_ENTRY_PTX)
        iq_str_printf(out, "compute_%d%s PTX, ISA %d.%d", entry->arch, variant,
                      entry->version_major, entry->version_minor);
    else if (entry->kind == IQ_ENTRY_ELF)
        iq_str_printf(out, "sm_%d%s SASS", entry->arch, variant);
    else
        iq_str_printf(out, "sm_%d %s", entry->arch,
                      entry->kind == IQ_ENTRY_LTOIR ? "LTO code (for linking only)"
                                                    : "data of unknown kind");
    iq_str_printf(out, ", %llu bytes", (unsigned long long)entry->unpacked_size);
    if (entry->packing != IQ_PACKING_NONE)
        iq_str_printf(out, " (%s: %llu)", packing_name(entry->packing),
                      (unsigned long long)entry->payload_size);
    if (entry->kind == IQ_ENTRY_ELF && inside->readable)
        iq_str_printf(out, ", cubin ABI %d%s", inside->image.cubin.abi,
                      inside->image.cubin.relocatable ? ", relocatable (-rdc=true)" : "");
    if (entry->debug)
        iq_str_puts(out, ", debug");
    if (entry->name_length)
        iq_str_printf(out, ", from %.*s",
                      (int)(entry->name_length < 200 ? entry->name_length : 200), entry->name);
    if (inside->problem)
        iq_str_printf(out, "\n      damaged: %s", inside->problem);
    if (inside->kernels)
        iq_str_printf(out, "\n      kernels: %s", iq_str_text(&inside->names));
    if (inside->kernels > NAMES_SHOWN)
        iq_str_printf(out, " and %zu more", inside->kernels - NAMES_SHOWN);
    iq_str_puts(out, "\n");
}

static void count_devices(struct description *d, const struct iq_image *image)
{
    struct iq_image_verdict verdict;
    d->with_code++;
    for (size_t i = 0; i < DEVICES; i++) {
        struct iq_image_target target = { .major = devices[i].major, .minor = devices[i].minor };
        iq_image_judge(image, &target, &verdict);
        if (verdict.code)
            continue;
        d->fits[i]++;
        d->jit[i] += verdict.jit;
    }
}

/* Entries of one image.  Returns the number of kernels. */
static size_t describe_entries(struct description *d, const struct iq_image *image,
                               bool relocatable)
{
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    bool first = true;
    size_t kernels = 0;
    for (iq_image_begin(image, &cursor); iq_image_next(&cursor, &entry); first = false) {
        struct inside inside;
        look_inside(&entry, d->json, &inside);
        if (d->json && !first)
            iq_str_puts(&d->text, ", ");
        if (d->json)
            entry_json(&d->text, &entry, &inside);
        else
            entry_text(&d->text, &entry, &inside);
        kernels += inside.kernels;
        if (entry.kind == IQ_ENTRY_PTX && !relocatable) {
            int isa = entry.version_major * 10 + entry.version_minor;
            d->has_ptx = true;
            d->newest_isa = isa > d->newest_isa ? isa : d->newest_isa;
        }
        if (inside.problem && !d->error)
            d->error = IQ_ECORRUPT;
        d->damaged += inside.problem && image->kind == IQ_IMAGE_PTX;
        iq_str_finish(&inside.names);
    }
    return kernels;
}

static bool describe_image(void *user, const struct iq_image_embedded *found)
{
    struct description *d = user;
    const struct iq_image *image = &found->image;
    struct iq_str *out = &d->text;
    size_t before = out->length;
    unsigned long long offset = found->offset, size = image->size, problem = image->problem_offset;
    if (d->json) {
        iq_str_puts(out, d->images ? ",\n    {\"where\": " : "\n    {\"where\": ");
        iq_str_put_json(out, found->where);
        iq_str_printf(
            out,
            ", \"offset\": %llu, \"size\": %llu, \"kind\": \"%s\", \"relocatable\": %s, \"health\": \"%s\", \"problem\": ",
            offset, size, iq_image_kind_name(image->kind), found->relocatable ? "true" : "false",
            health_name(image->health));
        if (image->problem) {
            iq_str_printf(out, "{\"offset\": %llu, \"text\": ", problem + found->offset);
            iq_str_put_json(out, iq_image_problem_text(image->problem));
            iq_str_puts(out, "}");
        } else {
            iq_str_puts(out, "null");
        }
        iq_str_puts(out, ", \"entries\": [");
    } else {
        iq_str_printf(out, "  %s%sat byte %llu: %s, %llu bytes%s\n", found->where,
                      *found->where ? " " : "", offset, iq_image_kind_text(image->kind), size,
                      found->relocatable ? ", relocatable (-rdc=true), linked into another" : "");
        if (image->problem)
            iq_str_printf(out, "    %s at byte %llu (0x%llx): %s\n", health_name(image->health),
                          problem + found->offset, problem + found->offset,
                          iq_image_problem_text(image->problem));
    }
    size_t kernels = describe_entries(d, image, found->relocatable);
    if (d->json)
        iq_str_puts(out, "]}");
    if (image->health != IQ_IMAGE_WHOLE) {
        d->damaged++;
        d->error = image->health == IQ_IMAGE_TRUNCATED ? IQ_ETRUNCATED : IQ_ECORRUPT;
    }
    /* a -rdc object's own fatbin is linked into another; embedded ones without kernels are start-up
     * code of the toolkit */
    if (!found->relocatable && (kernels || !found->offset || image->answer))
        count_devices(d, image);
    d->images++;
    /* cuFFT alone has 24000: all are counted, damaged ones always shown */
    if (!d->json && d->images > IMAGES_SHOWN && image->health == IQ_IMAGE_WHOLE) {
        out->length = before;
        d->hidden++;
    }
    return true;
}

enum { NEWEST_DRIVER = 13000 }; /* whose ISA is known, not reckoned */

/* Oldest CUDA version, as 12080, whose driver knows PTX [isa]; 0: none known. */
static int driver_of_isa(int isa)
{
    for (int version = 8000; version < 14000;
         version += version % 1000 < 90 ? 10 : 1000 - version % 1000)
        if (iq_image_ptx_of_driver(version) >= isa)
            return version;
    return 0;
}

static enum way way_of(const struct description *d, size_t device)
{
    if (!d->fits[device])
        return WAY_NONE;
    if (d->fits[device] < d->with_code)
        return WAY_PART;
    return d->jit[device] ? WAY_JIT : WAY_SASS;
}

static void list_devices(struct description *d, enum way way, const char *title)
{
    bool first = true;
    for (size_t i = 0; i < DEVICES; i++) {
        if (way_of(d, i) != way)
            continue;
        iq_str_printf(&d->text, "%s%d.%d", first ? title : ", ", devices[i].major,
                      devices[i].minor);
        if (way == WAY_PART)
            iq_str_printf(&d->text, " (%u)", d->fits[i]);
        first = false;
    }
    iq_str_puts(&d->text, first ? "" : "\n");
}

static void missing_text(struct description *d)
{
    bool first = true;
    if (!d->has_ptx)
        iq_str_puts(&d->text, "  contains no PTX, so it cannot run on later architectures\n");
    for (size_t i = 0; i < DEVICES; i++) {
        int arch = devices[i].major * 10 + devices[i].minor;
        if ((way_of(d, i) != WAY_NONE && way_of(d, i) != WAY_PART) || arch < OLDEST_BUILT)
            continue;
        iq_str_printf(&d->text, "  %s -gencode arch=compute_%d,code=sm_%d%s\n",
                      first ? "missing:" : "        ", arch, arch,
                      way_of(d, i) == WAY_PART ? " (in a part)" : "");
        first = false;
    }
    int driver = d->has_ptx ? driver_of_isa(d->newest_isa) : 0;
    if (d->has_ptx && !driver)
        iq_str_printf(
            &d->text,
            "  PTX ISA %d.%d is newer than any known version (up to %d.%d): current drivers refuse it with error 222; compile with an older toolkit, or embed SASS\n",
            d->newest_isa / 10, d->newest_isa % 10, iq_image_ptx_of_driver(NEWEST_DRIVER) / 10,
            iq_image_ptx_of_driver(NEWEST_DRIVER) % 10);
    if (driver)
        iq_str_printf(&d->text,
                      "  PTX ISA %d.%d needs a driver for CUDA %d.%d or newer to compile it\n",
                      d->newest_isa / 10, d->newest_isa % 10, driver / 1000, driver % 1000 / 10);
}

static void finish_text(struct description *d)
{
    if (!d->images)
        return;
    if (d->hidden)
        iq_str_printf(&d->text, "  and %zu more images\n", d->hidden);
    if (d->damaged)
        iq_str_printf(&d->text, "  %zu of %zu images %s damaged\n", d->damaged, d->images,
                      d->damaged == 1 ? "is" : "are");
    if (d->damaged >= d->images) {
        iq_str_puts(
            &d->text,
            "  does not load on any device: drivers crash, hang or refuse it; rebuild the file, or copy it completely\n");
        return;
    }
    if (!d->with_code) {
        iq_str_puts(&d->text, "  no kernels that a driver could load\n");
        return;
    }
    char title[80];
    snprintf(title, sizeof title, "  of %zu images with kernels, only some load on ", d->with_code);
    list_devices(d, WAY_SASS, "  loads natively on compute capability ");
    list_devices(d, WAY_JIT,
                 d->newest_isa && !driver_of_isa(d->newest_isa)
                     ? "  loads by compiling PTX, if the driver supports its ISA, on "
                     : "  loads by compiling PTX on ");
    list_devices(d, WAY_PART, title);
    list_devices(d, WAY_NONE, "  does not load on ");
    missing_text(d);
}

static void finish_json(struct description *d)
{
    struct iq_str *out = &d->text;
    iq_str_puts(out, "],\n  \"devices\": [");
    for (size_t i = 0; i < DEVICES; i++) {
        int arch = devices[i].major * 10 + devices[i].minor;
        enum way way = way_of(d, i);
        bool loads = way == WAY_SASS || way == WAY_JIT;
        iq_str_printf(
            out,
            "%s\n    {\"capability\": \"%d.%d\", \"loads\": %s, \"how\": %s, \"images\": %u, \"of\": %zu, \"missing\": ",
            i ? "," : "", devices[i].major, devices[i].minor, loads ? "true" : "false",
            way == WAY_SASS  ? "\"sass\""
            : way == WAY_JIT ? "\"ptx\""
                             : "null",
            d->fits[i], d->with_code);
        if (!loads && d->damaged < d->images)
            iq_str_printf(out, "\"-gencode arch=compute_%d,code=sm_%d\"}", arch, arch);
        else
            iq_str_puts(out, "null}");
    }
    int driver = d->has_ptx ? driver_of_isa(d->newest_isa) : 0;
    iq_str_printf(out, "],\n  \"ptx\": %s, \"ptx_driver\": ", d->has_ptx ? "true" : "false");
    if (driver)
        iq_str_printf(out, "\"%d.%d\"}\n", driver / 1000, driver % 1000 / 10);
    else
        iq_str_puts(out, "null}\n");
}

/* What to do about something that no driver loads. */
static const char *fix_of(enum iq_image_kind kind)
{
    static const char *const fixes[IQ_IMAGE_KIND_COUNT] = {
#define IMAGE_KIND_FIX(kind, fix) [IQ_IMAGE_##kind] = fix,
#include "rules/tables/image_kind.def"
    };
    return fixes[kind] ? fixes[kind] : fixes[IQ_IMAGE_UNKNOWN];
}

/* Why nothing in the file could be loaded. */
static void nothing_text(struct description *d, const struct iq_image_file *file, bool encoded)
{
    enum iq_image_kind kind = file->image.kind;
    struct iq_image_verdict verdict;
    struct iq_image_target target = { .major = 9 };
    if (kind == IQ_IMAGE_HOST_ELF || kind == IQ_IMAGE_ARCHIVE || kind == IQ_IMAGE_PE) {
        if (!d->whole)
            iq_str_puts(
                &d->text,
                "  no GPU code inside (nothing in a .nv_fatbin or __nv_relfatbin section)\n");
        return;
    }
    iq_image_judge(&file->image, &target, &verdict);
    iq_str_printf(&d->text, "  %s: a driver returns %d; %s\n",
                  encoded ? "does not load" : "not a module image", verdict.code, fix_of(kind));
}

static void begin_file(struct description *d, const char *name, const struct iq_image_file *file)
{
    enum iq_image_kind kind = file->image.kind;
    if (d->json) {
        iq_str_puts(&d->text, "{\"file\": ");
        iq_str_put_json(&d->text, name);
        iq_str_printf(&d->text, ", \"size\": %zu, \"cut\": %s, \"kind\": \"%s\",\n  \"images\": [",
                      file->size, d->whole ? "true" : "false", iq_image_kind_name(kind));
        return;
    }
    iq_str_printf(&d->text, "%s: %s, %zu bytes\n", name,
                  kind == IQ_IMAGE_HOST_ELF ? "an executable, object or shared object for the CPU"
                                            : iq_image_kind_text(kind),
                  file->size);
    if (d->whole)
        iq_str_printf(&d->text,
                      "  cut off: by its own headers the file has %llu bytes; copy it completely\n",
                      (unsigned long long)d->whole);
}

static int describe_file(const char *name, const struct iq_image_file *file, FILE *out, bool json)
{
    struct description d = { .json = json, .whole = iq_image_file_cut(file) };
    enum iq_image_kind kind = file->image.kind;
    iq_str_init_heap(&d.text);
    begin_file(&d, name, file);
    iq_image_file_each(file, describe_image, &d);
    bool encoded = kind == IQ_IMAGE_PTX_BOM || kind == IQ_IMAGE_PTX_UTF16;
    if (d.whole && !d.error)
        d.error = IQ_ETRUNCATED;
    if (!d.images || encoded) {
        d.error = d.whole ? IQ_ETRUNCATED : IQ_EFORMAT;
        if (!json)
            nothing_text(&d, file, encoded);
    }
    if (json)
        finish_json(&d);
    else if (!encoded)
        finish_text(&d);
    if (d.text.truncated)
        d.error = IQ_ENOMEM;
    fwrite(iq_str_text(&d.text), 1, d.text.length, out);
    iq_str_finish(&d.text);
    return ferror(out) ? IQ_EIO : d.error;
}

int iq_describe_memory(const char *name, const void *bytes, size_t size, FILE *out, bool json)
{
    struct iq_image_file file;
    iq_image_file_wrap(bytes, size, &file);
    return describe_file(name, &file, out, json);
}

int iq_describe_path(const char *path, FILE *out, bool json)
{
    struct iq_image_file file;
    int error = iq_image_file_open(path, &file);
    if (error)
        return error;
    error = describe_file(path, &file, out, json);
    iq_image_file_close(&file);
    return error;
}
