/* A module of machine code that calls the driver, directly and from a function that it calls itself. */
#include <Python.h>
#include <dlfcn.h>

static int (*fill)(unsigned long long, unsigned char, size_t);

static int inner(unsigned long long address, size_t count)
{
    int code = fill(address, 1, count);  // via: -2
    return code;
}

static PyObject *run(PyObject *self, PyObject *args)
{
    unsigned long long address;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "Kn", &address, &count))
        return NULL;
    int code = inner(address, (size_t)count);  // via: -1
    return PyLong_FromLong(code);
}

static PyMethodDef methods[] = {{"run", run, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "filler", NULL, -1, methods};

PyMODINIT_FUNC PyInit_filler(void)
{
    *(void **)&fill = dlsym(dlopen("libcuda.so.1", RTLD_NOW), "cuMemsetD8_v2");
    return PyModule_Create(&definition);
}
