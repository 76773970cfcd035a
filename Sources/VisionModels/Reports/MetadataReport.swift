import VisionCore

/// A model's metadata in the form of `vision models info`.
package struct MetadataReport: Encodable {
  /// The metadata of a tensor.
  package struct Tensor: Encodable {
    package let name: String
    package let description: String?
    package let mean: [Float]?
    package let standardDeviation: [Float]?
    package let scoreThreshold: Float?
    package let scoreCalibration: String?
    package let boxIndex: [Int]?
    package let files: [String]
    package let labels: [String]?
  }

  package let name: String?
  package let description: String?
  package let version: String?
  package let license: String?
  package let minimumParserVersion: String?
  package let inputs: [Tensor]
  package let outputs: [Tensor]
  /// The number of bytes of each custom entry.
  package let customMetadata: [String: Int]

  package init(_ metadata: ModelMetadata) throws(TasksError) {
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
