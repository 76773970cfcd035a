import MediaPipeTasksVision
import TestSupport
import Testing
import VisionImaging
import VisionMedia
import VisionPerception

@Suite("Gestures in videos follow MediaPipe's", .needs(.shared))
struct GestureVideoGoldenTests {
  /// Rounding grows through tracking, so each frame is given the state that MediaPipe's own result implies. The recorded
  /// landmarks have seven digits, which alone moves landmarks by up to 7.6e-5.
  @Test("Fed with MediaPipe's state of the frame before, every frame agrees", arguments: try Golden.gestureVideos())
  func fed(golden: Golden) throws {
    let pipeline = try GestureRecognizerPipeline(options: golden.gestureOptions(.video))
    let reader = try golden.videoFrames()
    var differences = HandDifferences()
    var previous: [NormalizedRect] = []
    for expected in golden.frames {
      let frame = try #require(try reader.next())
      pipeline.hands.trackedRects = previous
      let result = try pipeline.process(
        Frame(image: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      #expect(frame.timestampInMilliseconds == expected.timestampMs)
      differences.add(result, expected, where: "\(golden.case) frame \(expected.frame)")
      previous = expected.landmarks.map { hand in
        HandRegions.nextRect(landmarks: hand.map { SIMD3($0[0], $0[1], $0[2]) }, in: frame.image.size)
      }
    }
    print("\(golden.case), fed, largest differences over \(golden.frames.count) frames: \(differences.summary)")
    #expect(differences.countMismatches == [])
    #expect(differences.labelMismatches == [])
    #expect(differences.largest(differences.xy) <= 0.0001)
    #expect(differences.largest(differences.z) <= 0.0001)
  }

  /// What the numpy model of the reference differs by on the first 60 frames of the same clip; ours may differ by twice that.
  struct FreeBound: Sendable, CustomTestStringConvertible {
    let media: String
    let largest: Float
    let median: Float
    let labels: Int
    let unmatchedHands: Int

    var testDescription: String { media }
  }

  static let freeBounds = [
    FreeBound(media: "thumb_video", largest: 5.7e-2, median: 3.6e-3, labels: 2, unmatchedHands: 0),
    FreeBound(media: "trio_pan", largest: 2.4e-3, median: 2.2e-4, labels: 0, unmatchedHands: 0),
    FreeBound(media: "walkers_pan", largest: 2.4e-2, median: 2.8e-4, labels: 1, unmatchedHands: 6),
    FreeBound(media: "laptop_video", largest: 1.6e-2, median: 6.7e-4, labels: 0, unmatchedHands: 0),
  ]

  @Test("Running freely, the drift is at most twice that of the numpy model", arguments: freeBounds)
  func free(bound: FreeBound) throws {
    let golden = try #require(Golden.gestureVideos().first { $0.case == "\(bound.media).gesture_n2" })
    let recognizer = try GestureRecognizer(options: golden.gestureOptions(.video))
    let reader = try golden.videoFrames()
    var differences = HandDifferences()
    var unmatched = 0
    for expected in golden.frames.prefix(60) {
      let frame = try #require(try reader.next())
      let result = try recognizer.recognize(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      unmatched += abs(result.landmarks.count - expected.landmarks.count)
      if result.landmarks.count == expected.landmarks.count {
        differences.add(result, expected, where: "frame \(expected.frame)")
      }
    }
    print(
      "\(bound.media), free, over 60 frames: \(differences.summary), \(differences.labelMismatches.count) labels, \(unmatched) hands"
    )
    #expect(differences.largest(differences.xy) <= 2 * bound.largest)
    #expect(differences.median(differences.xy) <= 2 * bound.median)
    #expect(differences.labelMismatches.count <= 2 * bound.labels, "\(differences.labelMismatches)")
    #expect(unmatched <= 2 * bound.unmatchedHands)
  }
}
