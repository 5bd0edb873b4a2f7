/* A bot that plays at random. Make it better in `choose`; the rest need not change.
 *
 * One JSON object a line comes in on standard input, one a line goes out on standard output.
 * Standard error is the log: fprintf(stderr, ...) is shown to you alone. json.h says how to read a message.
 */
#include <stdint.h>
#include <stdio.h>
#include "json.h"

static int seat;

/* Give a number from 0 to n - 1 that looks random, but is the same for the same table: easy to repeat. */
static int dice(const Json *table, int n)
{
    uint32_t hash = 2166136261u; /* FNV-1a, then mixed */
    for (size_t i = 0; i < table->length; i++) hash = (hash ^ (unsigned char)table->text[i]) * 16777619u;
    hash = (hash ^ (hash >> 15)) * 2246822507u;
    return (int)((hash ^ (hash >> 13)) % (uint32_t)n);
}

/* A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock. */
static void start(const Json *message)
{
    seat = (int)json_int(json_get(message, "seat"));
}

/* YOUR STRATEGY: print one action. message: turn, phase, state, events, legal, clock.
 * `legal` lists actions that are accepted as they are; README.md says what else this game allows. */
static void choose(const Json *message)
{
    const Json *legal = json_get(message, "legal");
    const Json *action = json_at(legal, dice(json_get(message, "state"), json_count(legal)));
    printf("%.*s\n", (int)action->length, action->text);
}

/* The leg is over. message: ranks and scores by seat, events. */
static void end(const Json *message)
{
    (void)message;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    JsonDoc doc = {0};
    while (getline(&line, &room, stdin) > 0) {
        const Json *message = json_parse(&doc, line);
        if (!message) {
            fprintf(stderr, "not understood: %s\n", line);
            return 1;
        }
        const Json *type = json_get(message, "type");
        if (json_is(type, "start")) {
            start(message);
            puts("{\"ready\": true}");
        } else if (json_is(type, "act")) {
            choose(message);
        } else if (json_is(type, "end")) {
            end(message);
        } else if (json_is(type, "bye")) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
