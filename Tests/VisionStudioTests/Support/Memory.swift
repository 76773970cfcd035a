import Foundation

/// How much memory this process has at the moment.
enum Memory {
  /// In megabytes; nil where the system has no such file.
  static var residentMegabytes: Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return kilobytes / 1024
  }
}
