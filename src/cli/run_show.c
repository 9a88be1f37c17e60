/* What run says while it works. */
#include "cli/run_parts.h"

#include "base/translate.h"
#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define BAR_WIDTH 24

static char *clock_words(double seconds)
{
    int whole = (int)fmax(0, round(seconds));
    return whole >= 3600 ? g_strdup_printf("%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
                         : g_strdup_printf("%d:%02d", whole / 60, whole % 60);
}

double run_seconds_left(const Drive *drive)
{
    double seconds = 0;
    for (guint i = 0; i < drive->manifest->steps->len; i++) {
        const ManifestStep *step = drive->manifest->steps->pdata[i];
        if (g_str_equal(step->state, "waiting") || g_str_equal(step->state, "running"))
            seconds += drive_step_seconds(drive, step) + drive->pause_s;
    }
    return seconds;
}

static char *step_words(const Drive *drive, const ManifestStep *step)
{
    guint number = 0, all = 0;
    for (guint i = 0; i < drive->manifest->steps->len; i++) {
        const ManifestStep *other = drive->manifest->steps->pdata[i];
        gboolean is_alike = other->kind == step->kind && g_str_equal(other->label, step->label);
        all += is_alike;
        if (is_alike && !number && other == step)
            number = all;
    }
    static const char *const kinds[] = {N_("run"), N_("warm-up"), N_("against itself")};
    return g_strdup_printf(_("%s%s%s, %s %u of %u"), step->label, *step->cell ? " " : "", step->cell, _(kinds[step->kind]), number, all);
}

void run_show_progress(const Drive *drive, const ManifestStep *step, const FioStatus *status, double expected_s)
{
    if (!isatty(STDERR_FILENO))
        return;
    int filled = (int)CLAMP(status->elapsed_s / expected_s * BAR_WIDTH, 0, BAR_WIDTH);
    g_autofree char *words = step_words(drive, step), *left = clock_words(run_seconds_left(drive) - fmin(status->elapsed_s, expected_s));
    g_autofree char *rate = units_format_rate(status->bytes_per_s), *iops = units_format_count(status->iops),
                    *elapsed = clock_words(status->elapsed_s), *expected = clock_words(expected_s);
    fprintf(stderr, "\r\033[K%-28.28s [%.*s%.*s] %s of %s", words, filled, "########################", BAR_WIDTH - filled,
            "........................", elapsed, expected);
    if (isfinite(status->bytes_per_s))
        fprintf(stderr, _("  %s  %s IOPS"), rate, iops);
    fprintf(stderr, _("  all done in %s"), left);
}

void run_tell_step(const Drive *drive, const ManifestStep *step)
{
    g_autofree char *words = step_words(drive, step);
    fprintf(stderr, "%s%s: %s%s%s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", words, _(step->state), step->message ? ": " : "",
            step->message ? step->message : "");
}

int run_dry(const Drive *drive, const Workload *workload, double budget_s)
{
    const Manifest *manifest = drive->manifest;
    for (guint i = 0; i < manifest->steps->len; i++) {
        const ManifestStep *step = manifest->steps->pdata[i];
        g_auto(GStrv) arguments = drive_arguments(drive, step, NULL);
        g_autofree char *command = g_strjoinv(" ", arguments);
        static const char *const kinds[] = {"", N_(", warm-up"), N_(", against itself")};
        printf(_("%u. %s%s (in %s): %s\n"), i + 1, step->label, *kinds[step->kind] ? _(kinds[step->kind]) : "",
               manifest_mount(manifest, step->label)->path, command);
    }
    g_autofree char *size = units_format_bytes(units_size_parse(workload->size));
    double seconds = run_seconds_left(drive);
    if (budget_s > 0)
        printf(_("then on in rounds until the interval is narrow enough or %.0f s are spent\n"), budget_s);
    printf(_("about %.0f s in all; %s of space on each mount\n"), seconds, size);
    return 0;
}
