/* See guest.h.
 *
 * Nothing happens at load but taking notes: what costs time (driver, trace file, signal handlers)
 * waits for the first call. */
#include "wrap/guest.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "call/guest.h"
#include "process/find_object.h"
#include "wrap/blame.h"
#include "wrap/block.h"
#include "wrap/cudart.h"
#include "wrap/driver.h"
#include "wrap/elf.h"
#include "wrap/functions.h"
#include "wrap/hooks.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_made.h"
#include "wrap/malloc.h"
#include "wrap/managed.h"
#include "wrap/onstack.h"
#include "wrap/park.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))

/* For the audit module: loaded objects have changed; the process ends.  Found by name in our symbol
 * table. */
IQ_EXPORT void inquest_guest_objects_changed(void);
IQ_EXPORT void inquest_guest_process_ends(void);

/* of the dynamic linker: argc, argv, environment, even before libc knows them */
extern void *__libc_stack_end;

bool iq_wrap_started;

static struct {
    char *const *environment;
    int pid;
    int exit_code;
    int preparing; /* 0 no, 1 by one thread, 2 done */
    int starting;  /* 0 no, 1 being bound by one thread, 2 done */
    bool audited, finished, soft, decided;
    bool served; /* memory, signals, guards */
    const char *driver_path;
    char driver_buffer[4096], folder[4096];
} guest;

static __thread bool in_start __attribute__((tls_model("initial-exec")));

/* --- environment
 * ------------------------------------------------------------------------------------------
 */

/* A program without loader that has opened us: the C library that came along was never started, nor
 * its thread-local memory. */
static bool is_static_program(void) { return !__libc_stack_end; }

/* Its calls get an error, and it is said why. */
static void refuse_static_program(void)
{
    static const char text[] =
        "inquest: error: this program is linked statically and opens the CUDA driver itself, which can be neither watched nor "
        "replaced there: its GPU calls fail; link it dynamically\n";
    iq_sys_call(SYS_write, 2, (long)text, sizeof text - 1, 0, 0, 0);
}

char *const *iq_guest_words(void)
{
    static char *const none[] = { NULL, NULL };
    return is_static_program() ? none : (char *const *)__libc_stack_end + 1;
}

char *const *iq_guest_environment(void)
{
    if (!guest.environment) {
        long count = is_static_program() ? 0 : *(const long *)__libc_stack_end;
        guest.environment = iq_guest_words() + count + 1;
    }
    return guest.environment;
}

const char *iq_guest_option(const char *name)
{
    size_t length = iq_sys_length(name);
    for (char *const *entry = iq_guest_environment(); *entry; entry++)
        if (iq_sys_starts(*entry, name) && (*entry)[length] == '=')
            return *entry + length + 1;
    return NULL;
}

static bool join(char *to, size_t size, const char *folder, const char *name)
{
    size_t a = iq_sys_length(folder), b = iq_sys_length(name);
    if (a + b + 2 > size)
        return false;
    iq_sys_copy(to, folder, a);
    to[a] = '/';
    iq_sys_copy(to + a + 1, name, b + 1);
    return true;
}

const char *iq_guest_folder(void)
{
    const struct link_map *self = iq_elf_self();
    if (!guest.folder[0] && self) {
        size_t length = (size_t)(iq_sys_base_name(self->l_name) - self->l_name);
        if (length > 1 && length < sizeof guest.folder) {
            iq_sys_copy(guest.folder, self->l_name, length - 1);
            guest.folder[length - 1] = 0;
        }
    }
    return guest.folder;
}

const char *iq_guest_file(const char *name)
{
    static char paths[4][4096];
    static const char *names[4];
    for (int i = 0; i < 4; i++) {
        if (names[i] == name)
            return paths[i];
        if (!names[i]) {
            if (!join(paths[i], sizeof paths[i], iq_guest_folder(), name))
                return NULL;
            names[i] = name;
            return paths[i];
        }
    }
    return NULL;
}

/* --- which device
 * ------------------------------------------------------------------------------------------
 */

