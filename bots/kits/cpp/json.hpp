// A small JSON reader: enough for the arena's messages.
//
//   Json message = Json::parse(line);       throws std::runtime_error when it is not JSON
//   message["legal"]                        the value under a key; a null value when there is none
//   message["legal"].items                  the elements of a list, a std::vector<Json>
//   message["seat"].integer()               a number
//   message["type"].text                    a text (or the literal: true, false, null, 12)
//   message["state"].members                the members of an object, pairs of key and value
//   value.raw                               its own JSON text: to echo an action, write this
#pragma once

#include <cctype>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class Json {
public:
    enum class Type { Null, Boolean, Number, Text, List, Object };

    Type type = Type::Null;
    std::string text;
    std::string raw = "null";
    std::vector<Json> items;
    std::vector<std::pair<std::string, Json>> members;

    static Json parse(const std::string &source)
    {
        size_t at = 0;
        return read(source, at, 0);
    }

    const Json &operator[](const std::string &key) const
    {
        for (const auto &member : members)
            if (member.first == key) return member.second;
        static const Json null;
        return null;
    }

    long integer() const { return type == Type::Number ? std::stol(text) : 0; }
    double number() const { return type == Type::Number ? std::stod(text) : 0; }
    bool boolean() const { return text == "true"; }

private:
    static void skip(const std::string &s, size_t &at)
    {
        while (at < s.size() && (s[at] == ' ' || s[at] == '\t' || s[at] == '\n' || s[at] == '\r')) at++;
    }

    static void expect(const std::string &s, size_t &at, char wanted)
    {
        if (at >= s.size() || s[at] != wanted) throw std::runtime_error(std::string("JSON: expected ") + wanted);
        at++;
    }

    static Json read(const std::string &s, size_t &at, int depth)
    {
        if (depth > 200) throw std::runtime_error("JSON: too deep");
        skip(s, at);
        Json value;
        const size_t begin = at;
        if (at >= s.size()) throw std::runtime_error("JSON: ends early");
        if (s[at] == '{') read_object(s, at, depth, value);
        else if (s[at] == '[') read_list(s, at, depth, value);
        else if (s[at] == '"') {
            value.type = Type::Text;
            value.text = read_text(s, at);
        } else read_literal(s, at, value);
        value.raw = s.substr(begin, at - begin);
        return value;
    }

    static void read_object(const std::string &s, size_t &at, int depth, Json &value)
    {
        value.type = Type::Object;
        for (at++, skip(s, at); at < s.size() && s[at] != '}'; skip(s, at)) {
            std::string key = read_text(s, at);
            skip(s, at);
            expect(s, at, ':');
            value.members.emplace_back(std::move(key), read(s, at, depth + 1));
            skip(s, at);
            if (at < s.size() && s[at] == ',') { at++; skip(s, at); }
        }
        expect(s, at, '}');
    }

    static void read_list(const std::string &s, size_t &at, int depth, Json &value)
    {
        value.type = Type::List;
        for (at++, skip(s, at); at < s.size() && s[at] != ']'; skip(s, at)) {
            value.items.push_back(read(s, at, depth + 1));
            skip(s, at);
            if (at < s.size() && s[at] == ',') at++;
        }
        expect(s, at, ']');
    }

    // Escapes other than of quotes and backslashes stay as they are written.
    static std::string read_text(const std::string &s, size_t &at)
    {
        std::string text;
        expect(s, at, '"');
        for (; at < s.size() && s[at] != '"'; at++) {
            if (s[at] == '\\' && at + 1 < s.size()) {
                at++;
                if (s[at] != '"' && s[at] != '\\' && s[at] != '/') text += '\\';
            }
            text += s[at];
        }
        expect(s, at, '"');
        return text;
    }

    static void read_literal(const std::string &s, size_t &at, Json &value)
    {
        const size_t begin = at;
        while (at < s.size() && (std::isalnum(static_cast<unsigned char>(s[at])) || s[at] == '-' || s[at] == '+' || s[at] == '.')) at++;
        value.text = s.substr(begin, at - begin);
        if (value.text == "true" || value.text == "false") value.type = Type::Boolean;
        else if (value.text == "null") value.type = Type::Null;
        else if (!value.text.empty()) value.type = Type::Number;
        else throw std::runtime_error("JSON: a value is missing");
    }
};
