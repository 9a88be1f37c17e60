#include "run/manifest.h"

#include "base/error.h"
#include "base/file.h"
#include "base/translate.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

static void step_free(gpointer data)
{
    ManifestStep *step = data;
    g_free(step->label);
    g_free(step->cell);
    g_free(step->nfs_calls);
    g_free(step->file);
    g_free(step->message);
    g_free(step->started);
    g_free(step->ended);
    g_free(step->sha256);
    g_free(step);
}

static void mount_free(gpointer data)
{
    ManifestMount *mount = data;
    g_free(mount->label);
    g_free(mount->path);
    mount_facts_free(mount->facts);
    g_free(mount);
}

char *manifest_now(void)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    return g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
}

Manifest *manifest_new(const char *version)
{
    Manifest *manifest = g_new0(Manifest, 1);
    manifest->version = version;
    manifest->created = manifest_now();
    manifest->mounts = g_ptr_array_new_with_free_func(mount_free);
    manifest->steps = g_ptr_array_new_with_free_func(step_free);
    manifest->facts = g_ptr_array_new_with_free_func(g_free);
    return manifest;
}

void manifest_free(Manifest *manifest)
{
    if (!manifest)
        return;
    g_free(manifest->fio_version);
    g_free(manifest->fio_path);
    g_free(manifest->created);
    g_free(manifest->engine);
    g_free(manifest->order);
    g_free(manifest->filename);
    g_strfreev(manifest->command);
    g_strfreev(manifest->arguments);
    g_ptr_array_unref(manifest->mounts);
    g_ptr_array_unref(manifest->steps);
    g_ptr_array_unref(manifest->facts);
    g_free(manifest);
}

ManifestMount *manifest_add_mount(Manifest *manifest, const char *label, const char *path)
{
    ManifestMount *mount = g_new0(ManifestMount, 1);
    mount->label = g_strdup(label);
    mount->path = g_strdup(path);
    g_ptr_array_add(manifest->mounts, mount);
    return mount;
}

ManifestMount *manifest_mount(const Manifest *manifest, const char *label)
{
    for (guint i = 0; i < manifest->mounts->len; i++) {
        ManifestMount *mount = manifest->mounts->pdata[i];
        if (g_str_equal(mount->label, label))
            return mount;
    }
    return NULL;
}

static ManifestStep *step_new(StepKind kind)
{
    ManifestStep *step = g_new0(ManifestStep, 1);
    step->kind = kind;
    step->state = "waiting";
    step->load_average = step->layout_s = step->drain_s = NAN;
    step->pressure_some_percent = step->pressure_full_percent = NAN;
    return step;
}

/* A label may hold what no folder's name can. */
static char *folder_name(const char *label)
{
    g_autofree char *plain = g_strdelimit(g_strdup(label), "/\\", '_');
    return g_strconcat(*plain == '.' ? "_" : "", plain, NULL);
}

static char *step_file(const ManifestStep *step)
{
    g_autofree char *folder = folder_name(step->label), *cell = folder_name(step->cell);
    g_autofree char *below = *cell ? g_build_filename(folder, cell, NULL) : g_strdup(folder);
    if (step->kind == STEP_WARM_UP)
        return g_strdup_printf("%s/warm-up.fio", below);
    if (step->kind == STEP_CALIBRATE)
        return g_strdup_printf("calibration/%02u%c.fio", step->repeat, 'a' + (char)step->side);
    return g_strdup_printf("%s/%02u.fio", below, step->repeat);
}

ManifestStep *manifest_add_step(Manifest *manifest, StepKind kind, const char *label, const char *cell, guint repeat, guint side)
{
    ManifestStep *step = step_new(kind);
    step->label = g_strdup(label);
    step->cell = g_strdup(cell);
    step->repeat = repeat;
    step->side = side;
    step->file = step_file(step);
    g_ptr_array_add(manifest->steps, step);
    return step;
}

