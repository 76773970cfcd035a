import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite("Poses in videos equal MediaPipe's", .needs(.shared))
struct PoseVideoGoldenTests {
  @Test("Every frame of every recorded video: people, landmarks", arguments: try PoseGolden.all(mode: "video"))
  func everyFrame(golden: PoseGolden) throws {
    let differences = try golden.trackedDifferences()
    #expect(differences.countMismatch <= TrackingTolerance.mismatches)
    #expect(differences.largestXY <= TrackingTolerance.largest)
    #expect(differences.medianXY <= TrackingTolerance.median)
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
