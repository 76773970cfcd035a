// One HTTP download by the system's libcurl, which is opened at run time: a program that fetches nothing never carries it and
// the libraries that it brings along.
//
// libcurl's headers are not needed: its few functions and numbers that are used here are declared from its published
// interface, in which a number never gets another meaning.
#ifndef CVISIONDOWNLOAD_H
#define CVISIONDOWNLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of a libcurl that was opened.
typedef struct VisionCurl VisionCurl;

/// Opens the libcurl of this file's name for the life of the process and prepares it; from any thread.
///
/// Returns NULL, with the reason in `message`, when it cannot be opened or is another library. A failure is not kept.
const VisionCurl *vision_curl_open(const char *file, char *message, size_t capacity);

/// What to download, and who gets it.
typedef struct {
  /// An address of http or https.
  const char *address;
  /// So many bytes are there already; the rest is asked for.
  int64_t firstByte;
  /// How long to wait for a connection, and for the next bytes, in seconds.
  long idleSeconds;
  /// How long the whole may take, in seconds.
  long wholeSeconds;
  /// Handed to both functions, which are called on the thread that downloads; false ends the download.
  void *receiver;
  /// Gets each line of each answer's head, those of redirects too, with its line end; the last one is empty.
  bool (*head)(void *receiver, const char *line, size_t count);
  /// Gets the next bytes of the last answer's body.
  bool (*body)(void *receiver, const void *bytes, size_t count);
} VisionDownload;

/// Downloads, and blocks until done; follows redirects.
///
/// Returns false, with the reason in `message`, when the server could not be reached, the connection ended early or the
/// receiver ended it. An answer that tells of an error is an answer as any other.
bool vision_curl_download(const VisionCurl *curl, const VisionDownload *download, char *message, size_t capacity);

#endif
