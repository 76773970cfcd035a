import VisionErrors

/// What `vision models info` says of a file: a bundle with its members, a model, or a file of another kind.
package struct ModelReport: Encodable {
  /// A tensor of a model.
  package struct Tensor: Encodable {
    package let name: String
    package let shape: [Int]
    package let elementType: String
    package let scale: Float?
    package let zeroPoint: Int64?
  }

  /// An operator and how often it occurs.
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

  /// Bundles hold bundles of models; nothing real goes deeper, and a hostile file could.
  private static let maximumDepth = 4

  /// Looks into the bytes, and into bundles within bundles.
  ///
  /// - Parameters:
  ///   - name: What to call the bytes.
  ///   - data: A model or a bundle; a member with another ending than `.task` and `.tflite` may be anything.
  ///   - depth: How many bundles the bytes lie in.
  /// - Throws: `TasksError` when the bytes, or those of a member that is a model by its name, cannot be read.
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
      // A model whose shapes make no sense can still be looked at.
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
