import Foundation
import VisionModels

/// A model to mutate: a file, or a member of a bundle, named by the path with the members' names after it.
struct ModelSource {
  let path: String

  func bytes() throws -> [UInt8] {
    var parts = path.components(separatedBy: "//")
    var data = try ModelData(contentsOfFile: parts.removeFirst())
    for part in parts { data = try TaskBundle(data).member(named: part) }
    return data.withUnsafeBytes { Array($0) }
  }

  /// All models in files and folders, those inside bundles too.
  static func all(in paths: [String]) throws -> [ModelSource] {
    var found: [ModelSource] = []
    for path in paths {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let files =
        isFolder.boolValue
        ? try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { path + "/" + $0 } : [path]
      for file in files where file.hasSuffix(".tflite") || file.hasSuffix(".task") {
        found += try members(of: ModelData(contentsOfFile: file), path: file)
      }
    }
    return found
  }

  private static func members(of data: ModelData, path: String) throws -> [ModelSource] {
    if ParsedModel.isModel(data) { return [ModelSource(path: path)] }
    let bundle = try TaskBundle(data)
    return try bundle.memberNames.filter { $0.hasSuffix(".tflite") || $0.hasSuffix(".task") }
      .flatMap { try members(of: bundle.member(named: $0), path: path + "//" + $0) }
  }
}
