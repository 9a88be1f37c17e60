/* fio's options as the built-in engine knows them. */
#include "run/builtin_parts.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum { FIELD_TEXT, FIELD_SIZE, FIELD_NUMBER, FIELD_FLAG, FIELD_IGNORED } FieldKind;

typedef struct {
    const char *name;
    FieldKind kind;
    gsize offset;
} Field;

#define FIELD(name, kind, member) {name, kind, G_STRUCT_OFFSET(EngineOptions, member)}

static const Field fields[] = {
    FIELD("name", FIELD_TEXT, name),
    FIELD("filename", FIELD_TEXT, filename),
    FIELD("rw", FIELD_TEXT, rw),
    FIELD("ioengine", FIELD_TEXT, engine),
    FIELD("output", FIELD_TEXT, output),
    FIELD("bs", FIELD_SIZE, bs),
    FIELD("size", FIELD_SIZE, size),
    FIELD("runtime", FIELD_NUMBER, runtime_s),
    FIELD("ramp_time", FIELD_NUMBER, ramp_s),
    FIELD("numjobs", FIELD_NUMBER, numjobs),
    FIELD("iodepth", FIELD_NUMBER, iodepth),
    FIELD("fsync", FIELD_NUMBER, fsync),
    FIELD("rwmixread", FIELD_NUMBER, rwmixread),
    FIELD("direct", FIELD_FLAG, direct),
    FIELD("thread", FIELD_FLAG, has_thread),
    FIELD("group_reporting", FIELD_FLAG, group_reporting),
    FIELD("time_based", FIELD_FLAG, time_based),
    FIELD("create_only", FIELD_FLAG, create_only),
    {"output-format", FIELD_IGNORED, 0},
    {"eta", FIELD_IGNORED, 0},
};

/* A macro, so that the compiler sees the formats. */
#define complain(format, what) (fprintf(stderr, "fiocompare: built-in engine: " format "\n", what), FALSE)

static gboolean set_field(EngineOptions *options, const Field *field, const char *value)
{
    gpointer at = (char *)options + field->offset;
    double size = value && field->kind == FIELD_SIZE ? units_size_parse(value) : NAN;
    switch (field->kind) {
    case FIELD_TEXT:
        g_free(*(char **)at);
        *(char **)at = g_strdup(value ? value : "");
        return TRUE;
    case FIELD_SIZE:
        if (!(size >= 1 && size < 9e15))
            return complain("%s is no size", value ? value : "nothing");
        *(guint64 *)at = (guint64)size;
        return TRUE;
    case FIELD_NUMBER:
        *(int *)at = (int)CLAMP(g_ascii_strtoll(value ? value : "0", NULL, 10), 0, G_MAXINT);
        return TRUE;
    case FIELD_FLAG:
        *(gboolean *)at = !value || g_ascii_strtoll(value, NULL, 10) != 0;
        return TRUE;
    default:
        return TRUE;
    }
}

static gboolean read_one(EngineOptions *options, const char *argument)
{
    const char *text = argument + strspn(argument, "-"), *equals = strchr(text, '=');
    g_autofree char *name = equals ? g_strndup(text, (gsize)(equals - text)) : g_strdup(text);
    if (g_str_equal(argument, "--eta=always"))
        options->has_status = TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++)
        if (g_str_equal(fields[i].name, name))
            return set_field(options, &fields[i], equals ? equals + 1 : NULL);
    return complain("the option %s is not known; install fio for it", name);
}

static gboolean settle_direction(EngineOptions *options)
{
    static const struct {
        const char *rw;
        gboolean reads, writes, is_random;
    } kinds[] = {{"read", TRUE, FALSE, FALSE},     {"write", FALSE, TRUE, FALSE}, {"randread", TRUE, FALSE, TRUE},
                 {"randwrite", FALSE, TRUE, TRUE}, {"rw", TRUE, TRUE, FALSE},     {"readwrite", TRUE, TRUE, FALSE},
                 {"randrw", TRUE, TRUE, TRUE}};
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (!options->rw || !g_str_equal(kinds[i].rw, options->rw))
            continue;
        options->reads = kinds[i].reads;
        options->writes = kinds[i].writes;
        options->is_random = kinds[i].is_random;
        return TRUE;
    }
    return complain("rw=%s is not done; install fio for it", options->rw ? options->rw : "");
}

static gboolean check(const EngineOptions *options)
{
    gboolean is_sync = g_str_equal(options->engine, "sync") || g_str_equal(options->engine, "psync");
    if (!options->filename || strchr(options->filename, '/'))
        return complain("filename %s: a plain name in the current folder was expected", options->filename ? options->filename : "");
    if (!is_sync)
        return complain("ioengine=%s is not done, only sync and psync; install fio for it", options->engine);
    if (!options->has_thread && options->numjobs > 1)
        return complain("%s: jobs as processes are not done; use -thread, or install fio", "thread=0");
    if (options->direct && options->bs % 512 != 0)
        return complain("%s needs a block size that is a multiple of 512", "direct=1");
    if (options->bs > options->size || options->numjobs < 1 || options->numjobs > 4096)
        return complain("%s: a size of at least one block and 1 to 4096 jobs were expected", options->filename);
    return TRUE;
}

gboolean engine_options_read(EngineOptions *options, char **arguments)
{
    *options = (EngineOptions){.bs = 4096, .numjobs = 1, .iodepth = 1, .rwmixread = 50, .engine = g_strdup("psync"),
                               .name = g_strdup("job")};
    for (; *arguments; arguments++)
        if (!read_one(options, *arguments))
            return FALSE;
    return settle_direction(options) && check(options);
}

void engine_options_clear(EngineOptions *options)
{
    char *texts[] = {options->name, options->filename, options->rw, options->output, options->engine};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(texts[i]);
}
