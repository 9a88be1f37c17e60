/* What every JSON+ report of fio repeats: the dictionary that lets zstd keep one in 2 KB. Archives depend on each byte of it: a
 * change needs a number of its own, beside this one (a test holds its hash). */
#include "store/internal.h"

static const char before_bins[] =
    "{\n  \"fio version\" : \"fio-3.33\",\n  \"timestamp\" : 1796357938,\n  \"timestamp_ms\" : 1796357938580,\n"
    "  \"time\" : \"Fri Dec  4 04:18:58 2026\",\n  \"jobs\" : [\n    {\n      \"jobname\" : \"1io\",\n"
    "      \"groupid\" : 0,\n      \"error\" : 0,\n      \"eta\" : 0,\n      \"elapsed\" : 9,\n"
    "      \"job options\" : {\n        \"name\" : \"1io\",\n        \"filename\" : \"io.speedtest\",\n"
    "        \"runtime\" : \"8\",\n        \"direct\" : \"1\",\n        \"bs\" : \"8k\",\n"
    "        \"rw\" : \"write\",\n        \"size\" : \"256M\",\n        \"numjobs\" : \"8\",\n"
    "        \"iodepth\" : \"4\",\n        \"ioengine\" : \"sync\"\n      },\n      \"read\" : {\n"
    "        \"io_bytes\" : 0,\n        \"io_kbytes\" : 0,\n        \"bw_bytes\" : 0,\n        \"bw\" : 0,\n"
    "        \"iops\" : 0.000000,\n        \"runtime\" : 0,\n        \"total_ios\" : 0,\n"
    "        \"short_ios\" : 0,\n        \"drop_ios\" : 0,\n        \"slat_ns\" : {\n          \"min\" : 0,\n"
    "          \"max\" : 0,\n          \"mean\" : 0.000000,\n          \"stddev\" : 0.000000,\n"
    "          \"N\" : 0\n        },\n        \"clat_ns\" : {\n          \"min\" : 0,\n          \"max\" : 0,\n"
    "          \"mean\" : 0.000000,\n          \"stddev\" : 0.000000,\n          \"N\" : 0\n        },\n"
    "        \"lat_ns\" : {\n          \"min\" : 0,\n          \"max\" : 0,\n          \"mean\" : 0.000000,\n"
    "          \"stddev\" : 0.000000,\n          \"N\" : 0\n        },\n        \"bw_min\" : 0,\n"
    "        \"bw_max\" : 0,\n        \"bw_agg\" : 0.000000,\n        \"bw_mean\" : 0.000000,\n"
    "        \"bw_dev\" : 0.000000,\n        \"bw_samples\" : 0,\n        \"iops_min\" : 0,\n"
    "        \"iops_max\" : 0,\n        \"iops_mean\" : 0.000000,\n        \"iops_stddev\" : 0.000000,\n"
    "        \"iops_samples\" : 0\n      },\n      \"write\" : {\n        \"io_bytes\" : 302047232,\n"
    "        \"io_kbytes\" : 294968,\n        \"bw_bytes\" : 37718185,\n        \"bw\" : 36834,\n"
    "        \"iops\" : 0.000000,\n        \"runtime\" : 8008,\n        \"total_ios\" : 36871,\n"
    "        \"short_ios\" : 0,\n        \"drop_ios\" : 0,\n        \"slat_ns\" : {\n          \"min\" : 0,\n"
    "          \"max\" : 0,\n          \"mean\" : 0.000000,\n          \"stddev\" : 0.000000,\n"
    "          \"N\" : 0\n        },\n        \"clat_ns\" : {\n          \"min\" : 7203,\n"
    "          \"max\" : 103496894,\n          \"mean\" : 0.000000,\n          \"stddev\" : 0.000000,\n"
    "          \"N\" : 36871,\n          \"percentile\" : {\n            \"1.000000\" : 11328,\n"
    "            \"5.000000\" : 22400,\n            \"10.000000\" : 28544,\n            \"20.000000\" : 37120,\n"
    "            \"30.000000\" : 44288,\n            \"40.000000\" : 50944,\n            \"50.000000\" : 57088,\n"
    "            \"60.000000\" : 64768,\n            \"70.000000\" : 74240,\n            \"80.000000\" : 87552,\n"
    "            \"90.000000\" : 114176,\n            \"95.000000\" : 146432,\n"
    "            \"99.000000\" : 95944704,\n            \"99.500000\" : 95944704,\n"
    "            \"99.900000\" : 96993280,\n            \"99.950000\" : 100139008,\n"
    "            \"99.990000\" : 103284736\n          },\n          \"bins\" : {\n";

