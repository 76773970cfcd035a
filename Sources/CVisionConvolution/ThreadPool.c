// A pool of our own: a thread gets the same part of consecutive kernels and sleeps after 0.2 ms. With pthreadpool in its place
// (AVX-512, 2 cores, medians of five paired runs) videos took 0.80 to 0.98 of the time and 1.01 to 1.03 of the processor time,
// but single images of poses 1.87 and 2.33: it waits by spinning, and the pools of two models compete for the cores.
#if defined(__linux__)
#define _GNU_SOURCE // for the processors of threads
#endif

#include "ThreadPool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
  /// How long a worker thread spins before it sleeps, in nanoseconds: longer than LiteRT's operators between two
  /// kernels take.
  SPIN_TIME = 200000,
  /// How long the caller spins for the other threads before it yields, in nanoseconds.
  YIELD_TIME = 1000000,
  /// Spins between two reads of the clock. One takes 20 to 70 nanoseconds.
  SPINS_PER_CLOCK = 32,
  /// The bits of a part's number.
  PART_BITS = 22,
  MAX_PARTS = 1 << PART_BITS,
};

typedef struct {
  VisionThreadPool *pool;
  pthread_t handle;
  int thread;
  pthread_cond_t wake;
  _Atomic bool sleeps;
} Helper;

struct VisionThreadPool {
  /// The number of the job, and the first and the end of its parts that are still free. Taking a part changes the
  /// ticket, and fails when another job has begun. So the fields below are read only while their job lasts.
  _Atomic uint64_t ticket;
  VisionPart *compute;
  const void *work;
  _Atomic int missing;
  /// The threads that take parts, with the caller's.
  _Atomic int limit;

  pthread_mutex_t lock;
  _Atomic bool isOver;
  int helperCount;
  Helper helpers[VISION_MAX_THREADS - 1];
};

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static uint64_t make_ticket(uint64_t number, uint64_t first, uint64_t end) {
  return number << 2 * PART_BITS | first << PART_BITS | end;
}

static uint64_t first_of(uint64_t ticket) { return ticket >> PART_BITS & (MAX_PARTS - 1); }

static uint64_t end_of(uint64_t ticket) { return ticket & (MAX_PARTS - 1); }

/// Takes parts and computes them until none is left: the caller from the front, the other threads from the end. So in
/// consecutive kernels a thread tends to get the same part, whose data is in its cache.
static void compute_parts(VisionThreadPool *pool, int thread) {
  uint64_t ticket = atomic_load(&pool->ticket);
  while (thread < atomic_load(&pool->limit) && first_of(ticket) < end_of(ticket)) {
    const uint64_t part = thread == 0 ? first_of(ticket) : end_of(ticket) - 1;
    const uint64_t rest = thread == 0 ? ticket + (1 << PART_BITS) : ticket - 1;
    if (!atomic_compare_exchange_weak(&pool->ticket, &ticket, rest)) continue;
    pool->compute(pool->work, (int)part, thread);
    atomic_fetch_sub(&pool->missing, 1);
    ticket = atomic_load(&pool->ticket);
  }
}

static bool has_work(VisionThreadPool *pool, int thread) {
  const uint64_t ticket = atomic_load(&pool->ticket);
  return (first_of(ticket) < end_of(ticket) && thread < atomic_load(&pool->limit)) || atomic_load(&pool->isOver);
}

/// Spins for some time, because kernels follow each other, and then sleeps. A thread that was woken spins again: the
/// kernel that it was woken for may be over, and the next ones follow.
static void wait_for_work(Helper *helper) {
  VisionThreadPool *pool = helper->pool;
  while (true) {
    const int64_t end = now() + SPIN_TIME;
    do {
      for (int spin = 0; spin < SPINS_PER_CLOCK; spin++) {
        if (has_work(pool, helper->thread)) return;
        relax();
      }
    } while (helper->thread < atomic_load(&pool->limit) && now() < end);
    pthread_mutex_lock(&pool->lock);
    atomic_store(&helper->sleeps, true);
    if (!has_work(pool, helper->thread)) pthread_cond_wait(&helper->wake, &pool->lock);
    atomic_store(&helper->sleeps, false);
    pthread_mutex_unlock(&pool->lock);
  }
}

