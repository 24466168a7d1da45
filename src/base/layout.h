/* Checks at compile time that a struct of ours lies in memory as the API's does, and that
 * constants are the same. */
#ifndef IQ_BASE_LAYOUT_H
#define IQ_BASE_LAYOUT_H

#include <stddef.h>

/* [member] of [ours] has the place and the size of [its] of [theirs]. */
#define IQ_SAME_MEMBER(ours, member, theirs, its)                                   \
    _Static_assert(offsetof(ours, member) == offsetof(theirs, its) &&               \
                       sizeof((ours *)NULL)->member == sizeof((theirs *)NULL)->its, \
                   #ours "." #member " is not " #theirs "." #its)

#define IQ_SAME_SIZE(ours, theirs) \
    _Static_assert(sizeof(ours) == sizeof(theirs), #ours " is not as long as " #theirs)

/* A constant of ours is that of the API. */
#define IQ_SAME_NUMBER(ours, theirs) \
    _Static_assert((int)(ours) == (int)(theirs), #ours " is not " #theirs)

#endif
