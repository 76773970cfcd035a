import VisionErrors

/// What has to change in a model's bytes so that it computes only some of its outputs.
///
/// A flatbuffer's references are distances forward from where they stand. A vector of references can therefore be shortened in
/// place: entries move to the front and their distances grow by the way they moved. Nothing else in the file has to move, so
/// no operator's options need to be understood.
struct OutputSelection {
  /// The operators that stay, in order.
  let liveOperators: [Int]
  /// The numbers to write.
  let patches: BytePatches

  init(_ data: ModelData, keeping indices: [Int]) throws(TasksError) {
    let buffer = try FlatBuffer(data, identifier: TFLiteSchema.identifier, what: "TensorFlow Lite model")
    let model = try buffer.root
    let subgraphs = try model.tables(TFLiteSchema.Model.subgraphs)
    guard subgraphs.count == 1, let subgraph = subgraphs.first else {
      throw TasksError.invalidArgument(
        "The model has \(subgraphs.count) subgraphs; outputs can be dropped only from models with one.")
    }
    let graph = try OperatorGraph(subgraph)
    let outputs = try subgraph.integers(TFLiteSchema.Subgraph.outputs, as: Int32.self)
    let kept = indices.map { outputs[$0] }
    liveOperators = graph.operatorsNeeded(for: kept)

    var patches = BytePatches()
    if let start = try subgraph.reference(TFLiteSchema.Subgraph.outputs) {
      patches.writeVector(kept.map(UInt32.init(bitPattern:)), at: start)
    }
    if let start = try subgraph.reference(TFLiteSchema.Subgraph.operators) {
      try patches.shortenReferences(at: start, keeping: liveOperators, in: buffer)
    }
    for signature in try model.tables(TFLiteSchema.Model.signatures) {
      guard let start = try signature.reference(TFLiteSchema.Signature.outputs) else { continue }
      var live: [Int] = []
      for (index, output) in try signature.tables(TFLiteSchema.Signature.outputs).enumerated() {
        let tensor = try output.integer(TFLiteSchema.SignatureTensor.tensor, absent: UInt32(0))
        if kept.contains(Int32(bitPattern: tensor)) { live.append(index) }
      }
      try patches.shortenReferences(at: start, keeping: live, in: buffer)
    }
    self.patches = patches
    try Self.checkUnshared(patches, model: model, subgraph: subgraph, graph: graph)
  }

  /// Refuses models in which a vector that changes serves a second purpose: a writer may store equal vectors once.
  private static func checkUnshared(
    _ patches: BytePatches, model: FlatBufferTable, subgraph: FlatBufferTable, graph: OperatorGraph
  ) throws(TasksError) {
    var others = graph.vectorPositions
    for slot in 1...7 where slot != 3 { others.insert(try model.reference(slot)) }
    others.insert(try subgraph.reference(TFLiteSchema.Subgraph.tensors))
    others.insert(try subgraph.reference(TFLiteSchema.Subgraph.inputs))
    for signature in try model.tables(TFLiteSchema.Model.signatures) {
      others.insert(try signature.reference(TFLiteSchema.Signature.inputs))
    }
    let changed = patches.vectorPositions
    guard Set(changed).count == changed.count, others.isDisjoint(with: changed) else {
      throw TasksError.invalidArgument(
        "The model stores its list of outputs or operators together with another list, so outputs cannot be dropped; "
          + "use it with all its outputs.")
    }
  }
}
