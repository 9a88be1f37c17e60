/* Throughput from text: fio prints each figure rounded, and some versions print it wrong; together with the exact
 * counts they leave one narrow range. */
#include "read/internal.h"

#include "base/translate.h"
#include "base/units.h"

#include <string.h>

/* fio cuts the rate to a whole number before it prints. */
static Figure printed_iops(Span span, gboolean is_truncating)
{
    Figure iops = figure_count_text(span, is_truncating);
    iops.high = fmax(iops.high, iops.value + 1);
    return iops;
}

void text_note_rates(TextState *state, Captures *captures, gboolean is_old, guint number)
{
    Direction *direction = state->direction;
    const Span *groups = captures->groups;
    gboolean is_truncating = is_old || text_is_truncating(state);
    double kilo = state->legacy_kilo;
    Figure io, rate, second;
    gboolean is_disjoint = FALSE;
    if (is_old) {
        direction->iops = printed_iops(groups[3], TRUE);
        io = figure_bytes_text(groups[1], kilo, TRUE);
        rate = figure_bytes_text(groups[2], kilo, TRUE);
        second = figure_missing();
        direction->runtime_ms = span_number(groups[4]);
    } else {
        direction->iops = printed_iops(groups[1], is_truncating);
        rate = figure_bytes_text(groups[2], 1000, is_truncating);
        second = figure_bytes_text(groups[3], 1000, is_truncating);
        io = figure_bytes_text(groups[4], 1000, is_truncating);
        direction->runtime_ms = span_number(groups[5]);
        figure_intersect(figure_bytes_text(groups[2], 1000, FALSE), figure_bytes_text(groups[3], 1000, FALSE),
                         &is_disjoint);
    }
    gboolean io_disagrees = FALSE;
    if (!is_old && direction->runtime_ms > 0)
        figure_intersect(figure_bytes_text(groups[4], 1000, FALSE),
                         figure_scaled(figure_bytes_text(groups[3], 1000, FALSE), direction->runtime_ms / 1000),
                         &io_disagrees);
    if (io_disagrees)
        result_warn(state->result, "printed_io_inconsistent", number,
                    _("fio printed %.*s in %.0f msec, which is not the rate %.*s that stands beside it"),
                    (int)groups[4].length, groups[4].text, direction->runtime_ms, (int)groups[3].length, groups[3].text);
    if (is_disjoint)
        result_warn(state->result, "printed_bandwidth_inconsistent", number,
                    _("fio printed BW=%.*s (%.*s), which are two different rates; its formatter lost a carry (fio "
                    "2.20 to 3.25), the rate is taken from the other figures"),
                    (int)groups[2].length, groups[2].text, (int)groups[3].length, groups[3].text);
    gboolean ignored = FALSE;
    direction->io_bytes = io;
    direction->bw_bytes_per_s = figure_intersect(rate, second, &ignored);
    /* "mixed: IOPS=0, BW=0 (0)(0B/1001msec)" of fio 3.33 is no measurement. */
    if (direction->kind == DIRECTION_MIXED && direction->iops.value == 0 && direction->io_bytes.value == 0)
        direction->iops = direction->io_bytes = direction->bw_bytes_per_s = figure_missing();
}

/* The block size of a direction when it is one fixed size, else NAN. "8k", "8k,16k,4k". */
static double fixed_block_bytes(const Job *job, DirectionKind kind)
{
    const char *bs = options_get(job->options, "bs");
    if (!bs || strchr(bs, '-') || strchr(bs, '.'))
        return NAN;
    g_auto(GStrv) sizes = g_strsplit(bs, ",", 4);
    guint count = g_strv_length(sizes);
    if (kind == DIRECTION_MIXED && count > 1)
        return NAN;
    guint index = MIN((guint)kind, count - 1);
    return count ? units_size_parse(sizes[kind == DIRECTION_MIXED ? 0 : index]) : NAN;
}

static gboolean figure_allows(Figure figure, double value)
{
    return !figure_is_known(figure) || (value >= figure.low && value <= figure.high);
}