static bool exists(const char *path)
{
    return path && iq_sys_call(SYS_faccessat, AT_FDCWD, (long)path, R_OK, 0, 0, 0) == 0;
}

/* The launcher has decided and says so in INQUEST_DEVICE and INQUEST_DRIVER; without it the guest
 * looks in the usual places. */
static void decide(void)
{
    static const char *const usual[] = { ("/usr/lib/" IQ_ARCH_TRIPLET "/libcuda.so.1"),
                                         "/usr/lib64/libcuda.so.1",
                                         "/usr/lib/libcuda.so.1",
                                         "/usr/lib/wsl/lib/libcuda.so.1",
                                         ("/usr/lib/" IQ_ARCH_TRIPLET "/tegra/libcuda.so.1"),
                                         ("/usr/lib/" IQ_ARCH_TRIPLET "/nvidia/libcuda.so.1"),
                                         "/run/opengl-driver/lib/libcuda.so.1",
                                         NULL };
    const char *device = iq_guest_option("INQUEST_DEVICE"),
               *driver = iq_guest_option("INQUEST_DRIVER");
    bool soft = device && iq_sys_equal(device, "soft"),
         real = device && iq_sys_equal(device, "real");
    guest.decided = true;
    guest.driver_path = driver && driver[0] ? driver : NULL;
    for (int i = 0; !soft && !guest.driver_path && usual[i]; i++)
        if (exists(usual[i]))
            guest.driver_path = usual[i];
    guest.soft = soft || (!real && !guest.driver_path);
    if (guest.soft && !guest.driver_path &&
        join(guest.driver_buffer, sizeof guest.driver_buffer, iq_guest_folder(),
             "soft/libcuda.so.1"))
        guest.driver_path = guest.driver_buffer;
}

bool iq_guest_is_soft(void)
{
    if (!guest.decided)
        decide();
    return guest.soft;
}

const char *iq_guest_driver_path(void)
{
    if (!guest.decided)
        decide();
    return guest.driver_path;
}

/* --- tables
 * ------------------------------------------------------------------------------------------
 */

const void *iq_guest_find(const struct iq_wrap_names *names, const char *symbol)
{
    for (uint32_t at = iq_elf_hash(symbol);; at++) {
        uint32_t slot = names->slots[at & names->mask];
        if (!slot)
            return NULL;
        const char *row = (const char *)names->rows + (slot - 1) * (size_t)names->row_bytes;
        if (iq_sys_equal(*(const char *const *)(const void *)row, symbol))
            return row;
    }
}

void *iq_guest_next(const char *name) { return (void *)iq_elf_next(name); }

uintptr_t iq_guest_next_at(uintptr_t *place, const char *name)
{
    uintptr_t found = iq_elf_next(name);
    __atomic_store_n(place, found, __ATOMIC_RELAXED);
    return found;
}
int iq_guest_pid(void) { return guest.pid; }

/* --- start
 * ------------------------------------------------------------------------------------------
 */

static void after_fork_in_child(void)
{
    guest.pid = iq_sys_pid();
    iq_park_after_fork();
    iq_blame_after_fork();
    iq_blocks_after_fork();
    iq_driver_after_fork();
    iq_onstack_after_fork();
    iq_core_after_fork_child();
}

static void on_exit_code(int code, void *unused)
{
    (void)unused;
    guest.exit_code = code;
    iq_core_exit_begins();
}

static void on_quick_exit(void) { iq_guest_finish(0); }

static void hide_own_code(void)
{
    struct iq_elf_object object;
    const struct link_map *self = iq_elf_self();
    if (self && !iq_elf_open(self, &object))
        iq_core_hide_range(object.text, object.text_end);
}

