import Foundation
import VisionCore
import VisionMedia

enum OutputFolder {
  static func make(_ path: String, option: String) throws(TasksError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let reason = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError).map {
        FileFailure($0.code.rawValue)
      }
      throw TasksError(
        .permissionDeniedError,
        "\(option) names the folder \(path), which cannot be created: \(reason?.text ?? error.localizedDescription).")
    }
    try requireWritable(path, option: option)
  }

  /// Checks that files can be created in a folder, by creating one; permission bits are not sufficient.
  static func requireWritable(_ path: String, option: String) throws(TasksError) {
    let folder = path.isEmpty ? "." : path
    do {
      _ = try UnfinishedFile(for: folder.appendingPath("probe"))
    } catch {
      throw TasksError(
        .permissionDeniedError, "\(option) needs the folder \(folder), where no file can be created: \(error.text).")
    }
  }

  static func makeParent(of path: String) throws(TasksError) {
    let folder = path.parentPath
    guard FilePlace(path: folder).kind != .folder else { return }
    try make(folder, option: "The file \(path)")
  }

  static func requireReplaceable(_ path: String, option: String) throws(TasksError) {
    let place = FilePlace(path: path)
    guard place.kind != .folder else { throw .invalidArgument("\(option) names \(path), which is a folder.") }
    if place.kind != .nothing, access(path, W_OK) != 0 { throw FileFailure().writing(path) }
    if [.nothing, .regular].contains(place.kind) {
      try requireWritable((place.resolvedPath ?? path).parentPath, option: option)
    }
  }
}
