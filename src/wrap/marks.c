/* The guest's side of include/inquest.h. */
#include <stdlib.h>

#include "call/findings.h"
#include "process/section.h"
#include "wrap/guest.h"

#define IQ_EXPORT __attribute__((visibility("default")))

IQ_EXPORT void inquest_guest_mark(const char *name);
IQ_EXPORT unsigned long inquest_guest_errors(void);

void inquest_guest_mark(const char *name) { iq_section_mark(name); }

unsigned long inquest_guest_errors(void) { return iq_findings_errors(); }

/* The mark of who started this program. */
__attribute__((constructor)) static void take_mark(void)
{
    const char *mark = iq_guest_option("INQUEST_MARK");
    if (mark && *mark)
        iq_section_mark(mark);
}
