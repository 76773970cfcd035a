import VisionResults

/// The tensors of a task's output, known from the format of its parts. `OutputTensors` has the values.
extension OutputFormat {
  /// The names of tensors.
  enum TensorName {
    static let count = "count"
    static let landmarks = "landmarks"
    static let worldLandmarks = "world_landmarks"
    static let visibility = "visibility"
    static let presence = "presence"
    static let boxes = "boxes"
    static let classes = "classes"
    static let scores = "scores"
    static let classIndices = "class_indices"
    static let trackingIDs = "tracking_ids"
    static let masks = "masks"
    static let maskSizes = "mask_sizes"
    static let embeddings = "embeddings"
    static let json = "json"

    /// A key of JSON as a tensor's name: `worldLandmarks` is `world_landmarks`.
    static func plain(_ key: String) -> String {
      key.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
  }

  /// The tensors, without those that a request has to ask for.
  ///
  /// - Parameter hasMasks: Whether masks are computed.
  /// - Returns: Names, types and shapes: images, subjects, and then what each part has.
  package func tensors(hasMasks: Bool) -> [TensorSpec] {
    var tensors = [TensorSpec(TensorName.count, .int32, [-1])]
    tensors += categories.flatMap { Self.categories(TensorName.plain($0.key)) }
    if let topology { tensors += Self.landmarks(topology.landmarkCount) }
    if let boxes { tensors += Self.boxes(boxes) }
    if masksKey != nil, hasMasks {
      tensors += [
        TensorSpec(TensorName.masks, .float32, [-1, -1, -1, -1]), TensorSpec(TensorName.maskSizes, .int32, [-1, 2]),
      ]
    }
    return tensors
  }

  /// The tensor that only a request brings about: the JSON line of each image.
  package static let jsonTensor = TensorSpec(TensorName.json, .bytes, [-1])

  private static func categories(_ name: String) -> [TensorSpec] {
    [
      TensorSpec(name, .bytes, [-1, -1, -1]), TensorSpec(name + "_scores", .float32, [-1, -1, -1]),
      TensorSpec(name + "_indices", .int32, [-1, -1, -1]), TensorSpec(name + "_count", .int32, [-1, -1]),
    ]
  }

  private static func landmarks(_ count: Int) -> [TensorSpec] {
    [
      TensorSpec(TensorName.landmarks, .float32, [-1, -1, count, 3]),
      TensorSpec(TensorName.worldLandmarks, .float32, [-1, -1, count, 3]),
      TensorSpec(TensorName.visibility, .float32, [-1, -1, count]),
      TensorSpec(TensorName.presence, .float32, [-1, -1, count]),
    ]
  }

  private static func boxes(_ format: BoxesFormat) -> [TensorSpec] {
    let tensors = [
      TensorSpec(TensorName.boxes, .float32, [-1, -1, 4]), TensorSpec(TensorName.classes, .bytes, [-1, -1]),
      TensorSpec(TensorName.scores, .float32, [-1, -1]), TensorSpec(TensorName.classIndices, .int32, [-1, -1]),
    ]
    // Boxes with a place for an ID can be tracked.
    return format.numbering == .place ? tensors : tensors + [TensorSpec(TensorName.trackingIDs, .int64, [-1, -1])]
  }
}