static void add_text(cJSON *object, const char *key, const char *text)
{
    cJSON_AddItemToObject(object, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

static void add_known(cJSON *object, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(object, key, value);
}

/* As text: an inode may have more digits than a double. */
static void add_identity(cJSON *object, const FileIdentity *identity)
{
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, identity->device, identity->inode);
    if (identity->inode)
        add_text(object, "test_file", text);
}

static cJSON *mount_json(const ManifestMount *mount)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "label", mount->label);
    add_text(object, "path", mount->path);
    if (mount->facts) {
        add_text(object, "mount_point", mount->facts->mount_point);
        add_text(object, "source", mount->facts->source);
        add_text(object, "type", mount->facts->type);
        add_text(object, "options", mount->facts->options);
        add_text(object, "root", mount->facts->root);
        add_text(object, "family", mount_facts_family(mount->facts));
        add_text(object, "scheduler", mount->facts->scheduler);
        cJSON_AddNumberToObject(object, "size_bytes", mount->facts->size_bytes);
        cJSON_AddNumberToObject(object, "free_bytes", mount->facts->free_bytes);
    }
    add_identity(object, &mount->identity);
    if (mount->is_excluded)
        cJSON_AddTrueToObject(object, "hung");
    return object;
}

static const char *const kind_names[] = {"measure", "warm-up", "calibrate"};

static cJSON *step_json(const ManifestStep *step)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "kind", kind_names[step->kind]);
    add_text(object, "label", step->label);
    if (*step->cell)
        add_text(object, "cell", step->cell);
    if (step->kind == STEP_CALIBRATE)
        cJSON_AddNumberToObject(object, "side", step->side);
    cJSON_AddNumberToObject(object, "repeat", step->repeat);
    add_text(object, "file", step->file);
    add_text(object, "state", step->state);
    if (step->message)
        add_text(object, "message", step->message);
    add_text(object, "started", step->started);
    add_text(object, "ended", step->ended);
    add_known(object, "load_average", step->load_average);
    add_known(object, "layout_s", step->layout_s);
    add_known(object, "drain_s", step->drain_s);
    add_known(object, "io_pressure_some_percent", step->pressure_some_percent);
    add_known(object, "io_pressure_full_percent", step->pressure_full_percent);
    if (step->nfs_calls)
        add_text(object, "nfs_calls", step->nfs_calls);
    add_identity(object, &step->identity);
    add_text(object, "sha256", step->sha256);
    return object;
}

static void add_list(cJSON *object, const char *key, char **texts)
{
    cJSON *list = cJSON_AddArrayToObject(object, key);
    for (; texts && *texts; texts++)
        cJSON_AddItemToArray(list, cJSON_CreateString(*texts));
}

gboolean manifest_write(const Manifest *manifest, const char *folder, GError **error)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "schema", "fiocompare.run/1");
    add_text(object, "fiocompare", manifest->version);
    add_text(object, "fio", manifest->fio_version);
    add_text(object, "fio_path", manifest->fio_path);
    add_text(object, "created", manifest->created);
    add_text(object, "engine", manifest->engine);
    add_text(object, "order", manifest->order);
    cJSON_AddNumberToObject(object, "seed", manifest->seed);
    add_text(object, "filename", manifest->filename);
    add_list(object, "command", manifest->command);
    add_list(object, "arguments", manifest->arguments);
    cJSON *facts = cJSON_AddObjectToObject(object, "environment");
    for (guint i = 0; i + 1 < manifest->facts->len; i += 2)
        add_text(facts, manifest->facts->pdata[i], manifest->facts->pdata[i + 1]);
    cJSON *mounts = cJSON_AddArrayToObject(object, "mounts");
    for (guint i = 0; i < manifest->mounts->len; i++)
        cJSON_AddItemToArray(mounts, mount_json(manifest->mounts->pdata[i]));
    cJSON *steps = cJSON_AddArrayToObject(object, "steps");
    for (guint i = 0; i < manifest->steps->len; i++)
        cJSON_AddItemToArray(steps, step_json(manifest->steps->pdata[i]));
    char *text = cJSON_Print(object);
    g_autofree char *path = g_build_filename(folder, "manifest.json", NULL);
    gboolean is_written = file_write(path, text, strlen(text), error);
    if (!is_written)
        g_prefix_error(error, "%s: ", path);
    cJSON_free(text);
    cJSON_Delete(object);
    return is_written;
}

