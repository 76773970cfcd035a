import VisionErrors
import VisionModels

/// A model's metadata as `vision models info` shows it.
struct MetadataReport: Encodable {
  /// What the metadata says of a tensor.
  struct Tensor: Encodable {
    let name: String
    let description: String?
    let mean: [Float]?
    let standardDeviation: [Float]?
    let scoreThreshold: Float?
    let scoreCalibration: String?
    let boxIndex: [Int]?
    let files: [String]
    let labels: [String]?
  }

  let name: String?
  let description: String?
  let version: String?
  let license: String?
  let minimumParserVersion: String?
  let inputs: [Tensor]
  let outputs: [Tensor]
  /// The number of bytes of each custom entry.
  let customMetadata: [String: Int]

  init(_ metadata: ModelMetadata) throws(TasksError) {
    name = metadata.name
    description = metadata.description
    version = metadata.version
    license = metadata.license
    minimumParserVersion = metadata.minimumParserVersion
    customMetadata = metadata.customMetadata.mapValues(\.count)
    inputs = try Self.tensors(metadata.inputs, of: metadata)
    outputs = try Self.tensors(metadata.outputs, of: metadata)
  }

  private static func tensors(
    _ tensors: [TensorMetadata], of metadata: ModelMetadata
  ) throws(TasksError) -> [Tensor] {
    var reports: [Tensor] = []
    for tensor in tensors {
      var labels = try metadata.labels(of: tensor)
      if labels == nil { labels = try metadata.labels(of: tensor, kind: .tensorValueLabels) }
      reports.append(
        Tensor(
          name: tensor.name, description: tensor.description, mean: tensor.normalization?.mean,
          standardDeviation: tensor.normalization?.standardDeviation, scoreThreshold: tensor.scoreThreshold,
          scoreCalibration: tensor.scoreCalibration.map { "\($0.transformation)" }, boxIndex: tensor.boundingBox?.index,
          files: tensor.associatedFiles.map(\.name), labels: labels))
    }
    return reports
  }
}
