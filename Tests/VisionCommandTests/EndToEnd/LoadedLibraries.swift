#if os(Linux)
  import Foundation
  import Testing

  /// The files of libraries that one run of the command loads, at its start or later, by the report of the system's loader.
  struct LoadedLibraries {
    /// Their names without folders, such as "libc.so.6".
    let files: Set<String>
    let run: CommandRun

    init(by arguments: [String], environment: [String: String] = [:]) throws {
      let folder = try Self.makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let report = ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.appendingPathComponent("report").path]
      run = try CommandRun(arguments, environment: environment.merging(report) { $1 })
      let reports = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      let lines = try reports.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
      files = Set(
        lines.compactMap { $0.split(separator: "calling init: ").last.map { ($0 as NSString).lastPathComponent } })
      // The C library is in every program: the report was understood.
      #expect(files.contains("libc.so.6"))
    }

    /// Which of these libraries are among them, whatever their versions.
    func which(_ names: [String]) -> Set<String> {
      Set(names.filter { name in files.contains { $0 == name + ".so" || $0.hasPrefix(name + ".so.") } })
    }

    /// A folder that hides libraries from a command run with it in `LD_LIBRARY_PATH`: an empty file ends the loader's search.
    static func makeFolder(hiding files: some Sequence<String> = []) throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("loaded-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in files {
        #expect(FileManager.default.createFile(atPath: folder.appendingPathComponent(file).path, contents: nil))
      }
      return folder
    }
  }
#endif
