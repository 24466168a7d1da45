/* Values that several JSON formats write in the same form.  Stateless, any thread. */
#ifndef IQ_REPORT_JSON_VALUE_H
#define IQ_REPORT_JSON_VALUE_H

#include <jansson.h>
#include <stdint.h>

/* "0x7f00": addresses and handles, which JSON's numbers cannot hold.  The caller's; NULL when out
 * of memory. */
json_t *iq_json_hex(uint64_t value);

/* [text] as people may be shown it (report/safe.h); line feeds stay, NULL is "".  The caller's. */
json_t *iq_json_safe(const char *text);

/* As json_dumps(); what drives terminals or turns the direction of writing is escaped, so that who
 * prints the file sees what it holds.  malloc'ed; NULL when out of memory. */
char *iq_json_dumps(const json_t *value, size_t flags);

#endif
