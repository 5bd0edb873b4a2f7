// A bot that plays at random. Make it better in `choose`; the rest need not change.
//
// One JSON object a line comes in on standard input, one a line goes out on standard output.
// Standard error is the log: std::cerr << ... is shown to you alone. json.hpp says how to read a message.
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include "json.hpp"

class Bot {
public:
    // A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock.
    void start(const Json &message)
    {
        seat = static_cast<int>(message["seat"].integer());
    }

    // YOUR STRATEGY: return one action as JSON text. message: turn, phase, state, events, legal, clock.
    // `legal` lists actions that are accepted as they are; README.md says what else this game allows.
    std::string choose(const Json &message)
    {
        const auto &legal = message["legal"].items;
        std::mt19937 dice(std::hash<std::string>{}(message["state"].raw)); // the same table, the same choice
        return legal[dice() % legal.size()].raw;
    }

    // The leg is over. message: ranks and scores by seat, events.
    void end(const Json &) {}

private:
    int seat = 0;
};

int main()
{
    Bot bot;
    std::string line;
    while (std::getline(std::cin, line)) {
        const Json message = Json::parse(line);
        const std::string &type = message["type"].text;
        if (type == "start") {
            bot.start(message);
            std::cout << "{\"ready\": true}" << std::endl;
        } else if (type == "act") {
            std::cout << bot.choose(message) << std::endl;
        } else if (type == "end") {
            bot.end(message);
        } else if (type == "bye") {
            break;
        }
    }
}
