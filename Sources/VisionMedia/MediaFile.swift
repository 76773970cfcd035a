import Foundation
import VisionCore

/// Reads files, with errors that name the file.
enum MediaFile {
  /// Reads the whole file. It is not memory-mapped: accessing a mapped file that was truncated would crash the process.
  static func bytes(ofFile path: String) throws -> Data {
    try translatingErrors(path) { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  /// Reads the first bytes of a file, fewer if it is shorter.
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
      throw TasksError.invalidArgument("\"\(path)\" is a folder; give an image or video file in it.")
    }
    do {
      return try body()
    } catch {
      let name = "The file \"\(path)\""
      if let failure = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue {
        throw FileFailure(failure).reading(name)
      }
      throw TasksError(.permissionDeniedError, "\(name) cannot be read: \(error.localizedDescription)")
    }
  }
}