static char *text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? g_strdup(item->valuestring) : NULL;
}

static double number_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static guint count_of(const cJSON *object, const char *key)
{
    double value = number_of(object, key);
    return value >= 0 && value <= 1e9 ? (guint)value : 0;
}

static void read_identity(const cJSON *object, FileIdentity *identity)
{
    g_autofree char *text = text_of(object, "test_file");
    const char *colon = text ? strchr(text, ':') : NULL;
    if (colon)
        *identity = (FileIdentity){g_ascii_strtoull(text, NULL, 10), g_ascii_strtoull(colon + 1, NULL, 10)};
}

static const char *known_state(const char *state)
{
    static const char *const states[] = {N_("waiting"), N_("running"), N_("done"), N_("failed"), N_("hung"), N_("interrupted"), N_("skipped")};
    for (gsize i = 0; state && i < G_N_ELEMENTS(states); i++)
        if (g_str_equal(states[i], state))
            return states[i];
    return "waiting";
}

static StepKind known_kind(const char *kind)
{
    for (gsize i = 0; kind && i < G_N_ELEMENTS(kind_names); i++)
        if (g_str_equal(kind_names[i], kind))
            return (StepKind)i;
    return STEP_MEASURE;
}

static void read_step(Manifest *manifest, const cJSON *item)
{
    g_autofree char *state = text_of(item, "state"), *kind = text_of(item, "kind"), *cell = text_of(item, "cell"),
                    *label = text_of(item, "label"), *file = text_of(item, "file");
    if (!label || !file || strstr(file, "..") || *file == '/')
        return;
    ManifestStep *step = step_new(known_kind(kind));
    step->label = g_steal_pointer(&label);
    step->file = g_steal_pointer(&file);
    step->cell = g_strdup(cell ? cell : "");
    step->repeat = count_of(item, "repeat");
    step->side = count_of(item, "side");
    step->state = known_state(state);
    step->is_done = g_str_equal(step->state, "done");
    step->message = text_of(item, "message");
    step->started = text_of(item, "started");
    step->ended = text_of(item, "ended");
    step->sha256 = text_of(item, "sha256");
    step->nfs_calls = text_of(item, "nfs_calls");
    step->load_average = number_of(item, "load_average");
    step->layout_s = number_of(item, "layout_s");
    step->drain_s = number_of(item, "drain_s");
    step->pressure_some_percent = number_of(item, "io_pressure_some_percent");
    step->pressure_full_percent = number_of(item, "io_pressure_full_percent");
    read_identity(item, &step->identity);
    g_ptr_array_add(manifest->steps, step);
}

static void read_mount(Manifest *manifest, const cJSON *item)
{
    g_autofree char *label = text_of(item, "label"), *path = text_of(item, "path");
    ManifestMount *mount = manifest_add_mount(manifest, label ? label : "", path);
    MountFacts *facts = mount->facts = g_new0(MountFacts, 1);
    facts->real_path = g_strdup(path);
    facts->mount_point = text_of(item, "mount_point");
    facts->type = text_of(item, "type");
    facts->source = text_of(item, "source");
    facts->options = text_of(item, "options");
    facts->root = text_of(item, "root");
    facts->scheduler = text_of(item, "scheduler");
    facts->size_bytes = number_of(item, "size_bytes");
    facts->free_bytes = number_of(item, "free_bytes");
    read_identity(item, &mount->identity);
}

static char **read_list(const cJSON *object, const char *key)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next)
        if (cJSON_IsString(item))
            g_strv_builder_add(builder, item->valuestring);
    return g_strv_builder_end(builder);
}