static void settle_iops(TextState *state, Direction *direction)
{
    double exact = direction->total_ios * 1000 / direction->runtime_ms;
    if (!isfinite(exact))
        return;
    if (direction->iops.value == 0 && direction->total_ios > 0)
        result_warn(state->result, "iops_printed_zero_but_ios_issued", state->job->line,
                    _("fio printed IOPS=0 although %.0f I/Os were issued; %.6g per second were done"),
                    direction->total_ios, exact);
    else if (direction->iops.value > 100 && exact > direction->iops.value * 1.006)
        result_warn(state->result, "printed_iops_low", state->job->line,
                    _("fio printed %.6g IOPS, its counts say %.6g (its formatter lost a carry)"),
                    direction->iops.value, exact);
    /* fio 2.0 and 2.1 cut the fraction off in every format, later ones of fio 2 keep two digits. */
    double half = fmax(exact * 1e-5, state->version == 0 || state->version >= 2016 ? 0
                                     : state->version < 2002                        ? 1
                                                                                    : 0.006);
    direction->iops = figure_between(exact, exact - half, exact + half);
}

/* fio 2 means 1024 by K unless kb_base=1000, which only the counts reveal. */
static void try_decimal_kilo(TextState *state, Direction *direction, double counted)
{
    Figure io = direction->io_bytes, rate = direction->bw_bytes_per_s;
    if (state->legacy_kilo != 1024 || figure_allows(io, counted) || io.value < 2048)
        return;
    for (int power = 1; power <= 4; power++) {
        double factor = pow(1000.0 / 1024, power);
        if (figure_allows(figure_scaled(io, factor), counted)) {
            direction->io_bytes = figure_scaled(io, factor);
            for (int other = 1; other <= 4; other++) {
                Figure scaled = figure_scaled(rate, pow(1000.0 / 1024, other));
                if (figure_allows(scaled, counted * 1000 / direction->runtime_ms)) {
                    direction->bw_bytes_per_s = scaled;
                    return;
                }
            }
            direction->bw_bytes_per_s = figure_missing();
            return;
        }
    }
}

static void settle_bytes(TextState *state, Direction *direction)
{
    double seconds = direction->runtime_ms / 1000;
    double counted = direction->total_ios * fixed_block_bytes(state->job, direction->kind);
    gboolean is_disjoint = FALSE;
    if (state->version > 0 && state->version < 2017 && isfinite(counted) && seconds > 0)
        try_decimal_kilo(state, direction, counted);
    Figure bytes = direction->io_bytes;
    if (seconds > 0 && figure_is_known(direction->bw_bytes_per_s)) {
        Figure rate = direction->bw_bytes_per_s;
        /* fio cuts the rate to whole units of the printed one before it prints. */
        Figure from_rate = figure_scaled(figure_between(rate.value, rate.low - 1, rate.high + 1), seconds);
        bytes = figure_intersect(bytes, from_rate, &is_disjoint);
    }
    gboolean is_clean = !(state->job->error > 0) && !(state->job->total_errors > 0) &&
                        !(direction->short_ios > 0);
    if (isfinite(counted) && is_clean && figure_allows(bytes, counted) && figure_is_known(bytes))
        bytes = figure_between(counted, bytes.low, bytes.high);
    direction->io_bytes = bytes;
    if (seconds > 0)
        direction->bw_bytes_per_s = figure_scaled(bytes, 1 / seconds);
    else
        direction->bw_bytes_per_s = figure_missing();
}

/* unified_rw_reporting=both: the mixed direction has no counts of its own in text. */
static void settle_mixed(Direction *mixed, const Direction *reads, const Direction *writes)
{
    const Direction *parts[] = {reads, writes};
    Figure bytes = figure_exact(0);
    mixed->total_ios = mixed->short_ios = mixed->dropped_ios = 0;
    for (int i = 0; i < 2; i++) {
        if (!parts[i])
            continue;
        mixed->total_ios += parts[i]->total_ios;
        mixed->short_ios += parts[i]->short_ios;
        mixed->dropped_ios += parts[i]->dropped_ios;
        bytes = figure_between(bytes.value + parts[i]->io_bytes.value, bytes.low + parts[i]->io_bytes.low,
                               bytes.high + parts[i]->io_bytes.high);
    }
    if (!figure_is_known(mixed->io_bytes))
        mixed->io_bytes = bytes;
}

void text_settle_job(TextState *state)
{
    Job *job = state->job;
    if (!job)
        return;
    Direction *mixed = job->directions[DIRECTION_MIXED];
    Direction *reads = job->directions[DIRECTION_READ], *writes = job->directions[DIRECTION_WRITE];
    if (mixed && (reads || writes))
        settle_mixed(mixed, reads, writes);
    for (int i = 0; i < DIRECTION_COUNT; i++) {
        Direction *direction = job->directions[i];
        if (!direction)
            continue;
        settle_iops(state, direction);
        settle_bytes(state, direction);
    }
    state->job = NULL;
    state->direction = NULL;
    state->latency = NULL;
}
