import Foundation

/// The memory of this process.
enum ProcessMemory {
  /// Resident memory in bytes; nil where the system has no `/proc`.
  static var residentBytes: Int? {
    // A file that is missing is the answer on other systems.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
