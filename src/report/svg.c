/* What cairo's SVG lacks to live in a page: ids of its own, a title, a role, words under the pointer; and far fewer
 * bytes. */
#include "report/internal.h"

#include "base/error.h"
#include "base/translate.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <math.h>
#include <string.h>

/* A number as short as a hundredth of a pixel allows: ".5", "-12.25", "3". */
static void append_short(GString *out, double value)
{
    long hundredths = lround(value * 100);
    long whole = labs(hundredths) / 100, part = labs(hundredths) % 100;
    if (hundredths < 0)
        g_string_append_c(out, '-');
    if (whole > 0 || part == 0)
        g_string_append_printf(out, "%ld", whole);
    if (part % 10 != 0)
        g_string_append_printf(out, ".%02ld", part);
    else if (part > 0)
        g_string_append_printf(out, ".%ld", part / 10);
}

/* cairo writes plain decimals; strtod would look at far more. */
static double read_number(const char **at)
{
    const char *text = *at;
    gboolean negative = *text == '-';
    double value = 0, scale = 1;
    if (*text == '-' || *text == '+')
        text++;
    for (; g_ascii_isdigit(*text); text++)
        value = value * 10 + (*text - '0');
    if (*text == '.')
        for (text++; g_ascii_isdigit(*text); text++) {
            value = value * 10 + (*text - '0');
            scale *= 10;
        }
    *at = text;
    return negative ? -value / scale : value / scale;
}

/* Numbers and the letters between them, without blanks that nobody needs. */
static char *short_numbers(const char *text)
{
    GString *out = g_string_new(NULL);
    gboolean after_number = FALSE;
    while (*text) {
        if (g_ascii_isdigit(*text) || ((*text == '-' || *text == '.') && (g_ascii_isdigit(text[1]) || text[1] == '.'))) {
            double value = read_number(&text);
            if (after_number && value > -0.005)
                g_string_append_c(out, ' ');
            append_short(out, value);
            after_number = TRUE;
        } else if (*text == ' ') {
            text++;
        } else {
            g_string_append_c(out, *text++);
            after_number = FALSE;
        }
    }
    return g_string_free(out, FALSE);
}

typedef struct {
    GString *out;
    char last;               /* the letter written last */
    long x, y, start_x, start_y; /* in hundredths, as they were rounded: no error adds up */
    gboolean needs_blank;
} PathWriter;

static void put_hundredths(PathWriter *path, long value)
{
    if (path->needs_blank && value >= 0)
        g_string_append_c(path->out, ' ');
    append_short(path->out, (double)value / 100);
    path->needs_blank = TRUE;
}

static void put_letter(PathWriter *path, char letter)
{
    gboolean is_implied = (letter == path->last && (letter == 'l' || letter == 'c')) || (letter == 'l' && path->last == 'm');
    if (!is_implied) {
        g_string_append_c(path->out, letter);
        path->needs_blank = FALSE;
    }
    path->last = letter;
}

/* The next pairs of numbers, relative to where the pen is; the last of them moves it. */
static void put_pairs(PathWriter *path, const char **at, int pairs)
{
    long x = path->x, y = path->y;
    for (int i = 0; i < pairs; i++) {
        while (**at == ' ' || **at == ',')
            (*at)++;
        x = lround(read_number(at) * 100);
        while (**at == ' ' || **at == ',')
            (*at)++;
        y = lround(read_number(at) * 100);
        put_hundredths(path, x - path->x);
        put_hundredths(path, y - path->y);
    }
    path->x = x;
    path->y = y;
}

/* cairo's paths know M, L, C and Z with absolute numbers; relative ones are shorter. */
static char *short_path(const char *text)
{
    PathWriter path = {.out = g_string_new(NULL)};
    while (*text) {
        char letter = *text++;
        gboolean is_stray = letter == 'M' && !strpbrk(text, "LC"); /* cairo moves once more after the end */
        if (is_stray && path.out->len)
            break;
        if (letter == 'Z') {
            put_letter(&path, 'z');
            path.x = path.start_x;
            path.y = path.start_y;
        } else if (letter == 'M' || letter == 'L' || letter == 'C') {
            put_letter(&path, (char)g_ascii_tolower(letter));
            put_pairs(&path, &text, letter == 'C' ? 3 : 1);
        }
        if (letter == 'M') {
            path.start_x = path.x;
            path.start_y = path.y;
        }
    }
    return g_string_free(path.out, FALSE);
}

/* "rgb(12.5%, 100%, 0%)" to three bytes. */
static gboolean parse_color(const char *text, int rgb[3])
{
    if (!g_str_has_prefix(text, "rgb("))
        return FALSE;
    text += 4;
    for (int i = 0; i < 3; i++) {
        while (*text == ' ' || *text == ',')
            text++;
        rgb[i] = (int)lround(read_number(&text) * 2.55);
        if (*text++ != '%')
            return FALSE;
    }
    return TRUE;
}

/* All colours of a theme, in an order that is the same for each. */
#define THEME_COLORS (6 + SERIES_STYLES)

