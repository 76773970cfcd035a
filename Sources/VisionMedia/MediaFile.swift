import Foundation
import VisionErrors

/// Reading of files with errors that name the file.
enum MediaFile {
  /// The whole file in memory. It is not mapped: a mapped file that shrinks meanwhile would end the process.
  static func bytes(ofFile path: String) throws -> Data {
    try translatingErrors(path) { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  /// The first bytes of a file, fewer when it is shorter.
  static func firstBytes(_ count: Int, ofFile path: String) throws -> Data {
    try translatingErrors(path) {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      return try handle.read(upToCount: count) ?? Data()
    }
  }

  private static func translatingErrors(_ path: String, _ body: () throws -> Data) throws -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw TasksError.missingFile(path, advice: "check the path.")
    }
    if isFolder.boolValue {
      throw TasksError.invalidArgument("\"\(path)\" is a folder; give a picture or video file in it.")
    }
    do {
      return try body()
    } catch {
      throw TasksError(.permissionDeniedError, "The file \"\(path)\" cannot be read: \(error.localizedDescription)")
    }
  }
}
