// The threads of the kernels.

#ifndef CVISION_THREADS_H
#define CVISION_THREADS_H

#include <stdint.h>

enum {
  /// Maximum threads of a pool.
  VISION_MAX_THREADS = 64,
};

/// A thread pool that shares the work of one kernel at a time. Only one thread may call it at a time.
typedef struct VisionThreadPool VisionThreadPool;

/// Creates a pool of the calling thread and `threads` - 1 more, at most `VISION_MAX_THREADS` in all. They sleep while
/// there is no work. NULL when memory runs out.
VisionThreadPool *vision_thread_pool_create(int32_t threads);

/// Ends the threads. No kernel may be running.
void vision_thread_pool_destroy(VisionThreadPool *pool);

/// Limits the next kernels to some of the threads, with the caller's: at least 1. Nothing for NULL.
void vision_thread_pool_limit(VisionThreadPool *pool, int32_t threads);

/// The number of threads of the next kernel, with the caller's: fewer than requested when threads could not be started, 1 for NULL.
int32_t vision_thread_pool_thread_count(const VisionThreadPool *pool);

/// Computes one part of some work; `thread` is the index of the thread, which selects its working memory.
typedef void VisionPart(const void *work, int part, int thread);

/// Computes parts 0 to `count` - 1, in any order and in parallel, and returns when all are done. With NULL the caller
/// computes them one by one as thread 0.
void vision_thread_pool_run(VisionThreadPool *pool, VisionPart *compute, const void *work, int count);

#endif
