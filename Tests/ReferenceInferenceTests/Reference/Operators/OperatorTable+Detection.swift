import Foundation
import VisionCore
import VisionModels

extension OperatorTable {
  /// TFLite_Detection_PostProcess: boxes, scores and anchors to detections, with one non-maximum suppression for all classes.
  ///
  /// Source: `detection_postprocess.cc` of TensorFlow Lite (`NonMaxSuppressionMultiClassFastHelper`). Rows past the number of
  /// detections are 0; LiteRT leaves what was there.
  static let detection: [String: Kernel] = [
    "TFLite_Detection_PostProcess": { call throws(TasksError) in
      let settings = try DetectionSettings(call)
      let boxes = try settings.boxes(call)
      let scores = try realNumbers(call.input(1), call)
      let columns = try call.input(1).shape[2]
      let offset = columns - settings.classCount
      // The classes of each box, best first; the first of equal ones.
      let ranked = boxes.indices.map { box in
        let row = scores[box * columns + offset..<(box + 1) * columns]
        return row.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.prefix(settings.classesPerBox)
          .map { (class: $0 - row.startIndex, score: scores[$0]) }
      }
      let chosen = settings.suppress(boxes, scores: ranked.map { $0[0].score })
      let count = settings.maximumDetections * settings.classesPerBox
      var rows = chosen.flatMap { box in ranked[box].map { (box: boxes[box].corners, category: $0) } }
      rows += Array(repeating: ([0, 0, 0, 0], (0, 0)), count: count - rows.count)
      return [
        try call.result(rows.flatMap(\.box), shape: [1, count, 4], at: 0),
        try call.result(rows.map { Double($0.category.class) }, shape: [1, count], at: 1),
        try call.result(rows.map(\.category.score), shape: [1, count], at: 2),
        try call.result([Double(chosen.count)], shape: [1], at: 3),
      ]
    }
  ]

  /// What quantized numbers stand for, as float32; floats as they are.
  static func realNumbers(_ tensor: ReferenceTensor, _ call: OperatorCall) throws(TasksError) -> [Double] {
    guard tensor.isByte else { return tensor.numbers }
    guard let scale = tensor.scale else { throw call.unsupported("of \(tensor.elementType) without one scale") }
    return tensor.numbers.map { Double(Float(scale.real($0))) }
  }
}

/// A box with float32 corners, as LiteRT compares them.
private struct DetectionBox {
  let top: Float
  let left: Float
  let bottom: Float
  let right: Float

  var corners: [Double] { [top, left, bottom, right].map { Double($0) } }
  private var area: Float { (bottom - top) * (right - left) }

  /// Intersection over union; 0 when one has no area.
  func overlap(_ other: DetectionBox) -> Float {
    guard area > 0, other.area > 0 else { return 0 }
    let height = max(min(bottom, other.bottom) - max(top, other.top), 0)
    let width = max(min(right, other.right) - max(left, other.left), 0)
    return height * width / (area + other.area - height * width)
  }
}

/// The settings of TFLite_Detection_PostProcess.
private struct DetectionSettings {
  let maximumDetections: Int
  let classesPerBox: Int
  let classCount: Int
  private let minimumScore: Double
  private let maximumOverlap: Float
  /// For y, x, height and width.
  private let scales: [Double]

  init(_ call: OperatorCall) throws(TasksError) {
    guard let map = call.customOptions.flatMap(FlexBufferMap.init), map.integer("use_regular_nms") ?? 0 == 0,
      let detections = map.integer("max_detections"), let classes = map.integer("max_classes_per_detection"),
      let count = map.integer("num_classes"), let overlap = map.number("nms_iou_threshold"),
      let score = map.number("nms_score_threshold")
    else { throw call.unsupported("with a suppression for each class, or without its settings") }
    (maximumDetections, classesPerBox, classCount) = (detections, min(classes, count), count)
    (maximumOverlap, minimumScore) = (overlap, Double(score))
    scales = ["y_scale", "x_scale", "h_scale", "w_scale"].map { Double(map.number($0) ?? 1) }
  }

  /// The boxes, decoded from centre and size relative to their anchors.
  func boxes(_ call: OperatorCall) throws(TasksError) -> [DetectionBox] {
    let encodings = try OperatorTable.realNumbers(call.input(0), call)
    let anchors = try OperatorTable.realNumbers(call.input(2), call)
    return stride(from: 0, to: encodings.count, by: 4).map { start in
      let (code, anchor) = (encodings[start..<start + 4].map { $0 }, anchors[start..<start + 4].map { $0 })
      let y = Float(code[0] / scales[0] * anchor[2] + anchor[0])
      let x = Float(code[1] / scales[1] * anchor[3] + anchor[1])
      let halfHeight = Float(0.5 * exp(code[2] / scales[2]) * anchor[2])
      let halfWidth = Float(0.5 * exp(code[3] / scales[3]) * anchor[3])
      return DetectionBox(top: y - halfHeight, left: x - halfWidth, bottom: y + halfHeight, right: x + halfWidth)
    }
  }

  /// The boxes that are left, best first; of equal scores the first box.
  func suppress(_ boxes: [DetectionBox], scores: [Double]) -> [Int] {
    let order = boxes.indices.filter { scores[$0] >= minimumScore }.sorted { (scores[$1], $0) < (scores[$0], $1) }
    var chosen: [Int] = []
    for box in order where chosen.count < maximumDetections {
      if chosen.allSatisfy({ boxes[$0].overlap(boxes[box]) <= maximumOverlap }) { chosen.append(box) }
    }
    return chosen
  }
}
