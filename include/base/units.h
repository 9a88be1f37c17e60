/* Units in and out: the only place where a suffix becomes a factor, or a figure becomes words. */
#ifndef BASE_UNITS_H
#define BASE_UNITS_H

#include <glib.h>

typedef enum { UNITS_IEC, UNITS_SI } UnitSystem;

/* What formatting calls use for bytes; set once by the command line (--units). */
void units_select(UnitSystem system);

/* The factor of fio's byte suffixes: "KiB" 1024, "kB" 1000, "KB" legacy_kilo, "Kibit" 128, "B" 1, "" 1.
 * A trailing "/s" is ignored. Letters decide, never the position (fio's kb_base swaps them).
 * legacy_kilo is what fio 2's KB, MB, GB count in (1024 unless kb_base=1000). NAN if unknown. */
double units_byte_factor(const char *suffix, gsize length, double legacy_kilo);

/* The factor of fio's count suffixes k M G T P (1000); NAN if unknown. */
double units_count_factor(const char *suffix, gsize length);

/* Nanoseconds in "nsec", "usec", "msec", "sec" (or ns us ms s); NAN if unknown. */
double units_time_factor(const char *unit, gsize length);

/* A size as fio's options write it: "4G", "8k", "4096", "1MiB", binary by fio's default. NAN if it is none. */
double units_size_parse(const char *text);

/* Words for a figure, with three significant digits; a dash for NAN. The caller frees them. */
char *units_format_ns(double ns);
char *units_format_bytes(double bytes);
char *units_format_rate(double bytes_per_s);
char *units_format_count(double count);
char *units_format_ratio(double ratio);
char *units_format_percent(double percent);
/* For ticks, which stand at round numbers: "10 ms" of "10.0 ms". Works in place and gives the same pointer. */
char *units_without_zeros(char *words);
/* A percentile's name without needless zeros: "p50", "p99.9". */
char *units_format_percentile(double percent);
/* A number with the given significant digits and no needless zeros: 0.663, 12.5, 1200. */
char *units_format_number(double value, int significant_digits);

/* Like g_ascii_strtod for text of a known length, without looking at the locale. Reads digits, one point, a sign.
 * *used is the length of what was read; 0 when there is no number. */
double units_number_parse(const char *text, gsize length, gsize *used);

#endif
