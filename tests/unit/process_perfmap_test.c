// link: checker -lzstd -llz4
/* The map of a just-in-time compiler is kept beside the trace. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/perfmap.h"
#include "test.h"

TEST(the_map_is_kept)
{
    char folder[] = "/tmp/inquest-unit-test-XXXXXX", from[64], to[128], line[64] = "";
    static const char text[] = "7f0000000000 40 kernel_of_a_compiler\n";
    CHECK(mkdtemp(folder) != NULL);
    snprintf(from, sizeof from, "/tmp/perf-%ld.map", (long)getpid());
    snprintf(to, sizeof to, "%s/perf-%ld.map", folder, (long)getpid());
    iq_perfmap_keep(folder); /* there is none */
    CHECK(access(to, F_OK));
    FILE *file = fopen(from, "w");
    fputs(text, file);
    fclose(file);
    iq_perfmap_keep(NULL);
    iq_perfmap_keep("/tmp/no/such/folder");
    CHECK(access(to, F_OK));
    iq_perfmap_keep(folder);
    file = fopen(to, "r");
    CHECK(file && fgets(line, sizeof line, file));
    CHECK_STR(line, text);
    if (file)
        fclose(file);
    unlink(from);
    unlink(to);
    rmdir(folder);
}

/* The map in TMPDIR, where .NET writes it, is preferred to one in /tmp, where Java writes it. */
TEST(the_map_in_TMPDIR_comes_first)
{
    char folder[] = "/tmp/inquest-unit-test-XXXXXX", own[128], tmp[64], to[128], line[64] = "";
    CHECK(mkdtemp(folder) != NULL);
    snprintf(own, sizeof own, "%s/own", folder);
    CHECK(!mkdir(own, 0700) && !setenv("TMPDIR", own, 1));
    snprintf(tmp, sizeof tmp, "/tmp/perf-%ld.map", (long)getpid());
    snprintf(own, sizeof own, "%s/own/perf-%ld.map", folder, (long)getpid());
    snprintf(to, sizeof to, "%s/perf-%ld.map", folder, (long)getpid());
    FILE *file = fopen(own, "w");
    fputs("own\n", file);
    fclose(file);
    file = fopen(tmp, "w");
    fputs("tmp\n", file);
    fclose(file);
    iq_perfmap_keep(folder);
    file = fopen(to, "r");
    CHECK(file && fgets(line, sizeof line, file));
    CHECK_STR(line, "own\n");
    if (file)
        fclose(file);
    unlink(to);
    unlink(own);
    iq_perfmap_keep(folder); /* Java's */
    CHECK(!access(to, R_OK));
    unlink(to);
    unlink(tmp);
    snprintf(own, sizeof own, "%s/own", folder);
    rmdir(own);
    rmdir(folder);
    unsetenv("TMPDIR");
}
