import VisionCore
import VisionModels

extension ParsedModel {
  /// Dead-output elimination: a model that computes only some of the outputs, in the order of `indices`, with equal
  /// results. The same bytes when nothing changes. A model with control flow (more than one subgraph) is refused.
  /// Operators that no kept output depends on are removed, so the runtime neither prepares nor runs them. Weights and
  /// metadata stay in place; the metadata still describes all outputs of the original.
  func eliminatingDeadOutputs(
    keeping indices: [Int], applying changes: GraphChanges = GraphChanges()
  ) throws(TasksError) -> ModelData {
    guard !indices.isEmpty, Set(indices).count == indices.count, indices.allSatisfy(outputs.indices.contains) else {
      throw TasksError.invalidArgument(
        "Outputs \(indices) cannot be kept; name at least one of 0..<\(outputs.count), none twice.")
    }
    if changes.isEmpty, indices == Array(outputs.indices) { return data }
    return try applying(
      OutputSelection(data, outputs: indices.map { outputTensors[$0] }, keepsSignatures: true, applying: changes),
      outputs: indices.map { outputs[$0] })
  }

  /// A model that computes other tensors of its graph as outputs, without the operators that they do not depend on.
  func replacingOutputs(by origins: [OutputOrigin]) throws(TasksError) -> ModelData {
    let tensors = origins.flatMap(\.tensors)
    guard !tensors.isEmpty, Set(tensors).count == tensors.count else {
      throw TasksError.invalidArgument("Tensors \(tensors) cannot be outputs; name at least one, none twice.")
    }
    if tensors == outputTensors.map(Int.init) { return data }
    return try applying(
      OutputSelection(data, outputs: tensors.map(Int32.init), keepsSignatures: false), outputs: origins.flatMap(\.infos)
    )
  }

  private func applying(_ selection: OutputSelection, outputs: [TensorInfo]) throws(TasksError) -> ModelData {
    let result = try selection.apply(to: data)
    let model = try ParsedModel(result)
    guard model.outputs == outputs, model.operatorCount == selection.liveOperators.count else {
      throw OutputSelection.overlap
    }
    return result
  }
}

/// The changes of a model's bytes that make it compute only some of its tensors.
/// A flatbuffer's references are distances forward from their own position. A vector of references can therefore be
/// shortened in place: entries move to the front and their distances grow accordingly. A longer vector is appended, and
/// a reference points to it. Nothing else in the file moves, so no operator's options need to be understood.
struct OutputSelection {
  /// The indices of the operators that stay, in order.
  let liveOperators: [Int]
  let patches: BytePatches

  private let outputs: [Int32]
  private let changes: GraphChanges
  private let tables: ModelTables
  private let graph: OperatorGraph

  /// Makes some tensors the outputs, and changes the graph.
  /// With `keepsSignatures` signatures keep the names of these outputs, which are some of the old ones. Else signatures
  /// are removed, and the runtime derives one from the graph.
  init(
    _ data: ModelData, outputs kept: [Int32], keepsSignatures: Bool, applying changes: GraphChanges = .init()
  ) throws(TasksError) {
    tables = try ModelTables(data)
    let (model, subgraph, buffer) = (tables.model, tables.subgraph, tables.buffer)
    guard tables.subgraphs.count == 1 else {
      let count = tables.subgraphs.count.counted("subgraph")
      throw TasksError.invalidArgument("The model has \(count); outputs can be dropped only from models with one.")
    }
    let producers = try tables.producers()
    if let disorder = producers.disorder { throw buffer.damaged(disorder) }
    var graph = try OperatorGraph(producers, of: tables)
    for use in changes.customOperators { graph.setInputs(of: use.index, to: use.inputs) }
    for weights in changes.denseWeights { graph.remove(weights.index) }
    self.graph = graph
    let outputs = try subgraph.integers(TFLiteSchema.Subgraph.outputs, as: Int32.self)
    (self.outputs, self.changes, liveOperators) = (kept, changes, graph.operatorsNeeded(for: kept))

    var patches = BytePatches(byteCount: data.count)
    if let field = try subgraph.fieldPosition(TFLiteSchema.Subgraph.outputs) {
      let values = kept.map(UInt32.init(bitPattern:))
      if kept.count <= outputs.count {
        patches.writeVector(values, at: try buffer.target(at: field))
      } else {
        try patches.appendVector(values, referredToAt: field)
      }
    }
    if let start = try subgraph.reference(TFLiteSchema.Subgraph.operators) {
      let places = try patches.appendOperators(changes.customOperators, of: model)
      try patches.shortenReferences(at: start, keeping: liveOperators, in: buffer, replacing: places)
    }
    try patches.change(changes.tensors, of: subgraph)
    try patches.appendContents(changes.denseWeights.map(\.content) + changes.contents, of: model)
    if keepsSignatures {
      try Self.shortenSignatures(of: model, keeping: kept, in: &patches)
    } else if let start = try model.reference(TFLiteSchema.Model.signatures) {
      patches.writeVector([], at: start)
    }
    self.patches = patches
    try checkUnshared()
  }

