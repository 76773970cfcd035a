// Apple's platforms have CryptoKit.
#ifdef __linux__
#include "CVisionDigest.h"

#include "CVisionLoader.h"

/// A kind of digest, in libcrypto's memory.
typedef struct EVP_MD EVP_MD;

#define FUNCTIONS(_) \
  _(const EVP_MD *, sha256, (void)) \
  _(VisionDigest *, MD_CTX_new, (void)) \
  _(int, DigestInit_ex, (VisionDigest *, const EVP_MD *, void *engine)) \
  _(int, DigestUpdate, (VisionDigest *, const void *, size_t)) \
  _(int, DigestFinal_ex, (VisionDigest *, unsigned char *, unsigned int *count)) \
  _(void, MD_CTX_free, (VisionDigest *))

struct VisionCrypto {
  FUNCTIONS(VISION_FIELD)
};

#define SYMBOL(result, name, parameters) {"EVP_" #name, offsetof(VisionCrypto, name)},
static const VisionSymbol symbols[] = {FUNCTIONS(SYMBOL)};

const VisionCrypto *vision_crypto_open(const char *file, char *message, size_t capacity) {
  return VISION_LIBRARY_TABLE(file, symbols, NULL, message, capacity);
}

VisionDigest *vision_digest_create(const VisionCrypto *crypto) {
  VisionDigest *digest = crypto->MD_CTX_new();
  if (digest != NULL && crypto->DigestInit_ex(digest, crypto->sha256(), NULL) != 1) {
    crypto->MD_CTX_free(digest);
    return NULL;
  }
  return digest;
}

bool vision_digest_add(const VisionCrypto *crypto, VisionDigest *digest, const void *bytes, size_t count) {
  return crypto->DigestUpdate(digest, bytes, count) == 1;
}

bool vision_digest_finish(const VisionCrypto *crypto, VisionDigest *digest, uint8_t result[VisionDigestSize]) {
  unsigned int count = VisionDigestSize;
  return crypto->DigestFinal_ex(digest, result, &count) == 1 && count == VisionDigestSize;
}

void vision_digest_destroy(const VisionCrypto *crypto, VisionDigest *digest) {
  if (digest != NULL) crypto->MD_CTX_free(digest);
}
#endif
