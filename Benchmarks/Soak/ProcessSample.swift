import Foundation

/// What the process holds at a moment.
struct ProcessSample {
  let seconds: Double
  let frames: Int
  /// Memory that is in the machine's, in megabytes.
  let megabytes: Double
  let threads: Int
  let descriptors: Int

  /// Looks at the process. What the allocator keeps for later is given back first: it is no leak, and comes and goes.
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
    // Without the one that lists them.
    descriptors = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1) - 1
  }
}
