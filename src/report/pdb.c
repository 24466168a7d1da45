/* The format is that of ECMA-335, partition II, 24, with the tables of "Portable PDB v1.0". */
#include "report/pdb.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/errors.h"
#include "base/fd.h"
#include "base/path.h"

enum {
    MAX_BYTES = 256 << 20,
    ROOT_MAGIC = 0x424a5342, /* "BSJB" */
    TABLE_DOCUMENT = 0x30,
    TABLE_METHOD = 0x31,
    TABLES = 64,
    TOKEN_METHOD = 0x06000000
};

struct bytes {
    const uint8_t *at, *end;
    bool bad; /* an end came too early */
};

static uint64_t little(struct bytes *bytes, size_t size)
{
    uint64_t value = 0;
    if ((size_t)(bytes->end - bytes->at) < size) {
        bytes->bad = true;
        bytes->at = bytes->end;
        return 0;
    }
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes->at[i] << 8 * i;
    bytes->at += size;
    return value;
}
static uint32_t word(struct bytes *bytes) { return (uint32_t)little(bytes, 4); }

static void skip(struct bytes *bytes, size_t size)
{
    bool fits = (size_t)(bytes->end - bytes->at) >= size;
    bytes->bad |= !fits;
    bytes->at = fits ? bytes->at + size : bytes->end;
}

static struct bytes part(const struct bytes *whole, uint64_t offset, uint64_t size)
{
    uint64_t room = (uint64_t)(whole->end - whole->at);
    bool fits = offset <= room && size <= room - offset;
    return fits ? (struct bytes){ whole->at + offset, whole->at + offset + size, false }
                : (struct bytes){ whole->end, whole->end, true };
}

/* Numbers of one, two or four bytes; [bits]: of the number without what says how long it is. */
static uint32_t compressed(struct bytes *bytes, int *bits)
{
    uint32_t first = (uint32_t)little(bytes, 1);
    *bits = first < 0x80 ? 7 : first < 0xc0 ? 14 : 29;
    if (first < 0x80)
        return first;
    if (first < 0xc0)
        return (first & 0x3f) << 8 | (uint32_t)little(bytes, 1);
    uint32_t value = first & 0x1f;
    for (int i = 0; i < 3; i++)
        value = value << 8 | (uint32_t)little(bytes, 1);
    return value;
}
static uint32_t natural(struct bytes *bytes)
{
    int bits;
    return compressed(bytes, &bits);
}
static int32_t integer(struct bytes *bytes)
{
    int bits;
    uint32_t value = compressed(bytes, &bits), sign = value & 1;
    return (int32_t)(sign ? value >> 1 | UINT32_MAX << (bits - 1) : value >> 1);
}

/* The stream called [name]; nothing if there is none. */
static struct bytes stream(const struct bytes *whole, const char *name)
{
    struct bytes at = *whole, none = { whole->end, whole->end, true };
    if (word(&at) != ROOT_MAGIC)
        return none;
    skip(&at, 8);
    skip(&at, word(&at)); /* the version's name */
    skip(&at, 2);
    for (uint64_t count = little(&at, 2); count && !at.bad; count--) {
        uint32_t offset = word(&at), size = word(&at);
        const char *own = (const char *)at.at;
        size_t length = strnlen(own, (size_t)(at.end - at.at));
        skip(&at, (length + 4) & ~(size_t)3);
        if (!at.bad && !strcmp(own, name))
            return part(whole, offset, size);
    }
    return none;
}

static bool take_rows(struct bytes *at, struct iq_pdb_table *table)
{
    struct bytes rows = part(at, 0, (uint64_t)table->count * table->row_bytes);
    table->rows = rows.at;
    at->at = rows.end;
    return !rows.bad;
}

/* Tables of an assembly come before those of a PDB, and would have to be known: never there. */
static bool take_tables(struct iq_pdb *pdb, struct bytes at)
{
    skip(&at, 6);
    uint64_t heaps = little(&at, 1);
    skip(&at, 1);
    uint64_t there = little(&at, 8);
    skip(&at, 8);
    for (int i = 0; i < TABLES; i++) {
        uint32_t count = there >> i & 1 ? word(&at) : 0;
        if (count && i < TABLE_DOCUMENT)
            return false;
        if (i == TABLE_DOCUMENT)
            pdb->documents.count = count;
        else if (i == TABLE_METHOD)
            pdb->methods.count = count;
    }
    uint32_t guid_index = heaps & 2 ? 4 : 2;
    pdb->blob_index = heaps & 4 ? 4 : 2;
    pdb->document_index = pdb->documents.count > UINT16_MAX ? 4 : 2;
    pdb->documents.row_bytes = 2 * pdb->blob_index + 2 * guid_index;
    pdb->methods.row_bytes = pdb->document_index + pdb->blob_index;
    return !at.bad && take_rows(&at, &pdb->documents) && take_rows(&at, &pdb->methods);
}

