/* The map by which a just-in-time compiler says where its functions are (perf-<pid>.map in TMPDIR
 * or /tmp), kept for the launcher: some runtimes remove it when they end.  Threads: called when the
 * process ends.  Fork: survives. */
#ifndef IQ_PROCESS_PERFMAP_H
#define IQ_PROCESS_PERFMAP_H

/* Keeps the map, if there is one, as [session]/perf-<pid>.map.  [session] may be NULL. */
void iq_perfmap_keep(const char *session);

#endif
