import VisionInference
import VisionModels

/// Estimates the expression of a face from its landmarks: 52 scores.
/// Source: MediaPipe's face blendshapes graph.
final class FaceBlendshapeModel {
  static let modelName = "face_blendshapes.tflite"
  private static let stage = "blendshapes: infer"

  private let model: TensorModel
  private let recorder: StageRecorder?
  private let points: UnsafeMutableBufferPointer<Float>
  private let scores: UnsafeBufferPointer<Float>

  init(_ models: BundledModels) throws {
    recorder = models.recorder
    model = try models.tensorModel(Self.modelName)
    points = try model.input(0, count: 2 * Self.landmarks.count)
    scores = try model.output(0, count: Self.names.count)
    try recorder?.note(model.report().macs, of: Self.stage)
  }

  /// Returns the scores of a face with 478 landmarks in fractions of the stored image, valid until the next call.
  /// The model gets pixels of what the task sees of the image: it centres and rotates the face itself, and expects it
  /// upright.
  func run(on landmarks: [SIMD3<Float>], in frame: Frame) throws -> UnsafeBufferPointer<Float> {
    let (landmarks, size) = (frame.inView(landmarks), frame.view.size)
    try recorder.measure(Self.stage) {
      for (place, index) in Self.landmarks.enumerated() {
        points[2 * place] = landmarks[index].x * size.width
        points[2 * place + 1] = landmarks[index].y * size.height
      }
      try model.run()
    }
    return scores
  }

  /// The scores as categories, in the model's order.
  static func categories(_ scores: UnsafeBufferPointer<Float>) -> [ResultCategory] {
    zip(names, scores).enumerated().map { index, shape in
      ResultCategory(index: index, score: shape.1, categoryName: shape.0, displayName: nil)
    }
  }

  /// The landmarks that the model gets: contours, and last the irises.
  private static let landmarks = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78, 80,
    81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153,
    154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251,
    263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318,
    321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386,
    387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
  ]

  /// The names of the scores, in the model's order.
  static let names = [
    "_neutral", "browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight", "cheekPuff",
    "cheekSquintLeft", "cheekSquintRight", "eyeBlinkLeft", "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight",
    "eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft", "eyeLookOutRight", "eyeLookUpLeft", "eyeLookUpRight",
    "eyeSquintLeft", "eyeSquintRight", "eyeWideLeft", "eyeWideRight", "jawForward", "jawLeft", "jawOpen", "jawRight",
    "mouthClose", "mouthDimpleLeft", "mouthDimpleRight", "mouthFrownLeft", "mouthFrownRight", "mouthFunnel",
    "mouthLeft", "mouthLowerDownLeft", "mouthLowerDownRight", "mouthPressLeft", "mouthPressRight", "mouthPucker",
    "mouthRight", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper", "mouthSmileLeft",
    "mouthSmileRight", "mouthStretchLeft", "mouthStretchRight", "mouthUpperUpLeft", "mouthUpperUpRight",
    "noseSneerLeft", "noseSneerRight",
  ]
}
