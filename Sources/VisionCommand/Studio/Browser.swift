import Foundation

/// The user's browser, where one is at hand.
enum Browser {
  /// Opens a file; where there is no desktop nothing happens, since the address was printed.
  static func open(_ file: URL) {
    #if os(macOS)
      let program = "open"
    #else
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
      let program = "xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, file.absoluteString]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
