import Foundation

/// What this process has used so far, by the system's own accounting.
enum ResourceUsage {
  /// Processor time of all threads, user and system.
  static var cpuMilliseconds: Double {
    let usage = accounts
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3 }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  /// Peak resident memory of this program.
  ///
  /// Linux carries into `getrusage` what the process had before it became this program, as a copy of the one that started it
  /// and has decoded the input; the size of the program's own memory is in a file.
  static var peakMegabytes: Double {
    #if os(Linux)
      if let kilobytes = peakKilobytesOfProgram { return kilobytes / 1024 }
      return Double(accounts.ru_maxrss) / 1024
    #else
      return Double(accounts.ru_maxrss) / 1_048_576
    #endif
  }

  private static var peakKilobytesOfProgram: Double? {
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
