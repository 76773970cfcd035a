// Gives back the pages of the relocation table, 2 MB, which only the loader reads, and only before this runs.
#ifdef __linux__
#define _DEFAULT_SOURCE
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The linker's: a library is loaded at the address of its ELF header.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

__attribute__((constructor)) static void release_relocations(void) {
  uintptr_t base = (uintptr_t)__ehdr_start, table = 0, size = 0;
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_RELA) table = entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) size = entry->d_un.d_val;
  }
  if (table < base) table += base;  // glibc adds the base here, musl does not
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = (table + page - 1) / page * page, end = (table + size) / page * page;
  // The pages are a file's and never written, so what reads them after all gets the same bytes. Without the advice they stay.
  if (start < end) (void)madvise((void *)start, end - start, MADV_DONTNEED);
}
#endif
