#include "read/internal.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define NUMBER "-?(?:nan|inf|\\d+(?:[.,]\\d+)?)"
#define SIZE "[\\d.]+ ?[A-Za-z]*(?:/s)?"

/* Groups are numbered in the order in which text_job.c and text.c read them. */
static const char *const sources[PATTERN_COUNT] = {
    /* name, group, members, error, error text, pid, date */
    [PATTERN_HEAD] = "^(.*): \\(groupid=(\\d+), ?jobs=(\\d+)\\): ?err= ?(-?\\d+)(?: \\((.*?)\\))?"
                     "(?:: pid=(-?\\d+)(?:: (.*))?)?",
    /* kind, IOPS, first rate, second rate, io, runtime */
    [PATTERN_DIRECTION] = "^(read|write|trim|mixed) ?: *IOPS=([\\d.]+[kKMGT]?), *BW=(" SIZE ") *\\((" SIZE
                          ")\\) *\\((" SIZE ")/ ?(\\d+) ?msec\\)",
    /* kind, io, rate, IOPS, runtime */
    [PATTERN_DIRECTION_OLD] = "^(read|write|trim|mixed) *: *io=(" SIZE "), *bw=(" SIZE
                              "), *iops=([\\d.]+ ?[kKMGT]?) *, *runt= *(\\d+) ?msec",
    /* kind, unit, min, max, avg, stdev */
    [PATTERN_LATENCY] = "^(slat|clat|lat|sync) ?\\(([mun]?sec)\\) *: *min= *([\\d.]+[kKMG]?) *, *max= *([\\d."
                        "]+[kKMG]?) *, *avg= *(" NUMBER "[kKMG]?) *, *stdev= *(" NUMBER "[kKMG]?)",
    /* kind, unit */
    [PATTERN_LATENCY_TITLE] = "^(slat|clat|lat|sync) percentiles \\(([mun]?sec)\\)",
    /* percent, value */
    [PATTERN_PERCENTILE] = "([\\d.]+)th=\\[ *(\\d+)\\]",
    /* kind, unit, min, max, per, avg, stdev, samples */
    [PATTERN_SAMPLES] = "^(bw|iops) *(?:\\( *([A-Za-z]+ *(?:/s)?) *\\))? *: *min= *([\\d.]+[kKMG]?), *max= *([\\d."
                        "]+[kKMG]?)(?:, *per= *(-?[\\d.]+)%)?, *avg= *(" NUMBER "), *stdev= *(" NUMBER
                        ")(?:, *samples= *(\\d+))?",
    /* usr, sys, ctx, majf, minf */
    [PATTERN_CPU] = "^cpu *: *usr=(" NUMBER ")%, *sys=(" NUMBER ")%, *ctx=(\\d+), *majf=(\\d+), *minf=(\\d+)",
    /* level, percent */
    [PATTERN_PAIR] = "(>?=?\\d+)=([\\d.]+)%",
    /* total r w t [s], short r w t, dropped r w t */
    [PATTERN_TOTALS] = "^issued rwts?: *total=(\\d+),(\\d+),(\\d+)(?:,(\\d+))?,? short=(\\d+),(\\d+),(\\d+)"
                       "(?:,\\d+)?,? dropped=(\\d+),(\\d+),(\\d+)",
    [PATTERN_TOTALS_OLD] = "^issued *: *total=r=(\\d+)/w=(\\d+)/d=(\\d+)(), *short=r=(\\d+)/w=(\\d+)/d=(\\d+)"
                           "(?:, *drop=r=(\\d+)/w=(\\d+)/d=(\\d+))?",
    /* kind, rate, second rate, min, max, io, mint, maxt */
    [PATTERN_GROUP] = "^(READ|WRITE|TRIM|MIXED): *bw=(" SIZE ") *\\((" SIZE ")\\), *(" SIZE ")-(" SIZE
                      ") *\\([^)]*\\), *io=(" SIZE ")[^,]*, *run=(\\d+)-(\\d+) ?msec",
    /* kind, io, rate, min, max, mint, maxt */
    [PATTERN_GROUP_OLD] = "^(READ|WRITE|TRIM|MIXED): *io=(" SIZE "), *aggrb=(" SIZE "), *minb=(" SIZE
                          "), *maxb=(" SIZE "), *mint=(\\d+) ?msec, *maxt=(\\d+) ?msec",
    /* name, read ios, write ios, read merges, write merges, ticks, ticks, queue, util */
    [PATTERN_DISK] = "^([^\\s:,]+): ios=(\\d+)/(\\d+)(?:, sectors=\\d+/\\d+)?, merge=(\\d+)/(\\d+), "
                     "ticks=(\\d+)/(\\d+), in_queue=(\\d+), util=([\\d.]+)%",
    /* name, rw, block sizes, engine, depth */
    [PATTERN_DEFINITION] = "^(.*): \\(g=\\d+\\): rw=(\\w+), bs=(.*), ioengine=([^,\\s]+), iodepth=(\\d+)",
    /* total, first error */
    [PATTERN_ERRORS] = "^errors *: *total=(\\d+), first_error=(\\d+)",
    /* attained, rate, iops, name, value */
    [PATTERN_STEADY] = "^steadystate *: attained=(yes|no), bw=(" SIZE ")(?: \\([^)]*\\))?, iops=(\\d+[kKMG]?), (.*)"
                       "=(-?[\\d.]+)%",
    [PATTERN_BANNER] = "^(?:<[^>]*> ?)?(fio-[23]\\.\\d[\\w.-]*|fio [23]\\.\\d[\\w.-]*)$",
    [PATTERN_ANCHOR] = "(?:(?:^|\\s)(?:read|write|trim|mixed) *: *(?:IOPS=|io=)|(?:^|\\s)cpu *: *usr=|(?:^|\\s)IO "
                       "depths *: *1=|(?:^|\\s)submit *: *0=|(?:^|\\s)issued *(?:rwts?)? *: *total=)",
    [PATTERN_KEYWORD] = " +(?=(?:read|write|trim|mixed) *: *(?:IOPS=|io=)|(?:slat|clat|lat|sync) \\([mun]?sec\\) *:"
                        "|(?:slat|clat|lat|sync) percentiles \\(|\\| +[\\d.]+th=|(?:bw|iops) *(?:\\([^)]*\\) *)?: "
                        "*min=|cpu *: usr=|IO depths *:|submit *:|complete *:|issued *(?:rwts?)? *: *total=|latency *: "
                        "target=|fsync/fdatasync|errors *: total=|Run status group|(?:READ|WRITE|TRIM|MIXED): "
                        "(?:bw|io)=|Disk stats|\\S+: ios=\\d+/\\d+|\\S+: \\(groupid=|\\S+: \\(g=\\d|Starting "
                        "\\d+|fio-\\d\\.\\d)",
};