int iq_pdb_parse(struct iq_pdb *pdb, const void *bytes, size_t size)
{
    struct bytes whole = { bytes, (const uint8_t *)bytes + size, false };
    struct bytes blobs = stream(&whole, "#Blob"), id = stream(&whole, "#Pdb"),
                 tables = stream(&whole, "#~");
    *pdb = (struct iq_pdb){ 0 };
    if (blobs.bad || id.bad || tables.bad || id.end - id.at < IQ_PDB_ID_BYTES ||
        !take_tables(pdb, tables)) {
        *pdb = (struct iq_pdb){ 0 };
        return IQ_ECORRUPT;
    }
    pdb->blobs = blobs.at;
    pdb->blobs_bytes = (size_t)(blobs.end - blobs.at);
    memcpy(pdb->id, id.at, sizeof pdb->id);
    return 0;
}

static struct bytes blob(const struct iq_pdb *pdb, uint64_t index)
{
    struct bytes all = { pdb->blobs, pdb->blobs + pdb->blobs_bytes, false },
                 from = part(&all, index, index < pdb->blobs_bytes ? pdb->blobs_bytes - index : 1);
    uint32_t size = natural(&from);
    struct bytes found = part(&from, 0, size);
    found.bad |= from.bad;
    return found;
}

/* A name in parts: the character between them, then a blob for each. */
static void put_document(const struct iq_pdb *pdb, uint32_t number, struct iq_str *file)
{
    if (!number || number > pdb->documents.count)
        return;
    const uint8_t *row = pdb->documents.rows + (size_t)(number - 1) * pdb->documents.row_bytes;
    struct bytes cells = { row, row + pdb->documents.row_bytes, false };
    struct bytes name = blob(pdb, little(&cells, pdb->blob_index));
    char between = (char)little(&name, 1);
    for (bool first = true; !name.bad && name.at < name.end && file->length < PATH_MAX;
         first = false) {
        struct bytes text = blob(pdb, natural(&name));
        if (between && !first)
            iq_str_put(file, &between, 1);
        iq_str_put(file, (const char *)text.at, (size_t)(text.end - text.at));
    }
}

/* Sequence points, as they are written: each by its distance from the one before. */
struct points {
    struct bytes at;
    uint32_t document, il_offset, line;
    bool begun, named, hidden; /* named: a visible one was there */
};

/* The next one; false at the end. */
static bool next_point(struct points *points)
{
    struct bytes *at = &points->at;
    while (at->at < at->end) {
        uint32_t distance = natural(at);
        if (!distance && points->begun) {
            points->document = natural(at);
            continue;
        }
        points->il_offset += distance;
        points->begun = true;
        uint32_t lines = natural(at);
        int32_t columns = lines ? integer(at) : (int32_t)natural(at);
        points->hidden = !lines && !columns;
        if (!points->hidden) {
            points->line = points->named ? points->line + (uint32_t)integer(at) : natural(at);
            (void)(points->named ? (uint32_t)integer(at) : natural(at)); /* the column */
            points->named = true;
        }
        return !at->bad;
    }
    return false;
}

uint32_t iq_pdb_line(const struct iq_pdb *pdb, uint32_t method, uint32_t il_offset,
                     struct iq_str *file)
{
    uint32_t number = method - TOKEN_METHOD, line = 0, document = 0;
    if (!number || number > pdb->methods.count)
        return 0;
    const uint8_t *row = pdb->methods.rows + (size_t)(number - 1) * pdb->methods.row_bytes;
    struct bytes cells = { row, row + pdb->methods.row_bytes, false };
    struct points points = { .document = (uint32_t)little(&cells, pdb->document_index) };
    uint64_t index = little(&cells, pdb->blob_index);
    if (!index)
        return 0; /* no code of the source's */
    points.at = blob(pdb, index);
    (void)natural(&points.at); /* the signature of its variables */
    if (!points.document)
        points.document = natural(&points.at);
    while (next_point(&points) && points.il_offset <= il_offset)
        if (!points.hidden) {
            line = points.line;
            document = points.document;
        }
    if (line)
        put_document(pdb, document, file);
    return line;
}

