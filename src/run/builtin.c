#include "run/builtin_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SAMPLE_NS 500000000ull

guint builtin_bin(guint64 ns)
{
    guint top = ns ? 63 - (guint)__builtin_clzll(ns) : 0;
    if (top <= 6)
        return (guint)ns;
    guint shift = top - 6;
    guint bin = ((shift + 1) << 6) + (guint)((ns >> shift) & 63);
    return MIN(bin, BUILTIN_BINS - 1);
}

guint64 builtin_bin_value(guint bin)
{
    if (bin < 128)
        return bin;
    guint shift = (bin >> 6) - 1;
    return ((guint64)1 << (shift + 6)) + ((guint64)(bin & 63) << shift) + ((guint64)1 << shift) / 2;
}

void engine_stats_init(EngineStats *stats)
{
    *stats = (EngineStats){.min_ns = G_MAXUINT64, .bins = g_new0(guint64, BUILTIN_BINS)};
}

void engine_stats_add(EngineStats *stats, guint64 ns, guint64 bytes)
{
    double step = (double)ns - stats->mean_ns;
    stats->count++;
    stats->bytes += bytes;
    stats->min_ns = MIN(stats->min_ns, ns);
    stats->max_ns = MAX(stats->max_ns, ns);
    stats->mean_ns += step / (double)stats->count;
    stats->squares += step * ((double)ns - stats->mean_ns);
    stats->bins[builtin_bin(ns)]++;
}

/* Of two parts after Chan, Golub and LeVeque (1979). */
void engine_stats_merge(EngineStats *total, const EngineStats *part)
{
    if (part->count == 0)
        return;
    double n = (double)total->count, m = (double)part->count, apart = part->mean_ns - total->mean_ns;
    total->squares += part->squares + apart * apart * n * m / (n + m);
    total->mean_ns += apart * m / (n + m);
    total->count += part->count;
    total->bytes += part->bytes;
    total->short_ios += part->short_ios;
    total->min_ns = MIN(total->min_ns, part->min_ns);
    total->max_ns = MAX(total->max_ns, part->max_ns);
    for (guint i = 0; i < BUILTIN_BINS; i++)
        total->bins[i] += part->bins[i];
}

void engine_samples_add(EngineSamples *samples, double value)
{
    samples->min = samples->count ? fmin(samples->min, value) : value;
    samples->max = samples->count ? fmax(samples->max, value) : value;
    samples->sum += value;
    samples->squares += value * value;
    samples->count++;
}

typedef struct Engine Engine;

typedef struct {
    Engine *engine;
    EngineJob job;
    pthread_t thread;
    guint index;
    guint64 at[SIDES], random; /* the next block of each side */
    char *buffer;
    _Atomic guint64 bytes[SIDES], ios[SIDES]; /* so far, for samples and status */
    guint64 sampled_bytes[SIDES], sampled_ios[SIDES];
    _Atomic int is_running;
} Worker;

struct Engine {
    EngineOptions options;
    Worker *workers;
    guint64 blocks, start_ns, measure_ns, end_ns;
    pthread_barrier_t barrier;
    _Atomic int must_stop;
    EngineSamples rates[SIDES], ios[SIDES];
};

static guint64 now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (guint64)now.tv_sec * 1000000000u + (guint64)now.tv_nsec;
}

/* xorshift64* (Vigna 2016). */
static guint64 next_random(Worker *worker)
{
    worker->random ^= worker->random >> 12;
    worker->random ^= worker->random << 25;
    worker->random ^= worker->random >> 27;
    return worker->random * 2685821657736338717u;
}

/* Each block once before any comes again, as fio's random map does it. Every step is one-to-one on the numbers below the next
 * power of two (an odd factor, a sum, a shift to the right with exclusive or); values beyond the file are sent on until one
 * is inside. */
