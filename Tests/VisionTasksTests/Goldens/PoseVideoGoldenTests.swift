import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite("Poses in videos, running freely", .needs(.shared))
struct PoseVideoGoldenTests {
  /// What the numpy model of the reference differs by on the first 60 frames of a clip; ours may differ by twice that. Tracking
  /// feeds every rounding back, so these figures measure the content more than the code.
  struct Bound: Sendable, CustomTestStringConvertible {
    let name: String
    let largest: Float
    /// Nil where the reference gives none.
    let median: Float?
    var unmatched = 0

    var testDescription: String { name }
  }

  static let bounds = [
    Bound(name: "thumb_video.pose-lite_n1", largest: 5.9e-1, median: 3.0e-3),
    Bound(name: "trio_pan.pose-lite_n1", largest: 3.2e-1, median: 4.0e-3),
    Bound(name: "walkers_pan.pose-lite_n1", largest: 2.7e-2, median: 8.1e-4),
    Bound(name: "laptop_video.pose-lite_n1", largest: 1.8e-1, median: 1.3e-2, unmatched: 9),
    Bound(name: "thumb_video.pose-lite_n3", largest: 1.1e-3, median: nil),
    Bound(name: "trio_pan.pose-lite_n3", largest: 1.9e-3, median: nil),
    Bound(name: "walkers_pan.pose-lite_n3", largest: 4.4e-3, median: nil),
    Bound(name: "laptop_video.pose-lite_n3", largest: 8.6e-2, median: 1.8e-4, unmatched: 1),
    Bound(name: "thumb_video.pose-full_n1", largest: 8.3e-1, median: 4.1e-3),
    Bound(name: "trio_pan.pose-full_n1", largest: 3.5e-1, median: 2.4e-3),
    Bound(name: "walkers_pan.pose-full_n1", largest: 2.3e-2, median: 3.8e-4),
    Bound(name: "laptop_video.pose-full_n1", largest: 1e-3, median: nil),
  ]

  @Test("The drift is at most twice that of the numpy model", arguments: bounds)
  func free(bound: Bound) throws {
    let golden = try #require(PoseGolden.all(mode: "video").first { $0.case == bound.name })
    let landmarker = try PoseLandmarker(options: golden.poseOptions(.video))
    let reader = try golden.videoFrames()
    var differences = PoseDifferences()
    for expected in golden.frames.prefix(60) {
      let frame = try #require(try reader.next())
      let result = try landmarker.detect(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      differences.add(result, expected)
    }
    print("\(bound.name), free, over 60 frames: \(differences.summary)")
    #expect(differences.largestXY <= 2 * bound.largest)
    if let median = bound.median { #expect(differences.medianXY <= 2 * median) }
    #expect(differences.countMismatch <= 2 * bound.unmatched)
  }

  @Test("Without smoothing, a still picture shown again gives what the model says, not a mean")
  func smoothingSwitch() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/yoga.png"))
    func landmarks(smoothing: Bool) throws -> [[NormalizedLandmark]] {
      let options = PoseLandmarkerOptions()
      options.baseOptions.modelAssetPath = try SharedFolder.path("models/pose_landmarker_lite.task")
      options.runningMode = .video
      options.shouldSmoothLandmarks = smoothing
      let landmarker = try PoseLandmarker(options: options)
      return try (0..<4).map {
        try landmarker.detect(videoFrame: image, timestampInMilliseconds: 33 * $0).landmarks[0]
      }
    }
    let smoothed = try landmarks(smoothing: true)
    let raw = try landmarks(smoothing: false)
    // The first frame passes both ways; later ones differ, since the region settles over the frames.
    #expect(zip(smoothed[0], raw[0]).allSatisfy { abs($0.x - $1.x) <= 1e-6 && abs($0.y - $1.y) <= 1e-6 })
    #expect(zip(smoothed[3], raw[3]).contains { abs($0.x - $1.x) > 1e-6 })
  }
}
