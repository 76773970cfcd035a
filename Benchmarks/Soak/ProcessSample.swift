import Foundation

/// The resources of the process at a moment.
struct ProcessSample {
  let seconds: Double
  let frames: Int
  /// Resident memory in megabytes.
  let megabytes: Double
  let threads: Int
  let descriptors: Int
}

extension ProcessSample {
  /// Samples the process, after returning free memory of the allocator to the system, which is not a leak.
  init(after time: Duration, frames: Int) {
    #if os(Linux)
      if let symbol = dlsym(nil, "malloc_trim") {
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
      }
    #endif
    seconds = time / .seconds(1)
    self.frames = frames
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func number(_ name: String) -> Double {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?
        .split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0
    }
    megabytes = number("VmRSS") / 1024
    threads = Int(number("Threads"))
    // Without the descriptor that lists them.
    descriptors = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1
  }
}
