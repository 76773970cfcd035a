// SHA-256 by the system's libcrypto, which is loaded at run time: only programs that verify fetched files load it.
//
// OpenSSL's headers are not needed: the six functions that are used are declared from its published interface.
#ifndef CVISIONDIGEST_H
#define CVISIONDIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The functions of a libcrypto that was opened.
typedef struct VisionCrypto VisionCrypto;

/// The state of a digest.
typedef struct VisionDigest VisionDigest;

/// The number of bytes of a digest.
enum { VisionDigestSize = 32 };

/// Opens the libcrypto of this file's name for the life of the process; from any thread.
///
/// Returns NULL, with the reason in `message`, when it cannot be opened or is another library.
const VisionCrypto *vision_crypto_open(const char *file, char *message, size_t capacity);

/// Begins a digest; NULL when libcrypto fails.
VisionDigest *vision_digest_create(const VisionCrypto *crypto);

/// Adds bytes; false when libcrypto fails.
bool vision_digest_add(const VisionCrypto *crypto, VisionDigest *digest, const void *bytes, size_t count);

/// Writes the digest of all bytes that were added; false when libcrypto fails. Nothing can be added afterwards.
bool vision_digest_finish(const VisionCrypto *crypto, VisionDigest *digest, uint8_t result[VisionDigestSize]);

/// Frees a digest; NULL is allowed.
void vision_digest_destroy(const VisionCrypto *crypto, VisionDigest *digest);

#endif
