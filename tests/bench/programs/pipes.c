/* The floor: two C processes on one core, a line of 611 bytes down and one of 40 up. Prints the median in ns. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DOWN = 611, UP = 40 };

static int compare(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

static void fill(int fd, char *buffer, int size) {
    for (int have = 0; have < size;) {
        int got = read(fd, buffer + have, size - have);
        if (got <= 0) exit(0);
        have += got;
    }
}

int main(int argc, char **argv) {
    int trips = atoi(argv[1]), core = atoi(argv[2]), down[2], up[2];
    static char message[DOWN], answer[UP];
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
    if (pipe(down) || pipe(up)) return 1;
    if (fork() == 0) {
        close(down[1]);
        for (;;) {
            fill(down[0], message, DOWN);
            if (write(up[1], answer, UP) != UP) return 1;
        }
    }
    long *times = malloc(trips * sizeof *times);
    for (int i = 0; i < trips; i++) {
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        if (write(down[1], message, DOWN) != DOWN) return 1;
        fill(up[0], answer, UP);
        clock_gettime(CLOCK_MONOTONIC, &after);
        times[i] = (after.tv_sec - before.tv_sec) * 1000000000L + after.tv_nsec - before.tv_nsec;
    }
    qsort(times, trips, sizeof *times, compare);
    printf("%ld\n", times[trips / 2]);
    close(down[1]);
    wait(NULL);
    return 0;
}