static guint64 scattered_block(const Worker *worker, guint64 count)
{
    guint64 blocks = worker->engine->blocks, mask = 1, block = count;
    guint bits = 0;
    for (; mask < blocks; mask <<= 1)
        bits++;
    mask--;
    do {
        block = (block * 2654435761u + 40503u * ((guint64)worker->index + 1)) & mask;
        block ^= block >> ((bits + 1) / 2);
        block = (block * 2246822519u + worker->index) & mask;
    } while (block >= blocks);
    return block;
}

static gint64 next_offset(Worker *worker, Side side)
{
    const Engine *engine = worker->engine;
    guint64 count = worker->at[side]++;
    if (count >= engine->blocks && !engine->options.time_based)
        return -1;
    guint64 within = count % engine->blocks;
    return (gint64)((engine->options.is_random ? scattered_block(worker, within) : within) * engine->options.bs);
}

static Side next_side(Worker *worker)
{
    const EngineOptions *options = &worker->engine->options;
    if (!options->reads || !options->writes)
        return options->reads ? SIDE_READ : SIDE_WRITE;
    return next_random(worker) % 100 < (guint64)options->rwmixread ? SIDE_READ : SIDE_WRITE;
}

static gboolean sync_file(Worker *worker, int fd, guint64 done)
{
    const EngineOptions *options = &worker->engine->options;
    if (options->fsync <= 0 || done % (guint64)options->fsync != 0)
        return TRUE;
    guint64 start = now_ns();
    if (fsync(fd) != 0)
        return FALSE;
    engine_stats_add(&worker->job.sync, now_ns() - start, 0);
    return TRUE;
}

/* One I/O; FALSE when it failed or there is nothing left. */
static gboolean do_one(Worker *worker, int fd, guint64 *now, guint64 *writes)
{
    const Engine *engine = worker->engine;
    gsize bs = (gsize)engine->options.bs;
    Side side = next_side(worker);
    gint64 offset = next_offset(worker, side);
    if (offset < 0)
        return FALSE;
    guint64 start = now_ns();
    ssize_t got = side == SIDE_READ ? pread(fd, worker->buffer, bs, offset) : pwrite(fd, worker->buffer, bs, offset);
    *now = now_ns();
    if (got < 0 || (got == 0 && side == SIDE_READ)) {
        worker->job.error = got < 0 ? errno : EIO;
        return FALSE;
    }
    if (start >= engine->measure_ns) {
        EngineStats *stats = &worker->job.sides[side];
        engine_stats_add(stats, *now - start, (guint64)got);
        stats->short_ios += (gsize)got < bs;
    }
    atomic_fetch_add_explicit(&worker->bytes[side], (guint64)got, memory_order_relaxed);
    atomic_fetch_add_explicit(&worker->ios[side], 1, memory_order_relaxed);
    if (side == SIDE_WRITE && !sync_file(worker, fd, ++*writes)) {
        worker->job.error = errno;
        return FALSE;
    }
    return TRUE;
}

static int open_file(const EngineOptions *options)
{
    int flags = options->writes ? (options->reads ? O_RDWR : O_WRONLY) | O_CREAT : O_RDONLY;
    int fd = open(options->filename, flags | O_CLOEXEC | O_NOFOLLOW | (options->direct ? O_DIRECT : 0), 0600);
    if (fd >= 0)
        posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    return fd;
}

static void note_usage(EngineJob *job)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    job->user_s = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
    job->system_s = (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6;
    job->switches = usage.ru_nvcsw + usage.ru_nivcsw;
    job->major_faults = usage.ru_majflt;
    job->minor_faults = usage.ru_minflt;
}

