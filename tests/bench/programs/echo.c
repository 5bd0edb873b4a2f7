/* A bot that answers every line with the same action, as fast as C can. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static const char ready[] = "{\"ready\": true}\n", answer[] = "{\"do\": \"bid\", \"amount\": 4, \"card\": 17}\n";
    static char line[1 << 20];
    int have = 0, first = 1;
    for (;;) {
        int got = read(0, line + have, sizeof line - have);
        if (got <= 0) return 0;
        have += got;
        if (line[have - 1] != '\n') continue;
        have = 0;
        const char *text = first ? ready : answer;
        first = 0;
        if (write(1, text, strlen(text)) < 0) return 1;
    }
}
