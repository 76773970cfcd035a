import TestSupport
import Testing

@Suite("Gestures in videos equal MediaPipe's", .needs(.shared))
struct GestureVideoGoldenTests {
  @Test("Every frame of every recorded video: hands, names, landmarks", arguments: try Golden.gestureVideos())
  func everyFrame(golden: Golden) throws {
    let differences = try golden.trackedDifferences()
    #expect(differences.countMismatches.count <= TrackingTolerance.mismatches, "\(differences.countMismatches)")
    #expect(differences.labelMismatches.count <= TrackingTolerance.mismatches, "\(differences.labelMismatches)")
    #expect(differences.largest(differences.xy) <= TrackingTolerance.largest)
    #expect(differences.median(differences.xy) <= TrackingTolerance.median)
  }
}
