/* Pages written in Markdown, as far as those of docs/rules use it, for a terminal or a file:
 * headings, paragraphs, lists, tables, code, links. Threads: one. */
#ifndef IQ_CLI_MARKDOWN_H
#define IQ_CLI_MARKDOWN_H

#include <stdbool.h>

/* Prints [page] on stdout, wrapped at [width] columns; [color]: headings and code are set off. */
void iq_markdown_print(const char *page, int width, bool color);

#endif
