import Foundation

/// Reads the counter of `Benchmarks/allocation_counter.c`, where that library was loaded in front of the C library.
struct AllocationCounter {
  private typealias Count = @convention(c) () -> Int
  private let count: Count

  /// Nil in a process without the counter.
  init?() {
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "vision_allocation_count") else {
      return nil
    }
    count = unsafeBitCast(symbol, to: Count.self)
  }

  /// The allocations of all threads so far.
  var value: Int { count() }
}
