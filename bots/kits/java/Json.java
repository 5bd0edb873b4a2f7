import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small JSON reader and writer: enough for the arena's messages.
 *
 * Objects are Map, lists are List, texts String, numbers Long or Double, and then Boolean and null.
 *   Map<String, Object> message = Json.object(Json.read(line));
 *   Json.list(message.get("legal")), Json.integer(message.get("seat")), Json.write(action)
 */
final class Json {
    private final String source;
    private int at;

    private Json(String source) {
        this.source = source;
    }

    static Object read(String source) {
        Json reader = new Json(source);
        Object value = reader.value(0);
        reader.skip();
        if (reader.at != source.length()) throw new IllegalArgumentException("JSON: something follows");
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    static int integer(Object value) {
        return ((Number) value).intValue();
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map) {
            String comma = "{";
            for (Map.Entry<String, Object> member : object(value).entrySet()) {
                out.append(comma);
                writeText(member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                comma = ",";
            }
            out.append(comma.equals("{") ? "{}" : "}");
        } else if (value instanceof List) {
            String comma = "[";
            for (Object element : list(value)) {
                out.append(comma);
                write(element, out);
                comma = ",";
            }
            out.append(comma.equals("[") ? "[]" : "]");
        } else if (value instanceof String) {
            writeText((String) value, out);
        } else {
            out.append(value);
        }
    }

    private static void writeText(String text, StringBuilder out) {
        out.append('"');
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') out.append('\\').append(letter);
            else if (letter < ' ') out.append(String.format("\\u%04x", (int) letter));
            else out.append(letter);
        }
        out.append('"');
    }

    private Object value(int depth) {
        skip();
        if (depth > 200) throw new IllegalArgumentException("JSON: too deep");
        switch (peek()) {
            case '{': return members(depth);
            case '[': return elements(depth);
            case '"': return text();
            default: return literal();
        }
    }

    private Map<String, Object> members(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        while (peek() != '}') {
            String key = text();
            expect(':');
            members.put(key, value(depth + 1));
            if (!take(',')) break;
        }
        expect('}');
        return members;
    }

    private List<Object> elements(int depth) {
        List<Object> elements = new ArrayList<>();
        expect('[');
        while (peek() != ']') {
            elements.add(value(depth + 1));
            if (!take(',')) break;
        }
        expect(']');
        return elements;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        if (peek() != '"') throw new IllegalArgumentException("JSON: expected a text at " + at);
        for (at++; peek() != '"'; at++) {
            if (at >= source.length()) throw new IllegalArgumentException("JSON: a text does not end");
            if (peek() == '\\') text.append(escaped());
            else text.append(peek());
        }
        at++;
        return text.toString();
    }

    private char escaped() {
        at++;
        switch (peek()) {
            case 'n': return '\n';
            case 't': return '\t';
            case 'r': return '\r';
            case 'b': return '\b';
            case 'f': return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(source.substring(at - 3, at + 1), 16);
            default: return peek();
        }
    }

    private Object literal() {
        int begin = at;
        while ("+-.".indexOf(peek()) >= 0 || Character.isLetterOrDigit(peek())) at++;
        String word = source.substring(begin, at);
        switch (word) {
            case "true": return true;
            case "false": return false;
            case "null": return null;
            default: return word.matches("-?\\d+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
        }
    }

    private char peek() {
        return at < source.length() ? source.charAt(at) : '\0';
    }

    private void skip() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') at++;
    }

    /** Step over a character if it comes next, with the blanks around it. */
    private boolean take(char wanted) {
        skip();
        boolean found = peek() == wanted;
        if (found) {
            at++;
            skip();
        }
        return found;
    }

    private void expect(char wanted) {
        if (!take(wanted)) throw new IllegalArgumentException("JSON: expected " + wanted + " at " + at);
    }
}
