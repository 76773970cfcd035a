import VisionInference
import VisionModels

/// Detects the landmarks of the face in a region.
final class FaceLandmarkModel {
  static let modelName = "face_landmarks_detector.tflite"
  static let landmarkCount = 478
  private static let inputSize = 256

  private let model: ImageModel
  private let recorder: StageRecorder?
  private let decoder = LandmarkDecoder(inputSize: Float(inputSize), zScale: 1)
  private let minimumPresence: Float
  private let rawLandmarks: UnsafeBufferPointer<Float>
  private let presence: UnsafeBufferPointer<Float>

  /// The presence score of a face must exceed `minimumPresence` (0...1).
  init(_ models: BundledModels, minimumPresence: Float) throws {
    (recorder, self.minimumPresence) = (models.recorder, minimumPresence)
    // The third output, the tongue, is in no result.
    model = try models.imageModel(
      Self.modelName, stage: "face landmarks", inputSize: Self.inputSize, wantedOutputs: [0, 1])
    rawLandmarks = try model.model.output(0, count: Self.landmarkCount * 3)
    presence = try model.model.output(1, count: 1)
  }

  /// Fills `face` with the face in `rect`, which is stretched to the model's input. Returns false when there is none.
  func find(in frame: Frame, rect: RotatedRegion, into face: inout Face) throws -> Bool {
    guard let region = rect.sampleablePixels(in: frame.image.size) else { return false }
    try model.run(on: frame, region: region)
    face.presence = Sigmoid.probability(logit: presence[0])
    guard face.presence > minimumPresence else { return false }
    recorder.measure("face landmarks: decode") { decode(region, size: frame.image.size, into: &face) }
    return true
  }

  private func decode(_ region: RotatedRegion, size: ImageSize, into face: inout Face) {
    decoder.decode(rawLandmarks, into: &face.landmarks)
    let toImage = region.transformToImage(of: size)
    // The length of the crop's upper edge in fractions of the image. Hands take the rectangle's width here.
    let depth = Float((Double(toImage.xx * toImage.xx) + Double(toImage.yx * toImage.yx)).squareRoot())
    for index in face.landmarks.indices {
      let landmark = face.landmarks[index]
      let place = toImage(SIMD2(landmark.x, landmark.y))
      face.landmarks[index] = SIMD3(place.x, place.y, landmark.z * depth)
    }
    face.nextRect = FaceRegions.nextRect(landmarks: face.landmarks, in: size)
  }
}

package struct Face: Sendable {
  /// 478 landmarks in fractions of the stored image; z on the scale of x.
  package var landmarks: [SIMD3<Float>] = []
  /// The probability that there is a face, 0...1.
  package var presence: Float = 0
  /// The predicted region in the next frame.
  package var nextRect = RotatedRegion.empty

  package init() {}
}

/// The detector of faces with six keypoints each, which `FaceDetector` and the landmarkers share.
enum FaceDetectorModel {
  static let modelName = "face_detector.tflite"
  static let keypointCount = 6
  static let rightEye = 0
  static let leftEye = 1

  /// Makes the detector. Faces with a score below `minimumScore` (0...1) are dropped, those that overlap by more than
  /// `overlapThreshold` merged.
  static func detector(
    _ model: TensorModel, minimumScore: Float, overlapThreshold: Float, recorder: StageRecorder?
  ) throws -> KeypointDetector {
    try KeypointDetector(
      model, stage: "faces", anchors: SSDAnchorOptions.faces, keypointCount: keypointCount, minimumScore: minimumScore,
      overlapThreshold: overlapThreshold,
      normalization: ByteNormalization(mean: 127.5, standardDeviation: 127.5), recorder: recorder)
  }
}

/// Detects faces in a whole image and computes the regions for their landmarks.
final class FaceRectDetector {
  /// That of the landmarker; `FaceDetector` has an option with another default.
  private static let overlapThreshold: Float = 0.5

  private let detector: KeypointDetector

  init(_ models: BundledModels, minimumScore: Float) throws {
    detector = try FaceDetectorModel.detector(
      models.tensorModel(FaceDetectorModel.modelName), minimumScore: minimumScore,
      overlapThreshold: Self.overlapThreshold,
      recorder: models.recorder)
  }

  /// Fills `rects` with the regions of at most `limit` faces, best first.
  func detect(in frame: Frame, atMost limit: Int, into rects: inout [RotatedRegion]) throws {
    try detector.run(on: frame)
    let size = frame.image.size
    let toImage = detector.letterbox(of: frame).transformToImage(of: size)
    let faces = detector.detections
    rects.removeAll(keepingCapacity: true)
    for index in 0..<min(faces.count, limit) {
      rects.append(
        FaceRegions.rect(
          face: toImage(faces.boxes[index]), rightEye: toImage(faces.keypoint(FaceDetectorModel.rightEye, of: index)),
          leftEye: toImage(faces.keypoint(FaceDetectorModel.leftEye, of: index)), in: size))
    }
  }
}
