import Foundation
import VisionErrors
import VisionMedia

/// Folders that results are written into.
enum OutputFolder {
  /// Makes a folder, and those above it, unless it is there.
  ///
  /// - Throws: `TasksError` with `permissionDeniedError` for one that cannot be made or written into.
  static func make(_ path: String, option: String) throws(TasksError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let reason = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError).map {
        FileFailure($0.code.rawValue)
      }
      throw TasksError(
        .permissionDeniedError,
        "\(option) names the folder \(path), which cannot be made: \(reason?.text ?? error.localizedDescription).")
    }
    try requireWritable(path, option: option)
  }

  /// Tries whether files can be made in a folder; rights alone do not tell.
  static func requireWritable(_ path: String, option: String) throws(TasksError) {
    let folder = path.isEmpty ? "." : path
    do {
      _ = try UnfinishedFile(for: (folder as NSString).appendingPathComponent("probe"))
    } catch {
      throw TasksError(
        .permissionDeniedError, "\(option) needs the folder \(folder), in which no file can be made: \(error.text).")
    }
  }

  /// Makes the folder that a file of a run will lie in, below one that is there.
  static func makeParent(of path: String) throws(TasksError) {
    let folder = (path as NSString).deletingLastPathComponent
    guard FilePlace(path: folder).kind != .folder else { return }
    try make(folder, option: "The file \(path)")
  }

  /// Tries whether a file can be made, or replaced.
  static func requireReplaceable(_ path: String, option: String) throws(TasksError) {
    let place = FilePlace(path: path)
    guard place.kind != .folder else { throw .invalidArgument("\(option) names \(path), which is a folder.") }
    if place.kind != .nothing, access(path, W_OK) != 0 { throw FileFailure().writing(path) }
    if [.nothing, .regular].contains(place.kind) {
      try requireWritable(((place.resolvedPath ?? path) as NSString).deletingLastPathComponent, option: option)
    }
  }
}
