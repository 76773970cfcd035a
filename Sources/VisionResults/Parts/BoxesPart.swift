import Foundation
import VisionCore
import VisionImaging

package struct BoxesFormat: PartFormat, Hashable {
  package enum Categories: Sendable, Hashable {
    /// All of them below a headline, each in its own CSV row.
    case list(title: String)
    /// The best one in a line, `unknown` without one: ML Kit's coarse classification.
    case coarse
    /// Their score only: a detector of one kind of object, whose only category has no name.
    case score(ofKind: String)
  }

  package enum Numbering: Sendable, Hashable {
    /// Nowhere: the objects are not tracked.
    case place
    /// In the headline of the object, in place of its position.
    case headline
    /// In a line of its own.
    case line
  }

  private let kind = "boxes"
  package let key = "detections"
  /// The headline of a box in the text output: ` Detection #0:`.
  package let title: String
  /// The label of the coordinates in the text output: `Box`.
  package let boxTitle: String
  /// The first column of CSV, the index in the frame: `detection`.
  package let column: String
  /// Whether boxes in lines of JSON are rounded to whole pixels. A detector's boxes always have whole pixels.
  package let roundsBoxes: Bool
  package let categories: Categories
  package private(set) var numbering: Numbering
  /// The names of the keypoints that every box has, as in COCO's format; empty for boxes without keypoints.
  package let keypoints: [String]
  /// What an object without a name of its category is; nil for detectors of several kinds of objects.
  fileprivate let name: String?

  package init(
    title: String, boxTitle: String, column: String, roundsBoxes: Bool, categories: Categories, numbering: Numbering,
    keypoints: [String] = []
  ) {
    (self.title, self.boxTitle, self.column) = (title, boxTitle, column)
    (self.roundsBoxes, self.categories, self.numbering) = (roundsBoxes, categories, numbering)
    self.keypoints = keypoints
    name = if case .score(let kind) = categories { kind } else { nil }
  }

  /// Faces with MediaPipe's six keypoints. Right is the person's right.
  package static let faces = BoxesFormat(
    title: "Face", boxTitle: "Box", column: "face", roundsBoxes: false, categories: .score(ofKind: "face"),
    numbering: .place, keypoints: ["right_eye", "left_eye", "nose_tip", "mouth", "right_ear", "left_ear"])

  /// The same for objects that are tracked.
  package var tracked: BoxesFormat {
    var format = self
    format.numbering = .headline
    return format
  }

  private enum CodingKeys: CodingKey { case kind, key, name }

  package func labels(_ choice: KeypointChoice) -> LabelFormat? {
    let names = categories == .coarse ? CoarseCategory.allCases.map(\.name) : name.map { [$0] } ?? []
    return LabelFormat(classNames: names, layout: keypoints.isEmpty ? nil : KeypointLayout(names: keypoints))
  }

  package func decode(from json: OutputDecoder) throws -> BoxesPart {
    let boxes = try json.container.decode([Detection].self, forKey: AnyCodingKey(key))
    let tracks = try json.container.decode([BoxForm].self, forKey: AnyCodingKey(key))
    return BoxesPart(self, zip(boxes, tracks).map { OutputBox($0, trackingID: $1.trackingId) })
  }

  private enum Tensor {
    static let boxes = "boxes"
    static let classes = "classes"
    static let scores = "scores"
    static let indices = "class_indices"
    static let trackingIDs = "tracking_ids"
    static let keypoints = "keypoints"
  }

  package var tensors: [TensorSpec] {
    var tensors = [
      TensorSpec(Tensor.boxes, .float32, [-1, -1, 4]), TensorSpec(Tensor.classes, .bytes, [-1, -1]),
      TensorSpec(Tensor.scores, .float32, [-1, -1]), TensorSpec(Tensor.indices, .int32, [-1, -1]),
    ]
    if name != nil { tensors.removeAll { [Tensor.classes, Tensor.indices].contains($0.name) } }
    // Boxes with a place for an ID can be tracked.
    if numbering != .place { tensors.append(TensorSpec(Tensor.trackingIDs, .int64, [-1, -1])) }
    if !keypoints.isEmpty { tensors.append(TensorSpec(Tensor.keypoints, .float32, [-1, -1, keypoints.count, 2])) }
    return tensors
  }

  package var classTensors: [String] { name == nil ? [Tensor.classes, Tensor.scores] : [] }

  package func tensors(of parts: [BoxesPart], for request: TensorRequest) -> [OutputTensor] {
    let images = parts.map(\.boxes)
    let corners = images.map { $0.map { [$0.box.minX, $0.box.minY, $0.box.width, $0.box.height].map { Float($0) } } }
    let points = images.map {
      $0.map { ($0.keypoints ?? []).flatMap { [Float($0.location.x), Float($0.location.y)] } }
    }
    let tensors: [OutputTensor] = [
      .floats(Tensor.boxes, corners, row: [4]),
      .texts(Tensor.classes, images.map { $0.map { [$0.best?.categoryName ?? ""] } }),
      .floats(Tensor.scores, images.map { $0.map { [$0.best?.score ?? 0] } }),
      .integers(Tensor.indices, images.map { $0.map { [Int32(clamping: $0.best?.index ?? -1)] } }, padding: -1),
      .identifiers(Tensor.trackingIDs, images.map { $0.map { [Int64($0.trackingID ?? -1)] } }),
      .floats(Tensor.keypoints, points, row: [keypoints.count, 2]),
    ]
    let names = self.tensors.map(\.name)
    return tensors.filter { names.contains($0.name) }
  }
}

