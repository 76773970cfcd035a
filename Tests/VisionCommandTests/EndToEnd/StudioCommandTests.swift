import Foundation
import TestSupport
import Testing

@testable import VisionCommand

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("vision studio as a process", .needs(.command))
struct StudioCommandTests {
  @Test("A copy of the program elsewhere serves its page, keeps its folder private, and removes it on Ctrl-C")
  func moved() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("studio-\(UUID().uuidString)")
    let temporary = folder.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("vision")
    try FileManager.default.copyItem(at: try #require(CommandRun.executable), to: program)

    let process = Process()
    process.executableURL = program
    process.arguments = ["studio", "--port", "0", "--no-open"]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.path]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let found = try #require(said.firstMatch(of: /(http:\/\/127\.0\.0\.1:\d+\/)\?token=(\w{32})\n/), "\(said)")
    func get(_ path: String) async throws -> String {
      var request = URLRequest(url: try #require(URL(string: found.output.1 + path)))
      request.setValue("Bearer \(found.output.2)", forHTTPHeaderField: "Authorization")
      return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }
    #expect(try await get("").contains("<title>Vision Studio</title>"))
    #expect(try await !get("page/main.js").isEmpty)
    let made = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
    #expect(made.count == 1 && made[0].hasPrefix("vision-studio-"), "\(made)")
    let attributes = try FileManager.default.attributesOfItem(atPath: temporary.appendingPathComponent(made[0]).path)
    #expect((attributes[.posixPermissions] as? Int) == 0o700)

    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
  }

  @Test(
    "The page hides its environment, which may hold its token, from other processes of its user",
    .only(.processFolder))
  func hidden() throws {
    let folder = try TemporaryFolder()
    let program = folder.path("vision")
    try FileManager.default.copyItem(atPath: try #require(CommandRun.executable).path, toPath: program)
    let process = Process()
    // To root everything is readable, so that the page is another user's then.
    let user = geteuid() == 0 ? ["--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
    process.executableURL = URL(fileURLWithPath: user.isEmpty ? program : "/usr/bin/setpriv")
    process.arguments = user + (user.isEmpty ? [] : [program]) + ["studio", "--port", "0", "--no-open"]
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("/?token="))
    var status = stat()
    // Of a hidden process they belong to root.
    #expect(stat("/proc/\(process.processIdentifier)/environ", &status) == 0 && status.st_uid == 0)
    #expect(stat("/proc/\(process.processIdentifier)/mem", &status) == 0 && status.st_uid == 0)
  }

  @Test("The token comes from the environment, and stands in no program's arguments: a private file leads the browser")
  func token() throws {
    let folder = try TemporaryFolder()
    // What opens browsers, and keeps what it was asked to.
    let opener = """
      #!/bin/sh
      echo "$@" > '\(folder.path("arguments"))'
      cp "${1#file://}" '\(folder.path("entrance.html"))'
      stat -c %a "${1#file://}" > '\(folder.path("mode.tmp"))' && mv '\(folder.path("mode.tmp"))' '\(folder.path("mode"))'

      """
    for name in ["xdg-open", "open"] {
      try Data(opener.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
      chmod(folder.path(name), 0o755)
    }
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = ["studio", "--port", "0"]
    let path = folder.path("") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["VISION_STUDIO_TOKEN": "from-the-environment", "DISPLAY": ":0", "PATH": path]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(said.contains("/?token=from-the-environment\n"), "\(said)")
    for _ in 0..<200 where !FileManager.default.fileExists(atPath: folder.path("mode")) { usleep(50_000) }
    let arguments = try String(contentsOfFile: folder.path("arguments"), encoding: .utf8)
    #expect(arguments.hasPrefix("file:///") && arguments.hasSuffix(".html\n") && !arguments.contains("environment"))
    #expect(try String(contentsOfFile: folder.path("mode"), encoding: .utf8) == "600\n")
    let page = try String(contentsOfFile: folder.path("entrance.html"), encoding: .utf8)
    #expect(page.contains("/?token=from-the-environment\""), "\(page)")
    process.interrupt()
    process.waitUntilExit()
    let file = try #require(URL(string: arguments.trimmingCharacters(in: .newlines)))
    #expect(!FileManager.default.fileExists(atPath: file.path))

    let short = try CommandRun(["studio", "--no-open"], environment: ["VISION_STUDIO_TOKEN": "short"])
    #expect(short.status == 2 && short.errors.contains("token"), "\(short)")
  }

  @Test("With 64 descriptors it says how many connections it can have, and a port that it uses is told in words")
  func limits() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", #"ulimit -n 64; exec "$0" studio --port 0 --no-open"#, try #require(CommandRun.executable).path,
    ]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    defer { process.terminate() }
    let note = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(note.contains("The limit of open files is 64: there can be"), "\(note)")
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(said.firstMatch(of: /:(\d+)\/\?token=/), "\(said)").output.1
    let second = try CommandRun(["studio", "--no-open", "--port", String(port)])
    #expect(second.status == 1 && second.errors.contains("another program uses it"), "\(second)")
    #expect(!second.errors.contains("NIO"), "\(second)")
  }

  @Test("Wrong usage ends with 2, a port that cannot be had with 1")
  func errors() throws {
    #expect(try CommandRun(["studio", "--host", "0.0.0.0"]).status == 2)
    #expect(try CommandRun(["studio", "--port", "70000"]).status == 2)
    #expect(try CommandRun(["studio", "--token", "short"]).status == 2)
    let elsewhere = try CommandRun(["studio", "--host", "203.0.113.7", "--allow-remote", "--no-open", "--port", "0"])
    #expect(elsewhere.status == 1 && elsewhere.errors.contains("203.0.113.7"), "\(elsewhere)")
  }
}
