import Foundation
import TestSupport
import Testing
import VisionInference
import VisionMedia
import VisionTasks

/// Tasks know no engine: the same task on the plain interpreter in double precision and on LiteRT gives the same answers.
@Suite("Tasks on another engine", .needs(.shared))
struct EngineSeamTests {
  private static func image(_ name: String) throws -> MPImage {
    try MPImage(imageBuffer: ImageFile.read(contentsOfFile: SharedFolder.media(name)))
  }

  @Test("Hands: landmarks and handedness on both engines, with our kernels and without", arguments: Kernels.allCases)
  func hands(kernels: Kernels) throws {
    func detect() throws -> HandLandmarkerResult {
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.model("hand_landmarker.task")
      options.baseOptions.kernels = kernels
      return try HandLandmarker(options: options).detect(image: Self.image("pointing_up.png"))
    }
    let reference = try EngineOverride.$engine.withValue(ReferenceEngine()) { try detect() }
    let result = try detect()
    #expect(result.landmarks.count == 1 && reference.landmarks.count == 1)
    let differences = zip(result.landmarks.joined(), reference.landmarks.joined()).map {
      max(abs($0.x - $1.x), abs($0.y - $1.y), abs($0.z - $1.z))
    }
    let largest = try #require(differences.max())
    print("hand landmarks, kernels \(kernels): at most \(largest) of the image from the reference engine's")
    // On AMD's first Zen the runtime's own sums are further off: 3.0e-5.
    let bound: Float = kernels != .off || MachineFact.fusedProducts.holds ? 1e-5 : 1e-4
    #expect(differences.count == 21 && largest < bound)
    let scores = [result, reference].map { $0.handedness.first?.first?.score ?? -1 }
    #expect(abs(scores[0] - scores[1]) < bound)
  }

  @Test("Objects of a quantized model are the same bytes on both engines, deferred outputs or not")
  func objects() throws {
    func detect() throws -> ObjectDetectorResult {
      let options = ObjectDetectorOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.model("efficientdet_lite0_int8.tflite")
      options.scoreThreshold = 0.3
      return try ObjectDetector(options: options).detect(image: Self.image("cat_720p.jpg"))
    }
    let reference = try EngineOverride.$engine.withValue(ReferenceEngine()) { try detect() }
    let result = try detect()
    #expect(!result.detections.isEmpty)
    #expect(result == reference)
  }

  @Test("A journal has a report of each loaded model, with its engine")
  func journal() throws {
    let journal = InferenceJournal()
    let path = try SharedFolder.model("hand_landmarker.task")
    _ = try InferenceJournal.$current.withValue(journal) { try HandLandmarker(modelPath: path) }
    #expect(Set(journal.entries.map(\.name)) == ["hand_detector.tflite", "hand_landmarks_detector.tflite"])
    #expect(journal.entries.allSatisfy { $0.report.engine == "LiteRT" && $0.report.macs.float > 280_000_000 })
    let off = InferenceJournal()
    _ = try InferenceJournal.$current.withValue(off) {
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = path
      options.baseOptions.kernels = .off
      return try HandLandmarker(options: options)
    }
    for entry in off.entries {
      #expect(entry.report.placements.allSatisfy { $0.kernel == "LiteRT" })
      #expect(entry.report.notes.contains("All convolutions left to the engine: kernels are off."))
    }
  }
}
