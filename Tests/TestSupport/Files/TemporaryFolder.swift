import Foundation

/// A folder of one test's own, removed afterwards.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes the folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("vision-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file or folder in it.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file, and the folders it lies in.
  @discardableResult
  package func write(_ bytes: Data, _ name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
    return file.path
  }

  /// As above, for bytes in an array.
  @discardableResult
  package func write(_ bytes: [UInt8], _ name: String) throws -> String { try write(Data(bytes), name) }

  /// As above, for text in UTF-8.
  @discardableResult
  package func write(_ text: String, _ name: String) throws -> String { try write(Data(text.utf8), name) }

  /// Copies a file of the shared media.
  @discardableResult
  package func copy(media: String, to name: String) throws -> String {
    try write(SharedFolder.mediaData(media), name)
  }

  /// The text of a file.
  package func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// The bytes of a file.
  package func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

  /// Makes a folder, and those that it lies in.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link to another of its files.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: path(target))
  }

  /// Gives one of its files a second name.
  package func hardLink(_ name: String, to target: String) throws {
    try FileManager.default.linkItem(atPath: path(target), toPath: path(name))
  }

  /// Everything below the folder, hidden files too; folders end in a slash.
  package func listing() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url.path).map { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
      return isFolder.boolValue ? name + "/" : name
    }.sorted()
  }
}
