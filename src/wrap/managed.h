/* Runtimes of .NET tell where the code is that they compile, and how its frames are linked, only if
 * variables ask them to before they start: set here, in the process that becomes such a program,
 * whoever has started it. What the user has set stays.
 * Threads: start-up and end only. */
#ifndef IQ_WRAP_MANAGED_H
#define IQ_WRAP_MANAGED_H

/* Sets the variables if the executable is one of these runtimes.  Before main. */
void iq_managed_prepare(void);

/* Removes the maps that were written only because we asked for them.  After the launcher's copy was
 * made. */
void iq_managed_finish(void);

#endif
