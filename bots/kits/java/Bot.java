import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A bot that plays at random. Make it better in choose; the rest need not change.
 *
 * One JSON object a line comes in on standard input, one a line goes out on standard output.
 * Standard error is the log: System.err.println(...) is shown to you alone. Json.java says how to read a message.
 */
public class Bot {
    private int seat;

    /** A leg (one game) begins. message: game, options, seat, seats, teams, names, leg, legs, clock. */
    void start(Map<String, Object> message) {
        seat = Json.integer(message.get("seat"));
    }

    /**
     * YOUR STRATEGY: return one action, a Map. message: turn, phase, state, events, legal, clock.
     * `legal` lists actions that are accepted as they are; README.md says what else this game allows.
     */
    Object choose(Map<String, Object> message) {
        List<Object> legal = Json.list(message.get("legal"));
        Random dice = new Random(Json.write(message.get("state")).hashCode()); // the same table, the same choice
        return legal.get(dice.nextInt(legal.size()));
    }

    /** The leg is over. message: ranks and scores by seat, events. */
    void end(Map<String, Object> message) {}

    public static void main(String[] arguments) throws IOException {
        Bot bot = new Bot();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> message = Json.object(Json.read(line));
            switch ((String) message.get("type")) {
                case "start":
                    bot.start(message);
                    out.println("{\"ready\": true}");
                    break;
                case "act":
                    out.println(Json.write(bot.choose(message)));
                    break;
                case "end":
                    bot.end(message);
                    break;
                case "bye":
                    return;
                default:
                    break;
            }
        }
    }
}
