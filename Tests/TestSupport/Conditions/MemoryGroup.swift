import Foundation

/// A control group with a limit of memory, for processes that a test starts; removed afterwards. Version 2 or 1 of the interface.
package final class MemoryGroup: Sendable {
  /// The file to which a process writes its number to join.
  package var processes: String { path + "/cgroup.procs" }
  private let path: String

  /// Whether this user can make such a group here.
  package static let isPossible = MemoryGroup(bytes: 1 << 30) != nil

  /// Makes a group; nil where that is not possible.
  package init?(bytes: Int) {
    let name = "/vision-tests-\(UUID().uuidString)"
    let places = [
      ("/sys/fs/cgroup/memory" + name, "/memory.limit_in_bytes"), ("/sys/fs/cgroup" + name, "/memory.max"),
    ]
    let made = places.first { folder, limit in
      guard mkdir(folder, 0o755) == 0 else { return false }
      if let file = FileHandle(forWritingAtPath: folder + limit),
        (try? file.write(contentsOf: Data("\(bytes)".utf8))) != nil
      {
        return true
      }
      rmdir(folder)
      return false
    }
    guard let made else { return nil }
    path = made.0
  }

  deinit {
    // The last process may not have left yet.
    for _ in 0..<100 where rmdir(path) != 0 { usleep(20_000) }
  }
}
