import Foundation
import Testing
import VisionErrors

@testable import VisionRuntime

@Suite("Finding LiteRT's library")
struct RuntimeLibraryTests {
  @Test("The variable alone, else beside the program, the cache folder, the system's folders, in this order")
  func searchOrder() {
    let name = RuntimeLibraryLocation.fileName
    let program = URL(filePath: "/app/bin/tool")
    #expect(
      RuntimeLibraryLocation.candidates(environment: ["VISION_LITERT_LIBRARY": "/x/lib.so"], executable: program)
        == ["/x/lib.so"])
    let home = RuntimeLibraryLocation.candidates(environment: ["HOME": "/home/a"], executable: program)
    #expect(home.prefix(2) == ["/app/bin/\(name)", "/home/a/.cache/swift-vision-tasks/lib/\(name)"])
    #expect(home.contains("/usr/local/lib/\(name)"))
    let cache = RuntimeLibraryLocation.candidates(
      environment: ["HOME": "/home/a", "XDG_CACHE_HOME": "/cache"], executable: nil)
    #expect(cache.first == "/cache/swift-vision-tasks/lib/\(name)")
    // A relative cache folder is not allowed by the XDG rules.
    let relative = RuntimeLibraryLocation.candidates(
      environment: ["HOME": "/home/a", "XDG_CACHE_HOME": "cache"], executable: nil)
    #expect(relative.first == "/home/a/.cache/swift-vision-tasks/lib/\(name)")
    // Under cron and systemd there is no HOME; the user database knows the folder.
    for environment in [[:], ["HOME": ""], ["HOME": "relative"]] {
      let unnamed = RuntimeLibraryLocation.candidates(environment: environment, executable: nil)
      let user = FileManager.default.homeDirectoryForCurrentUser.path
      #expect(unnamed.first == "\(user)/.cache/swift-vision-tasks/lib/\(name)")
    }
  }

  @Test("Without a library the error names the places and the command that mends it")
  func missing() {
    let error = #expect(throws: TasksError.self) { try RuntimeLibraryLocation.open(["/nowhere/libLiteRt.so"]) }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.contains("/nowhere/libLiteRt.so") == true)
    #expect(error?.message.contains("scripts/setup") == true)
  }

  @Test("A file that is no library, and a library without LiteRT's functions, are refused by name")
  func unusable() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "not-a-library-\(UUID().uuidString).so")
    try Data("no library".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = #expect(throws: TasksError.self) { try RuntimeLibraryLocation.open([file.path]) }
    #expect(error?.code == .failedPreconditionError)
    #expect(error?.message.contains(file.path) == true)
    #if os(Linux)
      let other = #expect(throws: TasksError.self) { try RuntimeLibrary(path: "libm.so.6") }
      #expect(other?.message.contains("LiteRtCreateEnvironment") == true)
    #endif
  }
}