static void *help(void *argument) {
  Helper *helper = argument;
  while (!atomic_load(&helper->pool->isOver)) {
    compute_parts(helper->pool, helper->thread);
    wait_for_work(helper);
  }
  return NULL;
}

/// Wakes a thread on another processor than the caller's. Linux puts it on the caller's where the others have been idle
/// so long that the hypervisor took them away, and both would share that processor for milliseconds.
static void wake(Helper *helper) {
#if defined(__linux__)
  cpu_set_t allowed, others;
  bool isLimited = false;
  const int processor = sched_getcpu();
  if (processor >= 0 && processor < CPU_SETSIZE
      && pthread_getaffinity_np(helper->handle, sizeof allowed, &allowed) == 0) {
    others = allowed;
    CPU_CLR(processor, &others);
    isLimited = CPU_COUNT(&others) > 0 && pthread_setaffinity_np(helper->handle, sizeof others, &others) == 0;
  }
  pthread_cond_signal(&helper->wake);
  if (isLimited) pthread_setaffinity_np(helper->handle, sizeof allowed, &allowed);
#else
  pthread_cond_signal(&helper->wake);
#endif
}

/// Wakes some of the helpers, the first ones.
static void wake_sleeping(VisionThreadPool *pool, int count) {
  for (int i = 0; i < count; i++) {
    Helper *helper = &pool->helpers[i];
    // Once for each sleep: the kernels that begin before it is awake have nothing to say.
    if (!atomic_exchange(&helper->sleeps, false)) continue;
    // Then it waits for the signal.
    pthread_mutex_lock(&pool->lock);
    pthread_mutex_unlock(&pool->lock);
    wake(helper);
  }
}

VisionThreadPool *vision_thread_pool_create(int32_t threads) {
  VisionThreadPool *pool = calloc(1, sizeof *pool);
  if (pool == NULL) return NULL;
  pthread_mutex_init(&pool->lock, NULL);
  const int helpers = (threads < VISION_MAX_THREADS ? threads : VISION_MAX_THREADS) - 1;
  for (int i = 0; i < helpers; i++) {
    Helper *helper = &pool->helpers[i];
    *helper = (Helper){.pool = pool, .thread = i + 1};
    pthread_cond_init(&helper->wake, NULL);
    // With fewer threads the others do more.
    if (pthread_create(&helper->handle, NULL, help, helper) != 0) {
      pthread_cond_destroy(&helper->wake);
      break;
    }
    pool->helperCount++;
  }
  pool->limit = pool->helperCount + 1;
  return pool;
}

void vision_thread_pool_destroy(VisionThreadPool *pool) {
  if (pool == NULL) return;
  atomic_store(&pool->isOver, true);
  wake_sleeping(pool, pool->helperCount);
  for (int i = 0; i < pool->helperCount; i++) {
    pthread_join(pool->helpers[i].handle, NULL);
    pthread_cond_destroy(&pool->helpers[i].wake);
  }
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

void vision_thread_pool_limit(VisionThreadPool *pool, int32_t threads) {
  if (pool == NULL) return;
  const int most = pool->helperCount + 1;
  atomic_store(&pool->limit, threads < 1 ? 1 : threads < most ? threads : most);
}

int32_t vision_thread_pool_thread_count(const VisionThreadPool *pool) { return pool == NULL ? 1 : pool->limit; }

void vision_thread_pool_run(VisionThreadPool *pool, VisionPart *compute, const void *work, int count) {
  if (pool == NULL || pool->limit == 1 || count == 1 || count >= MAX_PARTS) {
    for (int part = 0; part < count; part++) compute(work, part, 0);
    return;
  }
  pool->compute = compute;
  pool->work = work;
  atomic_store(&pool->missing, count);
  const uint64_t number = (atomic_load(&pool->ticket) >> 2 * PART_BITS) + 1;
  atomic_store(&pool->ticket, make_ticket(number, 0, (uint64_t)count));
  wake_sleeping(pool, pool->limit - 1);
  compute_parts(pool, 0);
  const int64_t end = now() + YIELD_TIME;
  for (int spin = 1; atomic_load(&pool->missing) > 0; spin++) {
    if (spin % SPINS_PER_CLOCK == 0 && now() > end) sched_yield();
    else relax();
  }
}
