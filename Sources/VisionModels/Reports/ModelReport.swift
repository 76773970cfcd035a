import VisionCore

/// The report of `vision models info` on a file: a bundle with its members, a model, or another file.
package struct ModelReport: Encodable {
  /// A tensor of a model.
  package struct Tensor: Encodable {
    package let name: String
    package let shape: [Int]
    package let elementType: String
    package let scale: Float?
    package let zeroPoint: Int64?
  }

  /// An operator and the number of its uses.
  package struct Operator: Encodable {
    package let name: String
    package let count: Int
  }

  package let name: String
  package let byteCount: Int
  package var members: [ModelReport]?
  package var inputs: [Tensor]?
  package var outputs: [Tensor]?
  package var operators: [Operator]?
  /// The MACs of an inference.
  package var macs: MACs?
  package var metadata: MetadataReport?

  /// Bundles contain bundles of models. None is nested deeper, but a hostile file could be.
  private static let maximumDepth = 4

  /// Inspects the bytes, and nested bundles.
  ///
  /// - Parameters:
  ///   - name: The name of the bytes in the report.
  ///   - data: A model or a bundle; a member with another extension than `.task` and `.tflite` may be anything.
  ///   - depth: The number of bundles around the bytes.
  /// - Throws: `TasksError` when the bytes, or those of a member with a model's extension, cannot be read.
  package init(name: String, _ data: ModelData, depth: Int = 0) throws(TasksError) {
    self.name = name
    byteCount = data.count
    guard depth == 0 || name.hasSuffix(".task") || name.hasSuffix(".tflite") else { return }
    guard depth < Self.maximumDepth else {
      throw TasksError.invalidArgument(
        "\(name) lies in \(depth) bundles; at most \(Self.maximumDepth - 1) are allowed.")
    }
    if TFLiteModel.isModel(data) {
      let model = try TFLiteModel(data)
      inputs = model.inputs.map(Tensor.init)
      outputs = model.outputs.map(Tensor.init)
      operators = model.operators.map { Operator(name: $0.name, count: $0.count) }
      // A model with invalid shapes can still be inspected.
      macs = try? model.macs()
      if let metadata = model.metadata { self.metadata = try MetadataReport(metadata) }
    } else {
      let bundle = try TaskBundle(data)
      var members: [ModelReport] = []
      for name in bundle.memberNames {
        members.append(try ModelReport(name: name, bundle.member(named: name), depth: depth + 1))
      }
      self.members = members
    }
  }
}

extension ModelReport.Tensor {
  package init(_ tensor: TensorInfo) {
    self.init(
      name: tensor.name, shape: tensor.shape, elementType: "\(tensor.elementType)",
      scale: tensor.quantization?.scale, zeroPoint: tensor.quantization?.zeroPoint)
  }
}