package struct BoxesPart: OutputPart {
  package let format: BoxesFormat
  package let boxes: [OutputBox]

  package init(_ format: BoxesFormat, _ boxes: [OutputBox]) { (self.format, self.boxes) = (format, boxes) }

  /// Whether the boxes are equal. Where their numbers are shown is not compared: a frame without boxes has no number
  /// that would say it.
  package static func == (first: BoxesPart, second: BoxesPart) -> Bool {
    (first.format.tracked, first.boxes) == (second.format.tracked, second.boxes)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(boxes) }

  package var count: Int { boxes.count }

  package func encode(to json: inout OutputEncoder) throws {
    let isLine = json.isLine
    try json.container.encode(boxes.map { BoxForm($0, format, isLine: isLine) }, forKey: AnyCodingKey(format.key))
  }

  package func lines(_ text: OutputText) -> [String] {
    boxes.enumerated().flatMap { number, box in
      let shownNumber = format.numbering == .headline ? box.trackingID ?? number : number
      var lines = [
        " \(format.title) #\(shownNumber)\(box.isSeen ? "" : " (not seen)"):",
        "  \(format.boxTitle): " + WholeBox(box.box).text,
      ]
      if format.numbering == .line, let id = box.trackingID { lines.append("  Tracking ID: \(id)") }
      switch format.categories {
      case .list(let title):
        lines.append("  \(title):")
        lines += box.categories.flatMap(Self.lines)
      case .coarse:
        lines.append("  Category: \(box.best?.coarseText ?? CoarseCategory.unknown.name)")
        if let best = box.best { lines.append("  Confidence: \(OutputText.score(best.score))") }
      case .score:
        if let best = box.best { lines.append("  Score: \(OutputText.score(best.score))") }
      }
      lines += zip(format.keypoints, box.keypoints ?? []).map { name, point in
        let place = [point.location.x, point.location.y].map { OutputText.coordinate(Float($0)) }
        return OutputText.field(name.replacing("_", with: " "), place.joined(separator: ", "))
      }
      return lines
    }
  }

  private static func lines(of category: ResultCategory) -> [String] {
    var lines = ["   index       : \(category.index)", "   score       : \(OutputText.score(category.score))"]
    // A model without labels has no names.
    if let name = category.categoryName { lines.append("   class name  : \(name)") }
    if let name = category.displayName { lines.append("   display name: \(name)") }
    return lines
  }

  /// A row for each box, in whole pixels; a box with several categories has a row for each.
  package func table(_ categories: [CategoriesPart], isTracked: Bool) -> OutputTable? {
    let hasIDs = isTracked || format.numbering != .place
    let classColumns =
      switch format.categories {
      case .list: ["category", "index", "score"]
      case .coarse: ["classification_category", "confidence"]
      case .score: ["score"]
      }
    return OutputTable(
      columns: [format.column] + (hasIDs ? ["tracking_id"] : []) + ["x", "y", "width", "height"] + classColumns
        + format.keypoints.flatMap { [$0 + "_x", $0 + "_y"] },
      rows: boxes.enumerated().flatMap { number, box in
        let id = hasIDs ? [box.trackingID.map { "\($0)" } ?? ""] : []
        let start = ["\(number)"] + id + WholeBox(box.box).fields
        let points = format.keypoints.indices.flatMap { index -> [String] in
          guard let points = box.keypoints, points.indices.contains(index) else { return ["", ""] }
          return [points[index].location.x, points[index].location.y].map { "\(Float($0))" }
        }
        switch format.categories {
        case .list:
          return box.categories.map { start + [$0.categoryName ?? "", "\($0.index)", "\($0.score)"] + points }
        case .coarse:
          return [start + [box.coarseName, box.best.map { "\($0.score)" } ?? ""]]
        case .score: return [start + [box.best.map { "\($0.score)" } ?? ""] + points]
        }
      })
  }

  package func summaries(_ categories: [CategoriesPart]) -> [String] { objects.map(\.detection.description) }

  /// The boxes, with a name for what has none.
  package var objects: [OutputBox] {
    format.name.map { kind in boxes.map { $0.named(kind) } } ?? boxes
  }

  package func classes(ofTensor name: String) -> [ResultCategory] {
    format.classTensors.contains(name) ? boxes.compactMap(\.best) : []
  }
}

