import VisionCore

/// Verifies that signatures name the graph's own inputs and outputs.
enum SignatureCheck {
  static func verify(
    _ model: FlatBufferTable, subgraph: FlatBufferTable, tensorCount: Int
  ) throws(TasksError) {
    typealias Slot = TFLiteSchema.Signature
    let subgraphs = try model.tables(TFLiteSchema.Model.subgraphs)
    for signature in try model.tables(TFLiteSchema.Model.signatures) {
      let place = Int(try signature.integer(Slot.subgraph, absent: UInt32(0)))
      guard subgraphs.indices.contains(place), try signature.reference(Slot.key) != nil else {
        throw ModelVerifier.refusal("a signature has no name or names subgraph \(place) of \(subgraphs.count)")
      }
      for (ours, theirs) in [
        (Slot.inputs, TFLiteSchema.Subgraph.inputs), (Slot.outputs, TFLiteSchema.Subgraph.outputs),
      ] {
        let allowed = try subgraphs[place].integers(theirs, as: Int32.self)
        var named: [Int32] = []
        var names: Set<String> = []
        for entry in try signature.tables(ours) {
          named.append(Int32(clamping: try entry.integer(TFLiteSchema.SignatureTensor.tensor, absent: UInt32(0))))
          names.insert(try entry.text(TFLiteSchema.SignatureTensor.name) ?? "")
        }
        guard named.sorted() == allowed.sorted(), names.count == named.count, !names.contains("") else {
          throw ModelVerifier.refusal(
            "a signature names the tensors \(named), each with a name of its own; the graph has \(allowed)")
        }
      }
    }
  }
}