static Color theme_color(const Theme *theme, guint index)
{
    const Color fixed[] = {theme->background, theme->text, theme->faint_text, theme->axis, theme->grid, theme->mark};
    return index < G_N_ELEMENTS(fixed) ? fixed[index] : theme->series[index - G_N_ELEMENTS(fixed)].color;
}

static void color_bytes(Color color, int rgb[3])
{
    rgb[0] = (int)lround(color.red * 255);
    rgb[1] = (int)lround(color.green * 255);
    rgb[2] = (int)lround(color.blue * 255);
}

static char *color_words(const Theme *theme, const int rgb[3])
{
    for (guint i = 0; theme && i < THEME_COLORS; i++) {
        int own[3];
        color_bytes(theme_color(theme, i), own);
        if (own[0] == rgb[0] && own[1] == rgb[1] && own[2] == rgb[2])
            return g_strdup_printf("var(--k%u)", i);
    }
    return g_strdup_printf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

static void append_theme(GString *css, const char *name)
{
    const Theme *theme = theme_find(name);
    g_string_append(css, "{");
    for (guint i = 0; i < THEME_COLORS; i++) {
        int rgb[3];
        color_bytes(theme_color(theme, i), rgb);
        g_string_append_printf(css, "--k%u:#%02x%02x%02x;", i, rgb[0], rgb[1], rgb[2]);
    }
    g_string_append(css, "}");
}

char *svg_theme_css(void)
{
    GString *css = g_string_new(".picture");
    append_theme(css, "light");
    g_string_append(css, "\n@media screen and (prefers-color-scheme:dark){.picture");
    append_theme(css, "dark");
    g_string_append(css, "}\n");
    return g_string_free(css, FALSE);
}

static gboolean is_one_of(const char *name, const char *const *names)
{
    return g_strv_contains(names, name);
}

/* What is the default anyway. */
static gboolean is_needless(const char *name, const char *value)
{
    static const struct {
        const char *name, *value;
    } needless[] = {{"fill-opacity", "1"},       {"stroke-opacity", "1"},      {"stroke-linecap", "butt"},
                    {"stroke-miterlimit", "10"}, {"stroke-linejoin", "miter"}, {"fill-rule", "nonzero"},
                    {"stroke", "none"},          {"version", "1.1"}};
    for (gsize i = 0; i < G_N_ELEMENTS(needless); i++)
        if (g_str_equal(name, needless[i].name) && g_str_equal(value, needless[i].value))
            return TRUE;
    return FALSE;
}

/* "#glyph-0-1" and "url(#clip0)" point at ids of this picture. */
static char *prefixed(const char *prefix, const char *id)
{
    const char *rest = g_str_has_prefix(id, "glyph") ? id + 5 : id;
    return g_strconcat(prefix, rest == id ? "" : "g", rest, NULL);
}

static char *short_value(const char *name, const char *text, const SvgExtras *extras)
{
    static const char *const geometry[] = {"x", "y", "width", "height", "points", "stroke-width",
                                           "fill-opacity", "stroke-opacity", "stroke-dasharray", NULL};
    static const char *const paints[] = {"fill", "stroke", NULL};
    int rgb[3];
    if (is_one_of(name, paints) && parse_color(text, rgb))
        return color_words(extras->theme, rgb);
    if (g_str_equal(name, "d"))
        return short_path(text);
    return is_one_of(name, geometry) ? short_numbers(text) : NULL;
}

/* "fill:none;stroke-width:2;…" without what is the default anyway. */
static char *short_style(const char *text, const SvgExtras *extras)
{
    GString *out = g_string_new(NULL);
    g_auto(GStrv) parts = g_strsplit(text, ";", -1);
    for (int i = 0; parts[i]; i++) {
        g_auto(GStrv) pair = g_strsplit(g_strstrip(parts[i]), ":", 2);
        if (!pair[0] || !pair[1] || is_needless(pair[0], pair[1]))
            continue;
        g_autofree char *value = short_value(pair[0], pair[1], extras);
        g_string_append_printf(out, "%s%s:%s", out->len ? ";" : "", pair[0], value ? value : pair[1]);
    }
    return g_string_free(out, FALSE);
}

static void tidy_attribute(xmlNode *node, xmlAttr *attribute, const SvgExtras *extras)
{
    const char *name = (const char *)attribute->name;
    const char *text = attribute->children ? (const char *)attribute->children->content : "";
    g_autofree char *changed = NULL, *id = NULL;
    if (text[0] == '#') {
        id = prefixed(extras->prefix, text + 1);
        changed = g_strconcat("#", id, NULL);
    } else if (g_str_has_prefix(text, "url(#")) {
        id = prefixed(extras->prefix, text + 5);
        changed = g_strconcat("url(#", id, NULL);
    } else if (g_str_equal(name, "id")) {
        changed = prefixed(extras->prefix, text);
    } else if (g_str_equal(name, "style")) {
        changed = short_style(text, extras);
    } else {
        changed = short_value(name, text, extras);
    }
    if (is_needless(name, text) || (changed && !*changed))
        xmlUnsetNsProp(node, attribute->ns, attribute->name);
    else if (changed)
        xmlNodeSetContent((xmlNode *)attribute, BAD_CAST changed);
}

static void tidy(xmlNode *node, const SvgExtras *extras)
{
    for (xmlNode *next; node; node = next) {
        next = node->next;
        if (node->type == XML_TEXT_NODE) { /* only blanks between the elements */
            xmlUnlinkNode(node);
            xmlFreeNode(node);
            continue;
        }
        for (xmlAttr *attribute = node->properties, *after; attribute; attribute = after) {
            after = attribute->next;
            tidy_attribute(node, attribute, extras);
        }
        tidy(node->children, extras);
    }
}

static void set_short(xmlNode *node, const char *name, double value)
{
    g_autoptr(GString) text = g_string_new(NULL);
    append_short(text, value);
    xmlNewProp(node, BAD_CAST name, BAD_CAST text->str);
}

static xmlNode *add(xmlNode *parent, const char *name)
{
    return xmlAddChild(parent, xmlNewDocNode(parent->doc, parent->ns, BAD_CAST name, NULL));
}

static void set_text(xmlNode *node, const char *text)
{
    g_autofree char *safe = xml_safe(text);
    xmlNodeAddContent(node, BAD_CAST safe);
}

/* Words as text, exactly as wide as they were measured whatever font the reader has. */
static void add_lines(xmlNode *root, const SvgExtras *extras)
{
    for (guint i = 0; i < extras->lines->len; i++) {
        const TextLine *line = &g_array_index(extras->lines, TextLine, i);
        int rgb[3];
        if (!*line->text)
            continue;
        xmlNode *node = add(root, "text");
        color_bytes(line->color, rgb);
        g_autofree char *fill = color_words(extras->theme, rgb);
        set_short(node, "x", line->x);
        set_short(node, "y", line->baseline);
        set_short(node, "font-size", line->size);
        set_short(node, "textLength", line->width);
        if (line->is_bold)
            xmlNewProp(node, BAD_CAST "font-weight", BAD_CAST "bold");
        xmlNewProp(node, BAD_CAST "fill", BAD_CAST fill);
        set_text(node, line->text);
    }
}

static void add_hits(xmlNode *root, const GArray *hits)
{
    if (hits->len == 0)
        return;
    xmlNode *group = add(root, "g");
    xmlNewProp(group, BAD_CAST "fill", BAD_CAST "#000");
    xmlNewProp(group, BAD_CAST "fill-opacity", BAD_CAST "0");
    for (guint i = 0; i < hits->len; i++) {
        const TextBox *hit = &g_array_index(hits, TextBox, i);
        xmlNode *node = add(group, "path"); /* shorter than a rect; a pointer does not see a fraction of a pixel */
        int left = (int)round(hit->x), width = (int)fmax(1, round(hit->x + hit->width) - left);
        g_autofree char *outline = g_strdup_printf("M%d %.0fh%dv%.0fh-%dz", left, hit->y, width, fmax(1, hit->height), width);
        xmlNewProp(node, BAD_CAST "d", BAD_CAST outline);
        set_text(add(node, "title"), hit->text);
    }
}

static void add_first(xmlNode *root, const char *name, const char *id, const char *text)
{
    xmlNode *node = xmlNewDocNode(root->doc, root->ns, BAD_CAST name, NULL);
    set_text(node, text);
    if (id)
        xmlNewProp(node, BAD_CAST "id", BAD_CAST id);
    if (root->children)
        xmlAddPrevSibling(root->children, node);
    else
        xmlAddChild(root, node);
}

static void add_words(xmlNode *root, const SvgExtras *extras)
{
    g_autofree char *title_id = g_strconcat(extras->prefix, "title", NULL),
                    *desc_id = g_strconcat(extras->prefix, "desc", NULL);
    g_autofree char *labels = g_strconcat(title_id, " ", desc_id, NULL);
    if (extras->origin)
        add_first(root, "metadata", NULL, extras->origin);
    add_first(root, "desc", desc_id, extras->description);
    add_first(root, "title", title_id, extras->title);
    xmlNewProp(root, BAD_CAST "role", BAD_CAST "img");
    xmlNewProp(root, BAD_CAST "aria-labelledby", BAD_CAST labels);
}

xmlDoc *svg_finish(GBytes *svg, const SvgExtras *extras, GError **error)
{
    gsize size = 0;
    const char *data = g_bytes_get_data(svg, &size);
    xmlDoc *document = xmlReadMemory(data, (int)size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_NODICT);
    if (!document) {
        g_set_error(error, TROUBLE, TROUBLE_FILE, _("the chart's SVG cannot be finished"));
        return NULL;
    }
    xmlNode *root = xmlDocGetRootElement(document);
    tidy(root, extras);
    if (extras->lines)
        add_lines(root, extras);
    add_hits(root, extras->hits);
    add_words(root, extras);
    return document;
}
