// Apple's platforms download by Foundation.
#ifdef __linux__
#define _GNU_SOURCE // for sigtimedwait
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "CVisionDownload.h"
#include "CVisionLoader.h"

// The part of libcurl's interface that is used here, under names of our own.

/// A transfer, created and destroyed by libcurl.
typedef void *CurlTransfer;

/// 0 on success.
typedef int CurlCode;

enum {
  /// The library, or a version as old as this one, does not know the option.
  CurlUnknownOption = 48,
  /// The capacity of libcurl's error text, with its terminator.
  CurlMessageCapacity = 256,
  /// Everything that a process initializes once.
  CurlPrepareAll = 3,
  /// Bits of the protocols http and https.
  CurlWebProtocols = 1 | 2,
};

/// An option's number contains its type: 0 for a `long`, 10000 for a pointer, 20000 for a function.
typedef enum {
  CurlLowSpeedLimit = 19,
  CurlLowSpeedTime = 20,
  CurlWholeTime = 13,
  CurlFollowsRedirects = 52,
  CurlMaxRedirects = 68,
  CurlConnectTime = 78,
  CurlNoSignals = 99,
  CurlProtocolBits = 181,
  CurlRedirectProtocolBits = 182,
  CurlNoProxyHeads = 265,
  CurlBodyReceiver = 10001,
  CurlAddress = 10002,
  CurlRange = 10007,
  CurlMessage = 10010,
  CurlUserAgent = 10018,
  CurlHeadReceiver = 10029,
  CurlEncodings = 10102,
  CurlProtocolNames = 10318,
  CurlRedirectProtocolNames = 10319,
  CurlBodyFunction = 20011,
  CurlHeadFunction = 20079,
} CurlOption;

#define FUNCTIONS(_) \
  _(CurlCode, global_init, (long flags)) \
  _(CurlTransfer, easy_init, (void)) \
  _(CurlCode, easy_setopt, (CurlTransfer, CurlOption, ...)) \
  _(CurlCode, easy_perform, (CurlTransfer)) \
  _(void, easy_cleanup, (CurlTransfer)) \
  _(const char *, easy_strerror, (CurlCode))

struct VisionCurl {
  FUNCTIONS(VISION_FIELD)
};

#define SYMBOL(result, name, parameters) {"curl_" #name, offsetof(VisionCurl, name)},
static const VisionSymbol symbols[] = {FUNCTIONS(SYMBOL)};

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
  return VISION_LIBRARY_TABLE(file, symbols, prepare, message, capacity);
}

/// The number of bytes that were accepted; any other number makes libcurl end the transfer.
static size_t taken(bool isWanted, size_t count) { return isWanted ? count : count + 1; }

static size_t take_head(char *line, size_t size, size_t count, void *download) {
  const VisionDownload *wanted = download;
  return taken(wanted->head(wanted->receiver, line, size * count), size * count);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *download) {
  const VisionDownload *wanted = download;
  return taken(wanted->body(wanted->receiver, bytes, size * count), size * count);
}

/// Allows http and https only, by names, or by bits as libcurl before 7.85 wants it.
static CurlCode allow_web_only(const VisionCurl *curl, CurlTransfer transfer, CurlOption names, CurlOption bits) {
  CurlCode code = curl->easy_setopt(transfer, names, "http,https");
  return code == CurlUnknownOption ? curl->easy_setopt(transfer, bits, (long)CurlWebProtocols) : code;
}

/// Sets the options of a transfer; ends with the first one that libcurl refuses.
static CurlCode set_up(const VisionCurl *curl, CurlTransfer transfer, const VisionDownload *download) {
  CurlCode code = 0;
#define SET(option, value) \
  if (code == 0) code = curl->easy_setopt(transfer, option, value)
  SET(CurlAddress, download->address);
  if (code == 0) code = allow_web_only(curl, transfer, CurlProtocolNames, CurlProtocolBits);
  if (code == 0) code = allow_web_only(curl, transfer, CurlRedirectProtocolNames, CurlRedirectProtocolBits);
  SET(CurlFollowsRedirects, 1L);
  SET(CurlMaxRedirects, 20L);
  SET(CurlUserAgent, "swift-vision-tasks");
  SET(CurlEncodings, "identity");
  SET(CurlNoProxyHeads, 1L);
  SET(CurlNoSignals, 1L);
  SET(CurlConnectTime, download->idleSeconds);
  SET(CurlLowSpeedLimit, 1L);
  SET(CurlLowSpeedTime, download->idleSeconds);
  SET(CurlWholeTime, download->wholeSeconds);
  SET(CurlHeadFunction, take_head);
  SET(CurlHeadReceiver, (void *)download);
  SET(CurlBodyFunction, take_body);
  SET(CurlBodyReceiver, (void *)download);
  if (download->firstByte > 0) {
    // libcurl copies the text.
    char range[24];
    snprintf(range, sizeof(range), "%" PRId64 "-", download->firstByte);
    SET(CurlRange, range);
  }
#undef SET
  return code;
}

/// Runs the transfer so that a connection closed by the other side does not end the process: libcurl sets no signal
/// handlers here, and TLS libraries may write without suppressing the signal.
static CurlCode perform(const VisionCurl *curl, CurlTransfer transfer) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigemptyset(&pending);
  sigpending(&pending);
  bool waitedBefore = sigismember(&pending, SIGPIPE) == 1;
  bool isBlocked = pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0;
  CurlCode code = curl->easy_perform(transfer);
  if (isBlocked) {
    const struct timespec now = {0, 0};
    if (!waitedBefore) sigtimedwait(&pipe, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
  }
  return code;
}

bool vision_curl_download(const VisionCurl *curl, const VisionDownload *download, char *message, size_t capacity) {
  CurlTransfer transfer = curl->easy_init();
  if (transfer == NULL) {
    snprintf(message, capacity, "libcurl makes no transfer");
    return false;
  }
  char detail[CurlMessageCapacity] = "";
  CurlCode code = curl->easy_setopt(transfer, CurlMessage, detail);
  if (code == 0) code = set_up(curl, transfer, download);
  if (code == 0) code = perform(curl, transfer);
  if (code != 0) snprintf(message, capacity, "%s", detail[0] != 0 ? detail : curl->easy_strerror(code));
  curl->easy_cleanup(transfer);
  return code == 0;
}
#endif