static void *work(void *data)
{
    Worker *worker = data;
    Engine *engine = worker->engine;
    int fd = open_file(&engine->options);
    worker->job.error = fd < 0 ? errno : 0;
    pthread_barrier_wait(&engine->barrier); /* all are there: the clock starts */
    pthread_barrier_wait(&engine->barrier);
    guint64 now = now_ns(), writes = 0;
    while (fd >= 0 && now < engine->end_ns && !atomic_load_explicit(&engine->must_stop, memory_order_relaxed))
        if (!do_one(worker, fd, &now, &writes))
            break;
    worker->job.runtime_ms = now > engine->measure_ns ? (double)(now - engine->measure_ns) / 1e6 : 0;
    if (fd >= 0)
        close(fd);
    note_usage(&worker->job);
    if (worker->job.error) {
        fprintf(stderr, "fio: built-in engine: job %u, file %s: %s\n", worker->index + 1, engine->options.filename,
                strerror(worker->job.error));
        atomic_store(&engine->must_stop, 1);
    }
    atomic_store(&worker->is_running, 0);
    return NULL;
}

static guint running(const Engine *engine)
{
    guint count = 0;
    for (int i = 0; i < engine->options.numjobs; i++)
        count += (guint)atomic_load(&engine->workers[i].is_running);
    return count;
}

static void print_status(const double *rates, const double *ios, guint jobs)
{
    printf("Jobs: %u (f=%u): [r=%.0fKiB/s,w=%.0fKiB/s][r=%.0f,w=%.0f IOPS]\r", jobs, jobs, rates[SIDE_READ] / 1024,
           rates[SIDE_WRITE] / 1024, ios[SIDE_READ], ios[SIDE_WRITE]);
    fflush(stdout);
}

/* What each job did since the last time, and all of them together. */
static void take_samples(Engine *engine, double seconds, gboolean is_counted)
{
    double rates[SIDES] = {0}, ios[SIDES] = {0};
    for (int i = 0; i < engine->options.numjobs; i++) {
        Worker *worker = &engine->workers[i];
        for (int side = 0; side < SIDES; side++) {
            guint64 bytes = atomic_load(&worker->bytes[side]), count = atomic_load(&worker->ios[side]);
            double rate = (double)(bytes - worker->sampled_bytes[side]) / seconds;
            double speed = (double)(count - worker->sampled_ios[side]) / seconds;
            worker->sampled_bytes[side] = bytes;
            worker->sampled_ios[side] = count;
            rates[side] += rate;
            ios[side] += speed;
            if (!is_counted)
                continue;
            engine_samples_add(&worker->job.rates[side], rate);
            engine_samples_add(&worker->job.ios[side], speed);
        }
    }
    for (int side = 0; side < SIDES && is_counted; side++) {
        engine_samples_add(&engine->rates[side], rates[side]);
        engine_samples_add(&engine->ios[side], ios[side]);
    }
    if (engine->options.has_status)
        print_status(rates, ios, running(engine));
}

static void watch(Engine *engine)
{
    guint64 last = engine->start_ns;
    while (running(engine) > 0) {
        struct timespec pause = {0, 20000000};
        nanosleep(&pause, NULL);
        guint64 now = now_ns();
        if (now - last < SAMPLE_NS)
            continue;
        take_samples(engine, (double)(now - last) / 1e9, last >= engine->measure_ns);
        last = now;
    }
    guint64 now = now_ns();
    if (engine->rates[0].count + engine->rates[1].count == 0 && now > last) /* a run shorter than a sample */
        take_samples(engine, (double)(now - last) / 1e9, TRUE);
}

