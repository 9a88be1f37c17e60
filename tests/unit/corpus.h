/* Compares what the reader makes of a real fio output with the values expected (fio's own JSON of the same run). */
#ifndef TESTS_CORPUS_H
#define TESTS_CORPUS_H

#include "model/result.h"

#include <cjson/cJSON.h>

typedef struct {
    GString *faults; /* one line each */
    guint compared;
} CorpusCheck;

/* Checks the file (text, JSON or terse) against the expected document. */
void corpus_check_file(CorpusCheck *check, const char *path, const cJSON *expected);
/* Checks one of the log files of a case. */
void corpus_check_log(CorpusCheck *check, const char *path, const cJSON *want);
/* Parses a JSON file of the test data; aborts when it is damaged. */
cJSON *corpus_load_json(const char *path);

#endif
