import Foundation
import VisionTasks

/// The scripts that run MediaPipe in a Python interpreter. They stay in the checkout's folder `Benchmarks`.
enum PeerScript {
  /// The path of a script.
  ///
  /// - Parameters:
  ///   - name: The script's file name.
  ///   - folder: Its folder; nil for `Benchmarks` in the current folder, in the program's folder or in a folder above either.
  /// - Returns: The path of the file.
  /// - Throws: `TasksError` with `notFoundError` when there is no such file.
  static func path(_ name: String, in folder: String? = nil) throws -> String {
    if let folder { return try existing([URL(filePath: folder)], name) }
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    let starts = [URL(filePath: FileManager.default.currentDirectoryPath), program].compactMap { $0 }
    return try existing(starts.flatMap(ancestry).map { $0.appending(path: "Benchmarks") }, name)
  }

  private static func existing(_ folders: [URL], _ name: String) throws -> String {
    let paths = folders.map { $0.appending(path: name).path }
    guard let path = paths.first(where: FileManager.default.fileExists) else {
      throw TasksError.notFound(
        "\(name) is not in \(folders[0].path). It is in the folder Benchmarks of this project's repository; give its path."
      )
    }
    return path
  }

  /// A folder and those above it.
  private static func ancestry(of folder: URL) -> [URL] {
    let names = folder.standardizedFileURL.pathComponents
    return names.indices.reversed().map { URL(filePath: "/" + names[..<($0 + 1)].dropFirst().joined(separator: "/")) }
  }
}