static void read_all(Manifest *manifest, const cJSON *object)
{
    const cJSON *steps = cJSON_GetObjectItemCaseSensitive(object, "steps"),
                *mounts = cJSON_GetObjectItemCaseSensitive(object, "mounts"),
                *facts = cJSON_GetObjectItemCaseSensitive(object, "environment");
    for (const cJSON *item = steps ? steps->child : NULL; item; item = item->next)
        read_step(manifest, item);
    for (const cJSON *item = mounts ? mounts->child : NULL; item; item = item->next)
        read_mount(manifest, item);
    for (const cJSON *item = facts ? facts->child : NULL; item; item = item->next) {
        if (!cJSON_IsString(item))
            continue;
        g_ptr_array_add(manifest->facts, g_strdup(item->string));
        g_ptr_array_add(manifest->facts, g_strdup(item->valuestring));
    }
    char *created = text_of(object, "created");
    if (created) {
        g_free(manifest->created);
        manifest->created = created;
    }
    manifest->fio_version = text_of(object, "fio");
    manifest->fio_path = text_of(object, "fio_path");
    manifest->engine = text_of(object, "engine");
    manifest->order = text_of(object, "order");
    manifest->filename = text_of(object, "filename");
    manifest->seed = count_of(object, "seed");
    manifest->command = read_list(object, "command");
    manifest->arguments = read_list(object, "arguments");
}

Manifest *manifest_read(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "manifest.json", NULL);
    g_autoptr(GBytes) bytes = file_read(path, error);
    if (!bytes) {
        g_prefix_error(error, "%s: ", path);
        return NULL;
    }
    gsize size = 0;
    const char *data = g_bytes_get_data(bytes, &size);
    cJSON *object = cJSON_ParseWithLength(data, size);
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(object, "schema");
    Manifest *manifest = NULL;
    if (cJSON_IsString(schema) && g_str_equal(schema->valuestring, "fiocompare.run/1")) {
        manifest = manifest_new(NULL);
        read_all(manifest, object);
    } else {
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, _("%s: is no manifest of a run (schema fiocompare.run/1 was expected)"),
                    path);
    }
    cJSON_Delete(object);
    return manifest;
}

static char *runs_path(void)
{
    return g_build_filename(g_get_user_state_dir(), "fiocompare", "runs", NULL);
}

void manifest_remember(const char *folder)
{
    g_autofree char *path = runs_path(), *parent = g_path_get_dirname(path), *absolute = g_canonicalize_filename(folder, NULL);
    g_autofree char *old = NULL;
    if (g_mkdir_with_parents(parent, 0700) != 0)
        return; /* only a convenience: the folder of the run knows it too */
    g_file_get_contents(path, &old, NULL, NULL);
    g_auto(GStrv) lines = g_strsplit(old ? old : "", "\n", -1);
    g_autoptr(GString) text = g_string_new(NULL);
    guint count = g_strv_length(lines), first = count > 200 ? count - 200 : 0;
    for (guint i = first; i < count; i++)
        if (*lines[i] && !g_str_equal(lines[i], absolute))
            g_string_append_printf(text, "%s\n", lines[i]);
    g_string_append_printf(text, "%s\n", absolute);
    file_write(path, text->str, text->len, NULL);
}

static gboolean owns(const Manifest *manifest, const char *path, const char *filename, const FileIdentity *identity)
{
    if (g_strcmp0(manifest->filename, filename) != 0)
        return FALSE;
    for (guint i = 0; i < manifest->mounts->len; i++) {
        const ManifestMount *mount = manifest->mounts->pdata[i];
        if (memcmp(&mount->identity, identity, sizeof *identity) == 0 && g_str_equal(mount->path, path))
            return TRUE;
    }
    for (guint i = 0; i < manifest->steps->len; i++) {
        const ManifestStep *step = manifest->steps->pdata[i];
        if (memcmp(&step->identity, identity, sizeof *identity) == 0)
            return TRUE;
    }
    return FALSE;
}

char *manifest_find_owner(const char *path, const char *filename)
{
    g_autofree char *list = runs_path(), *text = NULL;
    ProbeTask task = {.path = path, .filename = filename};
    FileIdentity identity;
    if (!g_file_get_contents(list, &text, NULL, NULL) || !probe_identity(&task, &identity, NULL))
        return NULL;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        g_autoptr(Manifest) manifest = *lines[i] ? manifest_read(lines[i], NULL) : NULL;
        if (manifest && owns(manifest, path, filename, &identity))
            return g_strdup(lines[i]);
    }
    return NULL;
}
