#include "cli/markdown.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

#define BOLD "\033[1m"
#define CODE "\033[36m"
#define RESET "\033[0m"

struct markdown {
    int width;
    bool color, fenced;
    struct iq_str text; /* the paragraph or item that is being gathered */
    int first, indent;  /* columns before its first line and before the others */
};

/* Appends [length] bytes of running text: links as their text, code and emphasis without marks. */
static void put_inline(struct markdown *page, struct iq_str *out, const char *text, size_t length)
{
    const char *end = text + length;
    bool code = false;
    while (text < end) {
        const char *close = *text == '[' && !code ? memchr(text, ']', (size_t)(end - text)) : NULL;
        const char *last = close && close + 1 < end && close[1] == '('
                               ? memchr(close, ')', (size_t)(end - close))
                               : NULL;
        if (last) {
            put_inline(page, out, text + 1, (size_t)(close - text - 1));
            text = last + 1;
        } else if (*text == '`') {
            code = !code;
            iq_str_puts(out, !page->color ? "" : code ? CODE : RESET);
            text++;
        } else if (!code && end - text > 1 && text[0] == '*' && text[1] == '*')
            text += 2;
        else if (!code && *text == '\\' && end - text > 1) {
            iq_str_put(out, text + 1, 1);
            text += 2;
        } else
            iq_str_put(out, text++, 1);
    }
}

/* Columns of [length] bytes: escape codes take none, a character of UTF-8 one. */
static int columns_of(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\033')
            while (i < length && text[i] != 'm')
                i++;
        else
            columns += (text[i] & 0xc0) != 0x80;
    return columns;
}

/* Prints what was gathered, wrapped. */
static void finish_text(struct markdown *page)
{
    const char *text = iq_str_text(&page->text);
    int column = 0;
    if (!page->text.length)
        return;
    printf("%*s", page->first, "");
    column = page->first;
    for (bool any = false; *text; any = true) {
        size_t length = strcspn(text, " ");
        int columns = columns_of(text, length);
        if (any && column + 1 + columns > page->width) {
            printf("\n%*s", page->indent, "");
            column = page->indent;
        } else if (any) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)length, text);
        column += columns;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
    page->text.length = 0;
}

/* Bytes of a list's mark, "- " or "12. "; 0: the line begins with none. */
static size_t mark_of(const char *line)
{
    size_t digits = strspn(line, "0123456789");
    if ((line[0] == '-' || line[0] == '*') && line[1] == ' ')
        return 2;
    return digits && digits < 3 && line[digits] == '.' && line[digits + 1] == ' ' ? digits + 2 : 0;
}

/* A row of a table: its first cell, and the others after it. */
static void put_row(struct markdown *page, const char *line, size_t length)
{
    enum { INDENT = 4 };
    const char *end = line + length;
    finish_text(page);
    if (length == strspn(line, "|-: "))
        return;
    page->first = 2;
    page->indent = 2 + INDENT;
    for (int cell = 0; ++line < end; cell++) {
        const char *bar = memchr(line, '|', (size_t)(end - line));
        const char *stop = bar ? bar : end;
        while (line < stop && *line == ' ')
            line++;
        const char *last = stop;
        while (last > line && last[-1] == ' ')
            last--;
        if (last > line && cell)
            iq_str_puts(&page->text, cell == 1 ? ": " : "; ");
        put_inline(page, &page->text, line, (size_t)(last - line));
        line = stop;
    }
    finish_text(page);
}

static void put_heading(struct markdown *page, const char *line, size_t length)
{
    size_t mark = strspn(line, "#");
    mark += strspn(line + mark, " ");
    finish_text(page);
    iq_str_puts(&page->text, page->color ? BOLD : "");
    put_inline(page, &page->text, line + mark, length - mark);
    iq_str_puts(&page->text, page->color ? RESET : "");
    page->first = page->indent = 0;
    finish_text(page);
}

static void put_line(struct markdown *page, const char *line, size_t length)
{
    enum { CODE_INDENT = 4 };
    size_t mark = mark_of(line);
    if (!strncmp(line, "```", 3)) {
        finish_text(page);
        page->fenced = !page->fenced;
    } else if (page->fenced || (!strncmp(line, "    ", CODE_INDENT) && !page->text.length)) {
        size_t skip = page->fenced ? 0 : CODE_INDENT;
        printf("%*s%.*s\n", length > skip ? CODE_INDENT : 0, "", (int)(length - skip), line + skip);
    } else if (!length || line[strspn(line, " ")] == '\n') {
        finish_text(page);
        putchar('\n');
    } else if (line[0] == '#')
        put_heading(page, line, length);
    else if (line[0] == '|')
        put_row(page, line, length);
    else {
        if (mark)
            finish_text(page);
        if (!page->text.length) {
            page->first = mark ? 2 : 0;
            page->indent = mark ? 2 + (int)mark : 0;
        } else
            iq_str_puts(&page->text, " ");
        size_t blanks = strspn(line, " ");
        put_inline(page, &page->text, line + blanks, length - blanks);
    }
}

void iq_markdown_print(const char *text, int width, bool color)
{
    struct markdown page = { .width = width, .color = color };
    iq_str_init_heap(&page.text);
    while (*text) {
        size_t length = strcspn(text, "\n");
        put_line(&page, text, length);
        text += length + (text[length] == '\n');
    }
    finish_text(&page);
    iq_str_finish(&page.text);
}
