/* A program that notes how it was called, one record a call: its name and every argument, each ended by NUL, the
 * record by a record separator and a line end. LOG names the file. Small, since it starts a million times. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

static char record[1 << 16];

int main(int argc, char **argv) {
    size_t at = 0;
    const char *name = argc > 0 ? argv[0] : "";
#ifdef __linux__
    /* `exec -a` tells a program another name than the one it was found by. */
    name = (const char *)getauxval(AT_EXECFN);
#endif
    const char *slash = strrchr(name, '/');
    for (int i = 0; i < argc; i++) {
        const char *text = i == 0 ? (slash ? slash + 1 : name) : argv[i];
        size_t length = strlen(text) + 1;
        if (at + length + 2 > sizeof record)
            break;
        memcpy(record + at, text, length);
        at += length;
    }
    record[at++] = '\x1e';
    record[at++] = '\n';
    int log = open(LOG, O_WRONLY | O_CREAT | O_APPEND, 0644);
    return log < 0 || write(log, record, at) < 0;
}
