import VisionCore

/// What `vision models info` reports of a file: a bundle with its members, a model, or another file.
package struct ModelReport: Encodable {
  package struct Tensor: Encodable {
    package let name: String
    package let shape: [Int]
    package let elementType: String
    package let scale: Float?
    package let zeroPoint: Int64?

    package init(_ tensor: TensorInfo) {
      (name, shape, elementType) = (tensor.name, tensor.shape, "\(tensor.elementType)")
      (scale, zeroPoint) = (tensor.quantization?.scale, tensor.quantization?.zeroPoint)
    }

    fileprivate var text: String {
      let quantization = scale.map { ", scale \($0), zero point \(zeroPoint ?? 0)" } ?? ""
      return "\(name)  \(elementType) \(shape)\(quantization)"
    }
  }

  package let name: String
  package let byteCount: Int
  package var members: [ModelReport]?
  package var inputs: [Tensor]?
  package var outputs: [Tensor]?
  package var operators: [OperatorUse]?
  package var macs: MACs?
  package var metadata: MetadataReport?

  /// Bundles contain bundles of models. None is nested deeper, but a hostile file could be.
  private static let maximumDepth = 4

  /// A member with an extension other than `.task` and `.tflite` may be anything. `depth` is the number of outer
  /// bundles.
  package init(name: String, _ data: ModelData, depth: Int = 0) throws(TasksError) {
    (self.name, byteCount) = (name, data.count)
    guard depth == 0 || name.hasSuffix(".task") || name.hasSuffix(".tflite") else { return }
    guard depth < Self.maximumDepth else {
      throw .invalidArgument("\(name) lies in \(depth) bundles; at most \(Self.maximumDepth - 1) are allowed.")
    }
    if ParsedModel.isModel(data) {
      let model = try ParsedModel(data)
      inputs = model.inputs.map(Tensor.init)
      outputs = model.outputs.map(Tensor.init)
      operators = model.operators
      // A model with invalid shapes can still be inspected.
      macs = try? model.macs()
      if let metadata = model.metadata { self.metadata = try MetadataReport(metadata) }
    } else {
      let bundle = try TaskBundle(data)
      members = try bundle.memberNames.map { name throws(TasksError) in
        try ModelReport(name: name, bundle.member(named: name), depth: depth + 1)
      }
    }
  }

  package func text(indent: String = "") -> [String] {
    var lines = ["\(indent)\(name)  \(byteCount.counted("byte"))"]
    let inner = indent + "  "
    for member in members ?? [] { lines += member.text(indent: inner) }
    lines += (inputs ?? []).map { "\(inner)input   \($0.text)" } + (outputs ?? []).map { "\(inner)output  \($0.text)" }
    if let operators {
      let uses = operators.map { "\($0.name) x\($0.count)" }.joined(separator: ", ")
      lines.append("\(inner)\(operators.reduce(0) { $0 + $1.count }) operators: \(uses)")
    }
    if let macs {
      let (float, byte) = (macs.float, macs.byte)
      let kinds = byte == 0 ? "floating-point" : float == 0 ? "8-bit" : "\(float) floating-point, \(byte) 8-bit"
      lines.append("\(inner)\(macs.total) MACs an inference: \(kinds)")
    }
    if let metadata {
      lines += metadata.text.map { inner + $0 }
    } else if inputs != nil {
      lines.append("\(inner)no metadata")
    }
    return lines
  }
}

package struct MetadataReport: Encodable {
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

    fileprivate init(_ tensor: TensorMetadata, of metadata: ModelMetadata) throws(TasksError) {
      (name, description, files) = (tensor.name, tensor.description, tensor.associatedFiles.map(\.name))
      (mean, standardDeviation) = (tensor.normalization?.mean, tensor.normalization?.standardDeviation)
      (scoreThreshold, boxIndex) = (tensor.scoreThreshold, tensor.boundingBox?.index)
      scoreCalibration = tensor.scoreCalibration.map { "\($0.transformation)" }
      var labels = try metadata.labels(of: tensor)
      if labels == nil { labels = try metadata.labels(of: tensor, kind: .tensorValueLabels) }
      self.labels = labels
    }

    fileprivate func text(role: String) -> [String] {
      var facts: [String] = []
      if let mean, let standardDeviation { facts.append("mean \(mean), standard deviation \(standardDeviation)") }
      if let scoreThreshold { facts.append("threshold \(scoreThreshold)") }
      if let scoreCalibration { facts.append("calibrated (\(scoreCalibration))") }
      if let boxIndex { facts.append("boxes \(boxIndex)") }
      var lines = ["  \(role)  \(name)" + (facts.isEmpty ? "" : ": " + facts.joined(separator: "; "))]
      if let labels { lines.append("    \(labels.count.counted("label")): \(labels.joined(separator: ", "))") }
      return lines
    }
  }

  package let name: String?
  package let description: String?
  package let version: String?
  package let license: String?
  package let minimumParserVersion: String?
  package let inputs: [Tensor]
  package let outputs: [Tensor]
  package let customMetadata: [String: Int]

  /// Bytes of the labels of all tensors, which may share one file. Published models have up to 20 KB.
  private static let maximumLabelBytes = 1 << 23

  package init(_ metadata: ModelMetadata) throws(TasksError) {
    (name, description) = (metadata.name, metadata.description)
    (version, license, minimumParserVersion) = (metadata.version, metadata.license, metadata.minimumParserVersion)
    customMetadata = metadata.customMetadata.mapValues(\.count)
    var byteCount = 0
    func report(_ tensor: TensorMetadata) throws(TasksError) -> Tensor {
      let tensor = try Tensor(tensor, of: metadata)
      // With the memory of a string.
      byteCount += (tensor.labels ?? []).reduce(0) { $0 + 16 + $1.utf8.count }
      guard byteCount <= Self.maximumLabelBytes else {
        throw TasksError.outOfRange(
          "The labels in the model's metadata have more than \(Self.maximumLabelBytes) bytes, those of all tensors "
            + "together. Convert it with fewer.")
      }
      return tensor
    }
    inputs = try metadata.inputs.map(report)
    outputs = try metadata.outputs.map(report)
  }

  fileprivate var text: [String] {
    let title = [name, version.map { "version \($0)" }].compactMap { $0 }.joined(separator: ", ")
    var lines = ["metadata: \(title.isEmpty ? "unnamed" : title)"]
    if let description { lines.append("  \(description)") }
    lines += inputs.flatMap { $0.text(role: "input ") } + outputs.flatMap { $0.text(role: "output") }
    return lines + customMetadata.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.counted("byte"))" }
  }
}
