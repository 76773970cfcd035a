import Foundation

/// The resources used by this process so far, as accounted by the system.
enum ResourceUsage {
  /// CPU time of all threads, user plus system.
  static var cpuMilliseconds: Double {
    let usage = accounts
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3 }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  /// Peak resident memory.
  ///
  /// On Linux `getrusage` keeps the peak from before `exec`, when the process was a fork of its parent, which has decoded the
  /// input. `VmHWM` in `/proc/self/status` is the peak of this program alone.
  static var peakMegabytes: Double {
    #if os(Linux)
      if let kilobytes = peakKilobytes { return kilobytes / 1024 }
      return Double(accounts.ru_maxrss) / 1024
    #else
      return Double(accounts.ru_maxrss) / 1_048_576
    #endif
  }

  private static var peakKilobytes: Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
  }

  private static var accounts: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }
}

/// Reads the counter of `Benchmarks/allocation_counter.c`, if that library was preloaded.
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

  /// The number of allocations of all threads so far.
  var value: Int { count() }
}