static const char after_bins[] =
    "}\n        },\n        \"lat_ns\" : {\n          \"min\" : 7253,\n          \"max\" : 103496944,\n"
    "          \"mean\" : 0.000000,\n          \"stddev\" : 0.000000,\n          \"N\" : 36871\n        },\n"
    "        \"bw_min\" : 33888,\n        \"bw_max\" : 40944,\n        \"bw_agg\" : 0.000000,\n"
    "        \"bw_mean\" : 0.000000,\n        \"bw_dev\" : 0.000000,\n        \"bw_samples\" : 120,\n"
    "        \"iops_min\" : 4236,\n        \"iops_max\" : 5118,\n        \"iops_mean\" : 0.000000,\n"
    "        \"iops_stddev\" : 0.000000,\n        \"iops_samples\" : 120\n      },\n      \"trim\" : {\n"
    "        \"io_bytes\" : 0,\n        \"io_kbytes\" : 0,\n        \"bw_bytes\" : 0,\n        \"bw\" : 0,\n"
    "        \"iops\" : 0.000000,\n        \"runtime\" : 0,\n        \"total_ios\" : 0,\n"
    "        \"short_ios\" : 0,\n        \"drop_ios\" : 0,\n        \"slat_ns\" : {\n          \"min\" : 0,\n"
    "          \"max\" : 0,\n          \"mean\" : 0.000000,\n          \"stddev\" : 0.000000,\n"
    "          \"N\" : 0\n        },\n        \"clat_ns\" : {\n          \"min\" : 0,\n          \"max\" : 0,\n"
    "          \"mean\" : 0.000000,\n          \"stddev\" : 0.000000,\n          \"N\" : 0\n        },\n"
    "        \"lat_ns\" : {\n          \"min\" : 0,\n          \"max\" : 0,\n          \"mean\" : 0.000000,\n"
    "          \"stddev\" : 0.000000,\n          \"N\" : 0\n        },\n        \"bw_min\" : 0,\n"
    "        \"bw_max\" : 0,\n        \"bw_agg\" : 0.000000,\n        \"bw_mean\" : 0.000000,\n"
    "        \"bw_dev\" : 0.000000,\n        \"bw_samples\" : 0,\n        \"iops_min\" : 0,\n"
    "        \"iops_max\" : 0,\n        \"iops_mean\" : 0.000000,\n        \"iops_stddev\" : 0.000000,\n"
    "        \"iops_samples\" : 0\n      },\n      \"sync\" : {\n        \"total_ios\" : 0,\n"
    "        \"lat_ns\" : {\n          \"min\" : 0,\n          \"max\" : 0,\n          \"mean\" : 0.000000,\n"
    "          \"stddev\" : 0.000000,\n          \"N\" : 0\n        }\n      },\n      \"job_runtime\" : 64053,\n"
    "      \"usr_cpu\" : 0.000000,\n      \"sys_cpu\" : 0.000000,\n      \"ctx\" : 38364,\n      \"majf\" : 0,\n"
    "      \"minf\" : 0,\n      \"iodepth_level\" : {\n        \"1\" : 0.000000,\n        \"2\" : 0.000000,\n"
    "        \"4\" : 0.000000,\n        \"8\" : 0.000000,\n        \"16\" : 0.000000,\n"
    "        \"32\" : 0.000000,\n        \">=64\" : 0.000000\n      },\n      \"iodepth_submit\" : {\n"
    "        \"0\" : 0.000000,\n        \"4\" : 0.000000,\n        \"8\" : 0.000000,\n"
    "        \"16\" : 0.000000,\n        \"32\" : 0.000000,\n        \"64\" : 0.000000,\n"
    "        \">=64\" : 0.000000\n      },\n      \"iodepth_complete\" : {\n        \"0\" : 0.000000,\n"
    "        \"4\" : 0.000000,\n        \"8\" : 0.000000,\n        \"16\" : 0.000000,\n"
    "        \"32\" : 0.000000,\n        \"64\" : 0.000000,\n        \">=64\" : 0.000000\n      },\n"
    "      \"latency_ns\" : {\n        \"2\" : 0.000000,\n        \"4\" : 0.000000,\n        \"10\" : 0.000000,\n"
    "        \"20\" : 0.000000,\n        \"50\" : 0.000000,\n        \"100\" : 0.000000,\n"
    "        \"250\" : 0.000000,\n        \"500\" : 0.000000,\n        \"750\" : 0.000000,\n"
    "        \"1000\" : 0.000000\n      },\n      \"latency_us\" : {\n        \"2\" : 0.000000,\n"
    "        \"4\" : 0.000000,\n        \"10\" : 0.000000,\n        \"20\" : 0.000000,\n"
    "        \"50\" : 0.000000,\n        \"100\" : 0.000000,\n        \"250\" : 0.000000,\n"
    "        \"500\" : 0.000000,\n        \"750\" : 0.000000,\n        \"1000\" : 0.000000\n      },\n"
    "      \"latency_ms\" : {\n        \"2\" : 0.000000,\n        \"4\" : 0.000000,\n        \"10\" : 0.000000,\n"
    "        \"20\" : 0.000000,\n        \"50\" : 0.000000,\n        \"100\" : 0.000000,\n"
    "        \"250\" : 0.000000,\n        \"500\" : 0.000000,\n        \"750\" : 0.000000,\n"
    "        \"1000\" : 0.000000,\n        \"2000\" : 0.000000,\n        \">=2000\" : 0.000000\n      },\n"
    "      \"latency_depth\" : 4,\n      \"latency_target\" : 0,\n      \"latency_percentile\" : 0.000000,\n"
    "      \"latency_window\" : 0\n    }\n  ],\n  \"disk_util\" : [\n    {\n      \"name\" : \"loop0\",\n"
    "      \"read_ios\" : 0,\n      \"write_ios\" : 36311,\n      \"read_merges\" : 0,\n"
    "      \"write_merges\" : 111,\n      \"read_ticks\" : 0,\n      \"write_ticks\" : 1133,\n"
    "      \"in_queue\" : 1150,\n      \"util\" : 0.000000\n    }\n  ]\n}\n";

/* The keys of fio's bins: 64 to each power of two, named by their middle (fio's stat.c documents the layout). */
static void append_bins(GString *text)
{
    for (guint64 octave = 1 << 10; octave < (G_GUINT64_CONSTANT(1) << 31); octave *= 2)
        for (guint64 i = 0; i < 64; i++)
            g_string_append_printf(text, "            \"%" G_GUINT64_FORMAT "\" : 1,\n", octave + (2 * i + 1) * octave / 128);
}

GString *pack_dictionary(void)
{
    GString *text = g_string_new(NULL);
    append_bins(text);
    g_string_append(text, before_bins);
    g_string_append(text, after_bins);
    return text;
}
