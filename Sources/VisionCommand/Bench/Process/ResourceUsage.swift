import Foundation

/// What this process has used so far, by the system's own accounting.
struct ResourceUsage {
  /// Processor time of all threads, user and system.
  let cpuMilliseconds: Double
  /// Peak resident memory.
  let peakMegabytes: Double

  static var now: ResourceUsage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let bytesPerUnit = 1024.0
    #else
      getrusage(RUSAGE_SELF, &usage)
      let bytesPerUnit = 1.0
    #endif
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3 }
    return ResourceUsage(
      cpuMilliseconds: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
      peakMegabytes: Double(usage.ru_maxrss) * bytesPerUnit / 1_048_576)
  }
}
