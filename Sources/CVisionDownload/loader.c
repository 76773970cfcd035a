#include <pthread.h>
#include <stdio.h>

#include "CVisionLoader.h"
#include "curl.h"

#define SYMBOL(function) {"curl_" #function, offsetof(VisionCurl, function)}

static const VisionSymbol symbols[] = {
    SYMBOL(global_init),  SYMBOL(easy_init),    SYMBOL(easy_setopt),
    SYMBOL(easy_perform), SYMBOL(easy_cleanup), SYMBOL(easy_strerror),
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionCurl) / sizeof(void *),
               "every function of the table is looked up");

/// Initializes the library.
static bool prepare(void *library, const char *file, const void *table, char *message, size_t capacity) {
  (void)library;
  const VisionCurl *curl = table;
  // Before libcurl 7.84 initialization is not thread-safe.
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  CurlCode code = curl->global_init(CurlPrepareAll);
  pthread_mutex_unlock(&mutex);
  if (code != 0) snprintf(message, capacity, "%s does not start: %s", file, curl->easy_strerror(code));
  return code == 0;
}

const VisionCurl *vision_curl_open(const char *file, char *message, size_t capacity) {
  return vision_library_table(file, symbols, sizeof(symbols) / sizeof(symbols[0]), prepare, message, capacity);
}