/* Bytes of a program file (PE) at an address relative to where it is loaded. */
static struct bytes mapped(const struct bytes *whole, struct bytes sections, uint64_t count,
                           uint32_t address, uint32_t size)
{
    for (; count && !sections.bad; count--) {
        skip(&sections, 12);
        uint32_t start = word(&sections), bytes = word(&sections), at = word(&sections);
        skip(&sections, 16);
        if (!sections.bad && address >= start && address - start < bytes)
            return part(whole, (uint64_t)at + (address - start), size);
    }
    return (struct bytes){ whole->end, whole->end, true };
}

/* Entry of the debug directory that names a portable PDB. */
static bool names_pdb(const struct bytes *whole, struct bytes entry, uint8_t *id, const char **path)
{
    enum { CODE_VIEW = 2, RSDS = 0x53445352, GUID_BYTES = 16 };
    skip(&entry, 4);
    const uint8_t *stamp = entry.at;
    skip(&entry, 8);
    if (word(&entry) != CODE_VIEW)
        return false;
    uint32_t size = word(&entry);
    skip(&entry, 4);
    struct bytes data = part(whole, word(&entry), size);
    if (word(&data) != RSDS || entry.bad)
        return false;
    const uint8_t *guid = data.at;
    skip(&data, GUID_BYTES + 4);
    if (data.bad || !memchr(data.at, 0, (size_t)(data.end - data.at)))
        return false;
    memcpy(id, guid, GUID_BYTES);
    memcpy(id + GUID_BYTES, stamp, 4);
    *path = (const char *)data.at;
    return true;
}

bool iq_pdb_wanted(const void *assembly, size_t size, uint8_t id[IQ_PDB_ID_BYTES],
                   const char **path)
{
    enum { PE = 0x4550, PE32 = 0x10b, ENTRY_BYTES = 28, HEADER = 0x3c, MOST_ENTRIES = 32 };
    struct bytes whole = { assembly, (const uint8_t *)assembly + size, false };
    struct bytes at = part(&whole, HEADER, 4);
    uint32_t header = word(&at);
    at = part(&whole, header, header < size ? size - header : 0);
    if (word(&at) != PE)
        return false;
    skip(&at, 2);
    uint64_t sections = little(&at, 2);
    skip(&at, 12);
    uint64_t optional_bytes = little(&at, 2);
    skip(&at, 2);
    struct bytes optional = at;
    skip(&at, optional_bytes);
    skip(&optional, little(&optional, 2) == PE32 ? 96 + 6 * 8 - 2 : 112 + 6 * 8 - 2);
    uint32_t address = word(&optional), bytes = word(&optional);
    if (at.bad || optional.bad || !address || bytes / ENTRY_BYTES > MOST_ENTRIES)
        return false;
    struct bytes directory = mapped(&whole, at, sections, address, bytes);
    for (uint32_t i = 0; i < bytes / ENTRY_BYTES && !directory.bad; i++)
        if (names_pdb(&whole, part(&directory, i * ENTRY_BYTES, ENTRY_BYTES), id, path))
            return true;
    return false;
}

/* [path] if it is the PDB that has this id. */
static bool take_file(struct iq_pdb *pdb, const char *path, const uint8_t *id)
{
    char *data;
    size_t size;
    struct stat info;
    if (stat(path, &info) || !S_ISREG(info.st_mode) ||
        iq_fd_read_file(path, MAX_BYTES, &data, &size))
        return false;
    bool is = !iq_pdb_parse(pdb, data, size) && !memcmp(pdb->id, id, IQ_PDB_ID_BYTES);
    if (!is)
        *pdb = (struct iq_pdb){ 0 };
    pdb->file = is ? data : NULL;
    if (!is)
        free(data);
    return is;
}

void iq_pdb_load(struct iq_pdb *pdb, const char *path)
{
    char *assembly, beside[PATH_MAX];
    const char *written = NULL, *dot = strrchr(iq_base_name(path), '.');
    size_t size, stem = dot ? (size_t)(dot - path) : strlen(path);
    uint8_t id[IQ_PDB_ID_BYTES];
    *pdb = (struct iq_pdb){ 0 };
    if (stem + sizeof ".pdb" > sizeof beside || iq_fd_read_file(path, MAX_BYTES, &assembly, &size))
        return;
    snprintf(beside, sizeof beside, "%.*s.pdb", (int)stem, path);
    if (iq_pdb_wanted(assembly, size, id, &written) && !take_file(pdb, beside, id) &&
        written[0] == '/')
        (void)take_file(pdb, written, id);
    free(assembly);
}

void iq_pdb_finish(struct iq_pdb *pdb)
{
    free(pdb->file);
    *pdb = (struct iq_pdb){ 0 };
}
