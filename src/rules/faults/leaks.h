/* What is left when the process ends: leaks, coverage.  Threads: the one that ends the process. */
#ifndef IQ_RULES_FAULTS_LEAKS_H
#define IQ_RULES_FAULTS_LEAKS_H

/* One note per site for everything that is still alive. */
void iq_exit_report_leaks(void);

/* Reports what [device], a Vulkan device that is about to be destroyed, leaves behind. */
struct iq_handle;
void iq_exit_report_leaks_of(const struct iq_handle *device);

#endif
