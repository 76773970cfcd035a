#include "Team.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
  /// How long a helper looks for work before it sleeps, in nanoseconds: longer than the operators take that the runtime
  /// computes between two kernels.
  LOOKING = 200000,
  /// How long the caller waits for its helpers before it lets others run.
  WAITING = 1000000,
  /// Looks between two at the clock. A look takes 20 to 70 nanoseconds, by processor.
  LOOKS = 32,
  /// Parts are counted in so many bits.
  PART_BITS = 22,
  MOST_PARTS = 1 << PART_BITS,
};

typedef struct {
  VisionTeam *team;
  pthread_t thread;
  int member;
} Helper;

struct VisionTeam {
  /// The number of the work, and the first and the end of its parts that nobody has taken yet. Taking one changes the
  /// ticket, which fails when the work is another by then; so what follows is read only while the work lasts.
  _Atomic uint64_t ticket;
  VisionPart *compute;
  const void *work;
  _Atomic int missing;

  pthread_mutex_t lock;
  pthread_cond_t wake;
  _Atomic int sleepers;
  _Atomic bool isOver;
  int helperCount;
  Helper helpers[VISION_MOST_MEMBERS - 1];
};

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
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

static uint64_t first_of(uint64_t ticket) { return ticket >> PART_BITS & (MOST_PARTS - 1); }

static uint64_t end_of(uint64_t ticket) { return ticket & (MOST_PARTS - 1); }

/// Takes parts and computes them until there is none left: the caller from the front, its helpers from the end. So of
/// kernels that follow each other a member tends to get the same part, whose data is in its cache.
static void compute_parts(VisionTeam *team, int member) {
  uint64_t ticket = atomic_load(&team->ticket);
  while (first_of(ticket) < end_of(ticket)) {
    const uint64_t part = member == 0 ? first_of(ticket) : end_of(ticket) - 1;
    const uint64_t rest = member == 0 ? ticket + (1 << PART_BITS) : ticket - 1;
    if (!atomic_compare_exchange_weak(&team->ticket, &ticket, rest)) continue;
    team->compute(team->work, (int)part, member);
    atomic_fetch_sub(&team->missing, 1);
    ticket = atomic_load(&team->ticket);
  }
}

static bool has_work(VisionTeam *team) {
  const uint64_t ticket = atomic_load(&team->ticket);
  return first_of(ticket) < end_of(ticket) || atomic_load(&team->isOver);
}

static void wait_for_work(VisionTeam *team) {
  const int64_t end = now() + LOOKING;
  do {
    for (int look = 0; look < LOOKS; look++) {
      if (has_work(team)) return;
      relax();
    }
  } while (now() < end);
  pthread_mutex_lock(&team->lock);
  atomic_fetch_add(&team->sleepers, 1);
  while (!has_work(team)) pthread_cond_wait(&team->wake, &team->lock);
  atomic_fetch_sub(&team->sleepers, 1);
  pthread_mutex_unlock(&team->lock);
}

static void *help(void *argument) {
  const Helper *helper = argument;
  while (!atomic_load(&helper->team->isOver)) {
    compute_parts(helper->team, helper->member);
    wait_for_work(helper->team);
  }
  return NULL;
}

static void wake_sleepers(VisionTeam *team) {
  if (atomic_load(&team->sleepers) == 0) return;
  pthread_mutex_lock(&team->lock);
  pthread_cond_broadcast(&team->wake);
  pthread_mutex_unlock(&team->lock);
}

VisionTeam *vision_team_create(int32_t members) {
  VisionTeam *team = calloc(1, sizeof *team);
  if (team == NULL) return NULL;
  pthread_mutex_init(&team->lock, NULL);
  pthread_cond_init(&team->wake, NULL);
  const int helpers = (members < VISION_MOST_MEMBERS ? members : VISION_MOST_MEMBERS) - 1;
  for (int i = 0; i < helpers; i++) {
    Helper *helper = &team->helpers[i];
    *helper = (Helper){.team = team, .member = i + 1};
    // With fewer helpers the others do more.
    if (pthread_create(&helper->thread, NULL, help, helper) != 0) break;
    team->helperCount++;
  }
  return team;
}

void vision_team_destroy(VisionTeam *team) {
  if (team == NULL) return;
  atomic_store(&team->isOver, true);
  wake_sleepers(team);
  for (int i = 0; i < team->helperCount; i++) pthread_join(team->helpers[i].thread, NULL);
  pthread_cond_destroy(&team->wake);
  pthread_mutex_destroy(&team->lock);
  free(team);
}

int32_t vision_team_members(const VisionTeam *team) { return team == NULL ? 1 : team->helperCount + 1; }

void vision_team_share(VisionTeam *team, VisionPart *compute, const void *work, int count) {
  if (team == NULL || count == 1 || count >= MOST_PARTS) {
    for (int part = 0; part < count; part++) compute(work, part, 0);
    return;
  }
  team->compute = compute;
  team->work = work;
  atomic_store(&team->missing, count);
  const uint64_t number = (atomic_load(&team->ticket) >> 2 * PART_BITS) + 1;
  atomic_store(&team->ticket, make_ticket(number, 0, (uint64_t)count));
  wake_sleepers(team);
  compute_parts(team, 0);
  const int64_t end = now() + WAITING;
  for (int look = 1; atomic_load(&team->missing) > 0; look++) {
    if (look % LOOKS == 0 && now() > end) sched_yield();
    else relax();
  }
}
