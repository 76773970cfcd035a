#if os(Linux)
  import Foundation

  /// strace, which tells of the system calls of a process and its children.
  enum SystemCallTrace {
    static let program = "/usr/bin/strace"

    /// Whether it is installed and may trace.
    static let canTrace: Bool = {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = ["-f", "-e", "trace=network", "/bin/true"]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }()
  }
#endif
