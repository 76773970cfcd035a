import VisionCore
import VisionImaging
import VisionInference
import VisionModels
import VisionPerception

/// Detects the landmarks of the hand in a region.
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
  init(data: ModelData, minimumPresence: Float, inference: InferenceOptions, recorder: StageRecorder?) throws {
    self.recorder = recorder
    self.minimumPresence = minimumPresence
    model = try ImageModel(
      name: Self.modelName, stage: "hand landmarks", data: data, inputSize: Self.inputSize, border: .replicate,
      inference: inference, recorder: recorder)
    // By index: the metadata lists the outputs in another order.
    rawLandmarks = try model.model.output(0, count: Self.landmarkCount * 3)
    presence = try model.model.output(1, count: 1)
    rightProbability = try model.model.output(2, count: 1)
    rawWorldLandmarks = try model.model.output(3, count: Self.landmarkCount * 3)
  }

  /// Fills `hand` with the hand in `rect`. Returns false when there is none.
  func find(in image: ImageBuffer, rect: NormalizedRect, into hand: inout Hand) throws -> Bool {
    let region = rect.region(in: image.size)
    // Tracking can make a region empty or infinite.
    guard !rect.isEmpty, region.isSampleable else { return false }
    try model.run(on: image, region: region)
    guard presence[0] > minimumPresence else { return false }

    recorder.measure("hand landmarks: decode") { decode(rect, size: image.size, into: &hand) }
    return true
  }

  private func decode(_ rect: NormalizedRect, size: ImageSize, into hand: inout Hand) {
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
