// The part of libcurl's interface that is used here, under names of our own.
#pragma once
#include "CVisionDownload.h"

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

struct VisionCurl {
  CurlCode (*global_init)(long flags);
  CurlTransfer (*easy_init)(void);
  CurlCode (*easy_setopt)(CurlTransfer, CurlOption, ...);
  CurlCode (*easy_perform)(CurlTransfer);
  void (*easy_cleanup)(CurlTransfer);
  const char *(*easy_strerror)(CurlCode);
};