static pcre2_code *codes[PATTERN_COUNT];

static void patterns_compile(void)
{
    for (int i = 0; i < PATTERN_COUNT; i++) {
        int code = 0;
        PCRE2_SIZE offset = 0;
        codes[i] = pcre2_compile((PCRE2_SPTR)sources[i], PCRE2_ZERO_TERMINATED, 0, &code, &offset, NULL);
        if (!codes[i])
            g_error("pattern %d is wrong at %zu", i, offset);
        pcre2_jit_compile(codes[i], PCRE2_JIT_COMPLETE);
    }
}

typedef struct {
    pcre2_match_data *data;
    pcre2_match_context *context;
} Matcher;

static void matcher_free(gpointer memory)
{
    Matcher *matcher = memory;
    pcre2_match_data_free(matcher->data);
    pcre2_match_context_free(matcher->context);
    g_free(matcher);
}

static Matcher *matcher_of_thread(void)
{
    static GPrivate key = G_PRIVATE_INIT(matcher_free);
    Matcher *matcher = g_private_get(&key);
    if (!matcher) {
        matcher = g_new0(Matcher, 1);
        matcher->data = pcre2_match_data_create(CAPTURES_MAX, NULL);
        matcher->context = pcre2_match_context_create(NULL);
        /* No line of fio needs more; a hostile one gives up instead of running away. */
        pcre2_set_match_limit(matcher->context, 200000);
        pcre2_set_depth_limit(matcher->context, 2000);
        g_private_set(&key, matcher);
    }
    return matcher;
}

gboolean pattern_match(PatternId id, Span subject, gsize offset, Captures *captures)
{
    static gsize ready;
    if (g_once_init_enter(&ready)) {
        patterns_compile();
        g_once_init_leave(&ready, 1);
    }
    Matcher *matcher = matcher_of_thread();
    int count = pcre2_match(codes[id], (PCRE2_SPTR)subject.text, subject.length, offset, PCRE2_NO_UTF_CHECK,
                            matcher->data, matcher->context);
    if (count <= 0)
        return FALSE;
    PCRE2_SIZE *ends = pcre2_get_ovector_pointer(matcher->data);
    captures->count = (guint)count - 1;
    captures->end = ends[1];
    for (int i = 1; i < CAPTURES_MAX; i++) {
        gboolean took_part = i < count && ends[2 * i] != PCRE2_UNSET;
        captures->groups[i - 1].text = took_part ? subject.text + ends[2 * i] : NULL;
        captures->groups[i - 1].length = took_part ? ends[2 * i + 1] - ends[2 * i] : 0;
    }
    return TRUE;
}
