/* Marks and NVTX ranges around mistakes; the comments say what each finding must name.  Built with
 * NVTX's own header where there is one (-DREAL_NVTX), else with the functions of nvtx_small.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime.h"
#include "inquest.h"
#ifdef REAL_NVTX
#include <nvtx3/nvToolsExt.h>
#else
#include "nvtx_small.h"
#endif

static int *device;

/* The same line for all: only what was going on tells the findings apart. */
static void copy_too_much(void)
{
    static int host[4];
    (void)cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice);
}

static void *on_a_thread(void *unused)
{
    copy_too_much();
    return unused;
}

static void run_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, on_a_thread, NULL);
    pthread_join(thread, NULL);
}

static nvtxEventAttributes_t event_of(nvtxStringHandle_t name)
{
    nvtxEventAttributes_t event = { 0 };
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = name;
    return event;
}

static void marks(void)
{
    copy_too_much(); /* - - */
    inquest_mark("first");
    copy_too_much(); /* first - */
    copy_too_much();
    inquest_mark("second");
    run_thread(); /* second - : a mark holds for all threads */
    copy_too_much();
    inquest_mark_end();
}

static void ranges(void)
{
    inquest_mark("ranges");
    nvtxRangePushA("forward");
    copy_too_much(); /* ranges forward */
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "step %d", i);
        nvtxRangePushA(name);
        copy_too_much(); /* the same mistake: counted */
        nvtxRangePop();
    }
    nvtxRangePop();
    inquest_mark("popped");
    copy_too_much(); /* popped - */
    inquest_mark("threads");
    nvtxRangePushA("of this thread");
    run_thread(); /* threads - */
    nvtxRangePop();
    inquest_mark("all threads");
    nvtxRangeId_t range = nvtxRangeStartA("of the process");
    run_thread(); /* all threads, of the process */
    nvtxRangeEnd(range);
    inquest_mark("ended");
    copy_too_much(); /* ended - */
}

static void domains(void)
{
    nvtxDomainHandle_t one = nvtxDomainCreateA("one"), two = nvtxDomainCreateA("two");
    nvtxEventAttributes_t outer = event_of(nvtxDomainRegisterStringA(one, "outer")),
                          inner = event_of(nvtxDomainRegisterStringA(two, "inner"));
    nvtxDomainRangePushEx(one, &outer);
    nvtxDomainRangePushEx(two, &inner);
    inquest_mark("both");
    copy_too_much(); /* both inner */
    nvtxDomainRangePop(one);
    inquest_mark("crossed");
    copy_too_much(); /* crossed inner */
    nvtxDomainRangePop(two);
    inquest_mark("none");
    copy_too_much(); /* none - */
    inquest_mark("wide");
    nvtxRangePushW(L"gr\u00fcn");
    copy_too_much(); /* wide gruen */
    nvtxRangePop();
    inquest_mark_end();
}

int main(void)
{
    (void)cudaMalloc((void **)&device, 16);
    unsigned long before = inquest_errors();
    marks();
    ranges();
    domains();
    cudaFree(device);
    printf("%d %lu\n", inquest_is_here(), inquest_errors() - before);
    return 0;
}
