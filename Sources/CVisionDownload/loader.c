#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "CVisionLoader.h"
#include "curl.h"

#define SYMBOL(function) {"curl_" #function, offsetof(VisionCurl, function)}

static const VisionSymbol symbols[] = {
    SYMBOL(global_init),  SYMBOL(easy_init),    SYMBOL(easy_setopt),
    SYMBOL(easy_perform), SYMBOL(easy_cleanup), SYMBOL(easy_strerror),
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionCurl) / sizeof(void *),
               "every function of the table is looked up");

/// Looks up all functions and has the library prepare itself.
static bool prepare(void *library, const char *file, VisionCurl *curl, char *message, size_t capacity) {
  if (!vision_library_find(library, file, symbols, sizeof(symbols) / sizeof(symbols[0]), curl, message, capacity)) {
    return false;
  }
  // Before libcurl 7.84 no two threads may do this at once.
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  CurlCode code = curl->global_init(CurlPrepareAll);
  pthread_mutex_unlock(&mutex);
  if (code != 0) snprintf(message, capacity, "%s does not start: %s", file, curl->easy_strerror(code));
  return code == 0;
}

const VisionCurl *vision_curl_open(const char *file, char *message, size_t capacity) {
  void *library = vision_library_open(file, message, capacity);
  if (library == NULL) return NULL;
  VisionCurl *curl = malloc(sizeof(VisionCurl));
  if (curl == NULL) {
    snprintf(message, capacity, "there is no memory left");
  } else if (prepare(library, file, curl, message, capacity)) {
    return curl;
  }
  free(curl);
  dlclose(library);
  return NULL;
}
