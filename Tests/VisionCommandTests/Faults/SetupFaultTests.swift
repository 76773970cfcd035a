import Foundation
import TestSupport
import Testing

@Suite("scripts/setup and packaging/install-debian, with what they should not trust")
struct SetupFaultTests {
  /// A folder of programs that stand in for a system's, so that nothing is installed.
  private func programs(_ scripts: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["sed", "head", "sort", "cut", "dirname", "sha256sum", "tar", "gzip"] {
      guard let program = SystemCommand.find(name) else { continue }
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: program.path)
    }
    for (name, script) in scripts {
      chmod(try folder.write("#!/bin/sh\n\(script)\n", name), 0o755)
    }
    return folder
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder, programs: TemporaryFolder) throws -> (
    status: Int32, errors: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.currentDirectoryURL = folder.url
    process.environment = ["PATH": programs.url.path, "HOME": folder.url.path]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test("Setup runs no Python code of the folder in which it is started")
  func foreignPip() throws {
    let python = try #require(SystemCommand.find("python3"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let programs = try programs([
      // A system for which LiteRT is not published, so that setup ends before it fetches anything.
      "uname": "echo Other", "pkg-config": "exit 0", "swift": "echo Swift version 6.2",
      "python3": "PATH='\(path)' exec '\(python.path)' \"$@\"",
    ])
    let folder = try TemporaryFolder()
    try folder.write("open('marker', 'w')\n", "pip.py")
    let bash = try #require(SystemCommand.find("bash"))
    let setup = try run([bash.path, Checkout.file("scripts/setup").path], in: folder, programs: programs)
    #expect(setup.status == 1 && setup.errors.contains("is not published for Other"), "\(setup)")
    #expect(try folder.listing() == ["pip.py"])
  }

  #if os(Linux)
    @Test("An archive without its SHA-256, or with another one, is not installed")
    func damagedArchive() throws {
      let programs = try programs(["apt-get": "exit 0", "xargs": "exit 0"])
      let folder = try TemporaryFolder()
      try folder.write("program", "vision-1/bin/vision")
      try folder.makeFolder("to")
      let installer = Checkout.file("packaging/install-debian").path
      func install() throws -> (status: Int32, errors: String) {
        try run(
          ["/bin/sh", installer, folder.path("vision.tar.gz"), folder.path("to")], in: folder, programs: programs)
      }
      func shell(_ line: String) throws {
        #expect(try run(["/bin/sh", "-c", line], in: folder, programs: programs).status == 0)
      }
      try shell("tar -czf vision.tar.gz vision-1")
      let missing = try install()
      #expect(missing.status == 1 && missing.errors.contains("vision.tar.gz.sha256 is missing"), "\(missing)")
      try shell("sha256sum vision-1/bin/vision >vision.tar.gz.sha256")
      let damaged = try install()
      #expect(damaged.status == 1 && damaged.errors.contains("is damaged"), "\(damaged)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("to/bin")))
      try shell("sha256sum vision.tar.gz >vision.tar.gz.sha256")
      #expect(try install().status == 0)
      #expect(try folder.text("to/bin/vision") == "program")
    }
  #endif
}