/* Writes the file out for those that read; for those that write it only asks for the room, as fio does. */
static int lay_out(const EngineOptions *options)
{
    struct stat status;
    int fd = open(options->filename, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    int reason = fd < 0 || fstat(fd, &status) != 0 ? errno : 0;
    gsize chunk = 1 << 20;
    g_autofree char *buffer = g_malloc(chunk);
    for (gsize i = 0; i < chunk; i++)
        buffer[i] = (char)(i * 2654435761u >> 13);
    if (!reason && options->writes && !options->reads && fallocate(fd, 0, 0, (off_t)options->size) != 0 && errno == ENOSPC)
        reason = errno;
    for (guint64 at = reason || !options->reads ? options->size : (guint64)status.st_size; at < options->size;) {
        ssize_t put = pwrite(fd, buffer, (gsize)MIN(chunk, options->size - at), (off_t)at);
        if (put <= 0) {
            reason = put < 0 ? errno : EIO;
            break;
        }
        at += (guint64)put;
    }
    if (!reason && options->reads && fsync(fd) != 0)
        reason = errno;
    if (fd >= 0)
        close(fd);
    if (reason)
        fprintf(stderr, "fio: built-in engine: file %s cannot be laid out: %s\n", options->filename, strerror(reason));
    return reason;
}

static gboolean start_worker(Engine *engine, guint index)
{
    Worker *worker = &engine->workers[index];
    void *buffer = NULL;
    worker->engine = engine;
    worker->index = index;
    worker->random = 88172645463325252u + index * 7919u;
    for (int side = 0; side < SIDES; side++)
        engine_stats_init(&worker->job.sides[side]);
    engine_stats_init(&worker->job.sync);
    if (posix_memalign(&buffer, 4096, (gsize)engine->options.bs) != 0)
        return FALSE;
    worker->buffer = buffer;
    for (gsize i = 0; i + 8 <= engine->options.bs; i += 8) {
        guint64 word = next_random(worker);
        memcpy(worker->buffer + i, &word, sizeof word);
    }
    atomic_store(&worker->is_running, 1);
    return pthread_create(&worker->thread, NULL, work, worker) == 0;
}

static gboolean run_workers(Engine *engine)
{
    guint count = (guint)engine->options.numjobs;
    engine->workers = g_new0(Worker, count);
    pthread_barrier_init(&engine->barrier, NULL, count + 1);
    for (guint i = 0; i < count; i++) {
        if (!start_worker(engine, i)) {
            fprintf(stderr, "fio: built-in engine: thread %u of %u cannot be started: %s\n", i + 1, count, strerror(errno));
            return FALSE; /* the others wait at the barrier; the process ends with them */
        }
    }
    pthread_barrier_wait(&engine->barrier);
    engine->start_ns = now_ns();
    engine->measure_ns = engine->start_ns + (guint64)engine->options.ramp_s * 1000000000u;
    engine->end_ns = engine->options.runtime_s > 0 ? engine->measure_ns + (guint64)engine->options.runtime_s * 1000000000u
                                                   : G_MAXUINT64;
    pthread_barrier_wait(&engine->barrier);
    watch(engine);
    for (guint i = 0; i < count; i++)
        pthread_join(engine->workers[i].thread, NULL);
    return TRUE;
}

/* The jobs' samples become those of the whole where they are reported as one. */
static gboolean write_report(Engine *engine, const char *version)
{
    guint count = (guint)engine->options.numjobs;
    g_autofree EngineJob *jobs = g_new(EngineJob, count);
    for (guint i = 0; i < count; i++)
        jobs[i] = engine->workers[i].job;
    if (engine->options.group_reporting) {
        memcpy(jobs[0].rates, engine->rates, sizeof engine->rates);
        memcpy(jobs[0].ios, engine->ios, sizeof engine->ios);
    }
    g_autofree char *text = engine_report(&engine->options, jobs, count, version);
    FILE *out = engine->options.output ? fopen(engine->options.output, "w") : stdout;
    gboolean is_written = out && fputs(text, out) >= 0;
    if (out && engine->options.output)
        is_written = fclose(out) == 0 && is_written;
    if (!is_written)
        fprintf(stderr, "fio: built-in engine: the report cannot be written: %s\n", strerror(errno));
    return is_written;
}

int builtin_run(char **arguments, const char *version)
{
    Engine engine = {.blocks = 0};
    if (!engine_options_read(&engine.options, arguments))
        return 1;
    engine.blocks = engine.options.size / engine.options.bs;
    if (lay_out(&engine.options) != 0)
        return 1;
    if (engine.options.create_only)
        return 0;
    if (!run_workers(&engine) || !write_report(&engine, version))
        return 1;
    int status = 0;
    for (int i = 0; i < engine.options.numjobs; i++)
        status = engine.workers[i].job.error ? 1 : status;
    engine_options_clear(&engine.options);
    return status;
}
