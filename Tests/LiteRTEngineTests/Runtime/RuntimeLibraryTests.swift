import Foundation
import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine

@Suite("Finding LiteRT's library")
struct RuntimeLibraryTests {
  @Test(
    "Search order: the variable alone; else beside the shared library, beside the program, the cache folder, the system's folders"
  )
  func searchOrder() {
    let name = RuntimeLibraryLocation.fileName
    let program = URL(filePath: "/app/bin/tool")
    #expect(
      RuntimeLibraryLocation.candidates(environment: ["VISION_LITERT_LIBRARY": "/x/lib.so"], executable: program)
        == ["/x/lib.so"])
    let home = RuntimeLibraryLocation.candidates(environment: ["HOME": "/home/a"], executable: program)
    #expect(home.prefix(2) == ["/app/bin/\(name)", "/home/a/.cache/swift-vision-tasks/lib/\(name)"])
    #expect(home.contains("/usr/local/lib/\(name)"))
    let library = RuntimeLibraryLocation.candidates(
      environment: ["HOME": "/home/a"], executable: program, library: URL(filePath: "/site/lib/libmediapipe.so"))
    #expect(library.prefix(2) == ["/site/lib/\(name)", "/app/bin/\(name)"])
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
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "not-a-library.so")
    try Data("no library".utf8).write(to: file)
    let error = #expect(throws: TasksError.self) { try RuntimeLibraryLocation.open([file.path]) }
    #expect(error?.code == .failedPreconditionError)
    #expect(error?.message.contains(file.path) == true)
    #if os(Linux)
      let other = #expect(throws: TasksError.self) { try RuntimeLibrary(path: "libm.so.6") }
      #expect(other?.message.contains("LiteRtCreateEnvironment") == true)
    #endif
  }

  /// A folder that is the user's alone, in one that is everybody's.
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vision-runtime-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  @Test(
    "A planted library is refused: the file, its folder, or one further up is writable by others",
    arguments: [
      ("lib/libLiteRt.so", 0o666), ("lib/libLiteRt.so", 0o664), ("lib", 0o777), ("lib", 0o1777), ("", 0o777),
      ("", 0o1777), ("lib", 0o755),
    ])
  func planted(place: String, mode: Int) throws {
    let folder = try Self.folder().resolvingSymlinksInPath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = folder.appending(path: "lib/libLiteRt.so")
    try FileManager.default.createDirectory(
      at: library.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755]
    )
    try Data("no library".utf8).write(to: library)
    chmod(library.path, 0o644)
    let changed = place.isEmpty ? folder.path : folder.appending(path: place).path
    chmod(changed, mode_t(mode))
    // The group is one that is not the user's alone.
    if mode == 0o664 { #expect(chown(changed, geteuid(), 65_534) == 0 || geteuid() != 0) }
    let error = #expect(throws: TasksError.self) { try RuntimeLibraryLocation.open([library.path]) }
    // A sticky folder further up, and one that only its owner writes, are no reason to refuse it.
    let isFine = mode == 0o755 || (place.isEmpty && mode == 0o1777)
    if mode == 0o664, geteuid() != 0 { return }
    #expect(error?.code == (isFine ? .failedPreconditionError : .permissionDeniedError), "\(error?.message ?? "")")
    if !isFine { #expect(error?.message.contains("chmod go-w \"\(changed)\"") == true, "\(error?.message ?? "")") }
  }

  @Test("A library of another user is refused", .only(.root))
  func foreign() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let library = folder.appending(path: "libLiteRt.so")
    try Data("no library".utf8).write(to: library)
    chown(library.path, 65_534, 65_534)
    let error = #expect(throws: TasksError.self) { try RuntimeLibraryLocation.open([library.path]) }
    #expect(error?.code == .permissionDeniedError)
    #expect(error?.message.contains("belongs to user 65534. Run: chown 0 \"\(library.path)\"") == true)
  }

  @Test("A library is as safe as the one beside it that has this code, wherever a package was installed")
  func installed() throws {
    let folder = try Self.folder().resolvingSymlinksInPath()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (code, library) = (folder.appending(path: "libmediapipe.so").path, folder.appending(path: "libLiteRt.so").path)
    for path in [code, library] { try Data("no library".utf8).write(to: URL(fileURLWithPath: path)) }
    func isTrusted(_ path: String, code: String? = code) -> Bool {
      (try? LibraryTrust(code: code).check(path)) != nil
    }
    // Such as a disk of another system, on which everything has this mode.
    for path in [folder.path, code, library] { chmod(path, 0o777) }
    #expect(isTrusted(library) && !isTrusted(library, code: nil))
    chmod(code, 0o755)
    #expect(!isTrusted(library))
    chmod(library, 0o755)
    #expect(isTrusted(library))
    // Others can put a link there, even in a sticky folder.
    let link = folder.appending(path: "libLink.so").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: library)
    #expect(!isTrusted(link))
    #expect(!isTrusted(library, code: folder.appending(path: "missing.so").path))
    guard geteuid() == 0 else { return }
    chown(library, 65_534, 65_534)
    #expect(!isTrusted(library))
    chown(code, 65_534, 65_534)
    #expect(isTrusted(library))
    for path in [code, library] { chmod(path, 0o775) }
    #expect(isTrusted(library))
    // Members of another group can write it.
    chown(library, 65_534, 65_533)
    #expect(!isTrusted(library))
  }

  @Test("A link to a library is judged by what it leads to")
  func linked() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "open"), withIntermediateDirectories: true)
    chmod(folder.appending(path: "open").path, 0o777)
    try Data("no library".utf8).write(to: folder.appending(path: "open/libLiteRt.so"))
    let link = folder.appending(path: "libLiteRt.so")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.appending(path: "open/libLiteRt.so"))
    let error = #expect(throws: TasksError.self) { try RuntimeLibraryLocation.open([link.path]) }
    #expect(error?.code == .permissionDeniedError)
  }
}
