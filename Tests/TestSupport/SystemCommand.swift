import Foundation

/// Commands of the system that tests run.
package enum SystemCommand {
  package static let chromium = find("chromium", "chromium-browser", "google-chrome")
  package static let compiler = find("cc", "clang", "gcc")
  package static let ffmpeg = find("ffmpeg")
  package static let ffprobe = find("ffprobe")
  package static let openssl = find("openssl")
  package static let python = find("python3")
  package static let strace = find("strace")
  package static let unshare = find("unshare")

  /// The first of the names that a folder of `PATH` has.
  package static func find(_ names: String...) -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
  }

  /// Whether strace is there and may trace.
  package static let canTrace = succeeds(strace, ["-f", "-e", "trace=network", "/bin/true"])

  /// Whether file systems can be mounted in a namespace of their own, as root can in most places.
  package static let canMount =
    geteuid() == 0
    && succeeds(unshare, ["-m", "--propagation", "private", "/bin/sh", "-c", "mount -t tmpfs tmpfs /mnt"])

  private static func succeeds(_ program: URL?, _ arguments: [String]) -> Bool {
    guard let program else { return false }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
