import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite("Body, face and hands equal MediaPipe's", .needs(.shared))
struct HolisticGoldenTests {
  @Test("Every recorded still: the same parts, landmarks, world landmarks, blendshapes and masks")
  func stills() throws {
    let goldens = try HolisticGolden.all(mode: "image")
    #expect(goldens.count >= 44)
    var worst = HolisticDifferences()
    for cases in Dictionary(grouping: goldens, by: \.options).values {
      // One task for all: an image leaves nothing behind for the next.
      let landmarker = try cases[0].landmarker(.image)
      for golden in cases {
        worst.add(try landmarker.detect(image: golden.mpImage(in: .holistic)), golden.frames[0], of: golden.case)
      }
    }
    print("holistic, \(goldens.count) stills: \(worst.summary)")
    #expect(worst.mismatches == [])
    #expect(worst.largest <= 0.001 && worst.median <= 0.0001)
    #expect(worst.blendshapes <= 0.01 && worst.certainty <= 0.01)
    #expect(worst.maskMean <= 0.001 && worst.maskGrid <= 0.02)
  }

  @Test("Every frame of every recorded video, from the first one on", arguments: try HolisticGolden.all(mode: "video"))
  func videos(golden: HolisticGolden) throws {
    let landmarker = try golden.landmarker(.video)
    var differences = HolisticDifferences()
    let reader = try golden.videoFrames(in: .holistic)
    for expected in golden.frames {
      let frame = try #require(try reader.next())
      #expect(frame.timestampInMilliseconds == expected.timestampMs)
      differences.add(
        try landmarker.detect(
          videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds),
        expected, of: "frame \(expected.frame)")
    }
    print("\(golden.case), \(golden.frames.count) frames: \(differences.summary)")
    #expect(differences.mismatches.count <= TrackingTolerance.mismatches)
    #expect(differences.largest <= TrackingTolerance.largest && differences.median <= TrackingTolerance.median)
  }
}
