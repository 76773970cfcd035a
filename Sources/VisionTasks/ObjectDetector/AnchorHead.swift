import VisionInference
import VisionModels

/// The head of detectors with raw outputs: a box and a score for each class at thousands of anchors.
///
/// ```
/// scores → best class per box, above the threshold → queue, best first → box → NMS → detections
/// ```
///
/// Boxes are decoded lazily, when they leave the queue, and only until the result is full.
///
/// Source: MediaPipe's object detector graph with `TensorsToDetectionsCalculator` and `NonMaxSuppressionCalculator`.
final class AnchorHead: DetectorHead {
  let model: TensorModel
  private let boxes: RawOutput
  private let scores: RawOutput
  private let decoder: AnchorBoxDecoder
  private let search: BestClassSearch
  private let hasLogitScores: Bool
  private let minimumRawScore: Float
  private let settings: DetectorSettings
  private var queue = ScoreQueue()
  private var suppression: NonMaxSuppression
  private let row: UnsafeMutableBufferPointer<Float>

  var keypointCount: Int { decoder.keypointCount }

  init(_ file: DetectorModel, _ options: ObjectDetectorOptions, categories: CategorySelection) throws {
    let metadata = try file.rawMetadata()
    model = try TensorModel(
      name: file.name, model: file.file, outputs: Self.requests(file, metadata),
      inference: options.baseOptions.inference)
    (boxes, scores) = (try RawOutput(model.outputs[0]), try RawOutput(model.outputs[1]))
    settings = DetectorSettings(options, scores: file.metadata.outputs[file.scoresPosition])
    let anchorCount = metadata.anchors.count
    let classCount = anchorCount > 0 ? scores.count / anchorCount : 0
    guard classCount > 0, classCount * anchorCount == scores.count,
      metadata.classCount == 0 || metadata.classCount == classCount
    else {
      throw TasksError.invalidArgument(
        "Model \(file.name) has scores of shape \(file.file.outputs[file.scoresPosition].shape); its metadata describes "
          + "\(metadata.classCount.counted("class", plural: "classes")) at \(anchorCount.counted("anchor")).")
    }
    let valueCount = boxes.count
    decoder = try TensorModel.naming(file.name) { try AnchorBoxDecoder(metadata, valueCount: valueCount) }
    search = BestClassSearch(classCount: classCount, categories: categories)
    hasLogitScores = metadata.hasLogitScores || scores.holdsLogits
    minimumRawScore = hasLogitScores ? Sigmoid.logitSurelyBelow(settings.scoreThreshold) : settings.scoreThreshold
    suppression = NonMaxSuppression(
      overlapThreshold: settings.overlapThreshold, isPerClass: settings.suppressesPerClass)
    row = .allocate(capacity: decoder.valuesPerBox)
    row.initialize(repeating: 0)
  }

  deinit { row.deallocate() }

  func decode(into detections: inout DetectionList) {
    queueBoxesAboveThreshold()
    takeBest(into: &detections)
  }

  private func queueBoxesAboveThreshold() {
    queue.removeAll()
    for piece in scores.pieces {
      let first = piece.start / search.classCount
      switch piece.elements {
      case .floats(let floats):
        search.forEachBox(of: floats, atLeast: minimumRawScore) { add(box: first + $0, raw: $1) }
      case .bytes(let bytes, let values):
        search.forEachBox(of: bytes, as: values, atLeast: minimumRawScore) { add(box: first + $0, raw: $1) }
      }
    }
  }

  private func add(box index: Int, raw: Float) {
    let score = hasLogitScores ? Sigmoid.probability(logit: raw) : raw
    guard score >= settings.scoreThreshold else { return }
    // The order of equal scores depends on all candidates, and boxes of negative size are none.
    guard decoder.sizesArePositive || hasSize(box(index)) else { return }
    queue.append(index: index, score: score)
  }

  private func hasSize(_ box: NormalizedBox) -> Bool { box.width >= 0 && box.height >= 0 }

  private func box(_ index: Int) -> NormalizedBox {
    boxes.copyRow(index, into: row)
    return decoder.box(index, from: UnsafeBufferPointer(row))
  }

