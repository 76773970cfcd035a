// One HTTP download by the system's libcurl, which is loaded at run time: a program that fetches nothing does not load
// it and its dependencies.
//
// libcurl's headers are not needed: the few functions and numbers that are used are declared from its published
// interface, in which a number never changes its meaning.
#ifndef CVISIONDOWNLOAD_H
#define CVISIONDOWNLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of a libcurl that was opened.
typedef struct VisionCurl VisionCurl;

/// Opens and initializes the libcurl of this file name for the life of the process; from any thread.
///
/// Returns NULL, with the reason in `message`, when it cannot be opened or is another library. A failure is not cached.
const VisionCurl *vision_curl_open(const char *file, char *message, size_t capacity);

/// The source and the receiver of a download.
typedef struct {
  /// An address of http or https.
  const char *address;
  /// The number of bytes that exist already; the rest is requested.
  int64_t firstByte;
  /// Timeout for connecting and for the next bytes, in seconds.
  long idleSeconds;
  /// Timeout for the whole download, in seconds.
  long wholeSeconds;
  /// Passed to both functions, which are called on the downloading thread; false ends the download.
  void *receiver;
  /// Receives each line of each response's head, also of redirects, with its line end; the last one is empty.
  bool (*head)(void *receiver, const char *line, size_t count);
  /// Receives the next bytes of the last response's body.
  bool (*body)(void *receiver, const void *bytes, size_t count);
} VisionDownload;

/// Downloads, and blocks until done; follows redirects.
///
/// Returns false, with the reason in `message`, when the server could not be reached, the connection ended early or the
/// receiver ended it. A response with an error status is a response like any other.
bool vision_curl_download(const VisionCurl *curl, const VisionDownload *download, char *message, size_t capacity);

#endif
