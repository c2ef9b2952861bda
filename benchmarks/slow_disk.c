/* A disk that is slower than the one at hand: every sync takes at least DUELLING_SYNC_MS milliseconds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static int slowly(const char *name, int file) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    const char *text = getenv("DUELLING_SYNC_MS");
    long nanoseconds = end.tv_nsec + (long)((text ? atof(text) : 0.0) * 1e6);
    end.tv_sec += nanoseconds / 1000000000L;
    end.tv_nsec = nanoseconds % 1000000000L;
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int answer = sync(file), error = errno;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR) continue;
    errno = error;
    return answer;
}

int fdatasync(int file) { return slowly("fdatasync", file); }
int fsync(int file) { return slowly("fsync", file); }
