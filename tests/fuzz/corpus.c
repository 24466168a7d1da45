/* A main for fuzz targets without libFuzzer: each file of the folders that are named goes through
 * once.  A target without a file fails. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A block of exactly the file's size, so that a sanitizer sees a read behind its end. */
static int run_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in || fseek(in, 0, SEEK_END))
        return -1;
    long size = ftell(in);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    rewind(in);
    if (size < 0 || !data || fread(data, 1, (size_t)size, in) != (size_t)size)
        return -1;
    fclose(in);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return 0;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] == '.')
                continue;
            if (run_file(path)) {
                fprintf(stderr, "cannot read %s\n", path);
                return 1;
            }
            count++;
        }
        if (folder)
            closedir(folder);
    }
    fprintf(stderr, "%d files\n", count);
    return count ? 0 : 1;
}
