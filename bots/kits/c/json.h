/* A small JSON reader: enough for the arena's messages, which are always well formed.
 *
 *   JsonDoc doc = {0};                       reused for message after message
 *   const Json *message = json_parse(&doc, line);   NULL when it is not JSON
 *   json_get(message, "legal")               the value under a key; a null value when there is none
 *   json_at(list, 2)                         an element of a list; a null value when there is none
 *   json_count(list)                         how many elements or members
 *   json_int(value)  json_is(value, "act")   its number; whether it is this text or literal
 *   value->text, value->length               its own JSON text: to echo an action, print this
 *
 * Values point into `line` and live until the next json_parse with the same doc. Escapes in texts stay as
 * they are written. A second doc keeps a second message (the start message, say) with its own line.
 */
#ifndef ARENA_JSON_H
#define ARENA_JSON_H

#include <stdlib.h>
#include <string.h>

typedef struct Json {
    char type;                 /* '{' '[' '"' '0' (number) 't' 'f' 'n' */
    const char *text;          /* where its JSON text begins */
    size_t length;             /* and how long it is */
    const char *key;           /* of a member: its key, without the quotes */
    size_t key_length;
    int count;                 /* of elements or members */
    int first, next;           /* indexes of the first child and of the next sibling; -1: none */
    const struct JsonDoc *doc;
} Json;

typedef struct JsonDoc {
    Json *values;
    int used, room;
} JsonDoc;

static const Json json_null = {'n', "null", 4, "", 0, 0, -1, -1, NULL};

static inline const char *json_skip(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') p++;
    return p;
}

/* Give the end of the text that begins with the quote at p; NULL when it does not end. */
static inline const char *json_text_end(const char *p)
{
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p == '"' ? p + 1 : NULL;
}

static inline int json_new(JsonDoc *doc, const char *text)
{
    if (doc->used == doc->room) {
        int room = doc->room ? 2 * doc->room : 1024;
        Json *values = realloc(doc->values, room * sizeof *values);
        if (!values) return -1;
        doc->values = values;
        doc->room = room;
    }
    doc->values[doc->used] = (Json){*text, text, 0, "", 0, 0, -1, -1, doc};
    return doc->used++;
}

static inline const char *json_value(JsonDoc *doc, const char *p, int depth, int *made);

/* Read the elements or members of the list or object at p. */
static inline const char *json_inside(JsonDoc *doc, const char *p, int depth, int self)
{
    char close = *p == '{' ? '}' : ']';
    int last = -1;
    p = json_skip(p + 1);
    while (*p != close) {
        const char *key = "", *key_end = key;
        int child;
        if (close == '}') {
            if (*p != '"') return NULL;
            key = p + 1;
            if (!(p = json_text_end(p))) return NULL;
            key_end = p - 1;
            p = json_skip(p);
            if (*p != ':') return NULL;
            p = json_skip(p + 1);
        }
        if (!(p = json_value(doc, p, depth + 1, &child))) return NULL;
        doc->values[child].key = key;
        doc->values[child].key_length = (size_t)(key_end - key);
        if (last < 0) doc->values[self].first = child;
        else doc->values[last].next = child;
        last = child;
        doc->values[self].count++;
        p = json_skip(p);
        if (*p == ',') p = json_skip(p + 1);
        else if (*p != close) return NULL;
    }
    return p + 1;
}

static inline const char *json_value(JsonDoc *doc, const char *p, int depth, int *made)
{
    const char *begin = p;
    int self = *made = json_new(doc, p);
    if (self < 0 || depth > 200) return NULL;
    if (*p == '{' || *p == '[') p = json_inside(doc, p, depth, self);
    else if (*p == '"') p = json_text_end(p);
    else if (strncmp(p, "true", 4) == 0 || strncmp(p, "null", 4) == 0) p += 4;
    else if (strncmp(p, "false", 5) == 0) p += 5;
    else {
        p += strspn(p, "+-0123456789.eE");
        if (p == begin) return NULL;
        doc->values[self].type = '0';
    }
    if (p) doc->values[self].length = (size_t)(p - begin);
    return p;
}

static inline const Json *json_parse(JsonDoc *doc, const char *line)
{
    int root;
    doc->used = 0;
    return json_value(doc, json_skip(line), 0, &root) ? &doc->values[root] : NULL;
}

static inline const Json *json_first(const Json *value)
{
    return value->first < 0 ? NULL : &value->doc->values[value->first];
}

static inline const Json *json_next(const Json *value)
{
    return value->next < 0 ? NULL : &value->doc->values[value->next];
}

static inline const Json *json_get(const Json *object, const char *key)
{
    size_t length = strlen(key);
    for (const Json *member = json_first(object); member; member = json_next(member))
        if (member->key_length == length && memcmp(member->key, key, length) == 0) return member;
    return &json_null;
}

static inline const Json *json_at(const Json *list, int index)
{
    const Json *element = json_first(list);
    while (element && index-- > 0) element = json_next(element);
    return element ? element : &json_null;
}

static inline int json_count(const Json *value) { return value->count; }

static inline long json_int(const Json *value) { return value->type == '0' ? strtol(value->text, NULL, 10) : 0; }

static inline int json_is(const Json *value, const char *text)
{
    size_t quotes = value->type == '"' ? 1 : 0;
    size_t length = strlen(text);
    return value->length == length + 2 * quotes && memcmp(value->text + quotes, text, length) == 0;
}

#endif
