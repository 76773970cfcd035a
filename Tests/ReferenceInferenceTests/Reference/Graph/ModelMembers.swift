import VisionCore
import VisionModels

/// A model of a file, with the path of bundle members that leads to it.
package struct ModelMember: Sendable {
  /// The names of the members, `/` between them; empty for a file that is a model itself.
  package let path: String
  /// The model's bytes.
  package let data: ModelData

  /// All models of a `.tflite` or `.task` file, those of bundles within bundles too, in the order of the bundle.
  ///
  /// - Throws: `TasksError` with `unknownError` for bytes that are neither, and for a damaged bundle.
  package static func all(of data: ModelData) throws(TasksError) -> [ModelMember] {
    if ParsedModel.isModel(data) { return [ModelMember(path: "", data: data)] }
    let bundle = try TaskBundle(data)
    var found: [ModelMember] = []
    for name in bundle.memberNames where name.hasSuffix(".tflite") || name.hasSuffix(".task") {
      for inner in try all(of: bundle.member(named: name)) {
        found.append(ModelMember(path: inner.path.isEmpty ? name : "\(name)/\(inner.path)", data: inner.data))
      }
    }
    return found
  }
}
