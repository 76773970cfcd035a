// A function multiversioned for AVX2 and for other processors; the loader selects. Only ELF supports that, and
// sanitizers would run in the resolver, before they are set up.

#ifndef VISION_CLONES_H
#define VISION_CLONES_H

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define VISION_CLONES
#endif
#endif
#if !defined(VISION_CLONES) && defined(__x86_64__) && defined(__ELF__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define VISION_CLONES __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef VISION_CLONES
#define VISION_CLONES
#endif

#endif
