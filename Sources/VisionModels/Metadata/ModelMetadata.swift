import VisionCore

/// A model's metadata: the preprocessing of its inputs and the meaning of its outputs.
/// Source: TensorFlow Lite metadata, schema version 1.5.0.
package struct ModelMetadata: Sendable {
  /// The entry of a model file that holds the metadata.
  static let entryName = "TFLITE_METADATA"

  package static let parserVersion = "1.5.0"

  package let name: String?
  package let description: String?
  package let version: String?
  package let license: String?
  /// The oldest schema version with all features of this model.
  package let minimumParserVersion: String?
  /// In the metadata's own order, which is not always the model's; empty when not described.
  package let inputs: [TensorMetadata]
  package let outputs: [TensorMetadata]
  /// Bytes with a meaning of their own by name, in place and at any alignment, such as `DETECTOR_METADATA`.
  package let customMetadata: [String: ModelData]

  let modelFile: ModelData

  package init(_ bytes: ModelData, modelFile: ModelData) throws(TasksError) {
    let buffer = try FlatBuffer(
      bytes, identifier: MetadataSchema.identifier, what: "model metadata of schema \(MetadataSchema.identifier)")
    let model = try buffer.root
    minimumParserVersion = try model.text(MetadataSchema.Model.minimumParserVersion)
    try Self.checkParserVersion(minimumParserVersion)
    name = try model.text(MetadataSchema.Model.name)
    description = try model.text(MetadataSchema.Model.description)
    version = try model.text(MetadataSchema.Model.version)
    license = try model.text(MetadataSchema.Model.license)

    // Only the first subgraph's counts: vision models have one.
    let subgraph = try model.tables(MetadataSchema.Model.subgraphs).first
    inputs = try subgraph.list(MetadataSchema.Subgraph.inputs, TensorMetadata.init)
    outputs = try subgraph.list(MetadataSchema.Subgraph.outputs, TensorMetadata.init)
    var customMetadata: [String: ModelData] = [:]
    for entry in try subgraph?.tables(MetadataSchema.Subgraph.customMetadata) ?? [] {
      guard let name = try entry.text(MetadataSchema.Custom.name), customMetadata[name] == nil else { continue }
      customMetadata[name] = try entry.bytes(MetadataSchema.Custom.data)
    }
    self.customMetadata = customMetadata
    self.modelFile = modelFile
  }

  static func checkParserVersion(_ version: String?) throws(TasksError) {
    guard let version else { return }
    let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard !parts.contains(where: { $0 == nil || $0 ?? 0 < 0 }) else {
      throw TasksError.invalidArgument(
        "The metadata asks for parser version \"\(version)\"; allowed are numbers like 1.5.0.")
    }
    let known = parserVersion.split(separator: ".").compactMap { Int($0) }
    guard !known.lexicographicallyPrecedes(parts.compactMap { $0 }) else {
      throw TasksError.invalidArgument(
        "The metadata asks for parser version \(version); up to \(parserVersion) is understood. Use a newer release.")
    }
  }
}
