/* A module of Node.js, for twice.js. */
#include <node_api.h>
#include <stdint.h>
#include <stdlib.h>

int cuInit(unsigned);
int cuDeviceGet(int *, int);
int cuCtxCreate_v2(void **, unsigned, int);
int cuModuleLoadData(void **, const void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(uint64_t *, size_t);
int cuMemcpyDtoH_v2(void *, uint64_t, size_t);
int cuMemFree_v2(uint64_t);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

static napi_value number(napi_env env, double value)
{
    napi_value result;
    napi_create_double(env, value, &result);
    return result;
}

/* The first argument; [text] gets the second. */
static int64_t argument(napi_env env, napi_callback_info info, napi_value *text)
{
    size_t count = 2;
    napi_value values[2];
    int64_t value = 0;
    napi_get_cb_info(env, info, &count, values, NULL, NULL);
    napi_get_value_int64(env, values[0], &value);
    if (text)
        *text = values[1];
    return value;
}

static napi_value start(napi_env env, napi_callback_info info)
{
    void *context;
    int device;
    (void)info;
    return number(env, cuInit(0) | cuDeviceGet(&device, 0) | cuCtxCreate_v2(&context, 0, device));
}

static napi_value allocate(napi_env env, napi_callback_info info)
{
    uint64_t memory = 0;
    cuMemAlloc_v2(&memory, (size_t)argument(env, info, NULL));
    return number(env, (double)memory);
}

static napi_value release(napi_env env, napi_callback_info info)
{
    return number(env, cuMemFree_v2((uint64_t)argument(env, info, NULL)));
}

static napi_value sum(napi_env env, napi_callback_info info)
{
    int host[256], total = 0;
    int result = cuMemcpyDtoH_v2(host, (uint64_t)argument(env, info, NULL), sizeof host);
    for (int i = 0; i < 256; i++)
        total += host[i];
    return number(env, result ? -result : total);
}

static napi_value launch(napi_env env, napi_callback_info info)
{
    static char image[65536];
    napi_value text;
    size_t length;
    void *module = NULL, *function = NULL;
    int64_t memory = argument(env, info, &text);
    void *arguments[] = { &memory };
    napi_get_value_string_utf8(env, text, image, sizeof image, &length);
    int result = cuModuleLoadData(&module, image) | cuModuleGetFunction(&function, module, "twice");
    return number(env, result | cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, NULL, arguments, NULL));
}

NAPI_MODULE_INIT()
{
    static const struct { const char *name; napi_callback call; } functions[] = {
        { "start", start }, { "allocate", allocate }, { "release", release }, { "sum", sum }, { "launch", launch },
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        napi_value value;
        napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].call, NULL, &value);
        napi_set_named_property(env, exports, functions[i].name, value);
    }
    return exports;
}