void iq_guest_prepare(void)
{
    struct iq_config config;
    int expected = 0;
    if (__atomic_compare_exchange_n(&guest.preparing, &expected, 1, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        iq_config_parse(&config, iq_guest_environment());
        iq_tracer_use(iq_functions_place);
        iq_core_init(&config);
        hide_own_code();
        pthread_atfork(NULL, NULL, after_fork_in_child);
        on_exit(on_exit_code, NULL);
        at_quick_exit(on_quick_exit);
        __atomic_store_n(&guest.preparing, 2, __ATOMIC_RELEASE);
    }
    while (__atomic_load_n(&guest.preparing, __ATOMIC_ACQUIRE) != 2)
        iq_sys_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
}

bool iq_guest_is_started(void) { return __atomic_load_n(&guest.served, __ATOMIC_ACQUIRE); }

void iq_guest_start_services(bool heap)
{
    iq_guest_prepare();
    if (heap) {
        iq_malloc_start();
        iq_malloc_tell();
    }
    if (__atomic_exchange_n(&guest.served, true, __ATOMIC_ACQ_REL))
        return;
    iq_signals_start();
    iq_signals_start_guards();
}

void *iq_wrap_next(const char *symbol)
{
    iq_guest_start_services(true);
    return (void *)iq_elf_next(symbol);
}

/* Everything that needs to be done once and takes no lock of the dynamic linker. */
static void start_once(bool has_driver)
{
    guest.pid = iq_sys_pid();
    iq_driver_bind();
    if (!has_driver)
        iq_core_message(
            IQ_MESSAGE_ERROR,
            iq_guest_driver_path()
                ? "the CUDA driver could not be loaded: GPU calls return that there is no device"
                : "no CUDA driver was found: GPU calls return that there is no device");
    iq_cudart_start();
    iq_guest_start_services(true);
}

void iq_wrap_start(void)
{
    if (__atomic_load_n(&iq_wrap_started, __ATOMIC_ACQUIRE))
        return;
    if (is_static_program()) {
        refuse_static_program();
        __atomic_store_n(&iq_wrap_started, true, __ATOMIC_RELEASE);
        return;
    }
    if (in_start)
        return;
    in_start = true;
    iq_guest_prepare();
    if (!guest.audited && !iq_guest_is_soft())
        iq_cudart_scan(true); /* what was opened since and nobody told us of */
    /* may wait for the dynamic linker's lock, so none of ours is held */
    bool has_driver = iq_driver_load();
    int expected = 0;
    if (__atomic_compare_exchange_n(&guest.starting, &expected, 1, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        start_once(has_driver);
        __atomic_store_n(&iq_wrap_started, true, __ATOMIC_RELEASE);
    }
    while (!__atomic_load_n(&iq_wrap_started, __ATOMIC_ACQUIRE))
        iq_sys_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    in_start = false;
}

/* --- load and end
 * ------------------------------------------------------------------------------------------
 */

void inquest_guest_objects_changed(void)
{
    guest.audited = true;
    iq_cudart_scan(false);
}

static void finish(void *code)
{
    iq_selfcheck_at_exit();
    iq_device_memory_tell();
    iq_kernel_checks_tell();
    if (guest.preparing)
        iq_core_at_exit(*(const int *)code);
    iq_managed_finish();
}

void iq_guest_finish(int code)
{
    if (!__atomic_exchange_n(&guest.finished, true, __ATOMIC_ACQ_REL))
        iq_onstack_call(finish, &code, NULL);
}

/* After the destructors of every object of the program, which may still free what they own. */
void inquest_guest_process_ends(void) { iq_guest_finish(guest.exit_code); }

__attribute__((constructor(101))) static void guest_loaded(void)
{
    iq_guest_environment();
    guest.pid = iq_sys_pid();
    if (is_static_program())
        return;
    iq_find_object_use((iq_find_object *)iq_elf_next("_dl_find_object"));
    iq_exec_save();
    iq_managed_prepare();
    iq_kernel_ptxas_look();
    if (!guest.audited)
        iq_cudart_scan(false);
}

/* Without the audit module this is the last that we hear. */
__attribute__((destructor(101))) static void guest_unloaded(void)
{
    if (!guest.audited)
        iq_guest_finish(guest.exit_code);
}
