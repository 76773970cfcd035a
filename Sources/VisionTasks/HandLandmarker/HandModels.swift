import VisionInference
import VisionModels

final class HandLandmarkModel {
  static let modelName = "hand_landmarks_detector.tflite"
  private static let inputSize = 224
  private static let landmarkCount = 21
  private static let zScale: Float = 0.4

  private let model: ImageModel
  private let recorder: StageRecorder?
  private let decoder = LandmarkDecoder(inputSize: Float(inputSize), zScale: zScale)
  private let minimumPresence: Float
  private let rawLandmarks: UnsafeBufferPointer<Float>
  private let presence: UnsafeBufferPointer<Float>
  private let rightProbability: UnsafeBufferPointer<Float>
  private let rawWorldLandmarks: UnsafeBufferPointer<Float>

  /// The presence score of a hand must exceed `minimumPresence` (0...1).
  init(_ models: BundledModels, minimumPresence: Float) throws {
    (recorder, self.minimumPresence) = (models.recorder, minimumPresence)
    model = try models.imageModel(Self.modelName, stage: "hand landmarks", inputSize: Self.inputSize)
    // By index: the metadata lists the outputs in another order.
    rawLandmarks = try model.model.output(0, count: Self.landmarkCount * 3)
    presence = try model.model.output(1, count: 1)
    rightProbability = try model.model.output(2, count: 1)
    rawWorldLandmarks = try model.model.output(3, count: Self.landmarkCount * 3)
  }

  /// Fills `hand` with the hand in `rect`. Returns false when there is none.
  func find(in frame: Frame, rect: RotatedRegion, into hand: inout Hand) throws -> Bool {
    guard let region = rect.sampleablePixels(in: frame.image.size) else { return false }
    try model.run(on: frame, region: region)
    guard presence[0] > minimumPresence else { return false }

    recorder.measure("hand landmarks: decode") { decode(rect, size: frame.image.size, into: &hand) }
    return true
  }

  private func decode(_ rect: RotatedRegion, size: ImageSize, into hand: inout Hand) {
    decoder.decode(rawLandmarks, into: &hand.landmarks)
    let projection = LandmarkProjection(from: rect)
    hand.worldLandmarks.removeAll(keepingCapacity: true)
    for index in 0..<Self.landmarkCount {
      hand.landmarks[index] = projection.project(hand.landmarks[index])
      hand.worldLandmarks.append(
        projection.projectWorld(
          SIMD3(rawWorldLandmarks[3 * index], rawWorldLandmarks[3 * index + 1], rawWorldLandmarks[3 * index + 2])))
    }
    hand.rightProbability = rightProbability[0]
    hand.nextRect = HandRegions.nextRect(landmarks: hand.landmarks, in: size)
  }
}

extension NormalizedLandmark {
  /// A landmark of a model that knows neither visibility nor presence.
  convenience init(_ point: SIMD3<Float>) {
    self.init(x: point.x, y: point.y, z: point.z, visibility: nil, presence: nil)
  }
}

package struct Hand: Sendable {
  /// 21 landmarks in fractions of the stored image; z on the scale of x.
  package var landmarks: [SIMD3<Float>] = []
  /// 21 landmarks in metres, along the axes of the stored image.
  package var worldLandmarks: [SIMD3<Float>] = []
  /// The probability of a right hand, 0...1.
  package var rightProbability: Float = 0
  package var nextRect = RotatedRegion.empty

  /// Whether a right hand is at least as probable as a left one, in an image that is not mirrored.
  var isRight: Bool { rightProbability >= 1 - rightProbability }
  /// The probability of the more probable side, 0.5...1.
  var sideProbability: Float { isRight ? rightProbability : 1 - rightProbability }
}

extension Hand {
  var resultLandmarks: [NormalizedLandmark] { landmarks.map { NormalizedLandmark($0) } }
  var resultWorldLandmarks: [Landmark] {
    worldLandmarks.map { Landmark(x: $0.x, y: $0.y, z: $0.z, visibility: nil, presence: nil) }
  }

  var resultHandedness: [ResultCategory] {
    let name = isRight ? "Right" : "Left"
    return [ResultCategory(index: isRight ? 0 : 1, score: sideProbability, categoryName: name, displayName: name)]
  }
}

final class PalmDetector {
  static let modelName = "hand_detector.tflite"
  private static let wrist = 0
  private static let middleFinger = 2

  private let detector: KeypointDetector

  /// Palms with a score below `minimumScore` (0...1) are dropped.
  init(_ models: BundledModels, minimumScore: Float) throws {
    detector = try KeypointDetector(
      models.tensorModel(Self.modelName), stage: "palms", anchors: [.palm], keypointCount: 7,
      minimumScore: minimumScore, overlapThreshold: 0.3, recorder: models.recorder)
  }

  /// Fills `rects` with the hand regions of at most `limit` palms, best first.
  func detect(in frame: Frame, atMost limit: Int, into rects: inout [RotatedRegion]) throws {
    try detector.run(on: frame)
    let size = frame.image.size
    let toImage = detector.letterbox(of: frame).transformToImage(of: size)
    let palms = detector.detections
    rects.removeAll(keepingCapacity: true)
    for index in 0..<min(palms.count, limit) {
      rects.append(
        HandRegions.rect(
          palm: toImage(palms.boxes[index]),
          wrist: toImage(palms.keypoint(Self.wrist, of: index)),
          middleFinger: toImage(palms.keypoint(Self.middleFinger, of: index)), in: size))
    }
  }
}
