#include "run/manifest.h"

#include "base/error.h"
#include "base/file.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

static void step_free(gpointer data)
{
    ManifestStep *step = data;
    g_free(step->label);
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

ManifestStep *manifest_add_step(Manifest *manifest, const char *label, guint repeat)
{
    ManifestStep *step = g_new0(ManifestStep, 1);
    step->label = g_strdup(label);
    step->repeat = repeat;
    g_autofree char *folder = g_strdelimit(g_strdup(label), "/\\", '_');
    step->file = g_strdup_printf("%s%s/%02u.fio", *folder == '.' ? "_" : "", folder, repeat);
    step->state = "waiting";
    step->load_average = NAN;
    g_ptr_array_add(manifest->steps, step);
    return step;
}

static void add_text(cJSON *object, const char *key, const char *text)
{
    cJSON_AddItemToObject(object, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
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
        cJSON_AddNumberToObject(object, "free_bytes", mount->facts->free_bytes);
    }
    if (mount->is_excluded)
        cJSON_AddTrueToObject(object, "hung");
    return object;
}

static cJSON *step_json(const ManifestStep *step)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "label", step->label);
    cJSON_AddNumberToObject(object, "repeat", step->repeat);
    add_text(object, "file", step->file);
    add_text(object, "state", step->state);
    if (step->message)
        add_text(object, "message", step->message);
    add_text(object, "started", step->started);
    add_text(object, "ended", step->ended);
    if (isfinite(step->load_average))
        cJSON_AddNumberToObject(object, "load_average", step->load_average);
    add_text(object, "sha256", step->sha256);
    return object;
}

gboolean manifest_write(const Manifest *manifest, const char *folder, GError **error)
{
    cJSON *object = cJSON_CreateObject();
    add_text(object, "schema", "fiocompare.run/1");
    add_text(object, "fiocompare", manifest->version);
    add_text(object, "fio", manifest->fio_version);
    add_text(object, "fio_path", manifest->fio_path);
    add_text(object, "created", manifest->created);
    cJSON *arguments = cJSON_AddArrayToObject(object, "arguments");
    for (char **argument = manifest->arguments; argument && *argument; argument++)
        cJSON_AddItemToArray(arguments, cJSON_CreateString(*argument));
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

static void read_steps(Manifest *manifest, const cJSON *list)
{
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        ManifestStep *step = g_new0(ManifestStep, 1);
        g_autofree char *state = text_of(item, "state");
        step->label = text_of(item, "label");
        step->file = text_of(item, "file");
        step->is_done = g_strcmp0(state, "done") == 0 && step->label && step->file && !strstr(step->file, "..");
        g_ptr_array_add(manifest->steps, step);
    }
}

static void read_mounts(Manifest *manifest, const cJSON *list)
{
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next) {
        g_autofree char *label = text_of(item, "label"), *path = text_of(item, "path");
        ManifestMount *mount = manifest_add_mount(manifest, label ? label : "", path);
        mount->facts = g_new0(MountFacts, 1);
        mount->facts->mount_point = text_of(item, "mount_point");
        mount->facts->type = text_of(item, "type");
        mount->facts->source = text_of(item, "source");
    }
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
        read_steps(manifest, cJSON_GetObjectItemCaseSensitive(object, "steps"));
        read_mounts(manifest, cJSON_GetObjectItemCaseSensitive(object, "mounts"));
    } else {
        g_set_error(error, TROUBLE, TROUBLE_FORMAT, "%s: is no manifest of a run (schema fiocompare.run/1 was expected)",
                    path);
    }
    cJSON_Delete(object);
    return manifest;
}
