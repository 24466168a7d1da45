#include "wrap/python_pools.h"

#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/sys.h"

enum { FILE_INPUT = 257 /* Py_file_input */ };

extern const char iq_python_pools_text[];

/* Of the interpreter's stable interface. */
static struct {
    int (*add_pending_call)(int (*function)(void *), void *argument);
    void *(*compile_string)(const char *text, const char *file, int start);
    void *(*exec_module)(const char *name, void *code);
    void (*print_error)(void);
    void (*drop)(void *object);
} python;

static const struct {
    const char *name;
    void *slot;
} functions[] = {
    { "Py_AddPendingCall", &python.add_pending_call },
    { "Py_CompileString", &python.compile_string },
    { "PyImport_ExecCodeModule", &python.exec_module },
    { "PyErr_Print", &python.print_error },
    { "Py_DecRef", &python.drop },
};

static bool find_functions(void)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        uintptr_t function = iq_elf_next(functions[i].name);
        iq_sys_copy(functions[i].slot, &function, sizeof function);
        if (!function)
            return false;
    }
    return true;
}

static int run_text(void *unused)
{
    (void)unused;
    void *code = python.compile_string(iq_python_pools_text, "<frozen inquest.pools>", FILE_INPUT);
    void *module = code ? python.exec_module("_inquest_pools", code) : NULL;
    if (!module)
        python.print_error();
    python.drop(code);
    python.drop(module);
    return 0;
}

/* The frameworks' own extensions: the first ones of each are loaded long before its pool. */
static bool is_framework(const char *path)
{
    bool found = false;
    for (; *path && !found; path++)
        found = iq_sys_starts(path, "/cupy_backends/") || iq_sys_starts(path, "/numba/");
    return found;
}

/* On a GPU thousands of live arrays would cost each launch more than the launch itself. */
bool iq_python_pools_are_wanted(void)
{
    const char *option = iq_guest_option("INQUEST_PYTHON_POOLS");
    bool is_auto = !option || !option[0] || iq_sys_equal(option, "auto");
    return is_auto ? iq_guest_is_soft() : !iq_sys_equal(option, "no");
}

void iq_python_pools_look_at(const struct link_map *map)
{
    static bool done;
    if (done || !map->l_name || !is_framework(map->l_name) || !iq_python_pools_are_wanted())
        return;
    done = true;
    if (find_functions())
        (void)python.add_pending_call(run_text, NULL);
}
