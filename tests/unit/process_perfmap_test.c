// link: checker -lzstd -llz4
/* The map of a just-in-time compiler is kept beside the trace. */
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