extension TaskOutput {
  package var objects: [OutputBox] { parts.flatMap { ($0 as? BoxesPart)?.objects ?? [] } }
}

/// A detection, and its track if it has one.
package struct OutputBox: Sendable, Hashable {
  package let detection: Detection
  package let trackingID: Int?
  /// Whether the object was detected in this frame. A tracked object is kept for some frames without a detection.
  package let isSeen: Bool

  package init(_ detection: Detection, trackingID: Int? = nil, isSeen: Bool = true) {
    (self.detection, self.trackingID, self.isSeen) = (detection, trackingID, isSeen)
  }

  package init(_ object: TrackedObject) {
    self.init(
      Detection(categories: [object.category], boundingBox: object.boundingBox, keypoints: nil),
      trackingID: object.trackingID, isSeen: object.missedUpdates == 0)
  }

  package var box: CGRect { detection.boundingBox }
  package var categories: [ResultCategory] { detection.categories }
  package var best: ResultCategory? { detection.categories.first }
  /// The name of ML Kit's coarse category.
  fileprivate var coarseName: String { best?.categoryName ?? CoarseCategory.unknown.name }
  /// The keypoints in fractions of the image; nil for a model without them.
  package var keypoints: [NormalizedKeypoint]? { detection.keypoints }

  /// The same object with a name for categories without one.
  fileprivate func named(_ kind: String) -> OutputBox {
    let categories = categories.map {
      ResultCategory(
        index: $0.index, score: $0.score, categoryName: $0.categoryName ?? kind, displayName: $0.displayName)
    }
    return OutputBox(
      Detection(categories: categories, boundingBox: box, keypoints: keypoints), trackingID: trackingID, isSeen: isSeen)
  }
}

extension BoxForm {
  fileprivate init(_ box: OutputBox, _ format: BoxesFormat, isLine: Bool) {
    self.init(box.detection, names: isLine ? .once : .all)
    if isLine, format.roundsBoxes { boundingBox = RectForm(WholeBox(box.box).rect) }
    trackingId = box.trackingID
    if format.categories == .coarse {
      classificationCategory = box.coarseName
      confidence = box.best.map { JSONNumber($0.score) }
    }
  }
}

/// A box in whole pixels, each value rounded to the nearest integer.
struct WholeBox {
  let x, y, width, height: Int

  init(_ box: CGRect) {
    (x, y) = (Self.whole(box.origin.x), Self.whole(box.origin.y))
    (width, height) = (Self.whole(box.size.width), Self.whole(box.size.height))
  }

  /// The nearest integer; 0 for a value that is none.
  static func whole(_ value: CGFloat) -> Int { Int(exactly: value.rounded()) ?? 0 }

  var rect: CGRect { CGRect(x: x, y: y, width: width, height: height) }

  var fields: [String] { [x, y, width, height].map { "\($0)" } }

  var text: String { "(x: \(x), y: \(y), w: \(width), h: \(height))" }
}
