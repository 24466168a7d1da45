/* A plugin of qemu-user that counts the instructions of a program on all its threads and prints
 * them to stderr when it ends.  Its interface is declared here, as distributions do not package
 * the header; version 1 of it.  Built by bench/soft_count.py.  Counts of threads that run at the
 * same time may be lost. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ADD_U64 = 0 }; /* qemu_plugin_op */
typedef uint64_t plugin_id;
struct qemu_plugin_tb;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
                                           void (*call)(plugin_id, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation, void *to,
                                              uint64_t value);
void qemu_plugin_register_atexit_cb(plugin_id id, void (*call)(plugin_id, void *), void *arg);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t count;

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &count, qemu_plugin_tb_n_insns(block));
}

static void ended(plugin_id id, void *arg)
{
    (void)id, (void)arg;
    fprintf(stderr, "instructions %llu\n", (unsigned long long)count);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info,
                                                               int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
