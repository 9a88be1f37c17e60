/* How it was measured, out of a run's manifest. */
#include "cli/internal.h"

#include "base/translate.h"
#include "base/units.h"
#include "run/manifest.h"

#include <math.h>

static void add_mounts(ReportContext *context, const Manifest *manifest)
{
    for (guint i = 0; i < manifest->mounts->len; i++) {
        const ManifestMount *mount = manifest->mounts->pdata[i];
        const MountFacts *facts = mount->facts;
        if (!facts || !facts->type)
            continue;
        g_autofree char *size = units_format_bytes(facts->size_bytes), *free_size = units_format_bytes(facts->free_bytes);
        g_autofree char *value = g_strdup_printf(_("%s: %s on %s (%s), %s, %s free%s%s"), mount->path, mount_facts_family(facts),
                                                 facts->source, facts->options ? facts->options : "", size, free_size,
                                                 facts->scheduler ? _(", scheduler ") : "",
                                                 facts->scheduler ? facts->scheduler : "");
        report_context_add_fact(context, mount->label, value);
    }
}

static void append(GString *text, const char *format, double value)
{
    if (!isfinite(value))
        return;
    g_autofree char *number = units_format_number(value, 3);
    g_string_append(text, ", ");
    char **parts = g_strsplit(format, "#", 2);
    g_string_append_printf(text, "%s%s%s", parts[0], number, parts[1]);
    g_strfreev(parts);
}

static void add_steps(ReportContext *context, const Manifest *manifest)
{
    for (guint i = 0; i < manifest->steps->len; i++) {
        const ManifestStep *step = manifest->steps->pdata[i];
        static const char *const kinds[] = {"", N_(" (warm-up, not counted)"), N_(" (against itself)")};
        g_autofree char *name = g_strdup_printf(_("run %u"), i + 1);
        g_autoptr(GString) text = g_string_new(NULL);
        g_string_append_printf(text, "%s%s%s%s, %s", step->label, *step->cell ? " " : "", step->cell, *kinds[step->kind] ? _(kinds[step->kind]) : "",
                               _(step->state));
        if (step->started)
            g_string_append_printf(text, ", %s", step->started);
        append(text, _("load # before"), step->load_average);
        append(text, _("laid out in # s"), step->layout_s);
        append(text, _("drained in # s"), step->drain_s);
        append(text, _("I/O pressure some #%"), step->pressure_some_percent);
        append(text, _("full #%"), step->pressure_full_percent);
        if (step->nfs_calls)
            g_string_append_printf(text, _(", NFS calls %s"), step->nfs_calls);
        if (step->message)
            g_string_append_printf(text, ": %s", step->message);
        report_context_add_fact(context, name, text->str);
    }
}

void facts_add(ReportContext *context, const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "manifest.json", NULL);
    g_autoptr(Manifest) manifest = g_file_test(path, G_FILE_TEST_EXISTS) ? manifest_read(folder, NULL) : NULL;
    if (!manifest)
        return;
    g_autofree char *command = manifest->arguments ? g_strjoinv(" ", manifest->arguments) : NULL;
    add_mounts(context, manifest);
    for (guint i = 0; i + 1 < manifest->facts->len; i += 2)
        report_context_add_fact(context, _(manifest->facts->pdata[i]), manifest->facts->pdata[i + 1]);
    if (manifest->fio_version)
        report_context_add_fact(context, "fio", manifest->fio_version);
    if (command)
        report_context_add_fact(context, _("fio command"), command);
    if (manifest->order)
        report_context_add_fact(context, _("order"), manifest->order);
    report_context_add_fact(context, _("started"), manifest->created);
    add_steps(context, manifest);
}
