// link: base
/* Who of a session's processes still runs. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/survivors.c"
#include "test.h"

static const char folder[] = "/nowhere/survivors-test";

/* A process of the session that waits for a signal. */
static pid_t start(void)
{
    pid_t pid = fork();
    if (!pid) {
        char setting[80];
        snprintf(setting, sizeof setting, "INQUEST_SESSION=%s", folder);
        execle("/bin/sleep", "sleep", "60", (char *)NULL, (char *[]){ setting, NULL });
        _exit(1);
    }
    struct iq_survivors survivors;
    for (int tries = 0; tries < 1000; tries++) {
        iq_survivors_find(&survivors, folder, 0);
        if (survivors.count)
            break;
        usleep(1000);
    }
    CHECK_INT(survivors.count, 1);
    CHECK_INT(survivors.pids[0], pid);
    return pid;
}

TEST(runs_until_it_is_killed)
{
    struct iq_survivors survivors;
    pid_t pid = start();
    CHECK(!iq_survivors_is_ending(pid));
    kill(pid, SIGKILL);
    iq_survivors_find(&survivors, folder, 0);
    CHECK_INT(survivors.count, 0);
    CHECK(iq_survivors_is_ending(pid)); /* nobody has asked yet how it ended */
    waitpid(pid, NULL, 0);
    CHECK(!iq_survivors_is_ending(pid)); /* there is no such process */
}

/* A signal that it may handle, or that stops it, is no end. */
TEST(runs_while_it_is_stopped)
{
    struct iq_survivors survivors;
    pid_t pid = start();
    kill(pid, SIGSTOP);
    waitpid(pid, NULL, WUNTRACED);
    kill(pid, SIGUSR1);
    iq_survivors_find(&survivors, folder, 0);
    CHECK_INT(survivors.count, 1);
    CHECK(!iq_survivors_is_ending(pid));
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static void *wait_here(void *unused)
{
    pause();
    return unused;
}

TEST(runs_without_its_first_thread)
{
    char path[64], line[512] = "";
    pid_t pid = fork();
    if (!pid) {
        pthread_t thread;
        pthread_create(&thread, NULL, wait_here, NULL);
        pthread_exit(NULL);
    }
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    for (int tries = 0; tries < 1000 && !strstr(line, ") Z"); tries++) {
        usleep(1000);
        FILE *file = fopen(path, "re");
        CHECK(file && fgets(line, sizeof line, file));
        fclose(file);
    }
    CHECK(strstr(line, ") Z") != NULL);
    CHECK(!iq_survivors_is_ending(pid));
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}
