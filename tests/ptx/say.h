/* A PTX text that a test writes piece by piece; `used` characters so far.  Start again: used = 0. */
#ifndef IQ_TESTS_PTX_SAY_H
#define IQ_TESTS_PTX_SAY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

static char written[1 << 16];
static size_t used;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    used += (size_t)vsnprintf(written + used, sizeof written - used, format, args);
    va_end(args);
}

#endif
