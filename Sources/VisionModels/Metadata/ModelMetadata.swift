import VisionCore

/// A model's metadata: the preprocessing of its inputs and the meaning of its outputs.
/// Source: TensorFlow Lite metadata, schema version 1.5.0.
package struct ModelMetadata: Sendable {
  /// The entry of a model file that holds the metadata.
  package static let entryName = "TFLITE_METADATA"

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
  package private(set) var customMetadata: [String: ModelData] = [:]

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
    inputs = try subgraph?.tables(MetadataSchema.Subgraph.inputs).map(TensorMetadata.init) ?? []
    outputs = try subgraph?.tables(MetadataSchema.Subgraph.outputs).map(TensorMetadata.init) ?? []
    for entry in try subgraph?.tables(MetadataSchema.Subgraph.customMetadata) ?? [] {
      guard let name = try entry.text(MetadataSchema.Custom.name), customMetadata[name] == nil else { continue }
      customMetadata[name] = try entry.bytes(MetadataSchema.Custom.data)
    }
    self.modelFile = modelFile
  }

  static func checkParserVersion(_ version: String?) throws(TasksError) {
    guard let version else { return }
    // No version has a part below 0, so this stands for text that is no number.
    let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard parts.allSatisfy({ $0 >= 0 }) else {
      throw .invalidArgument("The metadata asks for parser version \"\(version)\"; allowed are numbers like 1.5.0.")
    }
    let known = parserVersion.split(separator: ".").compactMap { Int($0) }
    guard !known.lexicographicallyPrecedes(parts) else {
      throw TasksError.invalidArgument(
        "The metadata asks for parser version \(version); up to \(parserVersion) is understood. Use a newer release.")
    }
  }
}

/// The fields of the TensorFlow Lite metadata schema's tables, as far as they are read or written.
/// Source: `metadata_schema.fbs`, version 1.5.0.
package enum MetadataSchema {
  package static let identifier = "M001"

  package enum Model: Int, FlatBufferSlot {
    case name, description, version, subgraphs, license = 5, minimumParserVersion = 7
  }
  package enum Subgraph: Int, FlatBufferSlot { case inputs = 2, outputs, customMetadata = 9 }
  package enum Tensor: Int, FlatBufferSlot { case name, description, content = 3, processUnits, associatedFiles = 6 }
  package enum Content: Int, FlatBufferSlot { case kind, properties }
  enum Image: Int, FlatBufferSlot { case colorSpace }
  enum BoundingBox: Int, FlatBufferSlot { case index, type, coordinates }
  enum ProcessUnit: Int, FlatBufferSlot { case kind, options }
  enum Normalization: Int, FlatBufferSlot { case mean, standardDeviation }
  enum ScoreCalibration: Int, FlatBufferSlot { case transformation, defaultScore }
  enum ScoreThresholding: Int, FlatBufferSlot { case threshold }
  package enum File: Int, FlatBufferSlot { case name, description, kind, locale }
  enum Custom: Int, FlatBufferSlot { case name, data }
}