  /// Applies the changes to a copy, and verifies the result.
  /// Tables and lists of a damaged file may overlap, so that changing one changes another. So the copy is parsed again
  /// and compared, tensor by tensor and operator by operator, with the expected graph. No constant's elements may have
  /// been overwritten.
  func apply(to data: ModelData) throws(TasksError) -> ModelData {
    let result = try patches.apply(to: data)
    var meant = try GraphSnapshot(tables)
    try meant.apply(changes, keeping: liveOperators, outputs: outputs)
    let found = try GraphSnapshot(ModelTables(result), originalCount: data.count)
    guard found == meant, !patches.meet(found.contentRanges) else { throw Self.overlap }
    return result
  }

  fileprivate static let overlap = TasksError.invalidArgument(
    "The model file is damaged: parts of its graph overlap. Fetch or copy it again.")

  private static func shortenSignatures(
    of model: FlatBufferTable, keeping kept: [Int32], in patches: inout BytePatches
  ) throws(TasksError) {
    let live = Set(kept)
    for signature in try model.tables(TFLiteSchema.Model.signatures) {
      guard let start = try signature.reference(TFLiteSchema.Signature.outputs) else { continue }
      var places: [Int] = []
      for (index, output) in try signature.tables(TFLiteSchema.Signature.outputs).enumerated() {
        let tensor = try output.integer(TFLiteSchema.SignatureTensor.tensor, absent: UInt32(0))
        if live.contains(Int32(bitPattern: tensor)) { places.append(index) }
      }
      try patches.shortenReferences(at: start, keeping: places, in: model.buffer)
    }
  }

  /// Refuses models in which a vector that changes has a second reader: a writer may store equal vectors once.
  private func checkUnshared() throws(TasksError) {
    let changed = patches.vectorPositions
    var others = graph.vectorPositions
    let (model, subgraph) = (tables.model, tables.subgraph)
    let signatures = try model.reference(TFLiteSchema.Model.signatures)
    for slot in 1...7 where slot != 3 {
      let start = try model.reference(slot)
      // The list of signatures may itself be what changes.
      if slot != TFLiteSchema.Model.signatures.slot || !changed.contains(signatures) { others.insert(start) }
    }
    for slot in [TFLiteSchema.Subgraph.tensors, .inputs] { others.insert(try subgraph.reference(slot)) }
    for signature in try model.tables(TFLiteSchema.Model.signatures) {
      others.insert(try signature.reference(TFLiteSchema.Signature.inputs))
    }
    guard Set(changed).count == changed.count, others.isDisjoint(with: changed) else {
      throw TasksError.invalidArgument(
        "The model stores its list of outputs or operators together with another list, so outputs cannot be dropped; "
          + "use it with all its outputs.")
    }
  }
}
