import Foundation
import Testing

@testable import VisionCommand

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("vision studio as a process", .enabled(if: CommandRun.executable != nil, "needs the built command"))
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
    let address = try #require(
      said.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\//).flatMap { URL(string: String($0.output)) }, "\(said)")

    let (page, _) = try await URLSession.shared.data(from: address)
    #expect(String(decoding: page, as: UTF8.self).contains("<title>Vision Studio</title>"))
    let (script, _) = try await URLSession.shared.data(from: address.appendingPathComponent("page/main.js"))
    #expect(!script.isEmpty)
    let made = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
    #expect(made.count == 1 && made[0].hasPrefix("vision-studio-"), "\(made)")
    let attributes = try FileManager.default.attributesOfItem(atPath: temporary.appendingPathComponent(made[0]).path)
    #expect((attributes[.posixPermissions] as? Int) == 0o700)

    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
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
