/* For variables that every intercepted call reads: they lie together, on two or three cache lines
 * instead of one each, and are reached without the table that shared libraries go through for what
 * other files define.  Stands at the declaration in the header. */
#ifndef IQ_BASE_HOT_H
#define IQ_BASE_HOT_H

#define IQ_HOT __attribute__((section("iq_hot"), visibility("hidden")))

/* As IQ_HOT, for variables of one file. */
#define IQ_HOT_OWN __attribute__((section("iq_hot")))

/* For functions that every intercepted call runs: they lie together on few pages. */
#define IQ_FAST __attribute__((hot))

/* What is hardly ever called: out of the way of what is. */
#define IQ_COLD __attribute__((cold, noinline))

#endif
