#include "CVisionDigest.h"

#include "CVisionLoader.h"

/// A kind of digest, in libcrypto's memory.
typedef struct EVP_MD EVP_MD;

struct VisionCrypto {
  const EVP_MD *(*sha256)(void);
  VisionDigest *(*create)(void);
  int (*begin)(VisionDigest *, const EVP_MD *, void *engine);
  int (*add)(VisionDigest *, const void *, size_t);
  int (*finish)(VisionDigest *, unsigned char *, unsigned int *count);
  void (*destroy)(VisionDigest *);
};

static const VisionSymbol symbols[] = {
    {"EVP_sha256", offsetof(VisionCrypto, sha256)},          {"EVP_MD_CTX_new", offsetof(VisionCrypto, create)},
    {"EVP_DigestInit_ex", offsetof(VisionCrypto, begin)},    {"EVP_DigestUpdate", offsetof(VisionCrypto, add)},
    {"EVP_DigestFinal_ex", offsetof(VisionCrypto, finish)},  {"EVP_MD_CTX_free", offsetof(VisionCrypto, destroy)},
};

_Static_assert(sizeof(symbols) / sizeof(symbols[0]) == sizeof(VisionCrypto) / sizeof(void *),
               "every function of the table is looked up");

const VisionCrypto *vision_crypto_open(const char *file, char *message, size_t capacity) {
  return vision_library_table(file, symbols, sizeof(symbols) / sizeof(symbols[0]), NULL, message, capacity);
}

VisionDigest *vision_digest_create(const VisionCrypto *crypto) {
  VisionDigest *digest = crypto->create();
  if (digest != NULL && crypto->begin(digest, crypto->sha256(), NULL) != 1) {
    crypto->destroy(digest);
    return NULL;
  }
  return digest;
}

bool vision_digest_add(const VisionCrypto *crypto, VisionDigest *digest, const void *bytes, size_t count) {
  return crypto->add(digest, bytes, count) == 1;
}

bool vision_digest_finish(const VisionCrypto *crypto, VisionDigest *digest, uint8_t result[VisionDigestSize]) {
  unsigned int count = VisionDigestSize;
  return crypto->finish(digest, result, &count) == 1 && count == VisionDigestSize;
}

void vision_digest_destroy(const VisionCrypto *crypto, VisionDigest *digest) {
  if (digest != NULL) crypto->destroy(digest);
}
