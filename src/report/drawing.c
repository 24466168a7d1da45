#include "report/drawing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 44, SMALLEST = 5 };

/* Columns at which the up to four sorted [cuts] lie: each piece gets its share, but never less than
 * SMALLEST. */
static void place(const uint64_t *cuts, int count, int *columns)
{
    double total = (double)(cuts[count - 1] - cuts[0]);
    int spare = COLUMNS - (count - 1) * SMALLEST;
    columns[0] = 0;
    for (int i = 1; i < count; i++)
        columns[i] =
            columns[i - 1] + SMALLEST + (int)((double)(cuts[i] - cuts[i - 1]) / total * spare);
}

static int column_of(uint64_t at, const uint64_t *cuts, const int *columns, int count)
{
    for (int i = 0; i < count; i++)
        if (cuts[i] == at)
            return columns[i];
    return 0;
}

/* A bar from [begin] to [end] with end marks; [outside] columns are drawn as '!'. */
static void bar(char *row, int begin, int end, char fill, int inside_begin, int inside_end)
{
    memset(row, ' ', (size_t)end + 1);
    for (int c = begin; c <= end; c++)
        row[c] = c >= inside_begin && c <= inside_end ? fill : '!';
    row[begin] = row[end] = '|';
    row[end + 1] = '\0';
}

static void describe(const struct iq_finding *f, struct iq_drawing *drawing)
{
    uint64_t object_end = f->object_address + f->object_size,
             access_end = f->access_address + f->access_size;
    const char *plural = f->access_size == 1 ? "" : "s";
    snprintf(drawing->object_text, sizeof drawing->object_text,
             "%s, %" PRIu64 " byte%s at 0x%" PRIx64, f->object_kind, f->object_size,
             f->object_size == 1 ? "" : "s", f->object_address);
    if (f->access_address == object_end)
        snprintf(drawing->access_text, sizeof drawing->access_text,
                 "access: %" PRIu64 " byte%s, directly after the end", f->access_size, plural);
    else if (f->access_address > object_end)
        snprintf(drawing->access_text, sizeof drawing->access_text,
                 "access: %" PRIu64 " byte%s, %" PRIu64 " past the end", f->access_size, plural,
                 f->access_address - object_end);
    else if (access_end <= f->object_address)
        snprintf(drawing->access_text, sizeof drawing->access_text,
                 "access: %" PRIu64 " byte%s, %" PRIu64 " before the start", f->access_size, plural,
                 f->object_address - f->access_address);
    else if (f->access_address < f->object_address)
        snprintf(drawing->access_text, sizeof drawing->access_text,
                 "access: %" PRIu64 " byte%s, from %" PRIu64 " before the start", f->access_size,
                 plural, f->object_address - f->access_address);
    else
        snprintf(drawing->access_text, sizeof drawing->access_text,
                 "access: %" PRIu64 " byte%s from offset %" PRIu64 ", %" PRIu64 " past the end",
                 f->access_size, plural, f->access_address - f->object_address,
                 access_end - object_end);
}

bool iq_drawing_make(const struct iq_finding *f, struct iq_drawing *drawing)
{
    if (!f->access_size || !f->object_size || !f->object_kind ||
        f->access_address + f->access_size < f->access_address ||
        f->object_address + f->object_size < f->object_address)
        return false;
    uint64_t ends[4] = { f->object_address, f->object_address + f->object_size, f->access_address,
                         f->access_address + f->access_size };
    if (ends[2] >= ends[0] && ends[3] <= ends[1])
        return false;
    uint64_t cuts[4];
    int columns[4], count = 0;
    for (int i = 0; i < 4; i++) { /* sorted, without duplicates */
        int at = 0;
        while (at < count && cuts[at] < ends[i])
            at++;
        if (at < count && cuts[at] == ends[i])
            continue;
        for (int j = count++; j > at; j--)
            cuts[j] = cuts[j - 1];
        cuts[at] = ends[i];
    }
    place(cuts, count, columns);
    int object_begin = column_of(ends[0], cuts, columns, count),
        object_end = column_of(ends[1], cuts, columns, count);
    bar(drawing->object, object_begin, object_end, '=', object_begin, object_end);
    bar(drawing->access, column_of(ends[2], cuts, columns, count),
        column_of(ends[3], cuts, columns, count), '-', object_begin, object_end);
    describe(f, drawing);
    return true;
}