  private func takeBest(into detections: inout DetectionList) {
    detections.removeAll()
    suppression.removeAll()
    while !settings.isEnough(detections.count), let candidate = queue.popFirst() {
      let index = candidate.index
      let box = box(index)
      guard hasSize(box) else { continue }
      let classIndex = bestClass(ofBox: index)
      guard suppression.keeps(box, classIndex: classIndex) else { continue }
      detections.append(box: box, classIndex: classIndex, score: candidate.score) { keypoint in
        decoder.keypoint(keypoint, ofBox: index, from: UnsafeBufferPointer(row))
      }
    }
  }

  private func bestClass(ofBox box: Int) -> Int {
    guard let piece = scores.piece(of: box * search.classCount) else { return 0 }
    let place = box - piece.start / search.classCount
    switch piece.elements {
    case .floats(let floats): return search.bestClass(ofBox: place, in: floats)
    case .bytes(let bytes, let values): return search.bestClass(ofBox: place, in: bytes, as: values)
    }
  }
}

extension AnchorHead {
  /// The requested outputs: boxes, then scores.
  /// The last operators of such a model apply a logistic function to 1.7 million scores, dequantize and concatenate
  /// them. The requests allow the engine to omit these operators: the logistic function is needed only for scores above
  /// the threshold, and the search reads the pieces in place.
  static func requests(_ file: DetectorModel, _ metadata: RawDetectorMetadata) -> [OutputRequest] {
    let rows = metadata.anchors.count
    return [
      OutputRequest(file.outputPositions[0], deferral: .init(rows: rows, throughLogistic: false)),
      // Scores that the metadata calls logits are logits after all operators, so no logistic function is deferred.
      OutputRequest(file.scoresPosition, deferral: .init(rows: rows, throughLogistic: !metadata.hasLogitScores)),
    ]
  }
}

/// A raw output of a detector, in the pieces and the element type that the model computes. Not Sendable: it refers to
/// the model's memory.
struct RawOutput {
  enum Elements {
    case floats(UnsafeBufferPointer<Float>)
    case bytes(UnsafeBufferPointer<UInt8>, ByteValues)
  }

  struct Piece {
    let start: Int
    let count: Int
    let elements: Elements
  }

  let pieces: [Piece]
  let count: Int
  /// Whether the elements are logits because the engine omitted the model's logistic function.
  let holdsLogits: Bool

  init(_ output: SessionOutput) throws {
    var pieces: [Piece] = []
    var start = 0
    for tensor in output.pieces {
      let elements = try Self.elements(of: tensor, function: output.function)
      pieces.append(Piece(start: start, count: tensor.count, elements: elements))
      start += tensor.count
    }
    self.pieces = pieces
    count = start
    holdsLogits = output.function == .logistic
  }

  private static func elements(of tensor: HostTensor, function: DeferredFunction) throws -> Elements {
    if tensor.elementType == .float32 { return .floats(UnsafeBufferPointer(try tensor.floats())) }
    let isSigned = tensor.elementType == .int8
    let bytes =
      try isSigned
      ? UnsafeRawBufferPointer(tensor.elements(as: Int8.self, .int8)) : UnsafeRawBufferPointer(tensor.bytes())
    var values = ByteValues(
      scale: tensor.quantization?.scale ?? 1, zeroPoint: tensor.quantization?.zeroPoint ?? 0, isSigned: isSigned)
    if case .roundedLogistic(let rounding) = function {
      values = values.roundedLogistic(scale: rounding.scale ?? 1, zeroPoint: rounding.zeroPoint ?? 0)
    }
    return .bytes(bytes.bindMemory(to: UInt8.self), values)
  }

  func piece(of element: Int) -> Piece? { pieces.last { $0.start <= element } }

  /// Writes the dequantized values of a row. A row lies in one piece.
  func copyRow(_ row: Int, into numbers: UnsafeMutableBufferPointer<Float>) {
    let first = row * numbers.count
    guard let piece = piece(of: first) else { return }
    let place = first - piece.start
    for index in numbers.indices {
      switch piece.elements {
      case .floats(let floats): numbers[index] = floats[place + index]
      case .bytes(let bytes, let values): numbers[index] = values[bytes[place + index]]
      }
    }
  }
}
