/* A bot that plays at random. Make it better in `choose`; the rest need not change.
 *
 * One JSON object a line comes in on standard input, one a line goes out on standard output.
 * Standard error is the log: fprintf(stderr, ...) is shown to you alone. json.h says how to read a message.
 */
#include <stdint.h>
#include <stdio.h>
#include "json.h"

static int seat;
static uint32_t random_state = 1;

/* Draw a whole number from 0 to n - 1 (xorshift). */
static int below(int n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (int)(random_state % (uint32_t)n);
}

/* A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock. */
static void start(const Json *message)
{
    seat = (int)json_int(json_get(message, "seat"));
    random_state = (uint32_t)(1000 * json_int(json_get(message, "leg")) + seat + 1); /* fixed: a match can be played again */
}

/* YOUR STRATEGY: print one action. message: turn, phase, state, events, legal, clock.
 * `legal` lists actions that are accepted as they are; README.md says what else this game allows. */
static void choose(const Json *message)
{
    const Json *legal = json_get(message, "legal");
    const Json *action = json_at(legal, below(json_count(legal)));
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
