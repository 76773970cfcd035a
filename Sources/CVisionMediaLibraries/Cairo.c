#include "CCairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "CVisionLoader.h"

/// The functions' addresses, each under its own name.
typedef struct {
#define VALUE(result, name, parameters, arguments) __typeof__(name) *name;
#define ACTION(name, parameters, arguments) __typeof__(name) *name;
#include "CairoFunctions.h"
} Functions;

static const VisionSymbol symbols[] = {
#define VALUE(result, name, parameters, arguments) {#name, offsetof(Functions, name)},
#define ACTION(name, parameters, arguments) {#name, offsetof(Functions, name)},
#include "CairoFunctions.h"
};

/// Written before Cairo counts as loaded, and never again.
static Functions cairo;
static atomic_bool is_loaded;

bool vision_cairo_is_loaded(void) { return atomic_load_explicit(&is_loaded, memory_order_acquire); }

bool vision_cairo_load(const char *file, char *message, size_t capacity) {
  void *library = vision_library_open(file, message, capacity);
  if (library == NULL) return false;
  Functions found;
  bool isCairo =
      vision_library_find(library, file, symbols, sizeof(symbols) / sizeof(symbols[0]), &found, message, capacity);
  bool isNeeded = false;
  if (isCairo) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    isNeeded = !vision_cairo_is_loaded();
    if (isNeeded) {
      cairo = found;
      atomic_store_explicit(&is_loaded, true, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
  }
  if (!isNeeded) dlclose(library);
  return isCairo;
}

// The forwarders, renamed by CCairo.h. Before Cairo is loaded they do nothing and return zero or NULL; drawing code loads it
// first and reports why it cannot be loaded.
#define HIDDEN __attribute__((visibility("hidden")))
#define VALUE(result, name, parameters, arguments) \
  HIDDEN result name parameters { return vision_cairo_is_loaded() ? cairo.name arguments : (result){0}; }
#define ACTION(name, parameters, arguments) \
  HIDDEN void name parameters {             \
    if (vision_cairo_is_loaded()) cairo.name arguments; \
  }
#include "CairoFunctions.h"
