#include "base/suggest.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 80, ABBREVIATION = 3 };

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

unsigned iq_suggest_distance(const char *a, const char *b)
{
    unsigned rows[3][LONGEST + 1];
    size_t la = strlen(a), lb = strlen(b);
    if (la > LONGEST || lb > LONGEST)
        return UINT_MAX;
    for (size_t j = 0; j <= lb; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= la; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= lb; j++) {
            int ca = tolower((unsigned char)a[i - 1]), cb = tolower((unsigned char)b[j - 1]);
            row[j] = smaller(smaller(row[j - 1], above[j]) + 1, above[j - 1] + (ca != cb));
            if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2]) &&
                cb == tolower((unsigned char)a[i - 2]))
                row[j] = smaller(row[j], above2[j - 2] + 1);
        }
    }
    return rows[la % 3][lb];
}

void iq_suggest_offer(struct iq_suggest *suggest, const char *candidate)
{
    if (!candidate || !*candidate)
        return;
    unsigned distance = iq_suggest_distance(suggest->word, candidate);
    size_t length = strlen(suggest->word);
    if (length >= ABBREVIATION && distance > 1 && !strncasecmp(suggest->word, candidate, length))
        distance = 1;
    for (int i = 0; i < 3; i++) {
        if (suggest->best[i] && suggest->distance[i] <= distance) {
            if (!strcmp(suggest->best[i], candidate))
                return;
            continue;
        }
        for (int j = 2; j > i; j--) {
            suggest->best[j] = suggest->best[j - 1];
            suggest->distance[j] = suggest->distance[j - 1];
        }
        suggest->best[i] = candidate;
        suggest->distance[i] = distance;
        return;
    }
}

bool iq_suggest_is_near(const struct iq_suggest *suggest, int n)
{
    return suggest->best[n] && suggest->distance[n] <= strlen(suggest->word) / 3 + 1;
}
