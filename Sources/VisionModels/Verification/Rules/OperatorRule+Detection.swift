import VisionCore

extension OperatorRule {
  /// TFLite_Detection_PostProcess: boxes, scores and anchors to detections, in shapes that the runtime decides.
  static let detection = OperatorRule(inputs: 3...3, outputs: 4...4) { check throws(TasksError) in
    let (boxes, scores) = (try check.input(0, ranks: 3...3), try check.input(1, ranks: 3...3))
    let anchors = try check.input(2, ranks: 2...2)
    try check.requireSameType([boxes, scores, anchors], [.float32, .uint8])
    let count = boxes.shape[1]
    try check.require(
      boxes.shape[0] == 1 && scores.shape[0] == 1 && scores.shape[1] == count && anchors.shape == [count, 4]
        && boxes.shape[2] == 4,
      "has boxes \(boxes.shape), scores \(scores.shape) and anchors \(anchors.shape), which do not go together")
    try check.require(check.areStatic[2], "has anchors that are computed from the model's input")
    for output in check.outputs {
      try check.requireType(output, [.float32])
      try check.require(output.shape.isEmpty || output.count <= 1 << 20, "has an output of the shape \(output.shape)")
    }
    guard let data = check.customOptions, let options = DetectionOptions(data) else {
      throw check.refusal("has settings that are no map of numbers under the names that it knows")
    }
    try options.require(check, classColumns: scores.shape[2])
    let detections = options.maximumDetections * options.maximumClasses
    try check.budget.charge(bytes: detections, 4 * 6, for: "\(check.name)")
    try check.budget.charge(bytes: count, scores.shape[2] + 8, 12, for: "\(check.name)")
    // Every box is compared with those that were kept.
    try check.budget.charge(
      work: count, options.isRegular ? options.classCount : 1, min(options.perClass + detections, count),
      for: "\(check.name)")
  }
}

/// The options of TFLite_Detection_PostProcess, in a form that the runtime's unchecked FlexBuffer reader reads alike.
private struct DetectionOptions {
  let maximumDetections: Int
  let maximumClasses: Int
  let perClass: Int
  let classCount: Int
  let isRegular: Bool
  let overlap: Float
  let scales: [Float]

  init?(_ data: ModelData) {
    guard let map = FlexBufferMap(data), let detections = map.integer("max_detections"),
      let classes = map.integer("max_classes_per_detection"), let count = map.integer("num_classes"),
      let overlap = map.number("nms_iou_threshold"), map.number("nms_score_threshold") != nil
    else { return nil }
    (maximumDetections, maximumClasses, classCount, self.overlap) = (detections, classes, count, overlap)
    // The runtime's defaults.
    perClass = map.integer("detections_per_class") ?? 100
    isRegular = map.integer("use_regular_nms") ?? 0 != 0
    scales = ["y_scale", "x_scale", "h_scale", "w_scale"].compactMap { map.number($0) }
  }

  func require(_ check: OperatorCheck, classColumns: Int) throws(TasksError) {
    try check.require(
      (1...10_000).contains(maximumDetections) && (1...1000).contains(perClass),
      "finds \(maximumDetections) objects, \(perClass) a class; allowed are 1 to 10000 and 1 to 1000")
    try check.require(
      classCount >= 1 && (0...1).contains(classColumns - classCount) && (1...classCount).contains(maximumClasses)
        && maximumClasses <= 100,
      "has \(classCount) classes, \(maximumClasses) an object, and scores for \(classColumns)")
    try check.require(overlap > 0 && overlap <= 1, "has the overlap \(overlap); allowed are numbers above 0, up to 1")
    try check.require(
      scales.count == 4 && scales.allSatisfy { $0.isFinite && $0 > 0 },
      "has the box scales \(scales); four finite numbers above 0 are needed")
  }
}
